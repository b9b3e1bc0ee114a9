//! A message caught by a parked domain.

use serde_json::Value;

use crate::api::tolerant::Seen;
use crate::base::{Timestamp, Untrusted};

record! {
    /// One message without its body, which only the download has. The items of its arrays are not documented; they
    /// may be texts or objects.
    pub struct Email ("email", "emails") [id: Untrusted] {
        date: Timestamp,
        /// Parked domains the message was sent to.
        domain: Vec<Value>,
        from: Vec<Value>,
        to: Vec<Value>,
        subject: Vec<Value>,
        /// Addresses the message was delivered to.
        envelope_to: Vec<Value>,
        /// Start of the message.
        summary: Untrusted,
        /// Reasons why the message matched: `domain_contains`, `domain_similarity`, `domain_contains_extension`.
        match_labels: Vec<Value>,
        /// Envelope sender; this field and those below are left out of compact rows.
        envelope_from: Untrusted,
        sender: Vec<Value>,
        reply_to: Vec<Value>,
        /// Names of the attachments.
        attachments: Vec<Value>,
    }
}

/// Texts of a header array. An object gives its first member with text (`name`, `address`, …).
pub fn header_texts(header: &Seen<Vec<Value>>) -> Vec<Untrusted> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(map) => {
            let part = |names: [&str; 4]| names.iter().find_map(|name| map.get(*name)?.as_str());
            let name = part(["name", "display_name", "label", "text"]);
            let address = part(["address", "email", "value", "file_name"]);
            match (name, address) {
                (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
                (one, other) => one.or(other).map(str::to_owned),
            }
        }
        _ => None,
    };
    match header {
        Seen::Is(list) => list.iter().filter_map(text).map(Untrusted::from).collect(),
        Seen::Odd(value) => text(value).map(Untrusted::from).into_iter().collect(),
        Seen::Missing | Seen::Null => Vec::new(),
    }
}
