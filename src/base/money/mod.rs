//! Amounts with their currency; never added up across currencies, and never floats. Look first at [`Money`];
//! `read.rs` reads typed amounts, `rates.rs` compares currencies.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::clean_line;

mod named;
mod rates;
mod read;

pub use rates::Rates;
pub use read::{Amount, Decimal, Odd, Reading};

/// Currency code in upper case; unknown codes are kept.
#[derive(Clone, Default, Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(transparent)]
pub struct Currency(pub String);

/// An amount in the currency's smallest unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    /// Number of smallest units: hundredths for most currencies, whole units for those without decimals (JPY).
    pub minor: i64,
    /// Currency of the amount.
    pub currency: Currency,
}

impl Currency {
    /// A code in upper case.
    pub fn new(code: &str) -> Self {
        Self(code.trim().to_ascii_uppercase())
    }

    /// The code, safe for the screen.
    pub fn code(&self) -> Cow<'_, str> {
        clean_line(&self.0)
    }

    /// Digits after the point: 2 for most currencies, 0 for JPY or KRW, 3 for KWD.
    pub fn decimals(&self) -> u32 {
        Self::decimals_of(&self.0)
    }

    /// Like [`Self::decimals`], for a currency code.
    pub fn decimals_of(code: &str) -> u32 {
        let is_among = |codes: &[&str]| codes.iter().any(|known| known.eq_ignore_ascii_case(code));
        match code {
            _ if is_among(&["JPY", "KRW", "VND", "CLP", "ISK", "UGX", "XAF", "XOF", "PYG"]) => 0,
            _ if is_among(&["KWD", "BHD", "OMR", "JOD", "TND"]) => 3,
            _ => 2,
        }
    }

    /// Sign written before the amount; `None` if the code follows the amount instead.
    pub fn sign(&self) -> Option<&'static str> {
        match self.0.to_ascii_uppercase().as_str() {
            "USD" => Some("$"),
            "EUR" => Some("€"),
            "GBP" => Some("£"),
            "JPY" => Some("¥"),
            _ => None,
        }
    }
}

impl Money {
    /// Reads a number as the service sends it; `None` when it does not fit (R-35: 1e400 is shown raw, never summed).
    pub fn from_number(amount: f64, currency: Currency) -> Option<Self> {
        let minor = amount * 10f64.powi(currency.decimals().cast_signed());
        (minor.is_finite() && minor.abs() < 9e15).then(|| Self { minor: minor.round() as i64, currency })
    }

    /// The amount in whole units.
    pub fn units(&self) -> f64 {
        self.minor as f64 / 10f64.powi(self.currency.decimals().cast_signed())
    }

    /// Sums of amounts, one for each currency, with the number of its amounts: first the account's currency, then the
    /// one with the most amounts.
    pub fn sums(amounts: impl Iterator<Item = Self>, account: &Currency) -> Vec<(u64, Self)> {
        let mut sums: BTreeMap<String, (u64, Self)> = BTreeMap::new();
        for Self { minor, currency } in amounts {
            let (many, sum) = sums.entry(currency.0.clone()).or_insert((0, Self { minor: 0, currency }));
            (*many, sum.minor) = (*many + 1, sum.minor.saturating_add(minor));
        }
        let mut sums: Vec<(u64, Self)> = sums.into_values().collect();
        sums.sort_by_key(|(many, sum)| (sum.currency != *account, Reverse(*many)));
        sums
    }

    /// The amount for users: `$12,500`, `€800`, `1,200 SEK`; decimals only if it has some.
    pub fn text(&self) -> String {
        let decimals = self.currency.decimals();
        let unit = 10u64.pow(decimals);
        let (whole, part) = (self.minor.unsigned_abs() / unit, self.minor.unsigned_abs() % unit);
        let mut number = grouped(whole);
        if part != 0 {
            let _ = write!(number, ".{part:0width$}", width = decimals as usize);
        }
        self.signed(&number)
    }

    /// The amount for narrow columns: `$18.4k`, `€1.2M`; below 10,000 as [`Money::text`] without decimals.
    pub fn compact(&self) -> String {
        let whole = self.minor.unsigned_abs() / 10u64.pow(self.currency.decimals());
        let scaled = |unit: u64, suffix: &str| {
            // Digits are cut, not rounded, so that an amount never looks larger than it is.
            let tenths = whole / (unit / 10);
            match tenths % 10 {
                _ if tenths >= 1000 => format!("{}{suffix}", tenths / 10),
                0 => format!("{}{suffix}", tenths / 10),
                tenth => format!("{}.{tenth}{suffix}", tenths / 10),
            }
        };
        let number = match whole {
            0..10_000 => grouped(whole),
            10_000..1_000_000 => scaled(1_000, "k"),
            1_000_000..1_000_000_000 => scaled(1_000_000, "M"),
            _ => scaled(1_000_000_000, "B"),
        };
        // An amount cut to zero has no minus sign.
        if whole == 0 { Self { minor: 0, ..self.clone() }.signed(&number) } else { self.signed(&number) }
    }

    fn signed(&self, number: &str) -> String {
        let minus = if self.minor < 0 { "-" } else { "" };
        match self.currency.sign() {
            Some(sign) => format!("{minus}{sign}{number}"),
            None if self.currency.0.trim().is_empty() => format!("{minus}{number}"),
            None => format!("{minus}{} {number}", self.currency.code()),
        }
    }
}

/// Number with its digits in groups: `1234567` as `1,234,567`.
pub fn grouped(number: impl std::fmt::Display) -> String {
    grouped_by(",", &number.to_string())
}

/// Digits in groups of three, with `separator` between them.
pub fn grouped_by(separator: &str, digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push_str(separator);
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests;
