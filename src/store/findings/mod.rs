//! Findings, the things that are wrong with a portfolio: made in one place for Home, Health and the filter word
//! `finding:`.
//!
//! This room reads the store; it asks the service nothing and draws nothing. Look first at `subject/finding.rs`, the
//! table of kinds, then `look.rs`, the one pass over all names. `again` and `owned` look only at names that a change
//! concerns.

pub mod asked;
mod below;
mod best;
mod hangs;
mod look;
mod settled;
mod sums;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::notes::{Entry, Key, NoteChange};
use super::{DomainIndex, DomainRow, DomainTab, Known, ParkingEmail, Store, Wants};
use crate::api::insights;
use crate::base::{Currency, Moment, Timestamp, work};
use crate::client::Lane;
use crate::store::findings::asked::{Asked, Offered};
use crate::store::lists::visits;
use crate::store::subject::{DomainKey, LOWEST_OFFER, Subject, Value};

pub use crate::store::subject::finding::Kind;
pub use best::Best;
pub use hangs::{Hangs, LISTED};
pub(super) use look::is_whole;
pub use settled::{Settled, Settling};

use crate::store::subject::finding::Listed;
use look::{Look, Retaking, Until, is_beside};

/// Age below which a report is not read again.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// Wants the report that findings need besides names, inquiries and the profile: visits of the most visited domains.
pub fn wants(wants: &mut Wants) {
    let visits = insights::Domains { days: Some(visits::DAYS), verified: Some(true) };
    wants.want(&visits, Lane::Ahead).fresh_for = FRESH;
}

/// Name of a screen, one of [`SCREENS`].
type ScreenName = &'static str;

/// List of the names behind a figure: a screen, and the `:` line that opens the list there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    #[serde(deserialize_with = "screen")]
    pub screen: ScreenName,
    pub line: String,
}

impl List {
    /// Line with the order in which the list opens: the most visited names first, for kinds about visits.
    pub fn ordered(&self) -> String {
        let kind = self.line.rsplit_once("finding:").and_then(|(_, word)| Kind::parse(word));
        let order = if kind.is_some_and(Kind::is_of_visited) { " sort:visits,desc" } else { "" };
        format!("{}{order}", self.line)
    }
}

/// Screens that such a line can open.
const SCREENS: [ScreenName; 9] =
    ["inquiries", "domains", "jobs", "history", "home", "insights", "settled", "profile", "overrides"];

/// Reads the name of a screen, one of [`SCREENS`].
fn screen<'de, D: Deserializer<'de>>(from: D) -> Result<ScreenName, D::Error> {
    let name = Cow::<str>::deserialize(from)?;
    SCREENS.into_iter().find(|known| *known == name).ok_or_else(|| D::Error::custom("no screen"))
}

/// Names that have a finding of one kind.
#[derive(Clone, Debug)]
pub struct Found {
    pub kind: Kind,
    /// Number of names of this kind, without settled ones.
    pub figure: Known<u64>,
    /// Names that the index of domains has, sorted by key.
    keys: Vec<DomainKey>,
    /// True when some names are settled, so that fewer names are listed than the whole tab has.
    in_part: bool,
    /// True when some row lacks the value that decides whether the name is of this kind.
    unclear: bool,
    /// Inquiries, visits and prices of these names.
    pub hangs: Hangs,
}

impl Found {
    /// List whose rows are those counted by [`Found::figure`].
    pub fn list(&self) -> List {
        let (screen, line) = match self.kind.listed() {
            // With no settled names, all names of the tab are of this kind.
            Listed::Tab(tab) if !self.in_part => ("domains", tab_word(tab).to_owned()),
            Listed::Domains(tab) | Listed::Tab(tab) => {
                ("domains", format!("{} finding:{}", tab_word(tab), self.kind.word()))
            }
            Listed::Screen(screen, line) => (screen, line.to_owned()),
        };
        List { screen, line }
    }

    /// Rows of the names of this kind, as far as the index of domains has them.
    pub fn names<'a>(&'a self, index: &'a DomainIndex) -> impl Iterator<Item = DomainRow<'a>> {
        self.keys.iter().filter_map(|key| index.row(*key))
    }

    /// Most important names, in that order.
    pub fn first(&self) -> impl Iterator<Item = DomainKey> {
        self.hangs.first()
    }

    /// Number of these names that the index of domains has.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Notes that settle this kind for each of its present names.
    pub fn settle_names(&self, until: Option<Moment>, reason: &str, store: &Store) -> Vec<NoteChange> {
        let settle = |row: DomainRow<'_>| {
            let visits = store.lists.visits.of(row.punycode()).map(|figure| figure.visits);
            let settled = Settled { until, names: 1, visits, reason: reason.into() };
            settled.note(Subject::Domain(row.punycode().into()), self.kind.settles())
        };
        self.names(&store.index.domains).map(settle).collect()
    }

    /// Note that settles the whole kind, until it has more names than now.
    pub fn settle_kind(&self, until: Option<Moment>, reason: &str) -> NoteChange {
        let names = self.figure.value().copied().unwrap_or_default();
        let settled = Settled { until, names, visits: self.hangs.known_visits(), reason: reason.into() };
        settled.note(Subject::Account, self.kind)
    }

    /// The amounts at stake in words, marked as a part where only some names were counted.
    pub fn about(&self) -> String {
        let whole = self.figure.whole().is_some_and(|names| *names <= self.keys.len() as u64);
        self.hangs.words(whole, self.kind.names_days())
    }

    /// Name of the kind, singular for one name.
    pub fn words(&self) -> &'static str {
        self.kind.words(self.figure.value() == Some(&1))
    }
}

