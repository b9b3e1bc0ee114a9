//! The page as a list with a tab for each group.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::inquiries::History;
use crate::api::replies::BuyerHistory;
use crate::api::types::{Inquiry, MatchedBy};
use crate::api::{FixedPage, Request, emails, limits};
use crate::base::{DomainName, Id, Timestamp};
use crate::client::Lane;
use crate::screens::inquiry::content::history;
use crate::screens::inquiry::reply::{self, Replying};
use crate::store::filter::MailQuery;
use crate::store::{Buyer, Known, Loaded, Shelf, Subject, Wants};
use crate::ui::list::noting::{self, Noting};
use crate::ui::list::{self, About, ListScreen, LocalList, LocalRows, Page, TabRow, local_rows, plain_scopes};
use crate::ui::widgets::table::Empty;
use crate::ui::{Args, Cx, Facts, Look, Outcome, REDACTED, ScreenId, World};

use super::commands::COMMANDS;
use super::rows::{self, Row, What};
use super::{head, preview};

pub const ID: ScreenId = "buyer";

/// Most pages of the history by IP address that are read.
const PAGES: u32 = 5;

/// Group of rows about the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Inquiries from the address.
    Address,
    /// Inquiries from the IP address of the inquiry the page was opened from.
    Ip,
    /// Mail from the address.
    Mail,
    /// Mail from other addresses of the buyer's domain.
    Domain,
}

const TABS: &[TabRow<Group>] = &[
    TabRow::called(Group::Address, "inquiries", "Inquiries")
        .empty("No inquiries from this address.", "The other tabs show what is near it."),
    TabRow::called(Group::Ip, "same ip", "Same IP")
        .empty("No inquiries from other addresses over the same IP address.", "Several people may share one."),
    TabRow::called(Group::Mail, "mail", "Mail")
        .empty("No caught mail from this address.", "Answers in your own mailbox are not seen here."),
    TabRow::called(Group::Domain, "same domain", "Same domain")
        .empty("No caught mail from other addresses of this domain.", "Free mailboxes are left out."),
];

#[derive(Debug, Default)]
pub struct BuyerPage {
    pub list: LocalList<Self, Row>,
    /// Address of the buyer; empty until one was opened.
    pub address: String,
    /// Inquiry the page was opened from, whose IP address is looked for.
    from: Option<Id<Inquiry>>,
    pub buyer: Buyer,
    made: Option<u64>,
    /// Reply that starts once the inquiries it answers are read.
    pub replying: Option<Replying>,
}

impl BuyerPage {
    /// The row under the cursor.
    pub fn current(&self) -> Option<What> {
        self.list.under_cursor().copied()
    }

    /// How well the number of rows in a group is known.
    fn known(&self, tab: usize, rows: u64, world: &World<'_>) -> Known<u64> {
        let at_least = |whole: bool| Known::rows(rows, None, whole);
        match TABS[tab].tab {
            _ if self.address.is_empty() => Known::NotRead,
            Group::Address => at_least(world.store.inquiries().holds_all()),
            Group::Ip => match self.told(world) {
                // Without an inquiry there is no IP address to ask by, so the index alone says how many there are.
                None => at_least(world.store.inquiries().holds_all()),
                Some(told) if told.value.is_some() => at_least(self.near(world).next.is_none()),
                Some(_) if !Self::may::<History>(world) => Known::NotRead,
                Some(told) => Known::of(&told).map(|_| rows),
            },
            Group::Domain if self.buyer.domain.is_none() => Known::Is(0),
            Group::Mail | Group::Domain => {
                let Some(search) = self.search() else { return at_least(false) };
                let (mail, call) = (world.store.mail(), search.call());
                let is_whole = mail.list(&call).holds_all();
                match world.store.query(&search).value {
                    None if rows == 0 => Known::of(&world.store.query(&search)).map(|_| rows),
                    _ => at_least(is_whole),
                }
            }
        }
    }

    /// Inquiry under the cursor.
    pub fn inquiry(&self) -> Option<Id<Inquiry>> {
        if let Some(What::Inquiry(id)) = self.current() { Some(id) } else { None }
    }

