//! Values that writes set, and names of fields.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value as Json};

/// Name of a field as the service spells it: `display_name`. For a mark of an inquiry it is the name of the mark.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldName(Cow<'static, str>);

impl FieldName {
    /// Name that is fixed in the program.
    pub const fn fixed(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// Name that the service sent.
    pub fn named(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// Name as the service spells it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FieldName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Value of a field. Numbers are equal in all spellings: `12` and `12.0`. [`Self::is_same`] also compares numbers that
/// are sent as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Json", into = "Json")]
pub enum Value {
    /// No value, or an inherited one.
    Null,
    Bool(bool),
    Whole(i64),
    Number(Number),
    Text(Box<str>),
    /// List or object.
    Json(Box<Json>),
}

impl Value {
    pub fn text(text: impl Into<Box<str>>) -> Self {
        Self::Text(text.into())
    }

    /// Text, if the value is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// True when the service means the same by both values. It may send a value as a number or a text: `12` is
    /// `"12.00"`, and yes is 1.
    pub fn is_same(&self, other: &Self) -> bool {
        let number = |value: &Self| match value {
            Self::Bool(yes) => Some(f64::from(u8::from(*yes))),
            value => value.as_number(),
        };
        let yes = |value: &Self| matches!(value, Self::Text(text) if matches!(text.trim(), "true" | "yes"));
        let no = |value: &Self| matches!(value, Self::Text(text) if matches!(text.trim(), "false" | "no"));
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bool(is), text) | (text, Self::Bool(is)) if yes(text) || no(text) => *is == yes(text),
            (a, b) => a == b || number(a).is_some_and(|a| number(b) == Some(a)),
        }
    }

    /// Number, also if it was sent as a text.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.trim().parse().ok(),
            Self::Whole(number) => Some(*number as f64),
            Self::Number(number) => number.as_f64(),
            Self::Null | Self::Bool(_) | Self::Json(_) => None,
        }
    }

    /// Value for the user, cleaned and on one line: `“Anna”`, `yes`, `(empty)`.
    pub fn words(&self) -> String {
        match self {
            Self::Null => "(empty)".to_owned(),
            Self::Text(text) if text.is_empty() => "(empty)".to_owned(),
            Self::Text(text) => format!("“{}”", crate::base::clean_line(text)),
            Self::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Json(json) => crate::base::clean_line(&said(json)).into_owned(),
        }
    }
}

/// List or object in words: `email, phone`, `images: 640, 641`, `rules: 2 entries`.
fn said(json: &Json) -> String {
    let is_plain = |json: &Json| !json.is_array() && !json.is_object();
    match json {
        Json::Array(list) if list.is_empty() => "(none)".to_owned(),
        Json::Array(list) if list.iter().all(is_plain) => list.iter().map(said).collect::<Vec<_>>().join(", "),
        Json::Array(list) if list.iter().all(|row| only_member(row).is_some_and(is_plain)) => {
            list.iter().filter_map(only_member).map(said).collect::<Vec<_>>().join(", ")
        }
        Json::Array(list) if list.len() == 1 => "1 entry".to_owned(),
        Json::Array(list) => format!("{} entries", list.len()),
        Json::Object(members) if members.is_empty() => "(none)".to_owned(),
        Json::Object(members) => {
            let member = |(name, value): (&String, &Json)| format!("{}: {}", name.replace('_', " "), said(value));
            members.iter().map(member).collect::<Vec<_>>().join(" · ")
        }
        Json::String(text) => text.clone(),
        Json::Null => "(none)".to_owned(),
        Json::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Json::Number(number) => number.to_string(),
    }
}

/// Value of the only member of an object, such as `{"id": 640}`.
fn only_member(json: &Json) -> Option<&Json> {
    let members = json.as_object().filter(|members| members.len() == 1)?;
    members.values().next()
}

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(yes) => Self::Bool(yes),
            Json::String(text) => Self::Text(text.into()),
            Json::Number(number) => {
                let whole = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() < 9e15);
                number.as_i64().or(whole.map(|value| value as i64)).map_or(Self::Number(number), Self::Whole)
            }
            other => Self::Json(Box::new(other)),
        }
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(yes) => Self::Bool(yes),
            Value::Whole(number) => number.into(),
            Value::Number(number) => Self::Number(number),
            Value::Text(text) => Self::String(text.into()),
            Value::Json(json) => *json,
        }
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        let whole = (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64);
        whole.map_or_else(|| Number::from_f64(number).map_or(Self::Null, Self::Number), Self::Whole)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::Bool(yes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_objects_are_said_in_words() {
        let words = |text: &str| serde_json::from_str::<Value>(text).expect("a value").words();
        assert_eq!(words("[]"), "(none)");
        assert_eq!(words("[\"email\",\"phone\"]"), "email, phone");
        assert_eq!(
            words("{\"images\":[{\"id\":640},{\"id\":641}],\"show_all\":true}"),
            "images: 640, 641 · show all: yes"
        );
        assert_eq!(words("{\"rules\":[{\"a\":1,\"b\":2},{\"a\":3}]}"), "rules: 2 entries");
    }

    #[test]
    fn equal_values_are_equal_however_they_are_spelled() {
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("a value");
        assert_eq!(read("12"), read("12.0"));
        assert_ne!(read("12.5"), read("12"));
        assert_ne!(read("null"), read("\"\""));
        for text in ["null", "true", "-3", "1.25", "\"a\"", "[1,\"b\"]", "{\"a\":null}"] {
            assert_eq!(serde_json::to_string(&read(text)).expect("JSON"), text);
        }
    }
}
