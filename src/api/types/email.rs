//! A message caught by a parked domain.

use serde_json::Value;

use crate::api::tolerant::Seen;
use crate::base::{Timestamp, Untrusted};

record! {
    /// One message without its body, which is only in the download. The items of the arrays are not documented; they
    /// may be texts or objects.
    pub struct Email ("email", "emails") [id: Untrusted] {
        date: Timestamp,
        /// Parked domains it was sent to.
        domain: Vec<Value>,
        from: Vec<Value>,
        to: Vec<Value>,
        subject: Vec<Value>,
        /// Addresses it was delivered to.
        envelope_to: Vec<Value>,
        /// The start of the message.
        summary: Untrusted,
        /// Reasons why it matched: `domain_contains`, `domain_similarity`, `domain_contains_extension`.
        match_labels: Vec<Value>,
        /// Envelope sender; this field and those below are left out of compact rows.
        envelope_from: Untrusted,
        sender: Vec<Value>,
        reply_to: Vec<Value>,
        /// Names of the attachments.
        attachments: Vec<Value>,
    }
}

/// The texts of a header array: texts as they are, objects by the first member that has a text for them (`name`,
/// `address`, …).
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
