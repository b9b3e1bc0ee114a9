//! Rates between currencies, as the user sets them; used only for sorting, never for a shown amount.

use std::collections::BTreeMap;

use super::{Currency, Money};

/// Parts of a unit in which a rate is kept, as whole numbers, so that rates can be compared exactly.
const PARTS: f64 = 1e9;

/// Value of one unit of each currency, in the currency whose value is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rates(BTreeMap<Currency, u64>);

impl Rates {
    /// Sets the value of one unit; false if it is not above zero, or too large for any currency.
    pub fn set(&mut self, currency: Currency, worth: f64) -> bool {
        let parts = (worth * PARTS).round();
        let is_one = (1.0..1e18).contains(&parts);
        if is_one {
            self.0.insert(currency, parts as u64);
        }
        is_one
    }

    /// True when no currency has a rate.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True when one currency has the value 1, in which the others are measured.
    pub fn has_unit(&self) -> bool {
        self.0.values().any(|parts| *parts as f64 == PARTS)
    }

    /// Value of one unit in the currency with the value 1; `None` without a rate.
    pub fn of(&self, code: &str) -> Option<f64> {
        // Usually no rates are set; then do not look up the code.
        let parts = if self.0.is_empty() { None } else { self.0.get(&Currency::new(code)) };
        parts.map(|parts| *parts as f64 / PARTS)
    }

    /// Amount in units of another currency; `None` if one of the two has no rate.
    pub fn units(&self, money: &Money, into: &Currency) -> Option<f64> {
        Some(money.units() * self.of(&money.currency.0)? / self.of(&into.0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_a_worth_in_another_currency_only_by_two_rates() {
        let mut rates = Rates::default();
        for (code, worth) in [("usd", 1.0), ("EUR", 1.25), ("JPY", 0.005)] {
            assert!(rates.set(Currency::new(code), worth));
        }
        let units = |amount: f64, from: &str, to: &str| {
            rates.units(&Money::from_number(amount, Currency::new(from)).unwrap(), &Currency::new(to))
        };
        assert_eq!(units(2_000.0, "EUR", "USD"), Some(2_500.0));
        assert_eq!(units(2_500.0, "USD", "EUR"), Some(2_000.0));
        assert_eq!(units(100_000.0, "JPY", "USD"), Some(500.0), "a currency without cents");
        assert_eq!(units(10.0, "GBP", "USD"), None);
        assert_eq!(units(10.0, "USD", "GBP"), None);
        assert!(rates.has_unit());
    }

    #[test]
    fn a_rate_is_above_zero() {
        let mut rates = Rates::default();
        for worth in [0.0, -1.0, 1e-12, 1e12, f64::NAN, f64::INFINITY] {
            assert!(!rates.set(Currency::new("EUR"), worth), "{worth}");
        }
        assert!(rates.is_empty());
    }
}
