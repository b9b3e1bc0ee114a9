//! Any JSON as labelled lines: the members of `details` have no documented types, so each is shown whatever it is.

use serde_json::{Number, Value};

use super::Doc;
use crate::base::{Timestamp, clean_line, title_of};
use crate::ui::text::{NONE, grouped};

/// Levels shown with indentation; deeper ones are in the Raw tab.
const DEPTH: usize = 6;
/// Most entries shown of one list or object; the rest is counted.
const ENTRIES: usize = 60;

/// Adds `value` under `label`, unless it is blank.
pub fn put(doc: &mut Doc, label: &str, value: &Value) {
    member(doc, label, value, 0);
}

/// Adds a value under a label made from its key. A number whose key names a time is shown as a time.
pub fn put_as(doc: &mut Doc, key: &str, value: &Value) {
    keyed(doc, key, value, 0);
}

/// Adds a value that may be a time under a label.
pub fn put_at(doc: &mut Doc, label: &'static str, value: &Value) {
    match timestamp(value).filter(|_| doc.clock.is_some()) {
        Some(at) => doc.field(label, doc.when(at)),
        None => put(doc, label, value),
    }
}

/// True for a value without content: null, an empty text, or a list or object of only such values.
pub fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_blank),
        Value::Object(members) => members.values().all(is_blank),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Time that a number may mean.
fn timestamp(value: &Value) -> Option<Timestamp> {
    crate::api::loose::time(value)
}

/// True for keys that name a time: `assessed`, `first`, `first_date`, `created_at`.
fn is_time(key: &str) -> bool {
    const NAMED: [&str; 10] =
        ["assessed", "at", "first", "last", "date", "since", "until", "time", "moment", "updated"];
    NAMED.contains(&key) || ["_date", "_at", "_time", "_since", "_ts"].iter().any(|end| key.ends_with(end))
}

fn keyed(doc: &mut Doc, key: &str, value: &Value, depth: usize) {
    match timestamp(value).filter(|_| is_time(key) && doc.clock.is_some()) {
        Some(at) => {
            let words = doc.when(at);
            doc.field_at(depth, &title_of(key), words);
        }
        None => match value.as_number().filter(|_| is_amount(key)) {
            Some(amount) => doc.field_at(depth, &title_of(key), in_groups(&digits(amount))),
            None => member(doc, &title_of(key), value, depth),
        },
    }
}

/// True for keys of counts or prices, which are grouped in threes.
fn is_amount(key: &str) -> bool {
    const NAMED: [&str; 11] = [
        "price",
        "offer",
        "rank",
        "count",
        "income",
        "businesses",
        "density",
        "total",
        "inquiries",
        "frequency",
        "employees",
    ];
    NAMED.iter().any(|word| key.contains(word))
}

/// `8964.6` as `8,964.6`; any other notation than digits and a point stays as it is.
fn in_groups(number: &str) -> String {
    let (whole, part) = number.split_once('.').map_or((number, None), |(whole, part)| (whole, Some(part)));
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    grouped(whole) + &part.map_or_else(String::new, |part| format!(".{part}"))
}

/// One line for a short value: text, number, yes or no, or a list of these.
pub fn short(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(NONE.to_owned()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Number(number) => Some(digits(number)),
        Value::String(text) if text.is_empty() => Some("(empty)".to_owned()),
        Value::String(text) => Some(clean_line(text).into_owned()),
        Value::Array(items) if items.is_empty() => Some("none".to_owned()),
        Value::Object(members) if members.is_empty() => Some("none".to_owned()),
        Value::Array(items) if items.len() <= 12 && items.iter().all(is_scalar) => {
            Some(items.iter().filter_map(short).collect::<Vec<_>>().join(", "))
        }
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// `100`, not `100.0`, because the service did not send the other digits.
fn digits(number: &Number) -> String {
    let digits = number.to_string();
    digits.strip_suffix(".0").map_or(digits.clone(), str::to_owned)
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

fn member(doc: &mut Doc, label: &str, value: &Value, depth: usize) {
    if is_blank(value) {
        return;
    }
    if let Some(text) = short(value) {
        doc.field_at(depth, label, text);
        return;
    }
    if depth >= DEPTH {
        doc.field_at(depth, label, "goes deeper; see the Raw tab");
        return;
    }
    doc.field_at(depth, label, "");
    match value {
        Value::Array(items) => {
            for (i, item) in items.iter().take(ENTRIES).enumerate() {
                member(doc, &format!("{}", i + 1), item, depth + 1);
            }
            rest(doc, items.len(), depth);
        }
        Value::Object(members) => {
            for (key, item) in members.iter().take(ENTRIES) {
                keyed(doc, key, item, depth + 1);
            }
            rest(doc, members.len(), depth);
        }
        _ => {}
    }
}

fn rest(doc: &mut Doc, count: usize, depth: usize) {
    if count > ENTRIES {
        doc.field_at(depth + 1, "…", format!("{} more in the Raw tab", count - ENTRIES));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(value: &Value) -> String {
        let mut doc = Doc::default();
        put(&mut doc, "Company", value);
        crate::ui::widgets::doc::plain(&doc.parts)
    }

    #[test]
    fn every_kind_of_json_value_is_shown() {
        for blank in [json!(null), json!(""), json!([]), json!({}), json!({ "a": [null], "b": { "c": " " } })] {
            assert_eq!(text(&blank), "", "{blank}");
        }
        assert_eq!(text(&json!("Nordvind")), "Company: Nordvind");
        assert_eq!(text(&json!(12.5)), "Company: 12.5");
        assert_eq!(text(&json!(true)), "Company: yes");
        assert_eq!(text(&json!(["a", 1, null])), "Company: a, 1, —");
        assert_eq!(
            text(&json!({ "site_rank": 7, "x": { "y": [], "z": 1 } })),
            "Company: \n  Site rank: 7\n  X: \n    Z: 1"
        );
    }

    #[test]
    fn json_is_shown_to_a_limited_depth_and_length_and_cleaned() {
        let mut deep = json!("end");
        for _ in 0..50 {
            deep = json!([{ "k": deep }]);
        }
        assert!(text(&deep).contains("see the Raw tab"));
        let long: Vec<Value> = (0..500).map(|i| json!({ "n": i })).collect();
        assert!(text(&Value::from(long)).contains("440 more in the Raw tab"));
        assert!(!text(&json!({ "a\u{1b}[2J": "b\u{202e}c\nd" })).contains('\u{1b}'));
    }
}
