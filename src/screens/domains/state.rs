//! What the screen remembers between two keys. Rows are never kept here: they are the store's, by key.

use std::sync::Arc;

use crate::api::domains::{DomainFilter, List, Listing};
use crate::api::limits::PER_PAGE;
use crate::api::profile;
use crate::api::types::{Domain, Inquiry};
use crate::api::{Page, Paged};
use crate::base::{Currency, DomainName, Id, Timestamp};
use crate::screens::inquiries;
use crate::screens::marking::Marking;
use crate::store::filter::{Filter, FilterError, parse_domains};
use crate::store::{Cover, DomainKey, DomainRow, DomainTab, DomainView, Loaded, Sort, Tab, ViewSpec};
use crate::ui::World;
use crate::ui::widgets::filter_bar::{FilterBar, Problem};
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;

use super::again::Again;
use super::asked::Asked;
use super::columns::{COLUMNS, order};
use super::lander::Opening;
use super::results::Results;
use super::tabs::TABS;

/// Rows of one page of the list.
pub const PAGE_ROWS: u32 = PER_PAGE;

/// The order a list has by itself.
pub const USUAL: (&str, bool) = ("domain", false);

/// The pages of one domain. A further one is a further row of [`DETAIL_TABS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetailTab {
    #[default]
    Overview,
    Sale,
    Status,
    Inquiries,
}

/// The pages of one domain from left to right, with the word `:tab` takes.
pub const DETAIL_TABS: &[(DetailTab, &str, &str)] = &[
    (DetailTab::Overview, "Overview", "overview"),
    (DetailTab::Sale, "Sale", "sale"),
    (DetailTab::Status, "Status", "status"),
    (DetailTab::Inquiries, "Inquiries", "inquiries"),
];

/// An opened domain.
#[derive(Clone, Debug)]
pub struct Detail {
    /// By name: it can be one no list has brought yet, and it stays open when its row leaves the list.
    pub name: DomainName,
    /// Place in [`DETAIL_TABS`].
    pub tab: usize,
    pub view: PageView,
    /// Its inquiries.
    pub table: Table<Id<Inquiry>>,
}

/// Where the user was before a jump, so that esc leads back.
#[derive(Clone, Debug)]
pub struct Place {
    pub tab: usize,
    pub filter: String,
    pub selected: Option<DomainKey>,
}

/// The screen.
#[derive(Debug)]
pub struct Domains {
    /// Place in [`TABS`].
    pub tab: usize,
    pub listing: Listing,
    pub table: Table<DomainKey>,
    /// The row last selected in each tab.
    pub remembered: Vec<Option<DomainKey>>,
    pub bar: FilterBar,
    /// The filter in force: the typed one as long as it can be read.
    pub filter: Filter,
    /// When the filter was last typed at: the service is asked once typing rests.
    pub typed_at: Option<Timestamp>,
    pub detail: Option<Detail>,
    pub before: Vec<Place>,
    pub asked: Asked,
    /// Rows being read again before something destructive is asked.
    pub again: Option<Again>,
    /// The lander that is opened once its address is known.
    pub opening: Option<Opening>,
    pub results: Results,
    pub marking: Marking,
    /// The currency prices are in, as far as the profile told.
    pub currency: Currency,
    /// Columns of the last frame.
    pub width: u16,
}

impl Default for Domains {
    fn default() -> Self {
        let mut table = Table::new(COLUMNS);
        table.set_sort(USUAL.0, Some(USUAL.1));
        Self {
            tab: 0,
            listing: Listing::All,
            table,
            remembered: vec![None; TABS.len()],
            bar: FilterBar::default(),
            filter: Filter::default(),
            typed_at: None,
            detail: None,
            before: Vec::new(),
            asked: Asked::default(),
            again: None,
            opening: None,
            results: Results::default(),
            marking: Marking::default(),
            currency: Currency(String::new()),
            width: 0,
        }
    }
}

