//! Refusals of the service: reading error lists, and the meaning of each error key for the user.
//!
//! Left open by document 1, *Errors* (1, 2): how `errors` names the fields that failed, and the shape of the errors
//! in document 3. The client reads lists and objects of entries or texts, a single `error` with its words beside it,
//! and a key at the top level. Words without a key are shown, but may come from a gateway, so a write refused with
//! them is read back. Look first at `keys.rs`, the table of error keys.

mod keys;

pub use keys::*;

use serde_json::Value;

use super::decode::Object;
use super::tolerant::value_of;
use crate::base::{Untrusted, text_of};

/// One entry of an `errors` list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorEntry {
    /// Error key; empty if there is none.
    pub code: Untrusted,
    /// Service's words; empty if there are none.
    pub message: Untrusted,
    /// Name of the setting or field the error is about, if it names one.
    pub field: Option<Untrusted>,
}

/// Errors in a body, for any status: a list of entries or texts, or an object whose member names are fields or keys.
/// Empty when the body has no errors.
pub fn parse(body: &[u8]) -> Vec<ErrorEntry> {
    let text = text_of(body);
    serde_json::from_str::<Object<'_>>(&text).map(|envelope| of_envelope(&envelope)).unwrap_or_default()
}

/// Names of the members in which an answer has its errors. The documents show `errors` (document 1, *Errors*);
/// similar services use the others.
pub const KEYS_OF_ERRORS: [&str; 2] = ["errors", "error"];

/// Like [`parse`], for an answer already split into members. Words beside the key (`{"error": "a_b", "error_message":
/// "No"}`) are those of the only error without words of its own.
pub fn of_envelope(envelope: &Object<'_>) -> Vec<ErrorEntry> {
    let mut entries = Vec::new();
    for key in KEYS_OF_ERRORS {
        if let Some(json) = envelope.get(key) {
            collect(&value_of(json), None, &mut entries);
        }
    }
    let beside = |names: &[&str]| {
        let texts = names.iter().filter_map(|name| envelope.get(name)).map(value_of);
        texts.filter_map(|value| value.as_str().map(str::to_owned)).find(|text| !text.trim().is_empty())
    };
    if let [entry] = entries.as_mut_slice() {
        if entry.message.is_blank() {
            entry.message = beside(&BESIDE).map_or_else(|| entry.message.clone(), Untrusted::from);
        }
        if entry.code.is_blank() {
            entry.code = beside(&["code", "error_code"]).map_or_else(|| entry.code.clone(), Untrusted::from);
        }
    }
    entries
}

/// Like [`parse`], for an answer whose status is a refusal: an error key at its top level counts, too.
pub fn parse_refusal(body: &[u8]) -> Vec<ErrorEntry> {
    let entries = parse(body);
    if !entries.is_empty() {
        return entries;
    }
    let code = top_level(body, &["code", "error_code"]).filter(|code| is_code(code));
    let message = top_level(body, &BESIDE).unwrap_or_default();
    code.map(|code| ErrorEntry { code: code.into(), message: message.into(), field: None }).into_iter().collect()
}

/// Words at the top level of a refusal without errors; they may come from a gateway in front of the service.
pub fn words_of_refusal(body: &[u8]) -> Option<String> {
    top_level(body, &BESIDE)
}

fn top_level(body: &[u8], names: &[&str]) -> Option<String> {
    let text = text_of(body);
    let envelope = serde_json::from_str::<Object<'_>>(&text).ok()?;
    let texts = names.iter().filter_map(|name| envelope.get(name)).map(value_of);
    texts.filter_map(|value| value.as_str().map(str::to_owned)).find(|text| !text.trim().is_empty())
}

/// Names of the members in which services put the key, the words and the field of an error.
const CODES: [&str; 3] = ["code", "key", "error"];
const MESSAGES: [&str; 3] = ["message", "error_message", "text"];
/// Names of members at the top level of an answer that have words about its errors.
const BESIDE: [&str; 5] = ["error_message", "message", "error_description", "detail", "title"];
const FIELDS: [&str; 4] = ["field", "setting", "name", "param"];

