//! The overrides as a list.

use std::cmp::Ordering;
use std::sync::Arc;
use std::time::Duration;

use super::columns::{Cells, DOMAIN, headings};
use super::commands::COMMANDS;
use super::rows::All;
use crate::api::settings;
use crate::base::{DomainName, Kept, work};
use crate::client::Lane;
use crate::store::findings::{self, Findings, Kind};
use crate::store::{DomainTab, Known, Store, Subject, Value, Wants};
use crate::ui::list::{self, About, ListScreen, OwnList, Page, TabRow, Words, own_list, plain_scopes};
use crate::ui::text::grouped;
use crate::ui::widgets::table::{Empty, Form, Rows, ViewExport};
use crate::ui::{Look, World};

const TABS: &[TabRow<bool>] = &[
    TabRow::called(false, "all", "Overrides").empty(
        "No verified domain has settings of its own.",
        "Every one inherits from the account; 7 opens its settings.",
    ),
    TabRow::called(true, "redundant", "Redundant")
        .empty("No value only repeats what would be inherited.", "[ shows all values of domains."),
];

#[derive(Debug, Default)]
pub struct Overrides {
    list: OwnList<Self>,
    pub(super) all: All,
    /// Keys of the rows shown, kept by their filter and order.
    found: Kept<Ordered, Arc<[u32]>>,
    /// Rows shown last, with their filter and order.
    last: Option<(Ordered, Arc<[u32]>)>,
    /// Number of rows, kept by the filter.
    counts: Kept<By, u64>,
    /// Findings, needed because settled rows do not count as redundant.
    findings: Arc<Findings>,
}

/// Filter of the rows: their version, that of the findings where it matters, the tab and the words.
type By = (u64, u64, usize, Words);
/// Column the rows are sorted by, and true if descending.
type Sort = Option<(String, bool)>;
type Ordered = (By, Sort);

impl Overrides {
    /// True when a row is under the cursor.
    pub fn is_on_row(&self) -> bool {
        self.list.under_cursor().is_some()
    }

    /// Marked domains, else the one under the cursor.
    pub fn targets(&self) -> impl Iterator<Item = &DomainName> {
        self.list.table().targets().ids.into_iter().filter_map(|key| Some(&self.all.get(key)?.name))
    }

    fn passes(&self, key: u32, tab: usize, words: &[String]) -> bool {
        let Some(row) = self.all.get(key) else { return false };
        (!TABS[tab].tab || row.redundant > 0 && !self.findings.is_settled(Kind::Redundant, row.name.punycode()))
            && words.iter().all(|word| row.words.contains(word.as_str()))
    }

    /// True when the tab needs the account's settings to compare with, and they are not known.
    fn lacks_account(&self, tab: usize, world: &World<'_>) -> bool {
        TABS[tab].tab && !self.all.rows.is_empty() && !world.store.has_account_settings()
    }

    fn by(&self, tab: usize, words: &[String]) -> By {
        let findings = if TABS[tab].tab { self.findings.version() } else { 0 };
        (self.all.made, findings, tab, words.to_vec())
    }

    fn many(&self, tab: usize, words: &[String]) -> u64 {
        if words.is_empty() && !(TABS[tab].tab && self.settles()) {
            return self.all.many(TABS[tab].tab) as u64;
        }
        self.counts.get(self.by(tab, words), |_| self.find(tab, words).count() as u64)
    }

    /// True when some of the redundant values are settled.
    fn settles(&self) -> bool {
        self.findings.settled().iter().any(|one| one.kind == Kind::Redundant)
    }

    fn find(&self, tab: usize, words: &[String]) -> impl Iterator<Item = u32> {
        self.all.keys().filter(move |key| self.passes(*key, tab, words))
    }

    /// Rows of the tab and filter in front, in the order of the table.
    fn ordered(&self, sort: &Sort, store: &Store) -> Arc<[u32]> {
        let keys = self.find(self.list.tab, self.list.filter());
        let Some(sort) = sort else { return keys.collect() };
        let mut rows: Vec<_> = keys.filter_map(|key| self.ranked(key, sort, store)).collect();
        rows.sort_by(|a, b| compared(a, b, sort));
        rows.into_iter().map(|(.., key)| key).collect()
    }

    /// Rows shown last, with the rows that changed since put in their places; `None` if more may have changed.
    fn merged(&self, (by, sort): &Ordered, store: &Store) -> Option<Arc<[u32]>> {
        let (((made, findings, tab, words), last_sort), keys) = self.last.as_ref()?;
        let sort = sort.as_ref().filter(|_| sort == last_sort)?;
        if (made + 1, findings, tab, words) != (by.0, &by.1, &by.2, &by.3) {
            return None;
        }
        let changed = self.all.changed()?;
        let mut fresh: Vec<_> = work::each(changed.iter())
            .filter(|key| self.passes(**key, *tab, words))
            .filter_map(|key| self.ranked(*key, sort, store))
            .collect();
        fresh.sort_by(|a, b| compared(a, b, sort));
        let first = changed.first().copied().unwrap_or(u32::MAX);
        let stays = |key: &u32| *key < first || changed.binary_search(key).is_err();
        let mut left: Vec<u32> = keys.iter().copied().filter(stays).collect();
        let mut merged = Vec::with_capacity(left.len() + fresh.len());
        // From the end, so that a row already put in place does not move again.
        for row in fresh.iter().rev() {
            let comes_first =
                |key: &u32| self.ranked(*key, sort, store).is_some_and(|known| compared(&known, row, sort).is_lt());
            let at = left.partition_point(comes_first);
            merged.extend(left.drain(at..).rev());
            merged.push(row.2);
        }
        merged.extend(left.into_iter().rev());
        merged.reverse();
        Some(merged.into())
    }

