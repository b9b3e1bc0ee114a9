//! Kinds of fields by the values they take.

use serde_json::Value as Json;

use crate::base::{Currency, words_of};
use crate::store::Value;

/// Kind of values of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A colour as `#rrggbb`, painted before its text.
    Colour,
    /// Shown as dots.
    Secret,
    /// Several lines.
    Long,
    /// A whole number within these bounds.
    Number {
        min: i64,
        max: i64,
    },
    /// A number with or without decimals, as people write amounts.
    Decimal,
    /// An amount, never below zero; of a price its currency.
    Money(Option<Currency>),
    Bool,
    /// One of these values.
    Choice(Vec<String>),
    /// Any number of these, as a list.
    Choices(Vec<String>),
    /// Words between commas.
    List,
    /// Numbers of images between commas.
    Images,
    /// A text, or what reads as JSON: a number, true, a list. For a value nobody has told the type of.
    Any,
    /// Anything else, as several lines of JSON.
    Json,
    /// Shown and not edited.
    Shown,
}

impl Kind {
    /// Kind of field for a value whose type is unknown; `None` for one that cannot be edited.
    pub fn of(value: &Value) -> Option<Self> {
        let word = |word: &str| !word.is_empty() && word.trim() == word && !word.contains(',');
        let plain = |rows: &Vec<Json>| {
            rows.iter().all(Json::is_number) || rows.iter().all(|row| row.as_str().is_some_and(word))
        };
        Some(match value {
            Value::Null => return None,
            Value::Bool(_) => Self::Bool,
            Value::Whole(_) | Value::Number(_) => Self::Decimal,
            Value::Text(text) if text.contains('\n') => Self::Long,
            Value::Text(_) => Self::Text,
            // Words between commas come back as they were only where none of them has one.
            Value::Json(json) if json.as_array().is_some_and(plain) => Self::List,
            Value::Json(_) => Self::Json,
        })
    }
}

/// Choice that a text names, as the service writes it or as it is shown; the text itself if it names none.
pub(super) fn meant<'a>(words: &'a [String], text: &'a str) -> &'a str {
    let shown = || words.iter().find(|word| words_of(word).eq_ignore_ascii_case(text));
    words.iter().find(|word| *word == text).or_else(shown).map_or(text, String::as_str)
}

/// Error for a text that names no choice.
pub(super) fn no_choice(words: &[String], text: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| words_of(word)).collect();
    format!("“{text}” is none of: {}.", words.join(", "))
}
