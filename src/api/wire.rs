//! Writing of a request's fields into a concrete call.

use serde_json::{Map, Value};

use super::endpoint::{Body, Call, Endpoint, Param, Part, Place};
use crate::base::{DomainName, Id, Timestamp, Written, percent_encoded};

/// Value in the forms in which it is sent.
pub trait Wire {
    /// Text for a path, a query or a multipart field; `None` leaves the parameter out.
    fn text(&self) -> Option<String>;

    /// Value for a JSON body; `None` leaves the parameter out.
    fn json(&self) -> Option<Value>;
}

/// Several parameters that are sent together (a filter, a page).
pub trait Group {
    const PARAMS: &'static [Param];

    /// Writes the parameters of the group.
    fn put(&self, writer: &mut Writer);
}

/// Change to a value that can also be cleared: not sent, `null`, or a new value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// Not sent; the service keeps what it has.
    #[default]
    Keep,
    /// Sent as `null`: inherits again, or releases the value.
    Clear,
    /// Sent as the new value.
    Set(T),
}

impl<T: Wire> Wire for Patch<T> {
    fn text(&self) -> Option<String> {
        match self {
            Self::Set(value) => value.text(),
            Self::Keep | Self::Clear => None,
        }
    }

    fn json(&self) -> Option<Value> {
        match self {
            Self::Keep => None,
            Self::Clear => Some(Value::Null),
            Self::Set(value) => value.json(),
        }
    }
}

/// A file to be uploaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    pub path: std::path::PathBuf,
    pub file_name: String,
    pub content_type: &'static str,
    /// Encoding and separator of the rows on disk; they are sent with commas and in UTF-8.
    pub written: Written,
    /// [`crate::base::digest`] of the checked content; different content is not sent. `None` sends whatever the file
    /// contains.
    pub digest: Option<String>,
}

/// Names of settings or fields with their new values; `null` inherits.
pub type Changes = Map<String, Value>;

impl Wire for Changes {
    fn text(&self) -> Option<String> {
        None
    }

    fn json(&self) -> Option<Value> {
        Some(Value::Object(self.clone()))
    }
}

impl Wire for String {
    fn text(&self) -> Option<String> {
        Some(self.clone())
    }

    fn json(&self) -> Option<Value> {
        Some(Value::String(self.clone()))
    }
}

impl Wire for bool {
    fn text(&self) -> Option<String> {
        // The documents do not say how a query writes a boolean; 1 and 0 are read by most services.
        Some(if *self { "1" } else { "0" }.to_owned())
    }

    fn json(&self) -> Option<Value> {
        Some(Value::Bool(*self))
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => { $(
        impl Wire for $ty {
            fn text(&self) -> Option<String> {
                Some(self.to_string())
            }

            fn json(&self) -> Option<Value> {
                Some(Value::from(*self))
            }
        }
    )* };
}
numbers!(i64, u32, u64);

impl<T> Wire for Id<T> {
    fn text(&self) -> Option<String> {
        self.get().text()
    }

    fn json(&self) -> Option<Value> {
        self.get().json()
    }
}

impl Wire for Timestamp {
    fn text(&self) -> Option<String> {
        self.0.text()
    }

    fn json(&self) -> Option<Value> {
        self.0.json()
    }
}

impl Wire for DomainName {
    fn text(&self) -> Option<String> {
        Some(self.punycode().to_owned())
    }

    fn json(&self) -> Option<Value> {
        Some(Value::String(self.punycode().to_owned()))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn text(&self) -> Option<String> {
        self.as_ref().and_then(Wire::text)
    }

    fn json(&self) -> Option<Value> {
        self.as_ref().and_then(Wire::json)
    }
}

/// Sent separated by commas in a query, and as a list in JSON.
impl<T: Wire> Wire for Vec<T> {
    fn text(&self) -> Option<String> {
        Some(self.iter().filter_map(Wire::text).collect::<Vec<_>>().join(","))
    }

    fn json(&self) -> Option<Value> {
        Some(Value::Array(self.iter().filter_map(Wire::json).collect()))
    }
}

/// Collects the parameters of one call.
#[derive(Debug)]
pub struct Writer {
    path: String,
    query: Vec<(&'static str, String)>,
    json: Option<Map<String, Value>>,
    parts: Vec<Part>,
}

impl Writer {
    /// The writer of a call to `endpoint`, still without parameters.
    pub fn new(endpoint: &'static Endpoint) -> Self {
        let json = endpoint.params.iter().any(|param| param.place == Place::Json);
        Self { path: endpoint.path.to_owned(), query: Vec::new(), json: json.then(Map::new), parts: Vec::new() }
    }

    /// Writes one parameter to its place, unless it is absent.
    pub fn put(&mut self, param: Param, value: &impl Wire) {
        match param.place {
            Place::Path => {
                let text = value.text().unwrap_or_default();
                self.path = self.path.replace(&format!("{{{}}}", param.name), &segment(&text));
            }
            Place::Query => self.query.extend(value.text().map(|text| (param.name, text))),
            Place::Json => {
                if let Some(json) = value.json() {
                    self.json.get_or_insert_default().insert(param.name.to_owned(), json);
                }
            }
            Place::Multipart => {
                self.parts.extend(value.text().map(|value| Part::Field { name: param.name, value }));
            }
        }
    }

    pub fn put_file(&mut self, name: &'static str, file: &Upload) {
        let Upload { path, file_name, content_type, written, digest } = file.clone();
        self.parts.push(Part::File { name, path, file_name, content_type, written, digest });
    }

    /// The concrete call. A body with a file is multipart, even where JSON would be possible.
    pub fn finish(self, endpoint: &'static Endpoint) -> Call {
        let body = match self.json {
            _ if !self.parts.is_empty() => Body::Multipart(self.parts),
            Some(json) => Body::Json(Value::Object(json)),
            None => Body::None,
        };
        Call { endpoint, path: self.path, query: self.query, body }
    }
}

/// Path segment, percent-encoded. A text that cannot be a segment (empty, `.`, `..` would lead to another path)
/// becomes `_`, which is no id of the service: the answer is then "not found", never another resource.
pub fn segment(text: &str) -> String {
    if matches!(text, "" | "." | "..") {
        return "_".to_owned();
    }
    percent_encoded(text)
}

/// Number of items in all lists together.
pub const fn total<T>(lists: &[&[T]]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < lists.len() {
        sum += lists[i].len();
        i += 1;
    }
    sum
}

/// All lists joined. `N` is their [`total`]; `filler` is any value, with which the array starts.
pub const fn flatten<T: Copy, const N: usize>(lists: &[&[T]], filler: T) -> [T; N] {
    let mut out = [filler; N];
    let (mut at, mut i) = (0, 0);
    while i < lists.len() {
        let mut k = 0;
        while k < lists[i].len() {
            out[at] = lists[i][k];
            at += 1;
            k += 1;
        }
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::segment;

    #[test]
    fn a_placeholder_cannot_leave_its_segment() {
        assert_eq!(segment("17"), "17");
        assert_eq!(segment("a/b?c#d"), "a%2Fb%3Fc%23d");
        assert_eq!(segment(".."), "_");
        assert_eq!(segment("é"), "%C3%A9");
    }
}
