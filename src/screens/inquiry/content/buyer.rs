//! The Buyer tab: who they are, and what the service found out about them.

use serde_json::Value;

use crate::api::types::Inquiry;
use crate::base::{Timestamp, Zone};

use super::super::{fields, words};
use super::buyer;
use crate::ui::widgets::doc::{Doc, members};

/// Members of `details` that have their place on another tab.
const ELSEWHERE: [&str; 3] = ["spam_risk", "flow", "qualification"];

/// Builds the page.
pub fn doc(inquiry: &Inquiry, now: Timestamp, zone: Zone) -> Doc {
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
    found_out(&mut doc, inquiry);
    doc
}

/// The members of `details` in the order of the documents, then those the documents do not name.
fn found_out(doc: &mut Doc, inquiry: &Inquiry) {
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
            put(doc, label, value);
        }
    }
    let known = |member: &str| ELSEWHERE.contains(&member) || words::DETAILS.iter().any(|(name, _)| *name == member);
    for (member, value) in members.iter().filter(|(member, _)| !known(member)) {
        members::put_as(doc, member, value);
    }
}

/// A member that is an object is a group with a heading of its own.
fn put(doc: &mut Doc, label: &str, value: &Value) {
    if members::is_blank(value) {
        return;
    }
    match value.as_object() {
        Some(members) => {
            doc.heading(label);
            for (key, value) in members {
                members::put_as(doc, key, value);
            }
            doc.gap();
        }
        None => match value.as_u64() {
            Some(n) => doc.field_at(0, label, crate::ui::text::grouped(n)),
            None => members::put(doc, label, value),
        },
    }
}
