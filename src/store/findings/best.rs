//! Best offers for a domain, and whether they pass a filter.

use crate::base::{Currency, Money};
use crate::store::filter::{Amount, Compare};

/// Highest offer in each currency: the account's currency first, the others in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best(pub Vec<Money>);

impl Best {
    pub(super) fn take(&mut self, offer: Money, currency: &Currency) {
        match self.0.iter_mut().find(|best| best.currency == offer.currency) {
            Some(best) if best.minor < offer.minor => *best = offer,
            Some(_) => {}
            None if offer.currency == *currency => self.0.insert(0, offer),
            None => self.0.push(offer),
        }
    }

    /// Amount in the account's currency, else in the first other one; `None` without an offer.
    pub fn first(&self) -> Option<&Money> {
        self.0.first()
    }

    /// Amount in this currency.
    pub fn in_currency(&self, currency: &Currency) -> Option<&Money> {
        self.0.iter().find(|best| best.currency == *currency)
    }

    /// First amount with the number of other currencies, `$400 +1`; empty without an offer.
    pub fn short(&self) -> String {
        let others = self.0.len().saturating_sub(1);
        let more = if others > 0 { format!(" +{others}") } else { String::new() };
        self.first().map_or_else(String::new, |first| first.text() + &more)
    }

    /// Amounts in words, `$400 · €9,500`; empty without an offer.
    pub fn words(&self) -> String {
        self.0.iter().map(Money::text).collect::<Vec<_>>().join(" · ")
    }

    /// The words where inquiries that were not read may have higher offers: `≥ $400 · ≥ €9,500`.
    pub fn least_words(&self) -> String {
        self.0.iter().map(|best| format!("≥ {}", best.text())).collect::<Vec<_>>().join(" · ")
    }

    /// Verdict of a filter on the best offers; `None` where unread offers could change it. With `whole` all offers
    /// were read.
    pub(super) fn holds(&self, amount: &Amount, own: &str, whole: bool) -> Option<bool> {
        let holds = match self.0.as_slice() {
            [] => amount.holds_money(None, own),
            all => all.iter().any(|best| amount.holds_money(Some(best), own)),
        };
        let stays = match amount {
            Amount::None => !holds,
            Amount::Any | Amount::Is(Compare::AtLeast | Compare::More, ..) => holds,
            Amount::Is(..) => false,
        };
        (whole || stays).then_some(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_offers_of_all_currencies_are_said_and_one_is_enough_for_a_filter() {
        let money = |amount: f64, code: &str| Money::from_number(amount, Currency::new(code)).expect("an amount");
        let (dollars, mut best) = (Currency::new("USD"), Best::default());
        for offer in [money(9_500.0, "EUR"), money(300.0, "USD"), money(400.0, "USD"), money(9_000.0, "EUR")] {
            best.take(offer, &dollars);
        }
        assert_eq!((best.words().as_str(), best.short().as_str()), ("$400 · €9,500", "$400 +1"));
        let over = |cents, code: Option<&str>| Amount::Is(Compare::More, cents, code.map(str::to_owned));
        assert_eq!(best.holds(&over(500_000, Some("eur")), "USD", false), Some(true));
        assert_eq!(best.holds(&over(500_000, None), "USD", true), Some(false));
        assert_eq!(best.holds(&over(500_000, None), "USD", false), None, "a higher one may not be read yet");
        assert_eq!(best.holds(&Amount::None, "USD", false), Some(false));
        assert_eq!(Best::default().holds(&Amount::None, "USD", false), None);
        assert_eq!(Best::default().holds(&Amount::None, "USD", true), Some(true));
    }
}
