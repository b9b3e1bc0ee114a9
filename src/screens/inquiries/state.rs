//! What the screen remembers between two keys. Rows are never kept here: they are the store's, by id.

use std::sync::Arc;

use crate::api::inquiries::List;
use crate::api::limits::PER_PAGE_SHORT;
use crate::api::types::Inquiry;
use crate::api::{Page, Paged};
use crate::base::{Id, Timestamp};
use crate::screens::fates::Fates;
use crate::screens::marking::Marking;
use crate::store::filter::{Filter, FilterError};
use crate::store::{Loaded, Mark, Tab, ViewSpec};
use crate::ui::World;
use crate::ui::widgets::filter_bar::{FilterBar, Problem};
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;

use super::columns::{COLUMNS, order};
use super::detail::Detail;
use super::form::FilterForm;
use super::rescue::Held;
use super::tabs::TABS;
use super::walk;

/// Rows of one page of the list.
pub const PAGE_ROWS: u32 = PER_PAGE_SHORT;
/// The page the user sees for this long marks what it shows as read.
const READ_AFTER: i64 = 2;

/// When an inquiry counts as read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkRead {
    /// A moment after it was opened.
    #[default]
    OnOpen,
    /// Only by its key.
    Manual,
    /// A moment after the cursor came to rest on it with the preview in sight.
    Preview,
}

/// Where the user was before a jump, so that esc leads back.
#[derive(Clone, Debug)]
pub struct Place {
    pub tab: usize,
    pub filter: String,
    pub selected: Option<Id<Inquiry>>,
}

/// The screen.
#[derive(Debug)]
pub struct Inquiries {
    /// Place in [`TABS`].
    pub tab: usize,
    pub table: Table<Id<Inquiry>>,
    /// The row last selected in each tab.
    pub remembered: Vec<Option<Id<Inquiry>>>,
    pub bar: FilterBar,
    /// The filter in force: the typed one as long as it can be read.
    pub filter: Filter,
    /// The preview beside the list, from 100 columns.
    pub preview_beside: bool,
    /// The preview instead of the list, below 100 columns.
    pub preview_instead: bool,
    pub preview_view: PageView,
    /// True while the moving keys scroll the preview.
    pub in_preview: bool,
    pub detail: Option<Detail>,
    /// The inquiries whose History tab led to the one opened, the first at the bottom.
    pub opened_from: Vec<Detail>,
    /// The filter form while it is filled in.
    pub form: Option<FilterForm>,
    /// What the inquiries that were not mailed offer: all of them, and those the Unsent tab shows under its filter.
    pub held: Held,
    pub shown: Held,
    pub mark_read: MarkRead,
    pub marking: Marking,
    /// What became of the marks set here.
    pub fates: Fates<usize>,
    /// What is being read, and from when on it counts as read.
    pub reading: Option<(Id<Inquiry>, Timestamp)>,
    pub before: Vec<Place>,
    /// The mark that `a` takes off instead of archiving: all targets carry it.
    pub brings_back: Option<Mark>,
    /// The newest inquiry already told of; `None` before the first rows.
    pub told: Option<(Timestamp, Id<Inquiry>)>,
    /// Rows were known once, so that what comes now is new.
    pub began: bool,
    /// Columns of the last frame.
    pub width: u16,
}

impl Default for Inquiries {
    fn default() -> Self {
        let mut table = Table::new(COLUMNS);
        table.set_sort("age", Some(true));
        Self {
            tab: 0,
            table,
            remembered: vec![None; TABS.len()],
            bar: FilterBar::default(),
            filter: Filter::default(),
            preview_beside: true,
            preview_instead: false,
            preview_view: PageView::default(),
            in_preview: false,
            detail: None,
            opened_from: Vec::new(),
            form: None,
            held: Held::default(),
            shown: Held::default(),
            mark_read: MarkRead::default(),
            marking: Marking::default(),
            fates: Fates::default(),
            reading: None,
            before: Vec::new(),
            brings_back: None,
            told: None,
            began: false,
            width: 0,
        }
    }
}

