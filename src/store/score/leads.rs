//! Scores of all known inquiries, made after each change of the data and once a minute, not per frame.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Around, Score, Weights};
use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Timestamp, work};
use crate::store::filter::{Compare, Filter, Local, Test, any};
use crate::store::notes::Record;
use crate::store::{DomainRow, DomainTab, InquiryRow, Sort, Store, Tab, ViewSpec};

/// Versions of the data from which scores were made.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Made {
    /// Version of the inquiries without their marks, which do not change a score.
    inquiries: u64,
    notes: u64,
    domains: u64,
    minute: i64,
    weights: Weights,
    /// True when all inquiries are known.
    knows_all: bool,
    /// Currency of the account, in which offers are compared.
    currency: Option<Currency>,
    /// Version of the domains' own currencies, and whether all were read.
    own_currencies: (u64, bool),
}

/// List made from another list. It stays valid while that list, the scores, the terms and the order are the same.
#[derive(Clone, Debug)]
struct List {
    from: Arc<[Id<Inquiry>]>,
    version: u64,
    terms: Vec<Local>,
    descending: Option<bool>,
    to: Arc<[Id<Inquiry>]>,
    /// Number of inquiries left out although they may pass the terms, because their score may be higher; and of those
    /// in the list that may therefore belong to another place.
    open: [usize; 2],
}

/// Scores by inquiry.
#[derive(Clone, Debug, Default)]
pub struct Leads {
    made: Option<Made>,
    by_id: Arc<HashMap<Id<Inquiry>, Option<u8>>>,
    /// Inquiries whose score may be higher once more was read.
    least: Arc<HashSet<Id<Inquiry>>>,
    /// Number of earlier inquiries from the same email address, by inquiry.
    before: Arc<HashMap<Id<Inquiry>, usize>>,
    /// Number that grows whenever a score changes.
    version: u64,
    list: Option<List>,
    /// Domains with an offer and a BIN price whose currency was not read, beginning with those of the newest
    /// inquiries.
    unpriced: Vec<Box<str>>,
}

/// Highest score.
const HIGHEST: u8 = 100;
/// Most domains in `unpriced`.
const UNPRICED: usize = 200;

/// True for a domain that is known not to be in the account.
fn is_elsewhere(store: &Store, punycode: &str) -> bool {
    let (index, mine) = (store.domains(), DomainTab::MyDomains);
    let row = index.find(punycode).and_then(|key| index.row(key));
    !row.is_some_and(|row| row.on(mine)) && index.total(mine) == Some(index.known(mine) as u64)
}

impl Leads {
    /// Makes all scores again if their data has changed, or a minute has passed, since the last time.
    pub fn update(&mut self, store: &Store, weights: Weights, now: Timestamp) {
        let made = Made {
            inquiries: store.inquiries().rows_version(),
            notes: store.notes().rows_version(),
            domains: store.domains().version(),
            minute: now.0.div_euclid(60),
            weights,
            knows_all: store.inquiries().holds_all(),
            currency: store.price_currency(),
            own_currencies: (store.own_settings().currencies_version(), store.own_currencies().whole().is_some()),
        };
        if self.made.as_ref() == Some(&made) {
            return;
        }
        let index = store.inquiries();
        let all = index.view(&ViewSpec::new(Tab::All, &Filter::default(), Sort::default(), now));
        if self.made.as_ref().is_none_or(|known| known.inquiries != made.inquiries) {
            self.before = Arc::new(places(all.iter().rev().filter_map(|id| index.row(*id))));
        }
        self.made = Some(made);
        let (mut unpriced, mut least): (Vec<Box<str>>, HashSet<Id<Inquiry>>) = Default::default();
        let total = |id: &Id<Inquiry>| {
            let row = index.row(*id)?;
            let name = row.punycode();
            let is_unpriced = || store.reads_currency_alone(name) && store.bin_of(name).is_some();
            let is_new = || unpriced.iter().all(|known| **known != *name);
            if unpriced.len() < UNPRICED && !row.offer_text().is_empty() && is_unpriced() && is_new() {
                unpriced.push(name.into());
            }
            let sum = self.explain(store, &row, now)?;
            if sum.is_least() {
                least.insert(*id);
            }
            Some((*id, sum.total()))
        };
        let by_id: HashMap<_, _> = work::each(all.iter()).filter_map(total).collect();
        self.unpriced = unpriced;
        if by_id != *self.by_id || least != *self.least {
            (self.by_id, self.least) = (Arc::new(by_id), Arc::new(least));
            self.version += 1;
        }
    }

