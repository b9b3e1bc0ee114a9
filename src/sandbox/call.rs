//! A call as handlers get it, their answers, and the error list of the documents.

use serde_json::{Value, json};

use super::like::{Like, Likes};
use super::options::Grant;

/// Boolean written as a text. Its spelling is not documented: `0`, `false`, `no` and an empty text are false.
pub fn is_yes(text: &str) -> bool {
    !matches!(text, "" | "0" | "false" | "no")
}

/// Boolean of a JSON body, in the forms that callers send.
pub fn truthy(value: &Value) -> bool {
    match value {
        Value::Bool(yes) => *yes,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => is_yes(text),
        _ => false,
    }
}

/// One part of a `multipart/form-data` body.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Request without HTTP: everything that a handler needs.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub method: String,
    /// Path relative to `/api/v1/`.
    pub path: String,
    /// Parameters of the query, decoded; of several with the same name the last counts.
    pub query: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Parts of a `multipart/form-data` body; empty for any other body.
    pub parts: Vec<Part>,
    pub bearer: Option<String>,
    pub ads_key: Option<String>,
    /// Choices of this service where the documents leave one.
    pub likes: Likes,
    /// Token of the call, as it was sent.
    pub token: String,
    /// Name of that token for places where its value must not be shown.
    pub called: String,
    /// Abilities of that token.
    pub grant: Grant,
    /// Values of the path's placeholders, in order.
    pub places: Vec<String>,
}

impl Ask {
    /// Query parameter; an empty one counts as not given.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.query.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str()).filter(|v| !v.is_empty())
    }

    /// Boolean of the query.
    pub fn flag(&self, name: &str) -> bool {
        self.param(name).is_some_and(is_yes)
    }

    /// Text field of a form; an empty one counts as not given.
    pub fn field(&self, name: &str) -> Option<&str> {
        let part = self.parts.iter().rev().find(|part| part.name == name)?;
        std::str::from_utf8(&part.bytes).ok().map(str::trim).filter(|value| !value.is_empty())
    }

    /// The `{id}` of the path; -1, which identifies nothing, if the text is not a number.
    pub fn id(&self) -> i64 {
        self.places.first().and_then(|id| id.parse().ok()).unwrap_or(-1)
    }

    /// Refusal of a call whose token lacks an ability.
    pub fn lacks(ability: &str) -> Refusal {
        Refusal::forbidden(format!("This token does not have the ability {ability}."))
    }

    /// JSON object of the body; an empty body counts as an empty object.
    ///
    /// # Errors
    /// 400 when the body is something else.
    pub fn json(&self) -> Result<serde_json::Map<String, Value>, Refusal> {
        if self.body.iter().all(u8::is_ascii_whitespace) {
            return Ok(serde_json::Map::new());
        }
        match serde_json::from_slice(&self.body) {
            Ok(Value::Object(object)) => Ok(object),
            _ => Err(Refusal::new(400, "invalid_body", "The body of this request is not a JSON object.")),
        }
    }
}

/// Refusal: status and `errors`, with the extra header of a 429.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub code: &'static str,
    pub message: String,
    pub retry_after: Option<String>,
    /// Refused settings or fields, each with its message; `errors` then has one entry for each.
    pub fields: Vec<(String, String)>,
}

impl Refusal {
    /// Refusal without parameters.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), retry_after: None, fields: Vec::new() }
    }

    /// Refusal with status 400 that names settings or fields, each with its message.
    pub fn fields(code: &'static str, fields: Vec<(String, String)>) -> Self {
        Self { fields, ..Self::new(400, code, "Some values were refused.") }
    }

    /// Refusal with status 404 and the key of the missing thing.
    pub fn not_found(code: &'static str, message: &'static str) -> Self {
        Self::new(404, code, message)
    }

    /// Refusal with status 403 for one of its three causes: not possible now, feature off, ability missing.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(403, "do_not_have_permission", message)
    }

    /// Body: `{"errors":[{code, message}]}`, with `field` in each entry that names one.
    pub fn body(&self) -> String {
        let mut errors: Vec<Value> = Vec::new();
        for (field, message) in &self.fields {
            errors.push(json!({ "code": self.code, "message": message, "field": field }));
        }
        if errors.is_empty() {
            errors.push(json!({ "code": self.code, "message": self.message }));
        }
        json!({ "errors": errors }).to_string()
    }
}

