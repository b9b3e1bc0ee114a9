//! Sums over the known inquiries of each domain, made once per change of the inquiries, not per frame.

use std::collections::HashMap;
use std::sync::Arc;

use crate::api::inquiries::List;
use crate::api::{Request as _, abilities};
use crate::base::{Currency, Money, Timestamp, work};
use crate::store::filter::{Compare, CountField, Filter, Local, Test, any};
use crate::store::findings::sums::{self, LATELY, Sum, Sums};
use crate::store::findings::{self, Best, Findings};
use crate::store::lists::visits::{Figure, Visits};
use crate::store::notes::{Status, Turn};
use crate::store::subject::{DomainKey, Subject};
use crate::store::{DomainIndex, Known, Sort, Store, Tab, ViewSpec, WalkState};

/// The figures of one domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// All inquiries about the domain.
    pub all: Known<u64>,
    /// Number of inquiries in the last 90 days.
    pub lately: Known<u64>,
    /// Highest offer; the default where no inquiry has an offer.
    pub best: Known<Best>,
}

/// Sums of all domains, with the lists last sorted and filtered by them.
#[derive(Debug, Default)]
pub struct Asked {
    made: Option<sums::From>,
    sums: Arc<Sums>,
    /// True when the sums over all time are complete; `lately_whole` for those over [`LATELY`].
    whole: bool,
    lately_whole: bool,
    /// True while inquiries are being read.
    reading: bool,
    /// True while they are read for the first time.
    growing: bool,
    /// Reason why the list of inquiries cannot be read, as a clause.
    refused: Option<String>,
    rows: u64,
    arranged: Option<Made<(String, bool)>>,
    narrowed: Option<Made<(Vec<Local>, [bool; 2])>>,
    /// Version that grows with every new sum.
    version: u64,
}

/// List made of another list. It stays valid while that list, the version of the sums and `by` are the same.
#[derive(Debug)]
struct Made<B> {
    from: Arc<[DomainKey]>,
    version: u64,
    by: B,
    to: Arc<[DomainKey]>,
}

impl<B: PartialEq> Made<B> {
    fn still(kept: Option<&Self>, from: &Arc<[DomainKey]>, version: u64, by: &B) -> Option<Arc<[DomainKey]>> {
        let same = |kept: &&Self| Arc::ptr_eq(&kept.from, from) && kept.version == version && kept.by == *by;
        kept.filter(same).map(|kept| Arc::clone(&kept.to))
    }
}

impl Asked {
    /// Copy of the sums, without the lists made by them.
    pub fn frozen(&self) -> Self {
        let Self { whole, lately_whole, reading, rows, .. } = *self;
        let (sums, refused) = (Arc::clone(&self.sums), self.refused.clone());
        Self { sums, whole, lately_whole, reading, refused, rows, ..Self::default() }
    }

    /// Makes the sums again if inquiries or the currency changed, or a day has ended, since the last time.
    pub fn sum_up(&mut self, store: &Store, now: Timestamp) {
        let made = sums::from(store, now);
        if self.made.as_ref() == Some(&made) {
            return self.take_whole(store, now);
        }
        self.sums = sums::of(store, &made, now);
        self.take_whole(store, now);
        self.made = Some(made);
        self.version += 1;
    }

    /// Sets how complete the inquiries are from which the sums were made.
    fn take_whole(&mut self, store: &Store, now: Timestamp) {
        let index = store.inquiries();
        let (read, holds_all) = (index.was_read(), index.holds_all());
        // The newest inquiries are read first, so only inquiries older than the oldest known one are missing.
        let older = || self.sums.oldest.is_some_and(|at| now.0.saturating_sub(at.0) >= LATELY);
        self.whole = holds_all;
        self.lately_whole = holds_all || read && !index.walk.is_behind() && older();
        let is_walking = matches!(index.walk(), WalkState::Walking { .. });
        self.reading = is_walking && store.session().trouble.is_none();
        self.growing = self.reading && !read;
        let lacks = store.session().missing_for(List::ENDPOINT);
        self.refused = lacks.map(|lacks| abilities::lacked(lacks.0));
        self.rows = index.len() as u64;
    }

    /// Sum of a domain, by its punycode.
    pub fn about(&self, punycode: &str) -> Option<&Sum> {
        self.sums.by_name.get(punycode)
    }

    /// Figures of a domain, by its punycode. `told` is the service's count of the inquiries about it, where that was
    /// read.
    pub fn figures(&self, punycode: &str, told: Option<u64>) -> Figures {
        let sum = self.about(punycode);
        let all = sum.map_or(0, |sum| u64::from(sum.all));
        let whole = self.whole || told.is_some_and(|told| told <= all);
        let lately = sum.map(|sum| u64::from(sum.lately)).filter(|many| *many > 0);
        Figures {
            all: told.map_or_else(|| self.known(whole, sum.map(|_| all)), |told| Known::Is(told.max(all))),
            lately: self.known(whole || self.lately_whole, lately),
            best: self.known(whole, sum.map(|sum| sum.best.clone()).filter(|best| best.first().is_some())),
        }
    }