impl Inquiries {
    /// The list shown now.
    pub fn spec(&self, now: Timestamp) -> ViewSpec {
        ViewSpec::new(TABS[self.tab].tab, &self.filter, order(self.table.sort()), now)
    }

    /// The request for one page of the list shown now.
    pub fn page(&self, page: u32, now: Timestamp) -> List {
        List { filter: self.spec(now).question, page: Page::new(page, PAGE_ROWS) }
    }

    /// What is known of the first page.
    pub fn first_page<'a>(&self, world: &World<'a>) -> Loaded<'a, Paged<Inquiry>> {
        world.store.query(&self.page(1, world.now))
    }

    /// Takes over the rows the store has now; the cursor stays on its inquiry.
    pub fn take_rows(&mut self, world: &World<'_>) {
        let ids = world.store.inquiries().view(&self.spec(world.now));
        self.table.set_ids(Arc::clone(&ids));
        self.table.set_total(self.at_the_service(world));
        self.remembered[self.tab] = self.table.selected().copied();
        let (words, local) = (self.filter.server_words(), self.filter.local_words());
        self.bar.set_terms(words, local);
        if !self.filter.is_empty() {
            self.bar.set_counts(ids.len() as u64, total(world, self.tab).unwrap_or(0).max(ids.len() as u64));
        }
        let book = world.store.inquiries();
        let known = book.len() as u64;
        self.bar.set_checked(walk::still_unread(book.walk(), known).map(|of| (known, of)));
        self.held.take(world.store.inquiries().view(&super::rescue::spec(world.now)), world);
        if TABS[self.tab].tab == Tab::Unsent {
            self.shown.take(ids, world);
        }
        if let Some(detail) = &mut self.detail {
            detail.history.take_rows(detail.id, world);
        }
        self.brings_back = self.what_a_brings_back(world);
    }

    /// What a verb acts on: the opened inquiry, else the marked rows, else the row under the cursor.
    pub fn targets(&self) -> Vec<Id<Inquiry>> {
        if let Some(detail) = &self.detail {
            return vec![detail.id];
        }
        let targets = self.table.targets();
        // Also what has come since all was marked.
        if targets.everything.is_some() { self.table.ids().to_vec() } else { targets.ids }
    }

    /// `*` twice: how many the list holds at the service, while that is more than is known here.
    pub fn everything(&self) -> Option<u64> {
        let all = self.table.targets().everything.filter(|_| self.detail.is_none());
        all.filter(|all| *all > self.table.len() as u64)
    }

    /// How many the list holds at the service, where the service can be asked for exactly this list: with terms only
    /// this program knows it cannot (trap F.1).
    fn at_the_service(&self, world: &World<'_>) -> Option<u64> {
        let read = walk::is_complete(world.store.inquiries().walk()) && self.spec(world.now).set().is_none();
        if read || !self.filter.local.is_empty() {
            return None;
        }
        let told = self.first_page(world).value?.pagination.total()?;
        Some(told.min(crate::api::limits::INQUIRIES_REACHED))
    }

    /// The inquiry in front of the user.
    pub fn current(&self) -> Option<Id<Inquiry>> {
        self.detail.as_ref().map(|detail| detail.id).or_else(|| self.row_under_cursor())
    }

    /// The row under the cursor; `None` where the list is empty.
    pub fn row_under_cursor(&self) -> Option<Id<Inquiry>> {
        self.table.ids().get(self.table.cursor()).copied()
    }

    /// Puts a filter line in force.
    ///
    /// # Errors
    /// A sentence naming the word that cannot be read, its place and the nearest that can.
    pub fn set_filter(&mut self, line: &str) -> Result<(), FilterError> {
        let filter = crate::store::filter::parse(line)?;
        self.bar.set(line);
        self.bar.set_problem(None);
        self.filter = filter;
        Ok(())
    }

    /// Reads the line being typed; what cannot be read is told in place and the last good filter stays in force.
    pub fn typed(&mut self) {
        match crate::store::filter::parse(self.bar.value()) {
            Ok(filter) => {
                self.filter = filter;
                self.bar.set_problem(None);
            }
            Err(error) => self.bar.set_problem(Some(Problem::of(self.bar.value(), &error))),
        }
    }

    /// Goes to another tab; each remembers its row, marks belong to the tab they were made in.
    pub fn go_to_tab(&mut self, tab: usize, world: &World<'_>) {
        if tab == self.tab {
            return;
        }
        self.remembered[self.tab] = self.table.selected().copied();
        self.tab = tab;
        self.table.clear_marks();
        self.close_detail();
        let remembered = self.remembered[tab];
        self.take_rows(world);
        if !remembered.is_some_and(|id| self.table.select(&id)) {
            self.table.go(0);
        }
        self.remembered[tab] = self.table.selected().copied();
        self.brings_back = self.what_a_brings_back(world);
    }

    /// Opens an inquiry, or the next one in the same tab of the detail.
    pub fn open_inquiry(&mut self, id: Id<Inquiry>, world: &World<'_>) {
        let mut next = Detail::new(id);
        if let Some(open) = &self.detail {
            next.goes_on_from(open);
        }
        next.history.take_rows(id, world);
        self.detail = Some(next);
        self.table.select(&id);
        self.brings_back = self.what_a_brings_back(world);
        self.begin_reading(id, world, self.mark_read != MarkRead::Manual);
    }

    /// The cursor came to rest on another row.
    pub fn rest_on_row(&mut self, world: &World<'_>) {
        self.preview_view.reset();
        self.brings_back = self.what_a_brings_back(world);
        if self.detail.is_none() {
            match self.row_under_cursor() {
                Some(id) if self.mark_read == MarkRead::Preview => {
                    self.begin_reading(id, world, self.preview_in_sight());
                }
                _ => self.reading = None,
            }
        }
    }

    fn begin_reading(&mut self, id: Id<Inquiry>, world: &World<'_>, counts: bool) {
        let unread = world.store.inquiries().row(id).is_some_and(|row| row.mark_known(Mark::Read) && !row.read());
        // Whole seconds are what events carry; the second one is passed after 1 to 2 s, 1.5 s as the user sees it.
        self.reading = (counts && unread).then_some((id, Timestamp(world.now.0 + READ_AFTER)));
    }

    /// True when the last frame showed a preview.
    pub fn preview_in_sight(&self) -> bool {
        if self.is_wide() { self.preview_beside } else { self.preview_instead }
    }

    /// True when list and preview have room side by side.
    pub fn is_wide(&self) -> bool {
        self.width >= super::view::WIDE
    }

    /// The mark all targets carry that `a` would take off.
    pub fn what_a_brings_back(&self, world: &World<'_>) -> Option<Mark> {
        let book = world.store.inquiries();
        let targets = self.targets();
        let all = |mark: Mark| {
            !targets.is_empty() && targets.iter().all(|id| book.row(*id).is_some_and(|row| row.mark(mark)))
        };
        // One of a buyer's others need not be where the list is.
        let in_list = self.opened_from.is_empty();
        match TABS[self.tab].tab {
            Tab::Hidden if in_list => Some(Mark::Hidden),
            Tab::Archived if in_list => Some(Mark::Archived),
            _ if all(Mark::Hidden) => Some(Mark::Hidden),
            _ if all(Mark::Archived) => Some(Mark::Archived),
            _ => None,
        }
    }
}

/// How many inquiries a tab holds, when that is known.
pub fn total(world: &World<'_>, tab: usize) -> Option<u64> {
    let spec = ViewSpec::new(TABS[tab].tab, &Filter::default(), order(None), world.now);
    let book = world.store.inquiries();
    let known = book.view(&spec).len() as u64;
    let needs_set = spec.needs_set();
    if walk::is_complete(book.walk()) && !needs_set {
        return Some(known);
    }
    let page = |number: u32| List { filter: spec.question.clone(), page: Page::new(number, PAGE_ROWS) };
    // Without an answer nothing is said: rows of other tabs are known only as far as the walk came.
    let first = world.store.query(&page(1)).value?;
    let last = super::wants::last_page(first);
    if needs_set && (2..=last).all(|number| world.store.query(&page(number)).value.is_some()) {
        // Every member is known, so what the user did since the answers came counts too.
        return Some(known);
    }
    first.pagination.total().map(|told| told.max(known))
}
