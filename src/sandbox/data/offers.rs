//! Offers of buyers, in proportion to the price of the name.

use fastrand::Rng;

use super::money::{exchanged, rounded, typed};

/// One offer.
#[derive(Clone, Debug)]
pub struct Offer {
    pub amount: f64,
    pub currency: &'static str,
    /// Text as typed.
    pub text: String,
    /// Amount in dollars, to compare with the seller's lowest offer.
    pub dollars: f64,
}

impl Offer {
    /// Offer for a name worth `worth` dollars, in the buyer's currency.
    pub fn new(rng: &mut Rng, worth: f64, currency: &'static str, language: &str) -> Self {
        let share = match rng.u32(..100) {
            0..8 => 1.0 + rng.f64() * 0.15,
            8..38 => 0.5 + rng.f64() * 0.4,
            38..76 => 0.12 + rng.f64() * 0.38,
            76..96 => 0.04 + rng.f64() * 0.1,
            // A typing mistake: one zero too many.
            _ => 8.0 + rng.f64() * 4.0,
        };
        let amount = rounded(exchanged(worth * share, currency));
        let text = typed(amount, currency, language, rng);
        Self { amount, currency, text, dollars: amount / exchanged(1.0, currency) }
    }
}
