//! Fields that can be read whatever the service sends: absent, null, as documented, or odd.

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::base::{Currency, DomainName, Id, Timestamp, Untrusted};

/// One field of an answer. Absent, null and a value are three different cases, and a value of an undocumented shape is
/// kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Seen<T> {
    /// The answer does not have the field.
    #[default]
    Missing,
    /// The field is `null`.
    Null,
    /// The field has the documented shape.
    Is(T),
    /// The field has another shape, kept to be shown; a number that JSON values cannot hold (`1e400`) is kept as its
    /// text.
    Odd(Box<Value>),
}

impl<T> Seen<T> {
    /// The value, if it has the documented shape.
    pub fn get(&self) -> Option<&T> {
        match self {
            Self::Is(value) => Some(value),
            _ => None,
        }
    }

    /// The value to be changed in place, if it has the documented shape.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Is(value) => Some(value),
            _ => None,
        }
    }

    /// True when the field was not sent.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// True when the field was sent as `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Value of an undocumented shape, if it is one.
    pub fn odd(&self) -> Option<&Value> {
        match self {
            Self::Odd(value) => Some(value),
            _ => None,
        }
    }
}

impl<T: PartialEq> Seen<T> {
    /// True when the field is exactly this value.
    pub fn is(&self, value: &T) -> bool {
        self.get() == Some(value)
    }
}

impl<T: Copy> Seen<T> {
    /// A copy of the value, if it has the documented shape.
    pub fn copied(&self) -> Option<T> {
        self.get().copied()
    }
}

impl<T> From<T> for Seen<T> {
    fn from(value: T) -> Self {
        Self::Is(value)
    }
}

impl<T: Serialize> Serialize for Seen<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing | Self::Null => serializer.serialize_none(),
            Self::Is(value) => value.serialize(serializer),
            Self::Odd(value) => value.serialize(serializer),
        }
    }
}

/// Reads documented shapes only, which is fast. If that fails, the whole row is read field by field with [`Lenient`].
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Seen<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<T>::deserialize(deserializer)?.map_or(Self::Null, Self::Is))
    }
}

/// Tolerant reading of one JSON text: a number may be a string, a boolean 0 or 1, and an object may have odd members.
pub trait Lenient: Sized {
    /// Value, or `None` if the text cannot mean one.
    fn lenient(json: &str) -> Option<Self>;
}

/// Value that identifies a row in answers and calls.
pub trait Identity: Lenient {
    /// True unless the value identifies nothing; a row without an identity cannot be acted upon.
    fn is_given(&self) -> bool {
        true
    }
}

impl<T> Identity for Id<T> {}

impl Identity for Untrusted {
    fn is_given(&self) -> bool {
        !self.is_blank()
    }
}

impl Identity for DomainName {
    fn is_given(&self) -> bool {
        !self.punycode().trim().is_empty()
    }
}

/// The identity of a row under this key, if it has one.
pub fn identity<T: Identity>(object: &super::decode::Object<'_>, name: &str) -> Option<T> {
    object.get(name).and_then(T::lenient).filter(T::is_given)
}

impl<T: Lenient> Seen<T> {
    /// Reads the JSON text of one field; never fails.
    pub fn read(json: &str) -> Self {
        let json = json.trim();
        if json == "null" {
            return Self::Null;
        }
        T::lenient(json).map_or_else(|| Self::Odd(Box::new(value_of(json))), Self::Is)
    }
}

/// JSON text as a value. A text that serde cannot hold (numbers out of range, depth over 128) becomes a string;
/// broken surrogates in strings become replacement characters.
pub fn value_of(json: &str) -> Value {
    serde_json::from_str(json)
        .ok()
        .or_else(|| serde_json::from_str::<Lossy>(json).ok().map(|text| Value::String(text.0)))
        .unwrap_or_else(|| Value::String(json.to_owned()))
}

/// JSON string in which lone surrogates become replacement characters instead of an error.
struct Lossy(String);