/// Tab of domains, as a `:` line names it.
pub(super) fn tab_word(tab: DomainTab) -> &'static str {
    if tab == DomainTab::MyDomains { "mine" } else { tab.as_str() }
}

/// All findings.
#[derive(Debug, Default)]
pub struct Findings {
    /// Findings by kind, the most important kind first; while inquiries are read for the first time, in the order of
    /// `Kind`, so that lines do not move with each page.
    found: Vec<Found>,
    settled: Vec<Settling>,
    /// Names that are not domains of the account but have an own value equal to the inherited one.
    beside: BTreeSet<Arc<str>>,
    /// True when all settled findings are known.
    settled_whole: bool,
    /// Version of these findings, which grows each time they are made.
    version: u64,
}

impl Findings {
    /// Findings by kind, the most important kind first.
    pub fn all(&self) -> &[Found] {
        &self.found
    }

    /// Findings of one kind.
    pub fn of(&self, kind: Kind) -> Option<&Found> {
        self.found.iter().find(|found| found.kind == kind)
    }

    /// Settled findings, sorted by kind and thing. They are shown in a list of their own.
    pub fn settled(&self) -> &[Settling] {
        &self.settled
    }

    /// Number of settled findings. Until all names were read there may be more.
    pub fn how_many_settled(&self) -> Known<u64> {
        Known::rows(self.settled.len() as u64, None, self.settled_whole)
    }

    /// True when this kind is settled for a name, or as a whole.
    pub fn is_settled(&self, kind: Kind, punycode: &str) -> bool {
        let named = |about: &Subject| matches!(about, Subject::Domain(name) if **name == *punycode);
        self.settled.iter().any(|one| one.kind == kind && (one.about == Subject::Account || named(&one.about)))
    }

    /// True when a name has an open finding of this kind.
    pub fn has(&self, kind: Kind, key: DomainKey) -> bool {
        self.of(kind).is_some_and(|found| found.keys.binary_search(&key).is_ok())
    }

    /// True when all data is known on which the kind depends.
    pub fn is_whole(&self, kind: Kind) -> bool {
        self.of(kind).is_some_and(|found| found.figure.whole().is_some())
    }

    /// Version of the findings, which only grows.
    pub fn version(&self) -> u64 {
        self.version
    }
}

/// Findings as last made, and the data they were made from.
#[derive(Debug, Default)]
struct Made {
    asked: Asked,
    from: Option<From>,
    own: Owned,
    /// Time since which, and time until which, the same data makes the same findings; `None` for no end.
    holds: (Timestamp, Option<Timestamp>),
    /// Versions of inquiries and notes, and the minute, for which `offered` and `settled` were made.
    told: Option<([u64; 2], Timestamp)>,
    offered: Offered,
    settled: Vec<Noted>,
    findings: Arc<Findings>,
}

/// Note that settles a finding.
type Noted = (Key, Subject, Entry);

/// Own settings of domains as findings need them: their version, the inherited values, and whether all were read.
#[derive(Debug, Default, PartialEq)]
struct Owned {
    version: u64,
    inherited: look::Inherited,
    whole: bool,
}

/// Data that findings are made from, except offers and own settings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct From {
    versions: [u64; 3],
    settled: Vec<Noted>,
    currency: Option<Currency>,
    /// Currency of the account, or where it is not known that of most offers.
    usual: Currency,
    /// Lowest offer that names without a setting of their own accept: null for any, `None` where it is not known.
    lowest: Option<Value>,
    parking: ParkingEmail,
    read: Read,
}

/// How much of the data was read. It changes figures even where no row changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Read {
    /// For each tab, its size as the service gives it, and whether all its names were read.
    tabs: Vec<(Option<u64>, bool)>,
    inquiries: bool,
    growing: bool,
}

/// Makes the findings of the names whose open offers changed, if nothing else has changed; `None` where all names must
/// be looked at.
fn again(before: &Findings, offered: &Offered, look: Look<'_>) -> Option<Until> {
    const KIND: Kind = Kind::BinBelow;
    // The name that made the kind unclear may have lost its offer.
    if before.of(KIND).is_some_and(|found| found.unclear) {
        return None;
    }
    let index = &look.store.index.domains;
    // A name that lost all its offers either has the finding, and is looked at with its kind, or is not affected.
    let others = look.offered.iter().filter(|(name, offers)| offered.get(*name) != Some(offers));
    let others = others.filter_map(|(name, _)| index.find(name)).collect();
    Retaking { kinds: [KIND].into(), names: others, added: None, beside: before.beside.clone() }.of(before, look)
}

