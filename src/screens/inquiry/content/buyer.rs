//! The Buyer tab: who they are, and what the service found out about them.

use serde_json::{Map, Value};

use crate::api::loose;
use crate::api::types::Inquiry;
use crate::base::{Currency, Money, Timestamp, Zone};

use super::super::{fields, words};
use super::{BIN, LEAST, buyer};
use crate::ui::widgets::doc::{Doc, members};

/// Members of `details` that are shown on other tabs.
const ELSEWHERE: [&str; 3] = ["spam_risk", "flow", "qualification"];

/// Page of the tab; `currency` is that of the domain's prices, if known.
pub fn doc(inquiry: &Inquiry, currency: Option<&Currency>, now: Timestamp, zone: Zone) -> Doc {
    let mut doc = Doc::at(now, zone);
    let (who, warning) = buyer(inquiry);
    doc.text(who);
    if let Some(warning) = warning {
        doc.warn(warning);
    }
    doc.gap();
    for field in [fields::NAME, fields::EMAIL, fields::PHONE, fields::COMPANY, fields::COUNTRY] {
        doc.field_if(field.label, (field.value)(inquiry));
    }
    found_out(&mut doc, inquiry, currency);
    doc
}

/// Writes the members of `details` in the order of the documents, then those the documents do not name.
fn found_out(doc: &mut Doc, inquiry: &Inquiry, currency: Option<&Currency>) {
    doc.heading("Background check");
    let Some(details) = inquiry.details.get().filter(|details| !members::is_blank(details)) else {
        doc.dim("No information.");
        return;
    };
    let Some(members) = details.as_object() else {
        members::put(doc, "Details", details);
        return;
    };
    for (member, label) in words::DETAILS {
        if let Some(value) = members.get(member) {
            put(doc, member, label, value, currency);
        }
    }
    let known = |member: &str| ELSEWHERE.contains(&member) || words::DETAILS.iter().any(|(name, _)| *name == member);
    for (member, value) in members.iter().filter(|(member, _)| !known(member)) {
        members::put_as(doc, member, value);
    }
}

/// Writes a member; one that is an object becomes a group with a heading.
fn put(doc: &mut Doc, member: &str, label: &str, value: &Value, currency: Option<&Currency>) {
    if members::is_blank(value) {
        return;
    }
    match value.as_object() {
        Some(members) => {
            doc.heading(label);
            group(doc, member, members, currency);
            doc.gap();
        }
        None => match value.as_u64() {
            Some(n) => doc.field_at(0, label, crate::ui::text::grouped(n)),
            None => members::put(doc, label, value),
        },
    }
}

/// Writes the members of the group at `path`: prices of the listing as amounts, members of `local/weather` one by one,
/// any other member as it was sent.
fn group(doc: &mut Doc, path: &str, members: &Map<String, Value>, currency: Option<&Currency>) {
    for (key, value) in members {
        let path = format!("{path}/{key}");
        let is_price = path.strip_prefix("listing/").is_some_and(|key| [BIN, LEAST].contains(&key));
        let amount = loose::number(value).filter(|_| is_price);
        let amount = amount.and_then(|amount| Money::from_number(amount, currency.cloned().unwrap_or_default()));
        match (words::member(&path), amount, value.as_object().filter(|_| path == "local/weather")) {
            (Some(label), Some(amount), _) => doc.field_at(0, label, amount.text()),
            (Some(label), None, _) => members::put(doc, label, value),
            (None, _, Some(weather)) => group(doc, &path, weather, currency),
            (None, ..) => members::put_as(doc, key, value),
        }
    }
}