    /// Domain that the row under the cursor is about.
    pub fn domain(&self, world: &World<'_>) -> Option<DomainName> {
        match self.current()? {
            What::Inquiry(id) => {
                let row = world.store.inquiries().row(id).filter(|row| !row.punycode().is_empty());
                row.map(|row| row.domain_name())
            }
            What::Mail(key) => world.store.mail().row(key).and_then(|row| row.domains.first().cloned()),
        }
    }

    /// Marked inquiries, else the one under the cursor.
    pub fn targets(&self) -> Vec<Id<Inquiry>> {
        let inquiry = |what| if let What::Inquiry(id) = what { Some(id) } else { None };
        self.list.table().targets().ids.into_iter().filter_map(inquiry).collect()
    }

    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        list::preview_beside(self, look, area, buf, facts, |look, area, buf, facts| {
            let area = if self.address.is_empty() { area } else { head::render(self, look, area, buf) };
            list::table(self, look, area, buf, facts);
        });
    }

    /// Call for a page of this buyer's history, counted from 1; `None` without an inquiry.
    fn history(&self, page: u32) -> Option<History> {
        let of = self.from.or_else(|| self.buyer.inquiries.first().copied())?;
        Some(History { page: FixedPage { page }, ..history::first(of) })
    }

    /// First page of the buyer's history; `None` without an inquiry to ask by.
    pub fn told<'a>(&self, world: &World<'a>) -> Option<Loaded<'a, BuyerHistory>> {
        Some(world.store.query(&self.history(1)?))
    }

    /// Inquiries of the buyer's history, as far as its pages were read.
    fn near<'a>(&self, world: &World<'a>) -> Shelf<&'a Inquiry> {
        let read = |page| world.store.query(&self.history(page).filter(|_| page <= PAGES)?).value;
        Shelf::of_pages(limits::HISTORY_ROWS, |page| Some(&read(page)?.inquiries), |inquiry| inquiry.inquiry_id)
    }

    /// Call for mail from the buyer's domain if it is their own, else from the address.
    fn search(&self) -> Option<emails::Search> {
        let search = self.buyer.domain.clone().unwrap_or_else(|| self.address.clone());
        let fits = !search.is_empty() && search.chars().count() <= limits::SEARCH_CHARS;
        fits.then(|| MailQuery { search, ..MailQuery::default() }.found(1))
    }

    fn may<R: Request>(world: &World<'_>) -> bool {
        world.store.session().missing_for(R::ENDPOINT).is_none()
    }

    fn read(&mut self, world: &World<'_>) {
        let version = world.store.version();
        if self.made != Some(version) {
            self.made = Some(version);
            self.buyer = Buyer::of(world.store, &self.address);
        }
        let near = self.near(world);
        let near = near.rows().iter().map(|inquiry| (inquiry.inquiry_id, inquiry.matched_by.get()));
        let near: Vec<(Id<Inquiry>, Option<&MatchedBy>)> = near.collect();
        self.list.rows.take(version, || rows::of(&self.buyer, near.into_iter(), world));
    }
}

plain_scopes!(BuyerPage, COMMANDS);

impl ListScreen for BuyerPage {
    const ABOUT: About<Self> = About {
        usual: Some(("age", true)),
        preview: Some(preview::parts),
        around: Some(preview::around),
        body: Some(Self::body),
        is_page: true,
        is_of_one: true,
        known: Self::known,
        ..About::new(ID, "inquiry", "What is known of the buyer", TABS, &[rows::COLUMNS])
    };

    local_rows!(Row, "buyer");

