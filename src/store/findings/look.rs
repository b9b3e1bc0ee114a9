//! One pass over all names that finds the findings of each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::asked::Offered;
use super::below::is_priced;
use super::hangs::Summing;
use super::settled::{All, Facts};
use super::{Findings, Found, From, Hangs, Listed, Owned, Settling};
use crate::api::Seen;
use crate::base::{Currency, Timestamp, work};
use crate::store::filter::texts::Among;
use crate::store::findings::asked::Asked;
use crate::store::subject::finding::{Kind, OVERDUE, VISITED};
use crate::store::subject::{DomainKey, Subject, Value};
use crate::store::{Cover, DomainRow, DomainTab, Known, Own, ParkingEmail, Store};

/// Inherited value of each setting that some domain has set; `None` where it is not known.
pub(super) type Inherited = BTreeMap<Box<str>, Option<Value>>;

/// Inherited values of the settings that some domain has set.
pub(super) fn inherited(store: &Store) -> Inherited {
    store.own_settings().names().map(|name| (name.into(), store.inherited_setting(name))).collect()
}

/// Findings, and the time at which they must be made again even if no data has changed.
pub(super) type Until = (Findings, Option<Timestamp>);

/// Makes all findings, by one pass over all names.
pub(super) fn look(look: Look<'_>) -> Until {
    let found = Kind::ALL.into_iter().map(Found::none).collect();
    let store = look.store;
    let mut taking = Taking::new(look, found, Vec::new());
    store.index.domains.each_named(Among::All, |_, row, _| {
        work::looked_at(1);
        taking.take(&row, |_| true);
    });
    let index = &store.index.domains;
    for (name, own) in store.own_settings().iter() {
        if taking.look.is_redundant(own) && is_beside(index.find(name).and_then(|key| index.row(key)).as_ref()) {
            taking.beside.insert(Arc::clone(name));
        }
    }
    taking.done(&Kind::ALL)
}

/// Findings while they are made.
pub(super) struct Taking<'a> {
    look: Look<'a>,
    all: All<'a>,
    /// Findings by kind, in the order of `Kind`.
    found: Vec<Found>,
    settled: Vec<Settling>,
    pub(super) beside: BTreeSet<Arc<str>>,
    /// True when a row was read at a time after `now` (the clock was behind) and its check was overdue by then, but is
    /// not yet by `now`.
    is_ahead: bool,
}

impl<'a> Taking<'a> {
    pub(super) fn new(look: Look<'a>, found: Vec<Found>, settled: Vec<Settling>) -> Self {
        Self { all: All::of(&look.store.notes), look, found, settled, beside: BTreeSet::new(), is_ahead: false }
    }

    /// Adds the findings of a name, those of the kinds for which `is_asked_for` is true.
    pub(super) fn take(&mut self, row: &DomainRow<'_>, is_asked_for: impl Fn(Kind) -> bool) {
        let Self { look, all, found, settled, is_ahead, .. } = self;
        *is_ahead |= row.on(DomainTab::MyDomains) && is_overdue(row, row.read_at()) && !look.is_overdue(row);
        let summing = Summing { asked: look.asked, visits: &look.store.lists.visits, currency: look.currency() };
        let mut of: Option<Currency> = None;
        let about = || Subject::Domain(row.punycode().into());
        let about = (!all.is_empty()).then(about);
        if lacks_price(row) {
            let concerns = |kind: &Kind| row.on(DomainTab::Verified) || !OF_VERIFIED.contains(kind);
            for kind in DECIDED_BY_PRICE.into_iter().filter(|kind| concerns(kind) && is_asked_for(*kind)) {
                found[kind as usize].unclear = true;
            }
        }
        if is_asked_for(Kind::BinBelow) && is_priced(row) {
            found[Kind::BinBelow as usize].unclear |= look.lacks_currency(row);
        }
        look.kinds(row, |kind| {
            if !is_asked_for(kind) {
                return;
            }
            let settles = |about| all.holds(about, kind.settles(), look.now, look.facts(row, kind));
            if let Some(one) = about.as_ref().and_then(settles) {
                // A kind that is part of another one is settled with that kind, and listed only there.
                settled.extend((kind == kind.settles()).then_some(one));
                return;
            }
            let found = &mut found[kind as usize];
            found.keys.push(row.key());
            // Such a name is counted in the narrower kind (with inquiries, with visits), so it does not raise the kind
            // of all names.
            let has_own = || look.is_asked(row) || kind == Kind::NoPrice && look.is_visited(row);
            let counts = !matches!(kind, Kind::Unverified | Kind::NoPrice) || !has_own();
            let of = of.get_or_insert_with(|| look.currency_of(row.punycode()));
            found.hangs.add(row, of, counts, &summing);
        });
    }

