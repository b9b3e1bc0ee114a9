//! Kinds of fields, by their values.

use serde_json::Value as Json;

use crate::base::{Currency, words_of};
use crate::store::Value;

/// Kind of a field's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Colour as `#rrggbb`, with its swatch before the text.
    Colour,
    /// Text shown as dots.
    Secret,
    /// Text of several lines.
    Long,
    /// Whole number within these bounds.
    Number {
        min: i64,
        max: i64,
    },
    /// Number with or without decimals, as users write amounts.
    Decimal,
    /// Amount that is not below zero; with its currency if it is a price.
    Money(Option<Currency>),
    Bool,
    /// One of these values.
    Choice(Vec<String>),
    /// Any number of these values, as a list.
    Choices(Vec<String>),
    /// Words separated by commas.
    List,
    /// Numbers of images separated by commas.
    Images,
    /// Text, or what can be read as JSON (a number, true, a list), for a value of unknown type.
    Any,
    /// Any other value, as several lines of JSON.
    Json,
    /// Value that is shown and cannot be edited.
    Shown,
}

impl Kind {
    /// Kind of field for a value of unknown type; `None` for one that cannot be edited.
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
            // Words separated by commas can be read back only if none of them contains a comma.
            Value::Json(json) if json.as_array().is_some_and(plain) => Self::List,
            Value::Json(_) => Self::Json,
        })
    }
}

/// Choice that a text names, in the service's or the shown spelling; the text itself if it names none.
pub(super) fn meant<'a>(words: &'a [String], text: &'a str) -> &'a str {
    let shown = || words.iter().find(|word| words_of(word).eq_ignore_ascii_case(text));
    words.iter().find(|word| *word == text).or_else(shown).map_or(text, String::as_str)
}

/// Error for a text that is not one of the choices.
pub(super) fn no_choice(words: &[String], text: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| words_of(word)).collect();
    format!("“{text}” is none of: {}.", words.join(", "))
}
