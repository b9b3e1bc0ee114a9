//! Sums over the known inquiries by domain, made once for all that show them.

use std::collections::HashMap;
use std::sync::Arc;

use super::Best;
use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Timestamp, work};
use crate::store::filter::Filter;
use crate::store::{Sort, Store, Tab, ViewSpec};

/// Time that counts as lately, in seconds (90 days).
pub(super) const LATELY: i64 = 90 * 24 * 60 * 60;

/// Most inquiries about one domain that are named.
const NEWEST: usize = 4;

/// The inquiries about one domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Number of known inquiries.
    pub all: u32,
    /// The newest inquiries, the newest first.
    pub newest: Vec<Id<Inquiry>>,
    /// Number of inquiries of the last 90 days.
    pub lately: u32,
    /// Number of inquiries of the last 90 days that have an offer.
    pub offers: u32,
    /// Time of the newest offer.
    pub offered: Option<Timestamp>,
    pub best: Best,
}

/// The sums of all domains by their ASCII names.
#[derive(Debug, Default)]
pub(super) struct Sums {
    pub by_name: HashMap<Box<str>, Sum>,
    /// Time of the oldest inquiry that was counted.
    pub oldest: Option<Timestamp>,
}

/// What sums are made from: the version of the inquiries, the day, and the currency that goes first.
pub(super) type From = (u64, i64, Currency);

/// The sums made last.
#[derive(Clone)]
struct Last(From, Arc<Sums>);

pub(super) fn from(store: &Store, now: Timestamp) -> From {
    (store.inquiries().rows_version(), now.0.div_euclid(86_400), store.offer_currency())
}

/// The sums made from this; the last ones, where they were.
pub(super) fn of(store: &Store, from: &From, now: Timestamp) -> Arc<Sums> {
    if let Some(Last(_, sums)) = store.shown.made.get::<Last>().filter(|last| last.0 == *from) {
        return sums;
    }
    let sums = Arc::new(made(store, &from.2, now));
    store.shown.made.put(Last(from.clone(), Arc::clone(&sums)));
    sums
}

fn made(store: &Store, currency: &Currency, now: Timestamp) -> Sums {
    let (index, mut sums) = (store.inquiries(), Sums::default());
    let all = ViewSpec::new(Tab::All, &Filter::default(), Sort::default(), now);
    for row in work::each(index.view(&all).iter()).filter_map(|id| index.row(*id)) {
        let sum = match sums.by_name.get_mut(row.punycode()) {
            Some(sum) => sum,
            None => sums.by_name.entry(row.punycode().into()).or_default(),
        };
        sum.all += 1;
        // Inquiries come newest first.
        if sum.newest.len() < NEWEST {
            sum.newest.push(row.id());
        }
        let lately = row.date().is_some_and(|at| now.0.saturating_sub(at.0) < LATELY);
        sum.lately += u32::from(lately);
        if let Some(offer) = row.as_sent().offer() {
            sum.offers += u32::from(lately);
            sum.offered = sum.offered.max(row.date());
            sum.best.take(offer, currency);
        }
        sums.oldest = row.date().or(sums.oldest);
    }
    sums
}