impl Detail {
    fn new(name: DomainName, tab: usize) -> Self {
        let mut table = Table::new(inquiries::COLUMNS);
        table.set_sort("age", Some(true));
        table.show_column("domain", false);
        Self { name, tab, view: PageView::default(), table }
    }

    /// The page that is open.
    pub fn page(&self) -> DetailTab {
        DETAIL_TABS.get(self.tab).map_or(DetailTab::Overview, |(tab, ..)| *tab)
    }

    /// The list of its inquiries.
    pub fn inquiries(&self, now: Timestamp) -> ViewSpec {
        of_domain(&self.name, inquiries::order(self.table.sort()), now)
    }
}

/// Everything known that was asked about one domain.
pub fn of_domain(name: &DomainName, sort: Sort, now: Timestamp) -> ViewSpec {
    let mut spec = ViewSpec::new(Tab::All, &Filter::default(), sort, now);
    spec.question.domain = Some(name.clone());
    spec
}

impl Domains {
    /// The tab shown now.
    pub fn shown_tab(&self) -> DomainTab {
        TABS[self.tab].tab
    }

    /// The list shown now.
    pub fn spec(&self, now: Timestamp) -> DomainView {
        self.under(&self.filter, now)
    }

    /// The tab and listing shown now under another filter.
    pub fn under(&self, filter: &Filter, now: Timestamp) -> DomainView {
        let tab = self.shown_tab();
        let listing = if tab.narrows() { self.listing } else { Listing::All };
        let mut view = DomainView::new(tab, listing, filter, order(self.table.sort()), now);
        if !view.local.is_empty() {
            view.currency.clone_from(&self.currency.0);
        }
        view
    }

    /// What the service is asked for the list shown now; its text is left out while it is being typed, and once every
    /// name is known here.
    pub fn question(&self, world: &World<'_>) -> DomainFilter {
        let mut question = self.spec(world.now).question();
        if self.is_typing(world.now) || self.is_whole(world) {
            question.query = None;
        }
        question
    }

    /// One page of that.
    pub fn page(&self, page: u32, world: &World<'_>) -> List {
        List { filter: self.question(world), page: Page::new(page, PAGE_ROWS) }
    }

