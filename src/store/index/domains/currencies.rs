//! Currencies of single domains, and what they mean for the order of prices.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cells::Kind;
use super::order::{DomainSort, key};
use super::rows::DomainRows;
use crate::base::Currency;

/// Currencies of domains by their ASCII names; the same where the version is.
#[derive(Clone, Debug, Default)]
pub struct OwnCurrencies {
    version: u64,
    of: Arc<HashMap<Arc<str>, Currency>>,
}

impl OwnCurrencies {
    /// A version differs whenever one of the currencies does.
    pub fn new(version: u64, of: &Arc<HashMap<Arc<str>, Currency>>) -> Self {
        Self { version, of: Arc::clone(of) }
    }

    /// The currency of a domain's own; `None` where its prices are in the account's.
    pub(super) fn of(&self, punycode: &str) -> Option<&Currency> {
        self.of.get(punycode)
    }

    /// All of them, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Currency> {
        self.of.values()
    }
}

impl PartialEq for OwnCurrencies {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

impl Eq for OwnCurrencies {}

impl Hash for OwnCurrencies {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.version.hash(state);
    }
}

/// Groups rows in the order of a price: amounts are compared within a currency only, nothing is converted. Those of
/// the account come first, then each other currency by its code; rows without a price last.
pub(super) fn group(places: &mut [u32], rows: &DomainRows, sort: DomainSort, (account, own): (&str, &OwnCurrencies)) {
    let Some(figure) = sort.by.price() else { return };
    if own.iter().all(|of| of.0 == account) {
        return;
    }
    places.sort_by_cached_key(|place| {
        let row = rows.at(*place);
        match figure.kind(row.chunk.bits(row.i)) {
            Kind::Number => match own.of(row.chunk.punycode(row.i)).map_or(account, |of| &of.0) {
                code if code == account => (1, String::new()),
                code => (2, code.to_owned()),
            },
            // Without a figure, sorted by whether offers are taken.
            _ if key(row, sort.by).is_some() => (if sort.reversed { 0 } else { 3 }, String::new()),
            _ => (4, String::new()),
        }
    });
}