    /// Row with the value it is sorted by.
    fn ranked<'a>(&'a self, key: u32, (column, _): &(String, bool), store: &'a Store) -> Option<Ranked<'a>> {
        let value = if column == DOMAIN[0].id { None } else { Cells { all: &self.all, store }.value(key, column) };
        Some((value, &self.all.get(key)?.name, key))
    }
}

/// Value a row is sorted by, its name and its key.
type Ranked<'a> = (Option<&'a Value>, &'a DomainName, u32);

fn compared(
    (a, a_name, _): &Ranked<'_>,
    (b, b_name, _): &Ranked<'_>,
    (column, descending): &(String, bool),
) -> Ordering {
    match a_name.cmp(b_name) {
        names if column == DOMAIN[0].id && *descending => names.reverse(),
        names => order(*a, *b, *descending).then(names),
    }
}

/// Order of two values: numbers by size, then texts; no value comes last in either direction.
fn order(a: Option<&Value>, b: Option<&Value>, descending: bool) -> Ordering {
    let (Some(a), Some(b)) = (a, b) else { return b.is_some().cmp(&a.is_some()) };
    let by = match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (None, None) => a.words().cmp(&b.words()),
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    if descending { by.reverse() } else { by }
}

plain_scopes!(Overrides, COMMANDS);

impl ListScreen for Overrides {
    const ABOUT: About<Self> = About {
        usual: Some(("domain", false)),
        is_page: true,
        ..About::new("overrides", "domain", "The list of overrides", TABS, &[DOMAIN])
    };

    // One tab has all rows, the other the redundant ones. Words are searched in names of domains and of settings.
    own_list!(u32, bool);

    fn rows(&mut self, world: &World<'_>) -> Arc<[u32]> {
        self.findings = findings::known(world.store, world.now);
        if self.all.update(world.store) {
            // Names of settings may become known later than their values.
            let columns = headings(&self.all, world.store);
            self.list.table_mut().set_headings(columns);
        }
        let sort = self.list.table().sort().map(|(column, descending)| (column.to_owned(), descending));
        let by = (self.by(self.list.tab, self.list.filter()), sort);
        if self.last.as_ref().is_some_and(|((last, _), _)| last.0 != by.0.0) {
            (self.found, self.counts) = (Kept::default(), Kept::default());
        }
        let keys = self.found.get(by.clone(), |by| {
            let keys = self.merged(by, world.store).unwrap_or_else(|| self.ordered(&by.1, world.store));
            let before = self.list.table().ids();
            if *before == keys { Arc::clone(before) } else { keys }
        });
        self.last = Some((by, Arc::clone(&keys)));
        keys
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        let request = world.store.next_own_settings();
        let page = Page::of(&request, world);
        // The store forgets the answers once it has taken their values.
        let at = page.at.or_else(|| world.store.own_settings().pages_at());
        (number == 1).then_some(Page { at, ..page })
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        world.store.own_settings().is_whole()
    }

    fn empty(&self, world: &World<'_>) -> Empty {
        if self.lacks_account(self.list.tab, world) {
            let title = "The settings of the account were not read: nothing to compare with.".to_owned();
            return Empty { title, hint: String::new() };
        }
        if self.is_whole(world) || !self.list.filter().is_empty() {
            return list::empty(self);
        }
        Empty { title: "The settings of domains were not read.".to_owned(), hint: String::new() }
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<u32> + 'a {
        Cells { all: &self.all, store: look.world.store }
    }

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<u32> {
        if let Subject::Domain(punycode) = subject { self.all.find(punycode) } else { None }
    }

    fn beside_tabs(&self, _: u16, look: &Look<'_>) -> String {
        match look.world.store.domains().total(DomainTab::Verified) {
            Some(verified) => format!("{} verified domains, others as read", grouped(verified)),
            None => "verified domains, others as read".to_owned(),
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let failure = list::not_fresh(self, world);
        let reads = !self.all.rows.is_empty() && !world.store.own_settings().is_whole();
        let reading = || reads.then(|| "Reading the settings of domains; more may follow.".to_owned());
        let same =
            || (self.many(1, &[]) > 0).then(|| "= repeats what would be inherited · d makes it inherit".to_owned());
        failure.or_else(reading).or_else(|| list::unread_words(self, world)).or_else(same)
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        wants.want(&settings::Schema {}, Lane::User).fresh_for = Duration::from_secs(60 * 60);
        wants.want(&settings::Get {}, Lane::User);
        wants.want(&crate::api::profile::Get {}, Lane::Ahead);
        world.store.want_own_settings(wants);
    }

    fn count(&self, tab: usize, words: &Words, world: &World<'_>) -> Known<u64> {
        if self.lacks_account(tab, world) {
            return Known::NotRead;
        }
        Known::rows(self.many(tab, words), None, self.is_whole(world))
    }

    fn export(&self, form: Form, world: &World<'_>) -> Option<ViewExport> {
        let cells = Cells { all: &self.all, store: world.store };
        Some(self.list.table().export("overrides", form, &cells))
    }
}