    /// Verdict of a test on a domain; `None` where unread data could change it.
    fn holds(
        &self,
        test: &Test,
        (sum, visits): (Option<&Sum>, Option<u64>),
        found: (DomainKey, &Findings),
        own: &str,
    ) -> Option<bool> {
        match test {
            Test::Count(CountField::Visits, compare, figure) => {
                Some(compare.holds(i64::try_from(visits?).unwrap_or(i64::MAX), *figure))
            }
            Test::Finding(kind) => Some(found.1.has(*kind, found.0)),
            Test::Count(_, compare, figure) => {
                let lately = sum.map_or(0, |sum| i64::from(sum.lately));
                counts(*compare, lately, *figure, self.whole || self.lately_whole)
            }
            Test::Best(amount) => sum.map_or(&Best::default(), |sum| &sum.best).holds(amount, own, self.whole),
            Test::Any(tests) => any(tests.iter().map(|test| self.holds(test, (sum, visits), found, own))),
            _ => Some(true),
        }
    }

    /// Figure over the known inquiries. Without a figure it is the default if all inquiries were read, else it is not
    /// known.
    fn known<T: Default>(&self, whole: bool, figure: Option<T>) -> Known<T> {
        match (figure, &self.refused) {
            (figure, _) if whole => Known::Is(figure.unwrap_or_default()),
            (Some(value), _) => Known::AtLeast { value, read: self.rows, of: None },
            (None, Some(why)) => Known::Unavailable(why.clone()),
            (None, None) if self.reading => Known::Reading,
            (None, None) => Known::NotRead,
        }
    }

    /// Version that grows each time the sums are made.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Reason why the inquiries cannot be read, as a clause, if they cannot: `the token lacks “List inquiries”`.
    pub fn why_refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// True when the sums cover all inquiries of the account.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// True while inquiries are read for the first time, so that the sums grow with each page.
    pub fn is_growing(&self) -> bool {
        self.growing
    }

    /// True when every inquiry that passes the filter is known, even if older inquiries are not.
    pub fn covers(&self, filter: &Filter) -> bool {
        self.whole || self.lately_whole && filter.is_within(LATELY)
    }

    /// True for a filter with terms that the index of domains cannot decide.
    pub fn is_asked(filter: &Filter) -> bool {
        of_others(filter).next().is_some()
    }

    /// True when all data for the filter's terms on inquiries, findings and visits is known. Never for terms on
    /// visits.
    pub fn tells_all(&self, filter: &Filter, store: &Store, now: Timestamp) -> bool {
        !filter.is_of_visits() && self.tells_inquiries(filter, store, now)
    }

    /// True when all data is known that the filter's terms about inquiries and findings need.
    pub fn tells_inquiries(&self, filter: &Filter, store: &Store, now: Timestamp) -> bool {
        of_others(filter).filter(|term| !term.test.is_of_visits()).all(|term| match &term.test {
            test if test.is_of_findings() => test.findings().all(|kind| findings::known(store, now).is_whole(kind)),
            _ => self.is_whole(),
        })
    }

    /// Domains of a list that pass the filter's terms on inquiries, findings and visits; kept until something changes.
    pub fn narrow(
        &mut self,
        keys: Arc<[DomainKey]>,
        filter: &Filter,
        store: &Store,
        now: Timestamp,
    ) -> Arc<[DomainKey]> {
        let terms: Vec<Local> = of_others(filter).cloned().collect();
        if terms.is_empty() {
            return keys;
        }
        // Versions only grow, so their sum changes whenever one of them does.
        let found = findings(filter, store, now).map_or(0, |findings| findings.version());
        let visited = if filter.is_of_visits() { store.visits().version() } else { 0 };
        let version = self.version + found + visited;
        let by = (terms, [self.whole, self.lately_whole]);
        if let Some(known) = Made::still(self.narrowed.as_ref(), &keys, version, &by) {
            return known;
        }
        let to = self.passing(Arc::clone(&keys), filter, store, now);
        self.narrowed = Some(Made { from: keys, version, by, to: Arc::clone(&to) });
        to
    }

    /// Domains of a list that pass the filter's terms about inquiries, findings and visits. Domains for which unread
    /// data decides do not pass.
    pub fn passing(&self, keys: Arc<[DomainKey]>, filter: &Filter, store: &Store, now: Timestamp) -> Arc<[DomainKey]> {
        if !Self::is_asked(filter) {
            return keys;
        }
        let own = self.made.as_ref().map_or("", |(.., currency)| &currency.0);
        let findings = findings(filter, store, now).unwrap_or_default();
        let passes = |key: &DomainKey| {
            let row = store.domains().row(*key);
            let sum = row.and_then(|row| self.about(row.punycode()));
            let visits = row.and_then(|row| store.visits().of(row.punycode())).map(|figure| figure.visits);
            let holds = |test| self.holds(test, (sum, visits), (*key, &findings), own);
            of_others(filter).all(|term| holds(&term.test) == Some(!term.negated))
        };
        work::each(keys.iter().copied()).filter(passes).collect()
    }

