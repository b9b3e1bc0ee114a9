//! The part of a JSON answer the client itself must understand: is it JSON, does it carry `errors`, does it say no.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::outcome::ServiceError;
use crate::base::Untrusted;

/// What the top level of an answer shows, read in one pass without building the rest.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub errors: Vec<ServiceError>,
    pub success: Option<bool>,
}

/// Reads a body; the error is a sentence about where it stops being JSON.
pub(super) fn shape_of(body: &[u8]) -> Result<Shape, String> {
    serde_json::from_slice(body).map_err(|why| format!("not JSON at line {}, column {}", why.line(), why.column()))
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Top;

        impl<'de> Visitor<'de> for Top {
            type Value = Shape;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object or a list")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shape, A::Error> {
                let mut shape = Shape::default();
                while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
                    match key.as_ref() {
                        "errors" => shape.errors = read_errors(&map.next_value()?),
                        "success" => shape.success = map.next_value::<Value>()?.as_bool(),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(shape)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Shape, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Shape::default())
            }
        }

        deserializer.deserialize_any(Top)
    }
}

/// The service's errors in any shape that has been seen in the field: a list of objects or texts, an object by code
/// or by field, one object, one text.
fn read_errors(errors: &Value) -> Vec<ServiceError> {
    match errors {
        Value::Array(list) => list.iter().filter_map(|one| read_error(None, one)).collect(),
        Value::Object(map) if map.contains_key("code") || map.contains_key("message") => {
            read_error(None, errors).into_iter().collect()
        }
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| match value {
                Value::Array(list) => list.iter().filter_map(|one| read_error(Some(key), one)).collect(),
                one => read_error(Some(key), one).into_iter().collect::<Vec<_>>(),
            })
            .collect(),
        one => read_error(None, one).into_iter().collect(),
    }
}

fn read_error(key: Option<&str>, one: &Value) -> Option<ServiceError> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let field_of = |value: &Value| {
        ["field", "setting", "name"].iter().find_map(|name| value.get(name)?.as_str().map(Untrusted::from))
    };
    let mut error = match one {
        Value::Null => return None,
        Value::Object(map) => ServiceError {
            code: text(map.get("code").unwrap_or(&Value::Null)).into(),
            message: text(map.get("message").unwrap_or(&Value::Null)).into(),
            field: field_of(one),
        },
        other => {
            let text = text(other);
            // A bare word such as `do_not_have_permission` is a code, a sentence is a message.
            let (code, message) = if is_documented(&text) { (text, String::new()) } else { (String::new(), text) };
            ServiceError { code: code.into(), message: message.into(), field: None }
        }
    };
    if let Some(key) = key {
        if error.code.is_blank() && is_documented(key) {
            error.code = key.into();
        } else if error.field.is_none() {
            error.field = Some(key.into());
        }
    }
    (!error.code.is_blank() || !error.message.is_blank()).then_some(error)
}

/// True for the error keys of the documents.
pub(super) fn is_documented(code: &str) -> bool {
    code == "do_not_have_permission" || code == "import_refused" || code.starts_with("np_parking_api_error_")
}
