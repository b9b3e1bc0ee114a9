//! Reading of JSON values whose shape the documents do not give: a number may be a text, yes may be 1, a list may be
//! an object. A value of any other shape becomes `None`, and the screen says so.

use serde_json::Value;

use super::tolerant::Lenient;
use crate::base::Timestamp;

/// A number, even if it is written as a text.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|number| number.is_finite())
}

/// A count: a number that is whole and not below zero.
pub fn count(value: &Value) -> Option<u64> {
    number(value).filter(|number| number.fract() == 0.0 && (0.0..9e15).contains(number)).map(|number| number as u64)
}

/// Yes or no: a boolean, 0 and 1, `"true"` and `"false"`.
pub fn yes(value: &Value) -> Option<bool> {
    bool::lenient(&value.to_string())
}

/// A time in Unix seconds, if it is a plausible one.
pub fn time(value: &Value) -> Option<Timestamp> {
    Timestamp(i64::try_from(count(value)?).ok()?).plausible()
}

/// Members of a list without keys, or members of an object with their keys.
pub fn members(value: &Value) -> Vec<(Option<&str>, &Value)> {
    match value {
        Value::Array(list) => list.iter().map(|value| (None, value)).collect(),
        Value::Object(object) => object.iter().map(|(key, value)| (Some(key.as_str()), value)).collect(),
        _ => Vec::new(),
    }
}

/// True for null, an empty list and an empty object.
pub fn is_empty(value: &Value) -> bool {
    value.is_null() || (matches!(value, Value::Array(_) | Value::Object(_)) && members(value).is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_read_from_every_shape_that_means_it_and_from_no_other() {
        for (value, expected) in [
            (json!(12), Some(12.0)),
            (json!(" 12.5 "), Some(12.5)),
            (json!("12 visitors"), None),
            (json!("inf"), None),
            (json!(true), None),
            (json!([1]), None),
        ] {
            assert_eq!(number(&value), expected, "{value}");
        }
        for (value, expected) in [(json!(2.0), Some(2)), (json!("3"), Some(3)), (json!(-1), None), (json!(1.5), None)] {
            assert_eq!(count(&value), expected, "{value}");
        }
        for (value, expected) in [
            (json!(true), Some(true)),
            (json!(1), Some(true)),
            (json!("0"), Some(false)),
            (json!("false"), Some(false)),
            (json!("perhaps"), None),
            (json!(2), None),
        ] {
            assert_eq!(yes(&value), expected, "{value}");
        }
    }
}
