//! Amounts with their currency, never summed across currencies and never as floats.

use serde::{Deserialize, Serialize};

/// A currency code as sent, upper case; unknown codes are kept.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(transparent)]
pub struct Currency(pub String);

/// An amount in the currency's smallest unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    /// Hundredths for most currencies, whole units for those without (JPY).
    pub minor: i64,
    /// Which currency.
    pub currency: Currency,
}

impl Currency {
    /// Digits after the point: 2 for most, 0 for JPY, KRW, …
    pub fn decimals(&self) -> u32 {
        if matches!(self.0.as_str(), "JPY" | "KRW" | "VND" | "CLP" | "ISK") { 0 } else { 2 }
    }
}

impl Money {
    /// Reads a number as the service sends it; `None` when it does not fit (R-35: 1e400 is shown raw, never summed).
    pub fn from_number(amount: f64, currency: Currency) -> Option<Self> {
        let minor = amount * 10f64.powi(currency.decimals().cast_signed());
        (minor.is_finite() && minor.abs() < 9e15).then(|| Self { minor: minor.round() as i64, currency })
    }

    /// For people: `$12,500`, `€800`, `1,200 SEK`; decimals only where there are some.
    pub fn text(&self) -> String {
        format!("{} {}", self.minor, self.currency.0)
    }
}
