//! State of the screen between two keys. It has keys of rows only; the rows themselves are in the store.

use crate::api::Page;
use crate::api::domains::{DomainFilter, List as Ask, Listing};
use crate::api::inquiries::List as AskInquiries;
use crate::api::limits::{PER_PAGE, PER_PAGE_SHORT};
use crate::api::types::Inquiry;
use crate::base::{Currency, DomainName, Id, Kept, Timestamp, work};
use crate::screens::domain::pricing::Pricing;
use crate::screens::inquiry::columns as inquiry;
use crate::store::filter::Filter;
use crate::store::{
    Cover, DomainKey, DomainRow, DomainSort, DomainTab, DomainView, Known, OwnCurrencies, Tab, ViewSpec,
};
use crate::ui::World;
use crate::ui::list::{self, OwnList, noting};
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;

use super::columns::{Currencies, OF_THE_ACCOUNT, has_value, order};
use super::joined::{self, Joined};
use super::lander::Lander;
use super::results::Results;
use super::tabs::TABS;
use crate::store::findings::asked::{Asked, Figures};

/// Number of rows on one page of the list.
pub const PAGE_ROWS: u32 = PER_PAGE;

/// Usual order of the list.
pub const USUAL: (&str, bool) = ("domain", false);

/// Pages of one domain, in the order of [`crate::ui::list::Detail::PAGES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetailTab {
    #[default]
    Overview,
    Sale,
    Status,
    Inquiries,
}

/// An opened domain.
#[derive(Clone, Debug)]
pub struct Detail {
    /// Name of the domain. It may be on no list that was read, and stays open when its row leaves the list.
    pub name: DomainName,
    pub page: DetailTab,
    pub view: PageView,
    /// Table of the inquiries about the domain.
    pub table: Table<Id<Inquiry>>,
    /// Tabs its row is on.
    pub on: Vec<DomainTab>,
}

#[derive(Debug, Default)]
pub struct Domains {
    pub list: OwnList<Self>,
    pub listing: Listing,
    pub asked: Asked,
    /// Columns of visits, once `:join` asked for them.
    pub joined: Option<Joined>,
    /// Lander that is opened once its address is known.
    pub opening: Option<Lander>,
    pub results: Results,
    pub pricing: Pricing,
    /// Currency of the account's prices, as the profile says.
    pub currency: Currency,
    own_currencies: OwnCurrencies,
    /// Columns without a value, kept by versions of domains and inquiries, tab, and whether all is known.
    blank: Kept<(u64, u64, DomainTab, bool), Vec<&'static str>>,
    /// Sum of the marked rows' BIN prices in words, kept by tab, marks and version of the store.
    pub worth: Kept<(usize, u64, u64), Option<String>>,
}

impl Detail {
    fn new(name: DomainName, page: DetailTab) -> Self {
        let mut table = Table::new(inquiry::COLUMNS);
        table.set_sort("age", Some(true));
        table.show_column("domain", false);
        table.leave_out(&["reason", "score"]);
        Self { name, page, view: PageView::default(), table, on: Vec::new() }
    }

    /// View of the inquiries about the domain.
    pub fn inquiries(&self, now: Timestamp) -> ViewSpec {
        let mut spec = ViewSpec::new(Tab::All, &Filter::default(), inquiry::order(self.table.sort()), now);
        spec.question.domain = Some(self.name.clone());
        spec
    }

    /// Call for the first page of the inquiries about the domain.
    pub fn first_inquiries(&self, now: Timestamp) -> AskInquiries {
        AskInquiries { filter: self.inquiries(now).question, page: Page::new(1, PER_PAGE_SHORT) }
    }
}

impl Domains {
    pub fn shown_tab(&self) -> DomainTab {
        TABS[self.list.tab].tab
    }

    /// True when the list shown, or the opened domain, is on that tab.
    pub fn is_on(&self, tab: DomainTab) -> bool {
        self.list.detail.as_ref().map_or_else(|| self.shown_tab() == tab, |detail| detail.on.contains(&tab))
    }

    /// View of the list shown now.
    pub fn spec(&self, now: Timestamp) -> DomainView {
        self.under(self.list.filter(), now)
    }

    /// View of the tab and listing shown now, under another filter.
    pub fn under(&self, filter: &Filter, now: Timestamp) -> DomainView {
        let tab = self.shown_tab();
        let listing = if tab.narrows() { self.listing } else { Listing::All };
        let mut view = DomainView::new(tab, listing, filter, order(self.list.table().sort()), now);
        if !view.local.is_empty() || view.sort.by.price().is_some() {
            self.price(&mut view);
        }
        view
    }

