//! Objects whose keys are names: settings by name, reports by key.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::api::decode::{Object, members};
use crate::api::tolerant::{Lenient, Seen};
use crate::base::Untrusted;

/// Values keyed by name, in the order of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(pub Vec<(Untrusted, Seen<T>)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    /// The value under `name`, if it has the documented shape.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.seen(name).and_then(Seen::get)
    }

    /// The field under `name` as received; `None` when the name is absent.
    pub fn seen(&self, name: &str) -> Option<&Seen<T>> {
        self.0.iter().find(|(key, _)| key.raw() == name).map(|(_, value)| value)
    }

    /// Names and values, in the order of the answer.
    pub fn iter(&self) -> impl Iterator<Item = (&Untrusted, &Seen<T>)> {
        self.0.iter().map(|(name, value)| (name, value))
    }
}

impl<T: Lenient> Lenient for Named<T> {
    fn lenient(json: &str) -> Option<Self> {
        let object = Object::read(json)?;
        Some(Self(object.0.into_iter().map(|(name, json)| (name.into_owned().into(), Seen::read(json))).collect()))
    }
}

impl<'de, T: Lenient> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, "an object")
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// Rows of one report: a list, or an object with the list under `rows`. Rows that cannot be read are left out; they
/// remain in the raw text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Rows<T>(pub Vec<T>);

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Lenient> Lenient for Rows<T> {
    fn lenient(json: &str) -> Option<Self> {
        let inner = Object::read(json).and_then(|object| object.get("rows"));
        let rows = members(inner.unwrap_or(json))?;
        Some(Self(rows.into_iter().filter_map(T::lenient).collect()))
    }
}

impl<'de, T: Lenient> Deserialize<'de> for Rows<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, "a list of rows")
    }
}

/// Tolerant reading for shapes that have no strict one.
fn read<'de, D: Deserializer<'de>, T: Lenient>(deserializer: D, what: &str) -> Result<T, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    T::lenient(raw.get()).ok_or_else(|| serde::de::Error::custom(format_args!("expected {what}")))
}
