//! BIN prices below the lowest offer of their names, or below an open offer.

use serde_json::Value as Json;

use super::look::Look;
use crate::api::Seen;
use crate::base::Money;
use crate::store::subject::{LOWEST_OFFER, Value};
use crate::store::{DomainRow, DomainTab};

impl Look<'_> {
    /// True when the BIN price of a name is below its lowest offer, or below an open offer in the same currency.
    pub(super) fn is_below(&self, row: &DomainRow<'_>) -> bool {
        let Some(bin) = row.bin().get().copied().filter(|_| is_priced(row)) else { return false };
        if self.lowest(row).is_some_and(|lowest| bin < lowest) {
            return true;
        }
        let Some(offers) = self.offered.get(row.punycode()) else { return false };
        let price = Money::from_number(bin, self.currency_of(row.punycode()));
        price.is_some_and(|price| {
            offers.iter().any(|offer| offer.currency == price.currency && price.minor < offer.minor)
        })
    }

    /// Lowest offer that a name accepts, by its row or its settings; `None` for any, or where it is not known.
    fn lowest(&self, row: &DomainRow<'_>) -> Option<f64> {
        let own = self.store.own_settings().of(row.punycode());
        let is_read = own.is_some() || self.own.whole;
        let account = || self.from.lowest.as_ref().filter(|_| is_read);
        let set = || own.and_then(|own| own.get(LOWEST_OFFER)).or_else(account).and_then(Value::as_number);
        row.offers().get().and_then(Json::as_f64).or_else(set)
    }

    /// True when a price cannot be compared with open offers because its currency is not known.
    pub(super) fn lacks_currency(&self, row: &DomainRow<'_>) -> bool {
        self.offered.contains_key(row.punycode()) && self.currency_of(row.punycode()).0.is_empty()
    }
}

/// True for a verified name with a BIN price at which it may be for sale. Of others only some settings are read, and
/// nobody is shown their prices.
pub(super) fn is_priced(row: &DomainRow<'_>) -> bool {
    row.on(DomainTab::Verified) && matches!(row.bin(), Seen::Is(_)) && row.for_sale() != Some(false)
}