    /// Sets the currencies by which a view compares amounts and sorts prices.
    pub fn price(&self, view: &mut DomainView) {
        view.currency.clone_from(&self.currency.0);
        view.own.clone_from(&self.own_currencies);
    }

    /// Filter sent to the service for the list shown now. The text is left out while it is being typed, and once every
    /// name is known here.
    pub fn question(&self, world: &World<'_>) -> DomainFilter {
        let mut question = self.spec(world.now).question();
        if self.list.is_typing(world.now) || self.knows_all(world) {
            question.query = None;
        }
        question
    }

    /// Request for one page of the list shown now.
    pub fn request(&self, page: u32, world: &World<'_>) -> Ask {
        Ask { filter: self.question(world), page: Page::new(page, PAGE_ROWS) }
    }

    /// True when every name of the tab is known here.
    pub fn knows_all(&self, world: &World<'_>) -> bool {
        matches!(world.store.domains().cover(self.shown_tab()), Cover::Whole { .. })
    }

    /// True when everything a filter needs is known here: the names of the tab, and the inquiries about them.
    pub fn checks_all(&self, tab: DomainTab, filter: &Filter, world: &World<'_>) -> bool {
        let index = world.store.domains();
        let every_name = || index.total(tab).is_some_and(|told| index.known(tab) as u64 >= told);
        let whole = matches!(index.cover(tab), Cover::Whole { .. }) || every_name();
        whole && self.asked.tells_all(filter, world.store, world.now)
    }

    /// Number of names that pass the filter in front, `shown` of which are known here.
    fn passing(&self, shown: u64, world: &World<'_>) -> Known<u64> {
        let filter = self.list.filter();
        if self.checks_all(self.shown_tab(), filter, world) {
            return Known::Is(shown);
        }
        // The service's count is right only if it checks the whole filter.
        let asks = filter.local.is_empty() && !self.list.is_typing(world.now);
        let first = world.store.query(&self.request(1, world)).value.filter(|_| asks);
        match first.and_then(|page| page.pagination.total()) {
            Some(told) => Known::Is(told.max(shown)),
            None => Known::rows(shown, None, false),
        }
    }

    /// Sets the counts of rows, and which terms of the filter are checked by the service and which here.
    pub fn say_counts(&mut self, world: &World<'_>) {
        let whole = self.knows_all(world);
        let left = self.passing(self.list.table().len() as u64, world);
        let (known, of) = self.reach(world);
        let told = world.store.domains().total(self.shown_tab());
        let question = self.question(world);
        let elsewhere = matches!(self.shown_tab(), DomainTab::Detected | DomainTab::Removed);
        let blank = self.blank_columns(world);
        let sheet = self.list.sheet_mut();
        sheet.table.leave_blank_out(blank);
        sheet.table.leave_out(if elsewhere { OF_THE_ACCOUNT } else { &[] });
        let by_visits = sheet.table.sort().is_some_and(|(column, _)| column == joined::VISITS);
        // Detected and Removed show `added`: the service sends no date of detection or removal.
        let joined: &[&str] = match &self.joined {
            _ if elsewhere => &["added"],
            Some(_) => joined::COLUMNS,
            None if by_visits => &[joined::VISITS],
            None => &[],
        };
        let noted = noting::columns(&world.store.notes().counted().of_domains);
        sheet.table.bring_in(joined.iter().copied().chain(noted));
        let shown = sheet.table.len() as u64;
        sheet.table.set_total(Some(of).filter(|of| sheet.filter.is_empty() && *of > shown));
        if sheet.filter.is_empty() && !sheet.bar.is_editing() {
            return;
        }
        let (mut asked, mut here) = (sheet.filter.server_words(), sheet.filter.local_words());
        if let Some(text) = question.query {
            asked.push(text.clone());
            here.retain(|word| *word != text && word.trim_matches('"') != text);
        } else if whole {
            here.splice(0..0, asked.drain(..));
        }
        sheet.bar.set_terms(asked, here);
        let all = Known::rows(of.max(shown), None, whole || told.is_some());
        sheet.bar.set_counts(left, all);
        sheet.bar.set_checked(Some((known, of.max(known))).filter(|_| !whole));
    }

