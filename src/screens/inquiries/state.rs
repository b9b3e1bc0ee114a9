//! State of the screen between two keys. It has ids of rows only; the rows themselves are in the store.

use std::sync::Arc;

use crate::api::Page;
use crate::api::inquiries::{Get, List as Ask};
use crate::api::limits::INQUIRIES_REACHED;
use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Kept, Rates, Timestamp, work};
use crate::client::FailureKind;
use crate::screens::fates::Fates;
use crate::screens::inquiry::columns::order;
use crate::screens::inquiry::reply::Replying;
use crate::screens::inquiry::{PAGE_ROWS, first_view};
use crate::store::filter::Filter;
use crate::store::score::Leads;
use crate::store::shown;
use crate::store::{Column, InquiryIndex, Known, Mark, Sort, Tab, ViewSpec};
use crate::ui::list::{OwnList, noting};
use crate::ui::widgets::page::PageView;
use crate::ui::{MarkRead, World};

use super::history::History;
use super::news::Told;
use super::rescue::Held;
use super::tabs::TABS;
use super::totals::{self, is_all, is_whole};
use super::walk;

/// Usual order of the list.
pub const USUAL: (&str, bool) = ("age", true);
/// Seconds an inquiry is shown before it counts as read.
const READ_AFTER: i64 = 2;

/// Pages of an opened inquiry, in the order of [`crate::ui::list::Detail::PAGES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetailTab {
    #[default]
    Message,
    Buyer,
    History,
    Flow,
    Raw,
}

/// An opened inquiry.
#[derive(Clone, Debug)]
pub struct Detail {
    /// Id of the inquiry. It stays open when its row leaves the list, as on the Unread tab once it is read.
    pub id: Id<Inquiry>,
    pub page: DetailTab,
    pub view: PageView,
    pub history: History,
    /// Inquiries whose History page led to this one, the first of them at the bottom.
    pub from: Vec<Self>,
}

/// True when the service knows no inquiry with this number, and none is known here.
pub fn is_unknown(id: Id<Inquiry>, world: &World<'_>) -> bool {
    let (index, fresh) = (world.store.inquiries(), world.store.query(&Get { id }));
    let refused = fresh.failure.is_some_and(|failure| failure.kind == FailureKind::NotFound);
    refused && fresh.value.is_none() && index.row(id).is_none() && index.full(id).is_none()
}

impl Detail {
    /// Detail of an inquiry, opened on its first page.
    pub fn new(id: Id<Inquiry>) -> Self {
        Self { id, page: DetailTab::Message, view: PageView::default(), history: History::default(), from: Vec::new() }
    }

    /// Takes page, history period and way back from the inquiry that was open before.
    pub fn goes_on_from(&mut self, before: Self) {
        self.page = before.page;
        self.history.looks_as(&before.history);
        self.from = before.from;
    }

    /// True on the History tab.
    pub fn on_history(&self) -> bool {
        self.page == DetailTab::History
    }
}

#[derive(Debug, Default)]
pub struct Inquiries {
    pub list: OwnList<Self>,
    /// True to hide the preview beside the list (from 100 columns).
    pub without_preview: bool,
    /// True to show the preview instead of the list (below 100 columns).
    pub preview_instead: bool,
    pub preview_view: PageView,
    /// True while the moving keys scroll the preview.
    pub in_preview: bool,
    /// Offers of the inquiries that were not emailed: of all of them, and of those that pass the filter of the Unsent
    /// tab.
    pub held: Held,
    pub shown: Held,
    /// User's choice for this session of when an inquiry counts as read.
    pub mark_read: Option<MarkRead>,
    /// Reply that starts once the whole message is read.
    pub replying: Option<Replying>,
    /// Outcome of the marks set here.
    pub fates: Fates<usize>,
    /// Inquiry being read, and the time from which it counts as read.
    pub reading: Option<(Id<Inquiry>, Timestamp)>,
    /// Mark that `a` removes instead of archiving, because all targets have it.
    pub brings_back: Option<Mark>,
    /// True when all targets are read, so that `m` marks them unread.
    pub all_read: bool,
    /// Marks that all marked rows have, kept by tab, marks and version of the inquiries.
    carried: Kept<(usize, u64, u64), [bool; 3]>,
    /// Number of rows back from a snooze, kept by tab, rows and version of the notes.
    back: Kept<(usize, u64, u64), usize>,
    /// Inquiries announced so far; `None` before the first rows.
    pub told: Option<Told>,
    /// Currency of amounts typed without one.
    pub currency: Currency,
    /// User's exchange rates.
    pub rates: Arc<Rates>,
    /// Addresses of ignored senders.
    pub ignored: Arc<[Box<str>]>,
    pub leads: Leads,
}

impl Inquiries {
    pub fn shown_tab(&self) -> Tab {
        TABS[self.list.tab].tab
    }

    /// View of the list shown now.
    pub fn spec(&self, now: Timestamp) -> ViewSpec {
        let filter = self.list.filter();
        self.of_account(ViewSpec::new(self.shown_tab(), filter, order(self.list.table().sort()), now), filter)
    }

