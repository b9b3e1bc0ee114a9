//! Own currencies of domains, and the order of prices by currency.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cells::Kind;
use super::order::{DomainSort, key};
use super::rows::{DomainRows, Place};
use super::{DomainTab, tab};
use crate::base::Currency;

/// Own currencies of domains, by punycode. Two values with the same `version` and `whole` are equal.
#[derive(Clone, Debug, Default)]
pub struct OwnCurrencies {
    version: u64,
    of: Arc<HashMap<Arc<str>, Currency>>,
    /// True when the settings of all verified domains were read, so that one without an own currency here has the
    /// account's. Others may still have their own.
    whole: bool,
}

impl OwnCurrencies {
    /// Currencies read so far. `version` must change whenever one of them does.
    pub fn new(version: u64, of: &Arc<HashMap<Arc<str>, Currency>>, whole: bool) -> Self {
        Self { version, of: Arc::clone(of), whole }
    }

    /// Own currency of a domain, as far as it was read.
    pub(super) fn of(&self, punycode: &str) -> Option<&Currency> {
        self.of.get(punycode)
    }

    /// Code of the currency of a row's prices: its own, else the account's; `None` where it is not known which of
    /// them.
    fn code<'a>(&'a self, row: Place<'_>, account: &'a str) -> Option<&'a str> {
        let inherits = || self.whole && row.chunk.bits(row.i) & tab::bit(DomainTab::Verified) != 0;
        let own = self.of(row.chunk.punycode(row.i)).map(|own| &*own.0);
        own.or_else(|| inherits().then_some(account))
    }

    /// All own currencies, in no order.
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

/// Groups rows that are sorted by a price by currency, because amounts are not converted: the account's currency
/// first, then each other currency by its code, then rows of unknown currency, then rows without a price. While not
/// all currencies were read, rows of unknown currency stay among those of the account's, which most of them have: in a
/// large account a few rows would otherwise come before all others, and each row would move when it is read.
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
                None => (if own.whole { 3 } else { 1 }, String::new()),
            },
            // A row without an amount may have a sort key by whether it accepts offers.
            _ if key(row, sort.by).is_some() => (if sort.reversed { 0 } else { 4 }, String::new()),
            _ => (5, String::new()),
        }
    });
}