    /// Columns without a value for any name of the tab. Until all names are known, only the state is left out where the
    /// tab implies it. Most tabs lack some: many values exist only for verified or added names.
    fn blank_columns(&self, world: &World<'_>) -> Vec<&'static str> {
        let (index, tab) = (world.store.domains(), self.shown_tab());
        let candidates: &[&str] = match tab {
            DomainTab::MyDomains => return Vec::new(),
            // The state differs only for rows with a pending change.
            DomainTab::Verified if index.has_pending() => return Vec::new(),
            DomainTab::Verified => return vec!["state"],
            DomainTab::Unverified => &["state", "since", "checked", "next"],
            DomainTab::Detected | DomainTab::Removed => &["state", "inquiries", "best", "added"],
        };
        // The state repeats the tab, so it is left out even before all names are known.
        let is_whole = self.checks_all(tab, &Filter::default(), world) && self.asked.is_whole();
        let candidates = if is_whole { candidates } else { &candidates[..1] };
        self.blank.get((index.version(), self.asked.version(), tab, is_whole), |_| {
            let view = DomainView::new(tab, Listing::All, &Filter::default(), DomainSort::default(), world.now);
            let mut blank = candidates.to_vec();
            for row in work::each(index.view(&view).iter()).filter_map(|key| index.row(*key)) {
                blank.retain(|column| !has_value(&row, column, tab, &self.asked));
                if blank.is_empty() {
                    break;
                }
            }
            blank
        })
    }

    /// Number of known names of the tab, and number of all its names.
    pub fn reach(&self, world: &World<'_>) -> (u64, u64) {
        let (index, tab) = (world.store.domains(), self.shown_tab());
        let known = index.known(tab) as u64;
        (known, index.total(tab).unwrap_or(known).max(known))
    }

    /// Takes the currencies from the profile and from the domains' own settings.
    pub fn take_currency(&mut self, world: &World<'_>) {
        self.currency = world.store.price_currency().unwrap_or_else(|| std::mem::take(&mut self.currency));
        let own = world.store.own_settings();
        let is_whole = world.store.own_currencies() == Known::Is(());
        self.own_currencies = OwnCurrencies::new(own.currencies_version(), own.currencies(), is_whole);
    }

    /// Currencies of the rows in the list.
    pub fn currencies<'a>(&'a self, world: &World<'a>) -> Currencies<'a> {
        let settings = world.store.own_settings();
        Currencies {
            account: &self.currency,
            own: settings.currencies(),
            read: world.store.own_currencies(),
            is_read: Box::new(|name| settings.of(name).is_some()),
        }
    }

    /// Figures about the inquiries of a domain. For the opened domain, the service's own count is used.
    pub fn asked_about(&self, name: &DomainName, world: &World<'_>) -> Figures {
        let opened = self.list.detail.as_ref().filter(|detail| detail.name == *name);
        let first = opened.and_then(|detail| world.store.query(&detail.first_inquiries(world.now)).value);
        self.asked.figures(name.punycode(), first.and_then(|page| page.pagination.total()))
    }

    /// Targets of a verb: the opened domain, else the marked rows, else the row under the cursor.
    pub fn targets(&self, world: &World<'_>) -> Vec<DomainKey> {
        match &self.list.detail {
            Some(detail) => world.store.domains().find(detail.name.punycode()).into_iter().collect(),
            None => self.list.table().targets().ids,
        }
    }

    /// Domain in front of the user: the opened one, else the one under the cursor.
    pub fn current(&self, world: &World<'_>) -> Option<DomainName> {
        match &self.list.detail {
            Some(detail) => Some(detail.name.clone()),
            None => Some(self.row_under_cursor(world)?.domain_name()),
        }
    }

    /// Row of the current domain, if known.
    pub fn current_row<'a>(&self, world: &World<'a>) -> Option<DomainRow<'a>> {
        match &self.list.detail {
            Some(detail) => world.store.domains().row_of(&detail.name),
            None => self.row_under_cursor(world),
        }
    }

    /// Inquiry under the cursor of the opened domain's list, unless its preview is hidden.
    pub fn previewed(&self) -> Option<Id<Inquiry>> {
        let detail = self.list.detail.as_ref().filter(|detail| detail.page == DetailTab::Inquiries)?;
        detail.table.ids().get(detail.table.cursor()).copied().filter(|_| !self.list.hides_preview)
    }

    /// The row under the cursor; `None` where the list is empty.
    pub fn row_under_cursor<'a>(&self, world: &World<'a>) -> Option<DomainRow<'a>> {
        world.store.domains().row(*self.list.under_cursor()?)
    }

    /// Opens a domain, on the page that the previously opened domain was on.
    pub fn open_domain(&mut self, name: DomainName, world: &World<'_>) {
        let page = self.list.detail.as_ref().map(|detail| detail.page).unwrap_or_default();
        if let Some(key) = world.store.domains().find(name.punycode()) {
            self.list.table_mut().select(&key);
        }
        self.list.detail = Some(Detail::new(name, page));
        list::take_rows(self, world);
    }
}
