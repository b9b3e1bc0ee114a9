//! Decoding of answers into rows and records: an odd field or row does not make the page unreadable, and a
//! list that cannot be read is an error. Look first at [`Reply`] and [`Row`].

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::DecodeError;
use super::errors;
use super::page::Page;
use super::tolerant::{Lenient, Seen, value_of};
use super::types::Pagination;
use crate::base::text_of;

/// Documented object, with the keys under which answers have it.
pub trait Record: DeserializeOwned + Lenient {
    /// Key of a single object in an answer; empty if no answer has one.
    const ONE: &'static str;
    /// Key of a list of objects in an answer; empty if no answer has one.
    const MANY: &'static str;
}

/// A decoded answer.
pub trait Reply: Sized {
    /// Decodes the body of a successful answer.
    ///
    /// # Errors
    /// When the body is not the documented object at all.
    fn decode(body: &[u8]) -> Result<Self, DecodeError>;
}

/// Answer that is an object.
pub trait Enveloped: Sized {
    /// Reads the answer from its text and its members.
    ///
    /// # Errors
    /// When the text is not the documented object at all.
    fn read(text: &str, envelope: &Object<'_>) -> Result<Self, DecodeError>;
}

impl<T: Enveloped> Reply for T {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        let text = text_of(body);
        Self::read(&text, &envelope(&text)?)
    }
}

/// Record with its JSON text as received, for the raw view and for undocumented fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<T> {
    pub value: T,
    pub raw: Arc<str>,
}

impl<T: Record> Row<T> {
    /// Row from one JSON text: decoded in one step if all fields are as documented, else field by field. `None` when
    /// it has no identity.
    pub fn from_raw(json: &str) -> Option<Self> {
        let value = serde_json::from_str(json).ok().or_else(|| T::lenient(json))?;
        Some(Self { value, raw: Arc::from(json) })
    }

    /// Field of the row as received, even if the documents do not name it.
    pub fn field(&self, name: &str) -> Option<Value> {
        Object::read(&self.raw)?.get(name).map(value_of)
    }
}

impl<T: Record> Enveloped for Row<T> {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        let json = envelope.get(T::ONE).ok_or_else(|| not_understood(envelope, T::ONE))?;
        Self::from_raw(json).ok_or_else(|| not_understood(envelope, T::ONE))
    }
}

/// One page of a list, or a whole list without pages, whose pagination is then all `Missing`.
#[derive(Clone, Debug, PartialEq)]
pub struct Paged<T> {
    pub rows: Vec<Row<T>>,
    /// JSON texts of rows without an identity. They are counted and shown raw, but cannot be acted upon.
    pub odd: Vec<Arc<str>>,
    pub pagination: Pagination,
    /// Other members of the answer (`unsent_reasons`, `stats`, …).
    pub extra: Map<String, Value>,
}

impl<T> Default for Paged<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), odd: Vec::new(), pagination: Pagination::default(), extra: Map::new() }
    }
}

impl<T> Paged<T> {
    /// Number of rows of this answer, including those without an identity.
    pub fn shown(&self) -> usize {
        self.rows.len() + self.odd.len()
    }

    /// Number of the page after `page`, to which this is the answer; `None` at the end of the list.
    pub fn next(&self, page: Page) -> Option<u32> {
        self.pagination.next(page, self.shown())
    }

    /// Values without their texts, in the order of the answer.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.rows.iter().map(|row| &row.value)
    }
}

impl<T: Record> Enveloped for Paged<T> {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        Self::from_envelope(envelope)
    }
}