    fn took_rows(&mut self, world: &World<'_>) {
        let columns = noting::columns(&world.store.notes().counted().of_inquiries);
        let of_mail = matches!(TABS[self.list.tab].tab, Group::Mail | Group::Domain);
        let leaves: &[&str] = match TABS[self.list.tab].tab {
            // Until all inquiries are read, the size of a case is unknown.
            Group::Address if self.buyer.cases.is_empty() || !world.store.inquiries().holds_all() => &["who", "case"],
            Group::Address => &["who"],
            Group::Ip => &["case"],
            Group::Mail => &["who", "offer", "status", "case"],
            Group::Domain => &["offer", "status", "case"],
        };
        let table = self.list.table_mut();
        table.bring_in(columns.filter(|column| *column != "status" && !of_mail));
        table.leave_out(leaves);
        list::say_counts(self, world);
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        match TABS[self.list.tab].tab {
            _ if number > 1 => None,
            Group::Address => None,
            Group::Ip => Some(Page::whole(&self.history(1)?, world)),
            Group::Domain if self.buyer.domain.is_none() => None,
            Group::Mail | Group::Domain => Some(Page::of(&self.search()?, world)),
        }
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        self.total(self.list.tab, world).0.whole().is_some()
    }

    fn empty(&self, world: &World<'_>) -> Empty {
        if self.address.is_empty() {
            let (title, hint) =
                ("No buyer is open.", "g b on an inquiry or a mail opens its sender; :buyer ADDRESS too.");
            return Empty { title: title.to_owned(), hint: hint.to_owned() };
        }
        let empty = list::empty(self);
        let filtered = !self.list.filter().is_empty();
        if filtered || self.is_whole(world) {
            return empty;
        }
        let title = format!("{} among what was read so far.", empty.title.trim_end_matches('.'));
        Empty { title, ..empty }
    }

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<What> {
        if let Subject::Inquiry(id) = subject { Some(What::Inquiry(*id)) } else { None }
    }

    fn beside_tabs(&self, _: u16, look: &Look<'_>) -> String {
        if look.world.store.session().redact { String::new() } else { self.address.clone() }
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        list::wants(self, world, wants);
        if let Some(replying) = &self.replying {
            replying.opening.wants(wants);
        }
        if Self::may::<History>(world)
            && let Some(next) = self.near(world).next.filter(|next| *next <= PAGES)
        {
            for history in (1..=next).filter_map(|page| self.history(page)) {
                wants.want(&history, Lane::User);
            }
        } else if let Some(first) = self.history(1).filter(|_| Self::may::<History>(world)) {
            wants.want(&first, Lane::User);
        }
        if let Some(search) = self.search().filter(|_| Self::may::<emails::Search>(world)) {
            wants.want(&search, Lane::Ahead);
        }
        wants.full_inquiries.extend(self.inquiry().map(|id| self.buyer.case_of(id)).into_iter().flatten());
        preview::wants(self, world, wants);
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        self.replying.as_ref().map(Replying::note).or_else(|| list::note(self, world))
    }

    fn changes_at(&self, _: &World<'_>) -> Option<Timestamp> {
        self.replying.as_ref().map(|replying| replying.opening.failures_count_at())
    }

    fn before(&mut self, name: &str) -> bool {
        self.replying.take().is_some() && name == "buyer.back"
    }

    fn opened(&self) -> usize {
        self.replying.is_some().into()
    }

    fn open_other(&mut self, _: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        let mut words = line.split_whitespace();
        let address = words.next().filter(|word| word.contains('@'))?;
        if cx.world.store.session().redact {
            return Some(Outcome::Refused(REDACTED.to_owned()));
        }
        let from = words.next().and_then(|word| word.parse().ok()).map(Id::new);
        (self.address, self.from, self.made) = (address.to_lowercase(), from, None);
        (self.list.rows, self.replying) = (LocalRows::default(), None);
        self.list.before.clear();
        list::go_to_tab(self, 0, &cx.world);
        list::take_rows_from_top(self, &cx.world);
        if let Some(id) = from {
            self.list.table_mut().select(&What::Inquiry(id));
        }
        Some(Outcome::Done)
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        reply::go_on(&mut self.replying, cx);
    }

    fn behind(&mut self, _: &mut Cx<'_>) {
        self.replying = None;
    }
}

impl Noting for BuyerPage {
    fn noted_about(&self, _: &World<'_>) -> Vec<Subject> {
        self.targets().into_iter().map(Subject::Inquiry).collect()
    }
}
