//! The part of a JSON answer that the client itself reads: whether it is JSON, and whether it is a refusal.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::outcome::ServiceError;
use crate::api::errors;

/// Top level of an answer.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub errors: Vec<ServiceError>,
    pub success: Option<bool>,
}

/// Shape of a body, read in one pass without building the values; only a body with errors is read a second time. The
/// error is a sentence about where it stops being JSON.
pub(super) fn shape_of(body: &[u8]) -> Result<Shape, String> {
    let top: Top = serde_json::from_slice(body)
        .map_err(|why| format!("not an object at line {}, column {}", why.line(), why.column()))?;
    let errors = if top.errors { errors::parse(body) } else { Vec::new() };
    Ok(Shape { errors, success: top.success })
}

#[derive(Default)]
struct Top {
    errors: bool,
    success: Option<bool>,
}

impl<'de> Deserialize<'de> for Top {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TopVisitor)
    }
}

struct TopVisitor;

impl<'de> Visitor<'de> for TopVisitor {
    type Value = Top;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Top, A::Error> {
        let mut top = Top::default();
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match key.as_ref() {
                "success" => {
                    top.success = match map.next_value::<&RawValue>()?.get() {
                        "true" => Some(true),
                        "false" => Some(false),
                        _ => None,
                    }
                }
                key => {
                    top.errors |= errors::KEYS_OF_ERRORS.contains(&key);
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(top)
    }

    /// Accepts a list, because the documents do not show the answers of the ads service.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Top, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Top::default())
    }
}