    /// Score of an inquiry, 0 to 100; `None` where too little is known about it.
    pub fn of(&self, id: Id<Inquiry>) -> Option<u8> {
        self.by_id.get(&id).copied().flatten()
    }

    /// Score in words: `58`, or `≥ 58` where it may be higher once more was read.
    pub fn words(&self, id: Id<Inquiry>) -> Option<String> {
        let least = if self.least.contains(&id) { "≥ " } else { "" };
        self.of(id).map(|score| format!("{least}{score}"))
    }

    /// Number of inquiries that the list last made leaves out although they may pass the filter, because their score
    /// may be higher.
    pub fn undecided(&self) -> usize {
        self.list.as_ref().map_or(0, |list| list.open[0])
    }

    /// Number of inquiries whose score may be higher, so that the list last made leaves them out or may have them in
    /// another place.
    pub fn open(&self) -> usize {
        self.list.as_ref().map_or(0, |list| list.open.iter().sum())
    }

    /// Score of which no part is missing.
    pub fn whole(&self, id: Id<Inquiry>) -> Option<u8> {
        self.of(id).filter(|_| !self.least.contains(&id))
    }

    /// Domains with an offer that cannot be compared with the BIN price until its currency was read.
    pub fn unpriced<'a>(&'a self, store: &'a Store) -> impl Iterator<Item = DomainRow<'a>> {
        self.unpriced.iter().filter_map(|name| store.domains().row(store.domains().find(name)?))
    }