impl<'de> Deserialize<'de> for Lossy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Lossy;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a string")
            }
            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Lossy, E> {
                Ok(Lossy(String::from_utf8_lossy(bytes).into_owned()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

impl Lenient for Value {
    fn lenient(json: &str) -> Option<Self> {
        Some(value_of(json))
    }
}

impl Lenient for Untrusted {
    fn lenient(json: &str) -> Option<Self> {
        match value_of(json) {
            Value::String(text) if json.starts_with('"') => Some(Self::new(text)),
            Value::Number(number) => Some(Self::new(number.to_string())),
            _ => None,
        }
    }
}

impl Lenient for i64 {
    fn lenient(json: &str) -> Option<Self> {
        match value_of(json) {
            Value::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)),
            Value::String(text) => {
                let text = text.trim();
                text.parse().ok().or_else(|| whole(text.parse().ok()?))
            }
            _ => None,
        }
    }
}

/// Integer equal to a float, if it has no fraction and an `i64` holds it exactly.
fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0).then_some(number as i64)
}

impl Lenient for f64 {
    fn lenient(json: &str) -> Option<Self> {
        let number: f64 = match value_of(json) {
            Value::Number(number) => number.as_f64()?,
            Value::String(text) => text.trim().parse().ok()?,
            _ => return None,
        };
        number.is_finite().then_some(number)
    }
}

impl Lenient for bool {
    fn lenient(json: &str) -> Option<Self> {
        match value_of(json) {
            Value::Bool(flag) => Some(flag),
            Value::Number(number) if number.as_i64() == Some(1) => Some(true),
            Value::Number(number) if number.as_i64() == Some(0) => Some(false),
            Value::String(text) => match text.as_str() {
                "1" | "true" => Some(true),
                "0" | "false" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Lenient for Timestamp {
    fn lenient(json: &str) -> Option<Self> {
        i64::lenient(json).map(Self)
    }
}

impl<T> Lenient for Id<T> {
    fn lenient(json: &str) -> Option<Self> {
        i64::lenient(json).map(Self::new)
    }
}

/// Reads a name, or the name in an object about a domain.
impl Lenient for DomainName {
    fn lenient(json: &str) -> Option<Self> {
        if json.starts_with('{') {
            let object = super::decode::Object::read(json)?;
            return ["punycode", "name"].iter().find_map(|key| object.get(key)).and_then(Self::lenient);
        }
        Untrusted::lenient(json).map(|text| Self::from_service(text.raw()))
    }
}

impl Lenient for Currency {
    fn lenient(json: &str) -> Option<Self> {
        Untrusted::lenient(json).map(|text| Self(text.raw().to_owned()))
    }
}

impl<T: Lenient> Lenient for Vec<T> {
    fn lenient(json: &str) -> Option<Self> {
        super::decode::members(json)?.into_iter().map(T::lenient).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_mean_the_same_are_read_and_others_are_kept() {
        assert_eq!(Seen::<i64>::read("12"), Seen::Is(12));
        assert_eq!(Seen::<i64>::read("\"12\""), Seen::Is(12));
        assert_eq!(Seen::<i64>::read("12.0"), Seen::Is(12));
        assert_eq!(Seen::<i64>::read("null"), Seen::Null);
        assert_eq!(Seen::<i64>::read("[1]"), Seen::Odd(Box::new(serde_json::json!([1]))));
        assert_eq!(Seen::<bool>::read("1"), Seen::Is(true));
        assert_eq!(Seen::<bool>::read("2"), Seen::Odd(Box::new(serde_json::json!(2))));
        assert_eq!(Seen::<Untrusted>::read("441234"), Seen::Is(Untrusted::from("441234")));
    }

    #[test]
    fn a_number_out_of_range_keeps_its_source_text() {
        assert_eq!(Seen::<f64>::read("1e400"), Seen::Odd(Box::new(Value::String("1e400".into()))));
        assert_eq!(Seen::<f64>::read("\"1e400\""), Seen::Odd(Box::new(Value::String("1e400".into()))));
    }

    #[test]
    fn a_lone_surrogate_does_not_cost_the_text() {
        let seen = Seen::<Untrusted>::read(r#""a\ud800b""#);
        let text = seen.get().expect("read").raw();
        assert!(text.starts_with('a') && text.ends_with('b') && text.contains('\u{fffd}'), "{text:?}");
    }
}
