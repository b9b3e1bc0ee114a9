//! A buyer's offer: the number the service read, and the typed text where a reader might see another number in it
//! `1.200` is twelve hundred to some, one point two to others).

use crate::base::{Currency, Money, Untrusted};
use crate::store::index::inquiries::COVER;

/// Most digits an amount has after the decimal sign. Three digits after a sign are a group of thousands.
const CENTS: usize = 2;

/// One offer, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Number with its currency: `$12,500`; `None` when there is no number.
    pub parsed: Option<String>,
    /// Text as typed, cleaned; `None` when there is none.
    pub typed: Option<String>,
    /// True when the text, read as money usually is, gives another number: shown as a warning.
    pub differs: bool,
    /// True when some reader could see another number in it (`12,500` as twelve and a half): both are shown.
    pub has_two_readings: bool,
}

impl Offer {
    /// Offer from the three fields of an inquiry.
    pub fn new(amount: Option<f64>, currency: Option<&Currency>, text: Option<&Untrusted>) -> Self {
        if text.is_some_and(|text| text.raw() == COVER) {
            return Self { parsed: Some(COVER.to_owned()), typed: None, differs: false, has_two_readings: false };
        }
        let currency = currency.cloned().unwrap_or(Currency(String::new()));
        let parsed = amount.map(|amount| {
            Money::from_number(amount, currency.clone())
                .map_or_else(|| format!("{amount} {}", currency.0).trim().to_owned(), |money| money.text())
        });
        let typed = text.filter(|text| !text.is_blank()).map(|text| text.line().trim().to_owned());
        let raw = text.filter(|text| !text.is_blank()).map(Untrusted::raw);
        let differs = raw.is_some_and(|raw| differs(amount, raw, CENTS));
        // Text that looks the same as the number is not shown a second time.
        let has_two_readings = typed != parsed && raw.is_some_and(|raw| self::differs(amount, raw, usize::MAX));
        Self { parsed, typed, differs, has_two_readings }
    }

    /// Sentence for the detail: the number, and the text if the two may differ.
    pub fn sentence(&self) -> Option<String> {
        match (&self.parsed, &self.typed) {
            (Some(parsed), Some(typed)) if self.differs => Some(format!("{parsed} as read · typed “{typed}”")),
            (Some(parsed), Some(typed)) if self.has_two_readings => Some(format!("{parsed} · typed “{typed}”")),
            (Some(parsed), _) => Some(parsed.clone()),
            (None, Some(typed)) => Some(format!("typed “{typed}”, no number was read")),
            (None, None) => None,
        }
    }
}

/// True when `typed` can be read as another number than `money`; a list marks such a figure.
pub fn unclear(money: &Money, typed: &str) -> bool {
    !typed.trim().is_empty() && differs(Some(money.units()), typed, CENTS)
}

/// True when some reading of `text` gives another number than `amount`. A fraction has at most `fraction` digits.
fn differs(amount: Option<f64>, text: &str, fraction: usize) -> bool {
    let Some(amount) = amount else { return true };
    let readings = readings(text, fraction);
    readings.is_empty() || readings.iter().any(|reading| (reading - amount).abs() > 0.005)
}

/// Numbers a text can mean: read with the point as decimal sign, and with the comma.
fn readings(text: &str, fraction: usize) -> Vec<f64> {
    let number: String = text
        .chars()
        .filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-'))
        .collect::<String>()
        .trim_matches(|c| matches!(c, '.' | ',' | '-'))
        .to_owned();
    // Letters after the number change it (`5k`, `2 million`); other words make it unclear.
    let multiplied = text
        .to_lowercase()
        .split(|c: char| !c.is_alphabetic())
        .any(|word| matches!(word, "k" | "m" | "mio" | "million" | "thousand" | "tausend" | "mille"));
    if number.is_empty() || multiplied {
        return Vec::new();
    }
    let point = as_number(&number, '.', ',', fraction);
    let comma = as_number(&number, ',', '.', fraction);
    point.into_iter().chain(comma).collect()
}

/// Number read with one decimal sign; group signs must be followed by three digits each.
fn as_number(text: &str, decimal: char, group: char, most: usize) -> Option<f64> {
    let (whole, fraction) = match text.split_once(decimal) {
        Some((whole, fraction)) => (whole, fraction),
        None => (text, ""),
    };
    let mut parts = whole.split(group);
    let first = parts.next()?;
    let grouped = parts.all(|part| part.len() == 3);
    let plain = fraction.len() <= most && fraction.chars().all(|c| c.is_ascii_digit());
    if first.is_empty() || !grouped || !plain {
        return None;
    }
    format!("{}.{}", whole.replace(group, ""), if fraction.is_empty() { "0" } else { fraction }).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(amount: f64, text: &str) -> Offer {
        Offer::new(Some(amount), Some(&Currency("USD".into())), Some(&Untrusted::from(text)))
    }

    #[test]
    fn an_offer_text_with_the_same_number_is_not_shown_twice() {
        for text in ["12500", "$12,500", "USD 12,500.00", "12.500,00 EUR"] {
            assert!(!offer(12_500.0, text).differs, "{text}");
        }
    }

    /// Proves R-10.
    #[test]
    fn an_offer_that_differs_from_its_text_is_shown_as_a_warning() {
        for (amount, text) in [(1.2, "1.200"), (5.0, "5k"), (10.0, "ten"), (100.0, "1.00")] {
            let offer = offer(amount, text);
            assert!(offer.differs, "{text}");
            assert!(offer.sentence().unwrap_or_default().contains(text));
        }
    }

    /// Proves R-10.
    #[test]
    fn number_and_text_are_shown_where_the_text_has_two_readings() {
        for (amount, text) in [(1200.0, "1.200"), (1200.0, "1,200"), (12_500.0, "USD 12,500")] {
            let offer = offer(amount, text);
            assert!(!offer.differs && offer.has_two_readings, "{text}");
            assert!(offer.sentence().unwrap_or_default().contains(text));
        }
        assert!(!offer(800.0, "800 EUR").has_two_readings);
        assert!(!offer(12_500.0, "$12,500").has_two_readings, "typed as it is shown");
    }

    #[test]
    fn an_offer_without_a_number_is_shown_as_typed() {
        let offer = Offer::new(None, None, Some(&Untrusted::from("make me an offer")));
        assert_eq!(offer.sentence().as_deref(), Some("typed “make me an offer”, no number was read"));
        assert_eq!(Offer::new(None, None, None).sentence(), None);
    }
}