    /// Inquiries with a score, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (Id<Inquiry>, u8)> {
        self.by_id.iter().filter_map(|(id, score)| Some((*id, (*score)?)))
    }

    /// Terms and sum of an inquiry's score; `None` before the first [`Leads::update`].
    pub fn explain(&self, store: &Store, row: &InquiryRow<'_>, now: Timestamp) -> Option<Score> {
        self.weighed(store, row, &self.made.as_ref()?.weights, now)
    }

    /// Terms and sum that an inquiry's score would have with these weights.
    pub(super) fn weighed(
        &self,
        store: &Store,
        row: &InquiryRow<'_>,
        weights: &Weights,
        now: Timestamp,
    ) -> Option<Score> {
        let made = self.made.as_ref()?;
        let name = row.punycode();
        // An offer is not compared with a price in another or an unknown currency.
        let bin = match (store.bin_of(name), store.currency_of(name)) {
            _ if is_elsewhere(store, name) => Err(super::NO_BIN),
            (Some(bin), Some(of)) if Some(&of) == made.currency.as_ref() => Ok(bin),
            (Some(_), Some(_)) => Err("BIN price in another currency"),
            (Some(_), None) => Err(super::NOT_READ[1]),
            (None, _) if store.lacks_bin(name) => Err(super::NO_BIN),
            (None, _) => Err(super::NOT_READ[0]),
        };
        let around = Around {
            currency: made.currency.as_ref(),
            rates: &store.session().rates,
            bin,
            before: self.before.get(&row.id()).copied(),
            knows_all: made.knows_all,
            weights,
            now,
        };
        let pin = store.inquiries().record(row.id()).and_then(Record::pin);
        Some(Score { pin, ..super::of(row, &around) })
    }

    /// Inquiries that are known to pass the filter's terms about scores. With `descending` they are sorted by score;
    /// those without a score come last, and equal ones keep their order.
    pub fn list(&mut self, from: Arc<[Id<Inquiry>]>, filter: &Filter, descending: Option<bool>) -> Arc<[Id<Inquiry>]> {
        let terms: Vec<Local> = filter.local.iter().filter(|term| term.test.is_of_scores()).cloned().collect();
        if terms.is_empty() && descending.is_none() {
            self.list = None;
            return from;
        }
        let same = |list: &&List| {
            Arc::ptr_eq(&list.from, &from)
                && (list.version, list.descending) == (self.version, descending)
                && list.terms == terms
        };
        if let Some(list) = self.list.as_ref().filter(same) {
            return Arc::clone(&list.to);
        }
        let (mut to, mut undecided) = (Vec::new(), 0);
        for id in from.iter().copied() {
            match self.verdict(id, filter) {
                Some(true) => to.push(id),
                Some(false) => {}
                None => undecided += 1,
            }
        }
        let is_sorted = descending.is_some();
        let open = [undecided, to.iter().filter(|id| is_sorted && self.least.contains(id)).count()];
        if let Some(descending) = descending {
            // The cached key looks up each score once.
            to.sort_by_cached_key(|id| match self.of(*id) {
                Some(score) => (false, if descending { u8::MAX - score } else { score }),
                None => (true, 0),
            });
        }
        let to: Arc<[Id<Inquiry>]> = to.into();
        self.list = Some(List { from, version: self.version, terms, descending, to: Arc::clone(&to), open });
        to
    }

    /// Number of these inquiries that are known to pass the filter's terms about scores, and true if no score that may
    /// be higher could change it.
    pub fn many(&self, ids: &[Id<Inquiry>], filter: &Filter) -> (u64, bool) {
        if !filter.local.iter().any(|term| term.test.is_of_scores()) {
            return (ids.len() as u64, true);
        }
        let (mut many, mut open) = (0, false);
        for id in work::each(ids.iter()) {
            let passes = self.verdict(*id, filter);
            many += u64::from(passes == Some(true));
            open |= passes.is_none();
        }
        (many, !open)
    }

    /// True when an inquiry is known to pass the filter's terms about scores.
    pub fn passes(&self, id: Id<Inquiry>, filter: &Filter) -> bool {
        self.verdict(id, filter) == Some(true)
    }

    /// Verdict of the filter's terms about scores; `None` where it depends on what was not read of the score.
    fn verdict(&self, id: Id<Inquiry>, filter: &Filter) -> Option<bool> {
        let score = self.of(id).map(|score| (score, if self.least.contains(&id) { HIGHEST } else { score }));
        let terms = filter.local.iter().filter(|term| term.test.is_of_scores());
        let fails = terms.map(|Local { negated, test }| holds(test, score).map(|holds| holds == *negated));
        any(fails).map(|fails| !fails)
    }
}

/// Verdict on a score, given by its least and its highest possible value.
fn holds(test: &Test, score: Option<(u8, u8)>) -> Option<bool> {
    match test {
        Test::Score(None) => Some(score.is_none()),
        Test::Score(Some((compare, figure))) => {
            let Some((least, most)) = score else { return Some(false) };
            let mut all = (least..=most).map(|score| Compare::holds(*compare, score.into(), *figure));
            let first = all.next()?;
            all.all(|holds| holds == first).then_some(first)
        }
        Test::Any(tests) => any(tests.iter().map(|test| holds(test, score))),
        _ => Some(true),
    }
}

/// Number of earlier inquiries from the same email address, for rows sorted from the oldest.
fn places<'a>(rows: impl Iterator<Item = InquiryRow<'a>>) -> HashMap<Id<Inquiry>, usize> {
    let (mut met, mut places): (HashMap<Cow<'a, str>, usize>, _) = (HashMap::new(), HashMap::new());
    for row in rows {
        let address = row.as_sent().email();
        // Most addresses are in lower case already, and need no copy.
        let is_small = address.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        let address = if is_small { Cow::Borrowed(address) } else { Cow::Owned(address.to_lowercase()) };
        if !address.is_empty() {
            let before = met.entry(address).or_default();
            places.insert(row.id(), *before);
            *before += 1;
        }
    }
    places
}