/// Result of a handler: the JSON text, or a refusal.
pub type Outcome = Result<String, Refusal>;

/// A download: a file instead of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub content_type: &'static str,
    /// Name in plain ASCII, made by the sandbox.
    pub name: String,
    pub body: Vec<u8>,
}

/// Answer of a successful call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Json(String),
    File(File),
}

/// Page asked for: `page` from 1, and `per_page` from 1 to the endpoint's maximum.
///
/// The documents do not describe other values. Here a number out of range becomes the nearest one in range, a text
/// that is not a number counts as not given, and a page after the last one is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub page: u64,
    /// Number of rows of a page.
    pub per_page: u64,
    /// Number of rows per page that the answer gives.
    told: u64,
}

impl Page {
    /// Page from the query of a list with this maximum; 50 rows if not given.
    pub fn of(ask: &Ask, most: u64) -> Self {
        let number = |name| ask.param(name).and_then(|value| value.parse::<i64>().ok());
        let held = |value: i64| u64::try_from(value).unwrap_or(0);
        let most = ask.likes.cap().map_or(most, |cap| cap.min(most));
        Self::new(ask, held(number("page").unwrap_or(1)).max(1), held(number("per_page").unwrap_or(50)).clamp(1, most))
    }

    /// Page from the query of a list with a fixed number of rows.
    pub fn fixed(ask: &Ask, rows: u64) -> Self {
        Self::new(ask, Self::of(ask, rows).page, rows)
    }

    fn new(ask: &Ask, page: u64, told: u64) -> Self {
        let short = ask.likes.has(Like::ShortPages);
        Self { page, per_page: if short { told.div_ceil(2) } else { told }, told }
    }

    /// Number of rows before this page.
    pub fn skip(self) -> i64 {
        i64::try_from((self.page - 1).saturating_mul(self.per_page)).unwrap_or(i64::MAX)
    }

    /// The `pagination` member for a list of `total` rows of which `shown` are on this page.
    pub fn object(self, total: u64, shown: usize) -> String {
        let last = total.div_ceil(self.per_page).max(1);
        format!(
            r#"{{"current_page":{},"last_page":{last},"per_page":{},"shown":{shown},"total":{total}}}"#,
            self.page, self.told
        )
    }
}

/// Writer of JSON objects, member by member, in the order of the documents.
#[derive(Default)]
pub struct Obj(String);

impl Obj {
    /// An empty object.
    pub fn new() -> Self {
        Self(String::from("{"))
    }

    /// Adds a member whose value is JSON text.
    pub fn raw(&mut self, key: &str, json: &str) -> &mut Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
        self.0.push_str(json);
        self
    }

    /// Adds members that are JSON text (`"a":1,"b":2`).
    pub fn members(&mut self, text: &str) -> &mut Self {
        if self.0.len() > 1 && !text.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(text);
        self
    }

    /// Adds a member with a serialisable value.
    pub fn put(&mut self, key: &str, value: impl serde::Serialize) -> &mut Self {
        // Our own plain data can always be serialised.
        let json = serde_json::to_string(&value).unwrap_or_else(|_| "null".into());
        self.raw(key, &json)
    }

    /// Finished JSON text.
    pub fn end(&mut self) -> String {
        let mut text = std::mem::take(&mut self.0);
        text.push('}');
        text
    }

    /// Members without the braces, to be stored.
    pub fn inner(&mut self) -> String {
        let mut text = std::mem::take(&mut self.0);
        text.remove(0);
        text
    }
}

/// List in the form of an answer: `{"key":[rows],"pagination":{…}}`.
pub fn list(key: &str, rows: &[String], pagination: &str) -> String {
    let mut text = String::with_capacity(rows.iter().map(|row| row.len() + 1).sum::<usize>() + 160);
    text.push_str("{\"");
    text.push_str(key);
    text.push_str("\":[");
    for (i, row) in rows.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(row);
    }
    text.push_str("],\"pagination\":");
    text.push_str(pagination);
    text.push('}');
    text
}