    /// Findings, once all names of these kinds were added.
    pub(super) fn done(self, kinds: &[Kind]) -> Until {
        let Self { look, all, mut found, mut settled, beside, is_ahead } = self;
        for kind in kinds {
            let found = &mut found[*kind as usize];
            found.keys.sort_unstable();
            let left_out = settled.iter().filter(|one| one.kind == found.kind.settles()).count() as u64;
            found.in_part = left_out > 0;
            found.figure = look.figure(found, left_out, beside.len() as u64);
            let facts = Facts {
                names: found.figure.value().copied().unwrap_or_default(),
                visits: found.hangs.known_visits(),
                offered: found.hangs.offered,
            };
            let whole = all.holds(&Subject::Account, found.kind, look.now, facts).filter(|_| facts.names > 0);
            if let Some(one) = whole {
                *found = Found { figure: Known::Is(0), ..Found::none(found.kind) };
                settled.push(one);
            }
        }
        // Lines of Home would change places with each page of a first reading.
        let is_growing = look.asked.is_growing();
        found.sort_by_key(|found| (!is_growing).then(|| found.hangs.order()));
        settled.sort_by(|a, b| (a.kind, &a.about).cmp(&(b.kind, &b.about)));
        let store = look.store;
        let settled_whole = all.is_empty() || DomainTab::ALL.iter().all(|tab| is_whole(store, *tab));
        let until = is_ahead.then_some(Timestamp(look.now.0 + 60)).into_iter().chain(all.ends_after(look.now)).min();
        (Findings { found, settled, beside, settled_whole, version: 0 }, until)
    }
}

impl Found {
    pub(super) fn none(kind: Kind) -> Self {
        Self { kind, figure: Known::NotRead, keys: Vec::new(), in_part: false, unclear: false, hangs: Hangs::default() }
    }
}

/// Kinds and names for which findings are made again; all others are kept.
pub(super) struct Retaking {
    /// Kinds whose names are all looked at again. The names below are looked at as well.
    pub kinds: BTreeSet<Kind>,
    pub names: BTreeSet<DomainKey>,
    /// Kind that names in `names` may newly have. Names that had it before keep it.
    pub added: Option<Kind>,
    /// Names that are not domains of the account, as in [`Findings::beside`].
    pub beside: BTreeSet<Arc<str>>,
}

impl Retaking {
    pub fn of(self, before: &Findings, look: Look<'_>) -> Option<Until> {
        let Self { kinds, names, added, beside } = self;
        let added = added.filter(|kind| !kinds.contains(kind));
        let all: Vec<Kind> = kinds.iter().copied().chain(added).collect();
        // Names of a kind settled as a whole are not kept, nor are settled names of a kind that is part of another
        // one.
        let account = |one: &Settling| all.contains(&one.kind) && one.about == Subject::Account;
        if before.settled.iter().any(account) || kinds.iter().any(|kind| kind.settles() != *kind) {
            return None;
        }
        let index = &look.store.index.domains;
        let is_one = |one: &&Settling| kinds.contains(&one.kind);
        let settled = before.settled.iter().filter(is_one).filter_map(|one| index.find(one.about.name()?.punycode()));
        let of_kinds = before.found.iter().filter(|found| kinds.contains(&found.kind));
        let of_kinds = of_kinds.flat_map(|found| found.keys.iter().copied());
        let keys: BTreeSet<DomainKey> = of_kinds.chain(settled).chain(names.iter().copied()).collect();
        let mut found = before.found.clone();
        found.sort_by_key(|found| found.kind);
        for kind in &kinds {
            found[*kind as usize] = Found::none(*kind);
            // These kinds depend on the prices in the rows, which have not changed, and equally for all of the same
            // names.
            let alike = if OF_VERIFIED.contains(kind) { Kind::VisitedOffMarket } else { Kind::NoPrice };
            let unclear = DECIDED_BY_PRICE.contains(kind) && before.of(alike).is_some_and(|found| found.unclear);
            found[*kind as usize].unclear = unclear;
        }
        let others = before.settled.iter().filter(|one| !kinds.contains(&one.kind)).cloned().collect();
        let mut taking = Taking::new(look, found, others);
        taking.beside = beside;
        for row in work::each(keys.iter()).filter_map(|key| index.row(*key)) {
            let stays = |kind| before.has(kind, row.key()) || before.is_settled(kind, row.punycode());
            let is_new = |kind| added == Some(kind) && names.contains(&row.key()) && !stays(kind);
            taking.take(&row, |kind| kinds.contains(&kind) || is_new(kind));
        }
        Some(taking.done(&all))
    }
}

