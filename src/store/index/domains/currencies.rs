//! Currencies of single domains, and what they mean for the order of prices.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cells::Kind;
use super::order::{DomainSort, key};
use super::rows::{DomainRows, Place};
use super::{DomainTab, tab};
use crate::base::Currency;

/// Currencies of domains by their ASCII names; two with one version are equal.
#[derive(Clone, Debug, Default)]
pub struct OwnCurrencies {
    version: u64,
    of: Arc<HashMap<Arc<str>, Currency>>,
    /// True when they were read to the end: then a verified domain without one has none. Others may have one.
    whole: bool,
}

impl OwnCurrencies {
    /// A version differs whenever one of the currencies does.
    pub fn new(version: u64, of: &Arc<HashMap<Arc<str>, Currency>>, whole: bool) -> Self {
        Self { version, of: Arc::clone(of), whole }
    }

    /// The own currency of a domain, as far as it was read.
    pub(super) fn of(&self, punycode: &str) -> Option<&Currency> {
        self.of.get(punycode)
    }

    /// The code of the currency the prices of a row are in, that of the account where it has none of its own; `None` where
    /// that was not read.
    fn code<'a>(&'a self, row: Place<'_>, account: &'a str) -> Option<&'a str> {
        let inherits = || self.whole && row.chunk.bits(row.i) & tab::bit(DomainTab::Verified) != 0;
        let own = self.of(row.chunk.punycode(row.i)).map(|own| &*own.0);
        own.or_else(|| inherits().then_some(account))
    }

    /// All of them, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Currency> {
        self.of.values()
    }
}

impl PartialEq for OwnCurrencies {
    fn eq(&self, other: &Self) -> bool {
        (self.version, self.whole) == (other.version, other.whole)
    }
}

impl Eq for OwnCurrencies {}

impl Hash for OwnCurrencies {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.version, self.whole).hash(state);
    }
}

/// Groups rows in the order of a price: amounts are compared within a currency only, nothing is converted. Those of
/// the account come first, then each other currency by its code, then those whose currency was not read; rows without a
/// price last. Until all were read, and while no other currency is known, all amounts are in one order.
pub(super) fn group(places: &mut [u32], rows: &DomainRows, sort: DomainSort, (account, own): (&str, &OwnCurrencies)) {
    let Some(figure) = sort.by.price() else { return };
    if !own.whole && own.iter().all(|of| of.0 == account) {
        return;
    }
    places.sort_by_cached_key(|place| {
        let row = rows.at(*place);
        match figure.kind(row.chunk.bits(row.i)) {
            Kind::Number => match own.code(row, account) {
                Some(code) if code == account => (1, String::new()),
                Some(code) => (2, code.to_owned()),
                None => (3, String::new()),
            },
            // Without a figure, sorted by whether offers are taken.
            _ if key(row, sort.by).is_some() => (if sort.reversed { 0 } else { 4 }, String::new()),
            _ => (5, String::new()),
        }
    });
}