fn collect(value: &Value, field: Option<&str>, out: &mut Vec<ErrorEntry>) {
    let field_text = || field.map(Untrusted::from);
    match value {
        Value::String(text) if is_code(text) => {
            out.push(ErrorEntry { code: text.as_str().into(), field: field_text(), ..Default::default() });
        }
        // The member's name is an error key.
        Value::String(text) if field.is_some_and(|name| find(name).is_some()) => {
            let code = field.unwrap_or_default();
            out.push(ErrorEntry { code: code.into(), message: text.as_str().into(), field: None });
        }
        Value::String(text) => {
            out.push(ErrorEntry { message: text.as_str().into(), field: field_text(), ..Default::default() });
        }
        Value::Array(list) => list.iter().for_each(|entry| collect(entry, field, out)),
        Value::Object(map) => {
            let text = |names: &[&str]| names.iter().find_map(|name| map.get(*name).and_then(Value::as_str));
            let (code, message) = (text(&CODES), text(&MESSAGES));
            if code.is_none() && message.is_none() {
                // An object whose member names are settings, fields or error keys.
                for (name, entry) in map {
                    collect(entry, Some(name), out);
                }
                return;
            }
            let mut entry = ErrorEntry {
                code: code.unwrap_or_default().into(),
                message: message.unwrap_or_default().into(),
                field: text(&FIELDS).map(Untrusted::from).or_else(field_text),
            };
            // An object in a member named by an error key does not repeat the key.
            if let Some(key) = field.filter(|key| code.is_none() && is_code(key)) {
                entry.code = key.into();
                entry.field = text(&FIELDS).map(Untrusted::from);
            }
            out.push(entry);
            for name in ["params", "fields", "details", "errors"] {
                if let Some(Value::Object(inner)) = map.get(name) {
                    for (name, value) in inner {
                        if value.is_string() {
                            collect(value, Some(name), out);
                        }
                    }
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// True for a text that is an error key, not words: `do_not_have_permission`.
fn is_code(text: &str) -> bool {
    text.contains('_') && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> Vec<(String, String, Option<String>)> {
        let text = |text: &Untrusted| text.raw().to_owned();
        parse(body.as_bytes()).iter().map(|e| (text(&e.code), text(&e.message), e.field.as_ref().map(text))).collect()
    }

    #[test]
    fn every_shape_of_an_error_list_is_read() {
        let entry = |code: &str, message: &str, field: Option<&str>| {
            (code.to_owned(), message.to_owned(), field.map(str::to_owned))
        };
        assert_eq!(told(r#"{"errors":[{"code":"a_b","message":"No"}]}"#), [entry("a_b", "No", None)]);
        assert_eq!(told(r#"{"errors":["a_b","Not now"]}"#), [entry("a_b", "", None), entry("", "Not now", None)]);
        assert_eq!(told(r#"{"errors":{"bin_price":"Too low"}}"#), [entry("", "Too low", Some("bin_price"))]);
        assert_eq!(told(r#"{"errors":{"a_b":{"message":"No"}}}"#), [entry("a_b", "No", None)]);
        assert_eq!(
            told(r#"{"errors":[{"code":"a_b","message":"No","params":{"bin_price":"Too low"}}]}"#),
            [entry("a_b", "No", None), entry("", "Too low", Some("bin_price"))]
        );
        assert_eq!(told(r#"{"errors":{"code":"a_b","message":"No","field":"x"}}"#), [entry("a_b", "No", Some("x"))]);
        for body in [
            r#"{"errors":{"np_parking_api_error_no_status":"No status."}}"#,
            r#"{"errors":{"np_parking_api_error_no_status":["No status."]}}"#,
            r#"{"errors":[{"np_parking_api_error_no_status":"No status."}]}"#,
        ] {
            assert_eq!(told(body), [entry(NO_STATUS, "No status.", None)], "{body}");
        }
    }

    #[test]
    fn words_beside_an_error_or_at_the_top_of_a_refusal_are_kept() {
        let said = |body: &str| {
            let entries = parse_refusal(body.as_bytes());
            entries.iter().map(|e| (e.code.raw().to_owned(), e.message.raw().to_owned())).collect::<Vec<_>>()
        };
        let one = |code: &str, message: &str| vec![(code.to_owned(), message.to_owned())];
        for body in [
            r#"{"error":"a_b","error_message":"No"}"#,
            r#"{"error":"a_b","message":"No"}"#,
            r#"{"errors":["a_b"],"message":"No"}"#,
            r#"{"error":{"code":"a_b"},"error_message":"No"}"#,
            r#"{"code":"a_b","message":"No"}"#,
            r#"{"success":false,"error_code":"a_b","detail":"No"}"#,
            r#"{"error":"No","code":"a_b"}"#,
        ] {
            assert_eq!(said(body), one("a_b", "No"), "{body}");
        }
        for (body, words) in [(r#"{"error":true,"message":"No"}"#, Some("No")), (r#"{"message":{"a":1}}"#, None)] {
            assert_eq!((said(body), words_of_refusal(body.as_bytes()).as_deref()), (Vec::new(), words), "{body}");
        }
        assert_eq!(told(r#"{"domains":[],"message":"Hello"}"#), [], "a good answer may carry a message");
    }

    #[test]
    fn a_body_that_is_not_a_refusal_has_no_errors() {
        for body in ["", "<html>", "[]", "null", r#"{"domains":[]}"#, r#"{"errors":null}"#, r#"{"errors":[]}"#] {
            assert_eq!(told(body), [], "{body}");
        }
    }

    #[test]
    fn the_table_has_the_41_error_keys_once_each() {
        let codes: std::collections::BTreeSet<_> = KEYS.iter().map(|key| key.code).collect();
        assert_eq!((codes.len(), KEYS.len()), (41, 41));
        assert_eq!(find(NAMESERVER_LIMIT).map(|key| (key.status, key.class)), Some((429, ErrorClass::YearlyLimit)));
        assert_eq!(find("unheard_of"), None);
    }
}
