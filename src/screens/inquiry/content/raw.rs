//! The Raw tab: the inquiry as the service sent it, and the characters that are replaced wherever it is shown.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::base::clean_line;

use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::page::Part;

/// Page made from the JSON text of the inquiry, as sent.
pub fn doc(json: &str) -> Doc {
    let mut doc = Doc::default();
    let parsed: Option<Value> = serde_json::from_str(json).ok();
    let marked = parsed.as_ref().map(marked_characters).unwrap_or_default();
    if !marked.is_empty() {
        let list: Vec<String> = marked.iter().map(|(c, n)| format!("U+{:04X} ×{n}", u32::from(*c))).collect();
        doc.warn(format!("Characters shown as a mark: {}", list.join(", ")));
        doc.gap();
    }
    doc.parts.push(Part::Json(json.to_owned()));
    doc
}

/// Characters in texts and keys that cleaning replaces or drops, with their counts.
fn marked_characters(value: &Value) -> BTreeMap<char, usize> {
    let mut found = BTreeMap::new();
    collect(value, &mut found);
    found
}

fn collect(value: &Value, found: &mut BTreeMap<char, usize>) {
    match value {
        Value::String(text) => note(text, found),
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(members) => {
            for (key, item) in members {
                note(key, found);
                collect(item, found);
            }
        }
        _ => {}
    }
}

fn note(text: &str, found: &mut BTreeMap<char, usize>) {
    let mut bytes = [0; 4];
    // A line break is part of every message and hides nothing.
    for c in text.chars().filter(|c| !c.is_ascii_graphic() && !matches!(c, ' ' | '\n')) {
        let alone: &str = c.encode_utf8(&mut bytes);
        if clean_line(alone) != alone && !is_combining(c) {
            *found.entry(c).or_insert(0) += 1;
        }
    }
}

/// A combining mark alone is cleaned, but after its base it is an ordinary part of a letter.
fn is_combining(c: char) -> bool {
    matches!(u32::from(c), 0x300..=0x36f | 0x1ab0..=0x1aff | 0x20d0..=0x20ff)
}
