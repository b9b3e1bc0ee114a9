//! Exact values of cells for files, to be read by programs.

use std::borrow::Cow;

use serde_json::{Number, Value};

use super::super::super::text::NONE;
use crate::base::{Money, Timestamp, clean_block};

/// Value of a cell in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Exact<'a> {
    /// Missing or unknown: an empty cell in CSV, `null` in JSON.
    None,
    Text(Cow<'a, str>),
    Number(Number),
    Bool(bool),
    /// Time, written in ISO 8601, UTC.
    Time(Timestamp),
}

impl<'a> Exact<'a> {
    /// Text of a cell; none if it is empty or `—`.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        if text.is_empty() || text == NONE { Self::None } else { Self::Text(text) }
    }

    /// The same value with a text of its own.
    pub fn owned(self) -> Exact<'static> {
        match self {
            Self::None => Exact::None,
            Self::Text(text) => Exact::Text(text.into_owned().into()),
            Self::Number(number) => Exact::Number(number),
            Self::Bool(yes) => Exact::Bool(yes),
            Self::Time(at) => Exact::Time(at),
        }
    }

    /// Figure as it is shown, `1,234`; a text if it is not one.
    pub fn figure(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        text.replace(',', "").parse::<i64>().map_or_else(|_| Self::text(text), Self::from)
    }

    /// Number without digits that were not sent: `1250`, not `1250.0`.
    pub fn number(number: f64) -> Self {
        if number.fract() == 0.0 && number.abs() < 9e15 {
            return Self::from(number as i64);
        }
        Number::from_f64(number).map_or(Self::None, Self::Number)
    }

    /// Amount without its currency, which has a column of its own.
    pub fn amount(money: &Money) -> Self {
        let unit = 10_i64.pow(money.currency.decimals());
        if money.minor % unit == 0 {
            Self::from(money.minor / unit)
        } else {
            Self::number(money.minor as f64 / unit as f64)
        }
    }

    /// Value for CSV. Texts are cleaned here, so that no column can be forgotten.
    pub fn csv(self) -> Cow<'a, str> {
        match self {
            Self::None => Cow::Borrowed(""),
            Self::Text(text) => cleaned(text),
            Self::Number(number) => number.to_string().into(),
            Self::Bool(yes) => if yes { "true" } else { "false" }.into(),
            Self::Time(at) => at.iso().into(),
        }
    }

    /// Value for JSON.
    pub fn json(self) -> Value {
        match self {
            Self::None => Value::Null,
            Self::Text(text) => Value::from(cleaned(text).into_owned()),
            Self::Number(number) => Value::Number(number),
            Self::Bool(yes) => Value::Bool(yes),
            Self::Time(at) => Value::from(at.iso()),
        }
    }
}

/// Text cleaned for files, with its line ends.
fn cleaned(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => clean_block(text),
        Cow::Owned(text) => Cow::Owned(clean_block(&text).into_owned()),
    }
}

impl From<i64> for Exact<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl From<bool> for Exact<'_> {
    fn from(yes: bool) -> Self {
        Self::Bool(yes)
    }
}

impl From<Timestamp> for Exact<'_> {
    fn from(at: Timestamp) -> Self {
        Self::Time(at)
    }
}

impl From<Value> for Exact<'_> {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::None,
            Value::Bool(yes) => Self::Bool(yes),
            Value::Number(number) => {
                number.as_f64().filter(|_| number.is_f64()).map_or(Self::Number(number), Self::number)
            }
            Value::String(text) => Self::text(text),
            other => Self::text(other.to_string()),
        }
    }
}

impl<T: Into<Self>> From<Option<T>> for Exact<'_> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}
