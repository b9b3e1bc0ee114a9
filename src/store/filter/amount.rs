//! Amounts and counts with a comparison sign, ranges, and the words for them: `>$1,500`, `<2k`, `500-900`, `none`.

use super::parse::Word;
use super::{Amount, Compare, FilterError};
use crate::base::{Currency, Decimal, Money, Reading};

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

/// The two figures of `500-900` and `500..900`, as typed.
pub(super) fn range(text: &str) -> Option<(&str, &str)> {
    ["..", "–", "-"]
        .into_iter()
        .find_map(|between| text.split_once(between))
        .filter(|(low, high)| !low.is_empty() && !high.is_empty())
}

/// A figure or a range of two, each read by `read`.
pub(super) fn figures(
    word: &Word,
    name: &str,
    text: &str,
    read: impl Fn(&str) -> Result<i64, FilterError>,
) -> Result<(Compare, i64), FilterError> {
    let (sign, rest) = compare(text);
    let Some((low, high)) = range(rest).filter(|_| sign == Compare::Equal) else { return Ok((sign, read(rest)?)) };
    let (from, to) = (read(low)?, read(high)?);
    if from > to {
        return Err(backwards(word, name, low, high));
    }
    Ok((if from == to { Compare::Equal } else { Compare::UpTo(to) }, from))
}

fn backwards(word: &Word, name: &str, low: &str, high: &str) -> FilterError {
    word.error(format!("{name}: “{low}-{high}” is backwards. Did you mean {name}:{high}-{low}?"))
}

/// Amounts separated by commas, of which one must hold. A comma between digits groups them and does not separate.
pub(super) fn amounts(word: &Word, name: &str) -> Result<Vec<Amount>, FilterError> {
    let value = word.value.to_lowercase();
    let (mut parts, mut begin) = (Vec::new(), 0);
    for (at, _) in value.match_indices(',') {
        let digit_before = value[..at].ends_with(|c: char| c.is_ascii_digit());
        let within = digit_before && value[at + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if !within {
            parts.push(&value[begin..at]);
            begin = at + 1;
        }
    }
    parts.push(&value[begin..]);
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        return Err(word.needs_value(name));
    }
    parts.into_iter().map(|part| amount(word, name, part)).collect()
}

fn amount(word: &Word, name: &str, text: &str) -> Result<Amount, FilterError> {
    match text {
        "none" => return Ok(Amount::None),
        "any" => return Ok(Amount::Any),
        _ => {}
    }
    let (sign, rest) = compare(text);
    let Some((low, high)) = range(rest).filter(|_| sign == Compare::Equal) else {
        let (cents, currency) = figure(word, name, rest)?;
        return Ok(Amount::Is(sign, cents, currency));
    };
    let (from, of) = figure(word, name, low)?;
    // The currency sign before the first figure is the second's too, so that `$5,000-9,000` ends at `$9,000`.
    let sign = &low[..low.find(|c: char| c.is_ascii_digit()).unwrap_or(0)];
    let bare = !high.contains(|c: char| !c.is_ascii() || c == '$' || c.is_alphabetic() && !matches!(c, 'k' | 'm'));
    let signed = if bare { format!("{sign}{high}") } else { high.to_owned() };
    let (to, also_of) = figure(word, name, &signed)?;
    if of.is_some() && also_of.is_some() && of != also_of {
        return Err(word.error(format!("{name}: “{rest}” names two currencies")));
    }
    // Some mean `5k-9k` by `5-9k`, so that is refused with both readings.
    let thousands = |text: &str| {
        let rest =
            text.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_start_matches(|c: char| !c.is_alphabetic());
        rest.strip_prefix('k').is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    if thousands(high) && !low.contains(char::is_alphabetic) && from.saturating_mul(1_000) <= to {
        return Err(word.error(format!("{name}: is “{rest}” {low}k-{high} or {low}-{}?", to / 100)));
    }
    if from > to {
        return Err(backwards(word, name, low, high));
    }
    Ok(Amount::Is(if from == to { Compare::Equal } else { Compare::UpTo(to) }, from, of.or(also_of)))
}

/// A figure in hundredths of a unit, and the currency beside it.
fn figure(word: &Word, name: &str, text: &str) -> Result<(i64, Option<String>), FilterError> {
    let wrong = || word.error(format!("{name}: “{text}” is not an amount (500, >$1k, 500-900, none, any)"));
    // A comma before three digits groups thousands, as on the screen; a point there may be either.
    let decimal = text.contains(',').then_some(Decimal::Point);
    let reading = match Reading::of(text) {
        reading @ Reading::Ambiguous { .. } => reading.with(decimal),
        reading => reading,
    };
    match reading {
        Reading::Exact(amount) => {
            let currency = amount.currency().map(|currency| currency.0.to_lowercase());
            let cents = amount.money(Currency::new("USD")).filter(|cents| cents.minor >= 0).ok_or_else(wrong)?;
            return Ok((cents.minor, currency));
        }
        Reading::Ambiguous { point, comma } => {
            let (point, comma) = (point.plain(), comma.plain());
            let (whole, part) = if point.contains('.') { (comma, point) } else { (point, comma) };
            let part = part.trim_end_matches('0').trim_end_matches('.');
            return Err(word.error(format!("{name}: is “{text}” {whole} or {part}?")));
        }
        // May be a currency the reader does not know, or digits grouped by `_`: both are read below.
        Reading::NotANumber(_) => {}
    }
    let digits = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let (figure, currency) = text.split_at(digits);
    let (figure, times) = if currency == "k" { (figure, 1_000.0) } else { (figure, 1.0) };
    let currency = (!currency.is_empty() && currency != "k").then(|| currency.to_owned());
    if currency.as_ref().is_some_and(|c| c.len() != 3 || !c.is_ascii()) {
        return Err(wrong());
    }
    if figure.rsplit_once(',').is_some_and(|(_, group)| group.len() > 3) {
        return Err(wrong());
    }
    let figure: f64 = figure.replace(['_', ','], "").parse().map_err(|_| wrong())?;
    let cents = figure * times * 100.0;
    if !(0.0..9e15).contains(&cents) {
        return Err(wrong());
    }
    Ok((cents.round() as i64, currency))
}

impl Amount {
    /// True when an amount in hundredths of `currency`'s unit passes. A condition without a currency means the
    /// account's, `own`.
    pub fn holds(&self, hundredths: Option<i64>, currency: &str, own: &str) -> bool {
        match (self, hundredths) {
            (Self::None, amount) => amount.is_none(),
            (Self::Any, amount) => amount.is_some(),
            (Self::Is(..), None) => false,
            (Self::Is(compare, cents, named), Some(amount)) => {
                currency.eq_ignore_ascii_case(named.as_deref().unwrap_or(own)) && compare.holds(amount, *cents)
            }
        }
    }

    /// True when an amount of money passes, as in [`Self::holds`].
    pub fn holds_money(&self, money: Option<&Money>, own: &str) -> bool {
        let code = money.map_or("", |money| &money.currency.0);
        self.holds(money.map(|money| hundredths(money.minor, code)), code, own)
    }
}

/// An amount in hundredths of its unit: a currency without a smaller unit is scaled up.
pub(in crate::store) fn hundredths(minor: i64, currency: &str) -> i64 {
    match Currency::decimals_of(currency) {
        0 => minor.saturating_mul(100),
        1 => minor.saturating_mul(10),
        2 => minor,
        more => minor / 10i64.pow(more - 2),
    }
}