    /// What is known of the first page.
    pub fn first_page<'a>(&self, world: &World<'a>) -> Loaded<'a, Paged<Domain>> {
        world.store.query(&self.page(1, world))
    }

    /// Typing has not rested for a whole second.
    pub fn is_typing(&self, now: Timestamp) -> bool {
        self.bar.is_editing() && self.typed_at.is_some_and(|at| now.0 <= at.0)
    }

    /// Every name of the tab is known here.
    pub fn is_whole(&self, world: &World<'_>) -> bool {
        matches!(world.store.domains().cover(self.shown_tab()), Cover::Whole { .. })
    }

    /// Takes over the rows the store has now; the cursor stays on its domain.
    pub fn take_rows(&mut self, world: &World<'_>) {
        let keys = self.rows_now(world);
        self.table.set_ids(keys);
        self.took_rows(world);
    }

    /// As [`Domains::take_rows`] after the filter changed: the cursor goes to the first row.
    pub fn take_rows_from_top(&mut self, world: &World<'_>) {
        let keys = self.rows_now(world);
        self.table.set_ids_from_top(keys);
        self.took_rows(world);
    }

    fn rows_now(&mut self, world: &World<'_>) -> Arc<[DomainKey]> {
        self.take_currency(world);
        self.asked.sum_up(world.store.inquiries(), &self.currency, world.now);
        let book = world.store.domains();
        let keys = book.view(&self.spec(world.now));
        self.asked.arrange(keys, self.table.sort(), book)
    }

    fn took_rows(&mut self, world: &World<'_>) {
        self.remembered[self.tab] = self.table.selected().copied();
        if let Some(detail) = &mut self.detail {
            let spec = detail.inquiries(world.now);
            detail.table.set_ids(world.store.inquiries().view(&spec));
        }
        let shown = self.table.len() as u64;
        let (known, of) = self.reach(world);
        self.table.set_total(Some(of).filter(|of| self.filter.is_empty() && *of > shown));
        if self.filter.is_empty() && !self.bar.is_editing() {
            return;
        }
        let question = self.question(world);
        let mut asked = self.filter.server_words();
        let mut here = self.filter.local_words();
        if let Some(text) = question.query {
            asked.push(text.clone());
            here.retain(|word| *word != text && word.trim_matches('"') != text);
        } else if self.is_whole(world) {
            here.splice(0..0, asked.drain(..));
        }
        self.bar.set_terms(asked, here);
        self.bar.set_counts(shown, of.max(shown));
        let whole = self.is_whole(world);
        self.bar.set_checked(Some((known, of.max(known))).filter(|_| !whole || self.bar.is_editing()));
    }

    /// How many names of the tab are known here, and how many there are.
    pub fn reach(&self, world: &World<'_>) -> (u64, u64) {
        let (book, tab) = (world.store.domains(), self.shown_tab());
        let known = book.known(tab) as u64;
        (known, book.total(tab).unwrap_or(known).max(known))
    }

    fn take_currency(&mut self, world: &World<'_>) {
        let answer = world.store.query(&profile::Get {}).value;
        let told = answer.and_then(|answer| answer.value.profile.get()?.default_currency.get());
        if let Some(told) = told
            && *told != self.currency
        {
            self.currency = told.clone();
        }
    }

    /// What a verb acts on: the opened domain, else the marked rows, else the row under the cursor.
    pub fn targets(&self, world: &World<'_>) -> Vec<DomainKey> {
        match &self.detail {
            Some(detail) => world.store.domains().find(detail.name.punycode()).into_iter().collect(),
            None => self.table.targets().ids,
        }
    }

    /// The domain in front of the user.
    pub fn current(&self, world: &World<'_>) -> Option<DomainName> {
        match &self.detail {
            Some(detail) => Some(detail.name.clone()),
            None => Some(self.row_under_cursor(world)?.domain_name()),
        }
    }

    /// Its row, when one is known.
    pub fn current_row<'a>(&self, world: &World<'a>) -> Option<DomainRow<'a>> {
        match &self.detail {
            Some(detail) => {
                let book = world.store.domains();
                book.row(book.find(detail.name.punycode())?)
            }
            None => self.row_under_cursor(world),
        }
    }

    /// The row under the cursor; `None` where the list is empty.
    pub fn row_under_cursor<'a>(&self, world: &World<'a>) -> Option<DomainRow<'a>> {
        world.store.domains().row(self.key_under_cursor()?)
    }

    /// Its key.
    pub fn key_under_cursor(&self) -> Option<DomainKey> {
        self.table.ids().get(self.table.cursor()).copied()
    }

    /// Puts a filter line in force.
    ///
    /// # Errors
    /// A sentence naming the word that cannot be read, its place and the nearest that can.
    pub fn set_filter(&mut self, line: &str) -> Result<(), FilterError> {
        let filter = parse_domains(line)?;
        self.bar.set(line);
        self.bar.set_problem(None);
        self.filter = filter;
        self.typed_at = None;
        Ok(())
    }

    /// Reads the line being typed; what cannot be read is told in place and the last good filter stays in force.
    pub fn typed(&mut self, now: Timestamp) {
        self.typed_at = Some(now);
        match parse_domains(self.bar.value()) {
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
        self.detail = None;
        let remembered = self.remembered[tab];
        self.take_rows(world);
        if !remembered.is_some_and(|key| self.table.select(&key)) {
            self.table.go(0);
        }
        self.remembered[tab] = self.table.selected().copied();
    }

    /// Opens a domain, or the next one in the same tab of the detail.
    pub fn open_domain(&mut self, name: DomainName, world: &World<'_>) {
        let tab = self.detail.as_ref().map_or(0, |detail| detail.tab);
        if let Some(key) = world.store.domains().find(name.punycode()) {
            self.table.select(&key);
        }
        self.detail = Some(Detail::new(name, tab));
        self.take_rows(world);
    }
}