    /// List sorted by recent inquiries, best offer, visits or visit rate; domains without a value come last, in their
    /// old order. For any other column the list stays as it is.
    pub fn arrange(
        &mut self,
        keys: Arc<[DomainKey]>,
        sort: Option<(&str, bool)>,
        index: &DomainIndex,
        visits: &Visits,
    ) -> Arc<[DomainKey]> {
        let Some(sort) = sort.filter(|(id, _)| matches!(*id, "inquiries" | "best" | "visits" | "rate")) else {
            self.arranged = None;
            return keys;
        };
        let by = (sort.0.to_owned(), sort.1);
        // Versions only grow, so their sum changes whenever one of them does.
        let version = self.version + visits.version();
        if let Some(known) = Made::still(self.arranged.as_ref(), &keys, version, &by) {
            return known;
        }
        let currency = self.made.as_ref().map(|(.., currency)| currency);
        let asked = self.sums.by_name.iter().filter_map(|(name, sum)| Some((&**name, sum.rank(sort.0, currency)?)));
        let visited = visits.iter().filter_map(|(name, figure)| Some((name, rank(&figure, sort.0)?)));
        let ranked: HashMap<DomainKey, i64> =
            asked.chain(visited).filter_map(|(name, rank)| Some((index.find(name)?, rank))).collect();
        let (mut first, rest): (Vec<DomainKey>, Vec<DomainKey>) =
            work::each(keys.iter()).partition(|key| ranked.contains_key(key));
        first.sort_by_key(|key| {
            let rank = ranked.get(key).copied().unwrap_or_default();
            if sort.1 { rank.saturating_neg() } else { rank }
        });
        let to: Arc<[DomainKey]> = first.into_iter().chain(rest).collect();
        self.arranged = Some(Made { from: keys, version, by, to: Arc::clone(&to) });
        to
    }
}

/// Open offers, by the punycode of their domain.
pub(super) type Offered = HashMap<Box<str>, Vec<Money>>;

/// Offers of the active inquiries in which it is the user's or the buyer's turn.
pub(super) fn offered(store: &Store, now: Timestamp) -> Offered {
    let mut offered = Offered::new();
    let active = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), now);
    for row in store.index.inquiries.view(&active).iter().filter_map(|id| store.index.inquiries.row(*id)) {
        let turn = || Status::of(store.notes.of(&Subject::Inquiry(row.id())), now).turn;
        if let Some(offer) = row.as_sent().offer().filter(|_| matches!(turn(), Turn::Mine | Turn::Theirs)) {
            match offered.get_mut(row.punycode()) {
                Some(offers) => offers.push(offer),
                None => drop(offered.insert(row.punycode().into(), vec![offer])),
            }
        }
    }
    offered
}

fn rank(figure: &Figure, column: &str) -> Option<i64> {
    match column {
        "visits" => i64::try_from(figure.visits).ok(),
        // Rates are compared only where there are enough visits: one inquiry after one visit says less than two after
        // forty.
        "rate" => figure.comparable_rate().map(|rate| (rate * 1_000.0) as i64),
        _ => None,
    }
}

/// Terms that the index of domains cannot decide alone.
fn of_others(filter: &Filter) -> impl Iterator<Item = &Local> {
    filter.local.iter().filter(|term| term.test.is_of_others())
}

/// Findings, if a term of the filter needs them.
fn findings(filter: &Filter, store: &Store, now: Timestamp) -> Option<Arc<Findings>> {
    of_others(filter).any(|term| term.test.is_of_findings()).then(|| findings::known(store, now))
}

/// Verdict of comparing a count of which `known` was read; `None` where unread inquiries could change it.
fn counts(compare: Compare, known: i64, figure: i64, whole: bool) -> Option<bool> {
    let holds = compare.holds(known, figure);
    let stays = match compare {
        Compare::AtLeast | Compare::More => holds,
        Compare::Less => !holds,
        Compare::AtMost | Compare::Equal => known > figure,
        Compare::UpTo(end) => known > end,
    };
    (whole || stays).then_some(holds)
}

impl Sum {
    fn rank(&self, column: &str, currency: Option<&Currency>) -> Option<i64> {
        match column {
            "inquiries" => Some(i64::from(self.lately)).filter(|count| *count > 0),
            // Amounts in different currencies are not compared; domains without an offer in this one come last.
            "best" => Some(self.best.in_currency(currency?)?.minor),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_that_needs_unread_inquiries_is_not_known() {
        for (compare, least, figure, known) in [
            (Compare::Equal, 0, 0, None),
            (Compare::Equal, 2, 1, Some(false)),
            (Compare::More, 2, 1, Some(true)),
            (Compare::More, 0, 1, None),
            (Compare::AtLeast, 1, 1, Some(true)),
            (Compare::Less, 0, 2, None),
            (Compare::Less, 2, 2, Some(false)),
            (Compare::AtMost, 3, 2, Some(false)),
            (Compare::UpTo(4), 3, 2, None),
            (Compare::UpTo(4), 5, 2, Some(false)),
        ] {
            assert_eq!(counts(compare, least, figure, false), known, "{compare:?} {least} {figure}");
            assert_eq!(counts(compare, least, figure, true), Some(compare.holds(least, figure)));
        }
    }
}