/// True for a name that is not a domain of the account.
pub(super) fn is_beside(row: Option<&DomainRow<'_>>) -> bool {
    row.is_none_or(|row| !row.on(DomainTab::MyDomains))
}

/// Data that a pass over the domains reads.
pub(super) struct Look<'a> {
    pub(super) store: &'a Store,
    asked: &'a Asked,
    pub(super) from: &'a From,
    pub(super) own: &'a Owned,
    /// Time of the pass, in whole minutes.
    now: Timestamp,
    pub(super) offered: &'a Offered,
}

impl<'a> Look<'a> {
    pub(super) fn new(
        store: &'a Store,
        asked: &'a Asked,
        (from, own, now): (&'a From, &'a Owned, Timestamp),
        offered: &'a Offered,
    ) -> Self {
        Self { store, asked, from, own, now, offered }
    }

    /// Currency of the account, or where it is not known that of most offers.
    fn currency(&self) -> &'a Currency {
        &self.from.usual
    }
}

impl Look<'_> {
    /// Calls `found` with the kind of each finding of a name.
    fn kinds(&self, row: &DomainRow<'_>, mut found: impl FnMut(Kind)) {
        let mut both = |kind: Kind, asked: Kind| {
            found(kind);
            if self.is_asked(row) {
                found(asked);
            }
        };
        if row.on(DomainTab::Unverified) {
            both(Kind::Unverified, Kind::UnverifiedAsked);
        }
        if row.on(DomainTab::MyDomains) && row.for_sale() == Some(true) && row.has_no_bin() {
            both(Kind::NoPrice, Kind::NoPriceAsked);
            if self.is_visited(row) {
                found(Kind::NoPriceVisited);
            }
        }
        if row.on(DomainTab::Removed) && self.is_asked(row) {
            found(Kind::RemovedAsked);
        }
        if !row.on(DomainTab::MyDomains) {
            return;
        }
        if self.is_overdue(row) {
            found(Kind::CheckOverdue);
        }
        if self.is_below(row) {
            found(Kind::BinBelow);
        }
        if row.on(DomainTab::Verified) && row.for_sale() == Some(false) && self.is_visited(row) {
            found(Kind::VisitedOffMarket);
        }
        // Settings of other names are known only where they were read one by one, so these are left out.
        let own = || self.store.own_settings().of(row.punycode());
        if row.on(DomainTab::Verified) && own().is_some_and(|own| self.is_redundant(own)) {
            found(Kind::Redundant);
        }
    }

    /// True when the name's check was overdue as its row was read. A check that fell due later may have been made
    /// since.
    fn is_overdue(&self, row: &DomainRow<'_>) -> bool {
        is_overdue(row, row.read_at().min(self.now))
    }

    /// Facts about a name whose worsening reopens a settled finding. A repeated setting has none.
    fn facts(&self, row: &DomainRow<'_>, kind: Kind) -> Facts {
        if kind == Kind::Redundant {
            return Facts::default();
        }
        let visits = self.store.lists.visits.of(row.punycode()).map(|figure| figure.visits);
        Facts { names: 1, visits, offered: self.asked.about(row.punycode()).and_then(|sum| sum.offered) }
    }

    /// True for a name with at least [`VISITED`] visits in 30 days.
    fn is_visited(&self, row: &DomainRow<'_>) -> bool {
        self.store.lists.visits.of(row.punycode()).is_some_and(|figure| figure.visits >= VISITED)
    }

    /// True for a name with an inquiry in the last 90 days.
    fn is_asked(&self, row: &DomainRow<'_>) -> bool {
        self.asked.about(row.punycode()).is_some_and(|sum| sum.lately > 0)
    }

    /// Currency of the domain's prices; empty where it is not known.
    pub(super) fn currency_of(&self, punycode: &str) -> Currency {
        let own = self.store.own_settings().currency_of(punycode);
        let account = || self.from.currency.as_ref().filter(|_| self.store.inherits_currency(punycode));
        own.or_else(account).cloned().unwrap_or_default()
    }

    pub(super) fn is_redundant(&self, own: &Own) -> bool {
        let inherited = |name: &str| self.own.inherited.get(name)?.as_ref();
        own.iter().any(|(name, value)| inherited(name).is_some_and(|inherited| inherited.is_same(value)))
    }

    /// Number of names of a kind, with how well it is known.
    fn figure(&self, found: &Found, left_out: u64, beside: u64) -> Known<u64> {
        let (kind, rows) = (found.kind, found.keys.len() as u64);
        match (kind, kind.listed()) {
            (Kind::NoParkingEmail, _) => match self.from.parking {
                ParkingEmail::Is(_) => Known::Is(0),
                ParkingEmail::None => Known::Is(1),
                ParkingEmail::NotKnown => Known::NotRead,
            },
            (Kind::Redundant, _) => {
                let own = self.store.own_settings();
                if own.iter().next().is_some() && !self.store.has_account_settings() {
                    return Known::NotRead;
                }
                // The list of own settings also has names that the index of domains does not have.
                Known::rows(rows + beside, None, own.is_whole())
            }
            (_, Listed::Tab(tab)) => {
                // The service gives the size of a whole tab before the names are read.
                let told = self.store.index.domains.total(tab).filter(|told| *told >= rows && left_out == 0);
                told.map_or_else(|| Known::rows(rows, None, self.is_whole(tab)), Known::Is)
            }
            (_, Listed::Domains(tab)) => {
                Known::rows(rows, None, self.is_whole(tab) && self.tells_all(kind) && !found.unclear)
            }
            (_, Listed::Screen(..)) => Known::NotRead,
        }
    }

    /// True when all data is known on which the kind depends, except the rows of the names themselves.
    fn tells_all(&self, kind: Kind) -> bool {
        match kind {
            kind if kind.is_of_visited() => false,
            Kind::UnverifiedAsked | Kind::RemovedAsked | Kind::NoPriceAsked => self.asked.is_whole(),
            Kind::BinBelow => self.asked.is_whole() && self.own.whole && self.from.lowest.is_some(),
            _ => true,
        }
    }

    fn is_whole(&self, tab: DomainTab) -> bool {
        is_whole(self.store, tab)
    }
}