    /// View with the account's data that filter terms need: the currency of amounts without one, and the ignored
    /// senders.
    pub fn of_account(&self, mut spec: ViewSpec, filter: &Filter) -> ViewSpec {
        if filter.needs_currency() {
            spec.currency.clone_from(&self.currency.0);
        }
        if filter.needs_ignored() {
            spec.ignored.clone_from(&self.ignored);
        }
        if spec.sort.by == Column::Offer {
            spec.rates.clone_from(&self.rates);
        }
        spec
    }

    /// Takes the ignored senders, the rates, and the currency offers are compared in.
    pub fn take_account(&mut self, world: &World<'_>) {
        self.ignored = shown::senders::addresses(world.store);
        self.rates.clone_from(&world.store.session().rates);
        let is_told = world.store.price_currency().is_some();
        if is_told || self.currency.0.is_empty() || self.list.filter().needs_currency() {
            self.currency = world.store.offer_currency();
        }
    }

    /// Request for one page of the list shown now.
    pub fn request(&self, page: u32, now: Timestamp) -> Ask {
        Ask { filter: self.spec(now).question, page: Page::new(page, PAGE_ROWS) }
    }

    /// Sets the counts of rows, and the columns that depend on the rows.
    pub fn say_counts(&mut self, world: &World<'_>) {
        let ids = Arc::clone(self.list.table().ids());
        let (shown, at_the_service) = (ids.len() as u64, self.at_the_service(world));
        let of = totals::searched(self.list.tab, self.list.filter(), world).map(|of| of.max(shown));
        let left = match at_the_service {
            Some(told) => Known::Is(told.max(shown)),
            None => Known::rows(shown, None, self.leads.undecided() == 0 && is_all(&self.spec(world.now), world)),
        };
        let index = world.store.inquiries();
        let known = index.len() as u64;
        let unsent = self.shown_tab() == Tab::Unsent;
        let spec = self.spec(world.now);
        let (snoozed, in_its_order) = (spec.snoozed, spec.sort == Sort::default());
        let (hides, only_snoozed) = (snoozed == Some(false), snoozed == Some(true));
        self.list.has_all_tabs = world.store.notes().snoozed() > 0;
        let sheet = self.list.sheet_mut();
        // Only Unsent has reasons for holding back; elsewhere nothing was held back.
        sheet.table.leave_out(if unsent { &["company"] } else { &["reason"] });
        // If snoozed rows are left out, the snooze column is needed only for rows that are back from a snooze.
        let notes = world.store.notes().counted();
        let always = !hides || !notes.woken.is_empty();
        let columns = noting::columns(&notes.of_inquiries);
        let columns = columns.filter(|column| always || *column != "snooze");
        // If all rows are snoozed, the column shows when each returns.
        let wakes = |column| if column == "snooze" && only_snoozed { "wakes" } else { column };
        sheet.table.bring_in(columns.map(wakes));
        sheet.table.stand_by((only_snoozed && in_its_order).then_some(("wakes", false)));
        sheet.table.set_total(at_the_service);
        sheet.bar.set_terms(sheet.filter.server_words(), sheet.filter.local_words());
        if !sheet.filter.is_empty() {
            sheet.bar.set_counts(left, of);
        }
        sheet.bar.set_checked(walk::still_unread(index.walk(), known).map(|of| (known, of)));
        self.held.take(&first_view(Tab::Unsent, world.now), world);
        if self.shown_tab() == Tab::Unsent {
            self.shown.take(&self.spec(world.now), world);
        }
        if let Some(detail) = &mut self.list.detail {
            detail.history.take_rows(detail.id, world);
        }
        self.look_at_marks(world);
    }

    /// Number of rows back from a snooze. They are at the top of the list.
    pub fn back(&self, world: &World<'_>) -> usize {
        let (notes, table) = (world.store.notes(), self.list.table());
        let woken = &notes.counted().woken;
        if woken.is_empty() {
            return 0;
        }
        self.back.get((self.list.tab, table.rows_version(), notes.version()), |_| {
            work::each(table.ids().iter()).filter(|id| woken.contains(id)).count()
        })
    }

    /// Targets of a verb: the opened inquiry, else the marked rows, else the row under the cursor.
    pub fn targets(&self) -> Vec<Id<Inquiry>> {
        if let Some(detail) = &self.list.detail {
            return vec![detail.id];
        }
        let targets = self.list.table().targets();
        // With all rows marked, the targets include rows that came later.
        if targets.everything.is_some() { self.list.table().ids().to_vec() } else { targets.ids }
    }

    /// Number of rows marked with `*` twice: all that the list holds at the service, if these are more than the known
    /// ones.
    pub fn everything(&self) -> Option<u64> {
        let all = self.list.table().everything().filter(|_| self.list.detail.is_none());
        all.filter(|all| *all > self.list.table().len() as u64)
    }

