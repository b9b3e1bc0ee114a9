//! Amounts and the sign before them: `>$1,500`, `<2k`, `none`.

use super::parse::Word;
use super::{Amount, Compare, FilterError};
use crate::base::{Currency, Reading};

/// The sign before a figure.
pub(super) fn compare(text: &str) -> (Compare, &str) {
    [
        (">=", Compare::AtLeast),
        ("<=", Compare::AtMost),
        (">", Compare::More),
        ("<", Compare::Less),
        ("=", Compare::Equal),
    ]
    .into_iter()
    .find_map(|(sign, compare)| text.strip_prefix(sign).map(|rest| (compare, rest)))
    .unwrap_or((Compare::Equal, text))
}

pub(super) fn amount(word: &Word, name: &str) -> Result<Amount, FilterError> {
    let value = word.value.to_lowercase();
    match value.as_str() {
        "none" => return Ok(Amount::None),
        "any" => return Ok(Amount::Any),
        _ => {}
    }
    let (sign, rest) = compare(&value);
    let wrong = || word.error(format!("{name}: takes an amount, none or any"), Some(format!("{name}:>500")));
    match Reading::of(rest) {
        Reading::Exact(amount) => {
            let currency = amount.currency().map(|currency| currency.0.to_lowercase());
            let cents = amount.money(Currency::new("USD")).filter(|cents| cents.minor >= 0).ok_or_else(wrong)?;
            return Ok(Amount::Is(sign, cents.minor, currency));
        }
        Reading::Ambiguous { point, comma } => {
            let (point, comma) = (point.plain(), comma.plain());
            let whole = if point.contains('.') { &comma } else { &point };
            let near = format!("{name}:{}{whole}", &value[..value.len() - rest.len()]);
            return Err(word.error(format!("{name}: {rest} can mean {point} or {comma}"), Some(near)));
        }
        // Currencies the reader does not know, and digits grouped by `_`.
        Reading::NotANumber(_) => {}
    }
    let digits = rest.find(|c: char| c.is_alphabetic()).unwrap_or(rest.len());
    let (figure, currency) = rest.split_at(digits);
    let (figure, times) = match currency {
        "k" => (figure, 1_000.0),
        _ => (figure, 1.0),
    };
    let currency = (!currency.is_empty() && currency != "k").then(|| currency.to_owned());
    if currency.as_ref().is_some_and(|c| c.len() != 3 || !c.is_ascii()) {
        return Err(wrong());
    }
    let figure: f64 = figure.replace(['_', ','], "").parse().map_err(|_| wrong())?;
    let cents = figure * times * 100.0;
    if !(0.0..9e15).contains(&cents) {
        return Err(wrong());
    }
    Ok(Amount::Is(sign, cents.round() as i64, currency))
}