/// True when a name's check was due more than [`OVERDUE`] seconds before `then`.
fn is_overdue(row: &DomainRow<'_>, then: Timestamp) -> bool {
    row.next_check().is_some_and(|at| then.0.saturating_sub(at.0) > OVERDUE)
}

/// True when all names of a tab were read.
pub(in crate::store) fn is_whole(store: &Store, tab: DomainTab) -> bool {
    let index = &store.index.domains;
    let every_name = || index.total(tab).is_some_and(|told| index.known(tab) as u64 >= told);
    matches!(index.cover(tab), Cover::Whole { .. }) || every_name()
}

/// Kinds that depend on the price of a name and on whether it is for sale.
pub(super) const DECIDED_BY_PRICE: [Kind; 5] =
    [Kind::NoPrice, Kind::NoPriceAsked, Kind::NoPriceVisited, Kind::BinBelow, Kind::VisitedOffMarket];

/// Kinds of these that only verified names have.
const OF_VERIFIED: [Kind; 2] = [Kind::BinBelow, Kind::VisitedOffMarket];

/// True for a name of the account whose row lacks the price, or whether the name is for sale.
fn lacks_price(row: &DomainRow<'_>) -> bool {
    let tells_price = || matches!(row.bin(), Seen::Is(_) | Seen::Null) || row.has_no_bin();
    row.on(DomainTab::MyDomains) && (row.for_sale().is_none() || !tells_price())
}