    /// Number of rows of the list at the service; `None` if the service cannot be asked for exactly this list, because
    /// it does not know local terms (trap F.1).
    fn at_the_service(&self, world: &World<'_>) -> Option<u64> {
        let spec = self.spec(world.now);
        // The service knows nothing of snoozes, and acts on a whole list must not reach snoozed rows.
        let snoozed = spec.snoozed == Some(true) || spec.snoozed.is_some() && world.store.notes().snoozed() > 0;
        if snoozed || is_whole(&spec, world) || !self.list.filter().local.is_empty() {
            return None;
        }
        let told = world.store.query(&self.request(1, world.now)).value?.pagination.total()?;
        Some(told.min(INQUIRIES_REACHED))
    }

    /// Inquiry in front of the user: the opened one, else the one under the cursor.
    pub fn current(&self) -> Option<Id<Inquiry>> {
        self.list.detail.as_ref().map(|detail| detail.id).or_else(|| self.row_under_cursor())
    }

    /// The row under the cursor; `None` where the list is empty.
    pub fn row_under_cursor(&self) -> Option<Id<Inquiry>> {
        self.list.under_cursor().copied()
    }

    /// Opens an inquiry, on the page that the previously opened one was on.
    pub fn open_inquiry(&mut self, id: Id<Inquiry>, world: &World<'_>) {
        let mut next = Detail::new(id);
        if let Some(open) = self.list.detail.take() {
            next.goes_on_from(open);
        }
        self.show(next, world);
    }

    /// Shows an opened inquiry.
    pub fn show(&mut self, mut next: Detail, world: &World<'_>) {
        let id = next.id;
        next.history.take_rows(id, world);
        self.list.detail = Some(next);
        self.list.table_mut().select(&id);
        self.look_at_marks(world);
        self.begin_reading(id, world, self.marks_read(world) != MarkRead::Manual);
    }

    /// Takes the row the cursor rests on: resets the preview, and starts the time after which the row counts as read.
    pub fn rest_on_row(&mut self, world: &World<'_>) {
        self.preview_view.reset();
        self.look_at_marks(world);
        if self.list.detail.is_none() {
            match self.row_under_cursor() {
                Some(id) if self.marks_read(world) == MarkRead::Preview => {
                    self.begin_reading(id, world, self.preview_in_sight());
                }
                _ => self.reading = None,
            }
        }
    }

    fn marks_read(&self, world: &World<'_>) -> MarkRead {
        self.mark_read.unwrap_or(world.prefs.mark_read)
    }

    fn begin_reading(&mut self, id: Id<Inquiry>, world: &World<'_>, counts: bool) {
        let unread = world.store.inquiries().row(id).is_some_and(|row| row.mark_known(Mark::Read) && !row.read());
        // Times are whole seconds, so that two of them pass after 1 to 2 s, 1.5 s on average.
        self.reading = (counts && unread).then_some((id, Timestamp(world.now.0 + READ_AFTER)));
    }

    /// True when the last frame showed a preview.
    pub fn preview_in_sight(&self) -> bool {
        if self.is_wide() { !self.without_preview } else { self.preview_instead }
    }

    /// True while the preview is shown instead of the list.
    pub fn preview_is_page(&self) -> bool {
        self.list.detail.is_none() && self.preview_instead && !self.is_wide()
    }

    /// True when list and preview have room side by side.
    pub fn is_wide(&self) -> bool {
        self.list.width >= super::view::WIDE
    }

    /// Finds out which marks all targets have, so that `a` and `m` remove them.
    fn look_at_marks(&mut self, world: &World<'_>) {
        let (index, table) = (world.store.inquiries(), self.list.table());
        let [read, hidden, archived] = match &self.list.detail {
            Some(detail) => carried([detail.id].iter(), index),
            None if table.marked() == 0 => carried(table.each_target(), index),
            None => self.carried.get((self.list.tab, table.marks_version(), index.version()), |_| {
                // With all rows marked, the targets include rows that came later.
                let all = table.everything().map(|_| table.ids().iter());
                all.map_or_else(|| carried(table.each_target(), index), |all| carried(work::each(all), index))
            }),
        };
        self.all_read = read;
        // An inquiry opened from a buyer's history may not be in the list of the tab.
        let in_list = self.list.detail.as_ref().is_none_or(|opened| opened.from.is_empty());
        self.brings_back = match self.shown_tab() {
            Tab::Hidden if in_list => Some(Mark::Hidden),
            Tab::Archived if in_list => Some(Mark::Archived),
            _ if hidden => Some(Mark::Hidden),
            _ if archived => Some(Mark::Archived),
            _ => None,
        };
    }
}

/// Marks for which a key does the reverse when all targets have them.
const CARRIED: [Mark; 3] = [Mark::Read, Mark::Hidden, Mark::Archived];

/// True for each mark of [`CARRIED`] that all these inquiries have; all false without any inquiry.
fn carried<'a>(ids: impl Iterator<Item = &'a Id<Inquiry>>, index: &InquiryIndex) -> [bool; 3] {
    let mut all = None;
    for id in ids {
        let of = index.row(*id).map_or([false; 3], |row| CARRIED.map(|mark| row.mark(mark)));
        let before = all.unwrap_or([true; 3]);
        let now = [0, 1, 2].map(|place| before[place] && of[place]);
        all = Some(now);
        if now == [false; 3] {
            break;
        }
    }
    all.unwrap_or_default()
}
