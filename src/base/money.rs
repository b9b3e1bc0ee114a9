//! Amounts with their currency, never summed across currencies and never as floats.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::clean_line;

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
    /// A code in upper case.
    pub fn new(code: &str) -> Self {
        Self(code.trim().to_ascii_uppercase())
    }

    /// The code, safe for the screen.
    pub fn code(&self) -> Cow<'_, str> {
        clean_line(&self.0)
    }

    /// Digits after the point: 2 for most, 0 for JPY, KRW, …
    pub fn decimals(&self) -> u32 {
        match self.0.to_ascii_uppercase().as_str() {
            "JPY" | "KRW" | "VND" | "CLP" | "ISK" | "UGX" | "XAF" | "XOF" | "PYG" => 0,
            "KWD" | "BHD" | "OMR" | "JOD" | "TND" => 3,
            _ => 2,
        }
    }

    /// The sign that is written before the amount; `None` where the code follows it.
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

    /// Reads an amount as a person types it: `12500`, `$12,500`, `12.5k`, `800 EUR`. `None` when it is not one amount
    /// or can be read in two ways (see [`Money::readings`]).
    pub fn parse(text: &str, currency: &Currency) -> Option<Self> {
        let mut readings = Self::readings(text, currency);
        if readings.len() == 1 { readings.pop() } else { None }
    }

    /// The ways an amount in a stranger's text can be read: none, one, or two where a point or comma may group or
    /// divide (`1.200`). A currency named in the text goes before the one given.
    pub fn readings(text: &str, currency: &Currency) -> Vec<Self> {
        let currency = named_currency(text).unwrap_or_else(|| currency.clone());
        let text = text.trim();
        let Some(start) = text.find(|c: char| c.is_ascii_digit()) else { return Vec::new() };
        let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}');
        let end = text[start..].find(|c| !number(c)).map_or(text.len(), |len| start + len);
        let (digits, rest) = (text[start..end].trim_end_matches(|c: char| !c.is_ascii_digit()), text[end..].trim());
        if rest.contains(|c: char| c.is_ascii_digit()) {
            return Vec::new();
        }
        let thousand = match rest.chars().next() {
            Some('k' | 'K') if !rest[1..].starts_with(|c: char| c.is_alphabetic()) => 1000.0,
            Some('m' | 'M') if !rest[1..].starts_with(|c: char| c.is_alphabetic()) => 1_000_000.0,
            _ => 1.0,
        };
        let negative = text[..start].ends_with('-');
        let mut readings = Vec::new();
        for amount in amounts(digits) {
            let amount = if negative { -amount } else { amount } * thousand;
            readings.extend(Self::from_number(amount, currency.clone()).filter(|money| !readings.contains(money)));
        }
        readings
    }

    /// For people: `$12,500`, `€800`, `1,200 SEK`; decimals only where there are some.
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

    /// For narrow columns: `$18.4k`, `€1.2M`; below 10,000 as [`Money::text`] without decimals.
    pub fn compact(&self) -> String {
        let whole = self.minor.unsigned_abs() / 10u64.pow(self.currency.decimals());
        let scaled = |unit: u64, letter: &str| {
            // Cut, not rounded: an amount never reads as more than it is.
            let tenths = whole / (unit / 10);
            match tenths % 10 {
                _ if tenths >= 1000 => format!("{}{letter}", tenths / 10),
                0 => format!("{}{letter}", tenths / 10),
                tenth => format!("{}.{tenth}{letter}", tenths / 10),
            }
        };
        let number = match whole {
            0..10_000 => grouped(whole),
            10_000..1_000_000 => scaled(1_000, "k"),
            1_000_000..1_000_000_000 => scaled(1_000_000, "M"),
            _ => scaled(1_000_000_000, "B"),
        };
        self.signed(&number)
    }

    fn signed(&self, number: &str) -> String {
        let minus = if self.minor < 0 { "-" } else { "" };
        match self.currency.sign() {
            Some(sign) => format!("{minus}{sign}{number}"),
            None if self.currency.0.trim().is_empty() => format!("{minus}{number}"),
            None => format!("{minus}{number} {}", self.currency.code()),
        }
    }
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn named_currency(text: &str) -> Option<Currency> {
    let sign = text.chars().find_map(|c| match c {
        '€' => Some("EUR"),
        '£' => Some("GBP"),
        _ => None,
    });
    let code = || {
        text.split(|c: char| !c.is_ascii_alphabetic())
            .find(|word| ["USD", "EUR", "GBP", "JPY", "SEK", "CHF", "CAD", "AUD", "INR", "CNY"].contains(word))
    };
    sign.or_else(code).map(Currency::new)
}

/// The numbers that digits with grouping and dividing signs can mean.
fn amounts(digits: &str) -> Vec<f64> {
    let plain = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let read = |whole: &str, part: &str| format!("{}.{}", plain(whole), plain(part)).parse::<f64>().ok();
    let signs: Vec<char> = digits.chars().filter(|c| matches!(c, '.' | ',')).collect();
    let Some(at) = digits.rfind(['.', ',']) else { return read(digits, "0").into_iter().collect() };
    let (whole, part) = (&digits[..at], &digits[at + 1..]);
    let divides = || read(whole, part);
    let groups = || read(digits, "0");
    let readings = match signs.as_slice() {
        // `1.200,50`: the last of two kinds divides.
        [first, .., last] if first != last => vec![divides()],
        // `1,200,300`: several of one kind group.
        [_, _, ..] => vec![groups()],
        // `1,200` and `1.200` may be either; `0.200` and `12.50` only divide.
        _ if part.len() == 3 && !whole.starts_with('0') && plain(whole).len() <= 3 => {
            if digits.contains(',') {
                vec![groups(), divides()]
            } else {
                vec![divides(), groups()]
            }
        }
        _ => vec![divides()],
    };
    readings.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
