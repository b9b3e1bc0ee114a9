//! Kinds of values in a column, and how each is rewritten for services.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::base::{Amount, Decimal, Reading};

/// Kind of values in the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Numbers; the decimal separator is for those with two readings.
    Number(Option<Decimal>),
    /// Yes and no, in any of the known words.
    Switch,
    /// Switches in a file that the service wrote, whose words stay.
    OwnSwitch,
}

/// Column and the kind of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnOf {
    /// Place of the column, from 0.
    pub column: usize,
    pub value: Value,
}

const YES: [&str; 17] =
    ["true", "yes", "on", "1", "y", "t", "x", "ja", "j", "wahr", "oui", "vrai", "si", "sí", "sim", "tak", "✓"];
const NO: [&str; 13] = ["false", "no", "off", "0", "n", "f", "nein", "falsch", "non", "faux", "não", "nie", "nee"];
/// Number of words at the beginning of `YES` and `NO` that services may be expected to read.
const OWN: usize = 4;

/// Value of a switch as people and programs write it.
pub fn switch(text: &str) -> Option<bool> {
    let word = text.trim().to_lowercase();
    match (YES.contains(&word.as_str()), NO.contains(&word.as_str())) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// True for a cell with a sign that means "nothing".
pub fn is_nothing(text: &str) -> bool {
    matches!(text.trim(), "" | "-" | "–" | "—" | "--")
}

impl Value {
    /// Cell as it is sent. A cell that is not a value stays unchanged, because its row is left out.
    pub fn sent(self, cell: &str) -> Cow<'_, str> {
        let text = cell.trim();
        if is_nothing(text) {
            return Cow::Borrowed("");
        }
        match self {
            Self::Number(decimal) => match Amount::read(text).with(decimal) {
                Reading::Exact(amount) if !is_plain(text) || decimal.is_some() => Cow::Owned(amount.plain()),
                _ => Cow::Borrowed(cell),
            },
            Self::OwnSwitch if is_own(text) => Cow::Borrowed(cell),
            Self::Switch | Self::OwnSwitch => match switch(text) {
                Some(on) => Cow::Borrowed(if on { "true" } else { "false" }),
                None => Cow::Borrowed(cell),
            },
        }
    }
}

fn is_own(text: &str) -> bool {
    let own = |words: &[&str]| words.iter().take(OWN).any(|word| text.eq_ignore_ascii_case(word));
    own(&YES) || own(&NO)
}

/// True for digits with at most one point between them, which a service can read.
fn is_plain(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    unsigned.split_once('.').map_or_else(|| digits(unsigned), |(whole, part)| digits(whole) && digits(part))
}