/// Makes the findings of the names whose own settings changed, if nothing else has changed; `None` where all names
/// must be looked at.
fn owned(before: &Findings, was: &Owned, look: Look<'_>) -> Option<Until> {
    const KIND: Kind = Kind::Redundant;
    // A changed inherited value may concern any name. A setting that no name had set before concerns only the changed
    // names.
    if was.inherited.iter().any(|(name, value)| look.own.inherited.get(name) != Some(value)) {
        return None;
    }
    // Names whose own settings were not read have the account's lowest offer once all are known.
    if was.whole != look.own.whole {
        return None;
    }
    let (index, own) = (&look.store.index.domains, look.store.own_settings());
    let touched: BTreeSet<&Arc<str>> = own.changed_since(was.version)?.collect();
    let (mut kinds, mut names) = (BTreeSet::new(), BTreeSet::new());
    let mut beside = before.beside.clone();
    for name in work::each(touched.iter()) {
        let row = index.find(name).and_then(|key| index.row(key));
        let is_redundant = own.of(name).is_some_and(|own| look.is_redundant(own));
        if is_redundant && is_beside(row.as_ref()) {
            beside.insert(Arc::clone(name));
        } else {
            beside.remove(*name);
        }
        let Some(row) = row else { continue };
        // The currency of the name's price may have changed, and with it the sums of all its kinds.
        let has = |found: &&Found| row.bin().get().is_some() && before.has(found.kind, row.key());
        kinds.extend(before.found.iter().filter(has).map(|found| found.kind));
        if before.is_settled(KIND, name) || before.has(KIND, row.key()) && !is_redundant {
            kinds.insert(KIND);
        }
        if row.bin().get().is_some() || look.offered.contains_key(name.as_ref()) {
            kinds.insert(Kind::BinBelow);
        }
        names.insert(row.key());
    }
    // One of these names may be the one whose unknown currency made the kind unclear.
    if kinds.contains(&Kind::BinBelow) && before.of(Kind::BinBelow).is_some_and(|found| found.unclear) {
        names.extend(work::each(look.offered.keys()).filter_map(|name| index.find(name)));
    }
    Retaking { kinds, names, added: Some(KIND), beside }.of(before, look)
}

/// Findings about the portfolio, from the data that is known; the same `Arc` while nothing changes.
pub fn known(store: &Store, now: Timestamp) -> Arc<Findings> {
    let currency = store.price_currency();
    let usual = store.offer_currency();
    let minute = Timestamp(now.0 - now.0.rem_euclid(60));
    let mut kept = store.shown.made.take::<Made>();
    let made = &mut kept;
    made.asked.sum_up(store, minute);
    let told = Some(([store.index.inquiries.version(), store.notes.version()], minute));
    // Offers for which findings were last made, if they differ from the present ones.
    let mut before = None;
    if made.told != told {
        let offered = std::mem::replace(&mut made.offered, asked::offered(store, minute));
        before = (made.offered != offered).then_some(offered);
        (made.told, made.settled) = (told, settled::noted(&store.notes));
    }
    let read = Read {
        tabs: DomainTab::ALL.iter().map(|tab| (store.index.domains.total(*tab), look::is_whole(store, *tab))).collect(),
        inquiries: made.asked.is_whole(),
        growing: made.asked.is_growing(),
    };
    let own = Owned {
        version: store.own_settings().version(),
        inherited: look::inherited(store),
        whole: store.own_settings().is_whole(),
    };
    let from = From {
        versions: [store.index.domains.rows_version(), made.asked.version(), store.lists.visits.version()],
        settled: made.settled.clone(),
        currency,
        usual,
        lowest: store
            .inherited_setting(LOWEST_OFFER)
            .or_else(|| store.lacks_setting(LOWEST_OFFER).then_some(Value::Null)),
        parking: store.grounds().parking_email(),
        read,
    };
    let (since, until) = made.holds;
    let holds = minute >= since && until.is_none_or(|until| minute < until);
    let same = holds && made.from.as_ref() == Some(&from);
    let is_owned = made.own == own;
    if !same || !is_owned || before.is_some() {
        let look = || look::Look::new(store, &made.asked, (&from, &own, minute), &made.offered);
        let again = match before {
            _ if !same => None,
            Some(before) if is_owned => again(&made.findings, &before, look()),
            None => owned(&made.findings, &made.own, look()),
            Some(_) => None,
        };
        if again.is_none() {
            made.holds = (minute, None);
        }
        let (findings, until) = again.unwrap_or_else(|| look::look(look()));
        made.holds.1 = made.holds.1.into_iter().chain(until).min();
        made.findings = Arc::new(Findings { version: made.findings.version + 1, ..findings });
        (made.from, made.own) = (Some(from), own);
    }
    let findings = Arc::clone(&made.findings);
    store.shown.made.put(kept);
    findings
}
