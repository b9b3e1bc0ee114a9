//! Amounts and counts as typed in a filter: with a comparison sign, as a range, or as a word: `>$1,500`, `<2k`,
//! `500-900`, `none`.

use super::parse::Word;
use super::{Amount, Compare, FilterError};
use crate::base::{Currency, Decimal, Money, Reading};

/// Comparison sign at the beginning of a text, and the text after it; `Equal` without a sign.
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

/// Two figures of `500-900` or `500..900`, as typed; `None` for another text.
pub(super) fn range(text: &str) -> Option<(&str, &str)> {
    ["..", "–", "-"]
        .into_iter()
        .find_map(|between| text.split_once(between))
        .filter(|(low, high)| !low.is_empty() && !high.is_empty())
}

/// Comparison and figure of a text, or of a range of two figures; `read` reads each figure.
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

/// Amounts separated by commas, one of which must match. A comma between digits groups thousands and does not
/// separate.
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
    // A currency sign before the first figure holds for the second, too: `$5,000-9,000` ends at `$9,000`.
    let sign = &low[..low.find(|c: char| c.is_ascii_digit()).unwrap_or(0)];
    let bare = !high.contains(|c: char| !c.is_ascii() || c == '$' || c.is_alphabetic() && !matches!(c, 'k' | 'm'));
    let signed = if bare { format!("{sign}{high}") } else { high.to_owned() };
    let (to, also_of) = figure(word, name, &signed)?;
    if of.is_some() && also_of.is_some() && of != also_of {
        return Err(word.error(format!("{name}: “{rest}” names two currencies")));
    }
    // Some type `5-9k` for `5k-9k`, so a range that may be meant so is refused, with both readings.
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

/// Figure in hundredths of the currency's unit, and the currency named with it, if any.
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
        // The text may have a currency that the reader does not know, or digits grouped by `_`: both are read below.
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
    /// True when an amount, in hundredths of `currency`'s unit, passes. A condition without a currency is in the
    /// account's currency, `own`.
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

/// Amount in hundredths of the currency's unit, from one in its smallest unit.
pub(in crate::store) fn hundredths(minor: i64, currency: &str) -> i64 {
    match Currency::decimals_of(currency) {
        0 => minor.saturating_mul(100),
        1 => minor.saturating_mul(10),
        2 => minor,
        more => minor / 10i64.pow(more - 2),
    }
}