impl<T: Record> Paged<T> {
    /// List of `T` in an answer, with its pagination.
    pub fn from_envelope(envelope: &Object<'_>) -> Result<Self, DecodeError> {
        let list = envelope.get(T::MANY).ok_or_else(|| not_understood(envelope, T::MANY))?;
        let members = members(list).ok_or_else(|| not_understood(envelope, T::MANY))?;
        let mut page = Self {
            pagination: envelope.get("pagination").and_then(Pagination::lenient).unwrap_or_default(),
            ..Self::default()
        };
        // A list written as an object is read by its values. `{}` may also be a failure, so it is an empty list only
        // if the answer gives a total of 0. Likewise an empty page is a failure if the answer says that it shows
        // rows.
        let total = page.pagination.total.copied();
        let shown = page.pagination.shown.copied();
        if members.is_empty() && ((list.starts_with('{') && total != Some(0)) || shown.is_some_and(|n| n > 0)) {
            return Err(not_understood(envelope, T::MANY));
        }
        page.rows.reserve(members.len());
        for json in members {
            match Row::from_raw(json) {
                Some(row) => page.rows.push(row),
                None => page.odd.push(Arc::from(json)),
            }
        }
        for (name, json) in &envelope.0 {
            if name != T::MANY && name != "pagination" {
                page.extra.insert(name.clone().into_owned(), value_of(json));
            }
        }
        Ok(page)
    }
}

/// An answer with `success` and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done;

impl Enveloped for Done {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        match envelope.get("success").and_then(bool::lenient) {
            Some(false) => Err(not_understood(envelope, "success")),
            _ => Ok(Self),
        }
    }
}

/// Content of a file. Large files do not become this: the client streams downloads to disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download(pub Vec<u8>);

impl Reply for Download {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        match errors::parse(body).first() {
            Some(error) => Err(DecodeError { message: format!("The service answered: {}", error.message.line()) }),
            None => Ok(Self(body.to_vec())),
        }
    }
}

/// Any JSON, for undocumented answers.
impl Reply for Value {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        let text = text_of(body);
        serde_json::from_str(&text).map_err(|_| DecodeError { message: "The answer is not JSON.".to_owned() })
    }
}

/// Members of an object in order, each as its JSON text. Of several with the same name, [`Self::get`] returns the
/// last.
#[derive(Debug)]
pub struct Object<'a>(pub Vec<(Cow<'a, str>, &'a str)>);

impl<'a> Object<'a> {
    /// Members of an object, or none of an empty list, which some services send in place of an empty object.
    pub fn read(json: &'a str) -> Option<Self> {
        match serde_json::from_str(json) {
            Ok(object) => Some(object),
            Err(_) if members(json).is_some_and(|list| list.is_empty()) => Some(Self(Vec::new())),
            Err(_) => None,
        }
    }

    /// The JSON text of a member.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, json)| *json)
    }

    /// A member as a field.
    pub fn seen<T: Lenient>(&self, name: &str) -> Seen<T> {
        self.get(name).map_or(Seen::Missing, Seen::read)
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    members.push((Cow::Owned(name), map.next_value::<&RawValue>()?.get()));
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// Entries of a list, or values of an object in its place, each as its JSON text.
pub fn members(json: &str) -> Option<Vec<&str>> {
    if json.trim_start().starts_with('{') {
        let object: Object<'_> = serde_json::from_str(json).ok()?;
        return Some(object.0.into_iter().map(|(_, json)| json).collect());
    }
    let list: Vec<&RawValue> = serde_json::from_str(json).ok()?;
    Some(list.into_iter().map(RawValue::get).collect())
}

/// Answer as an object.
pub fn envelope(text: &str) -> Result<Object<'_>, DecodeError> {
    serde_json::from_str(text)
        .map_err(|_| DecodeError { message: "The answer is not the JSON object the service promises.".to_owned() })
}

/// Error for a documented key that could not be read. If the service sent an error with status 200, it has the
/// service's words.
pub fn not_understood(envelope: &Object<'_>, key: &str) -> DecodeError {
    let message = match errors::of_envelope(envelope).first() {
        Some(error) => format!("The service answered: {}", error.message.line()),
        None => format!("The answer has no readable “{key}”."),
    };
    DecodeError { message }
}

#[cfg(test)]
mod tests;
