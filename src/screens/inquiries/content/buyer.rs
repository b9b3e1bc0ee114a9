//! The Buyer tab: who they are, and what the service found out about them.

use serde_json::Value;

use crate::api::types::Inquiry;
use crate::base::{Timestamp, Zone};

use super::super::words;
use super::{buyer, json, line};
use crate::ui::widgets::doc::Doc;

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
    doc.field_or("Name", line(&inquiry.full_name), "none given");
    doc.field_or("Address", line(&inquiry.email), "none given");
    doc.field_or("Phone", line(&inquiry.phone), "none given");
    doc.field_or("Company", line(&inquiry.company), "none given");
    doc.field_or("Country", line(&inquiry.country), "not known");
    found_out(&mut doc, inquiry);
    doc
}

/// The members of `details` in the order of the documents, then those the documents do not name.
fn found_out(doc: &mut Doc, inquiry: &Inquiry) {
    doc.heading("What the service found out");
    let Some(details) = inquiry.details.get().filter(|details| !details.is_null()) else {
        doc.dim("Nothing was sent with this inquiry.");
        return;
    };
    let Some(members) = details.as_object() else {
        json::put(doc, "Details", details);
        return;
    };
    for (member, label) in words::DETAILS {
        if let Some(value) = members.get(member) {
            put(doc, label, value);
        }
    }
    let known = |member: &str| ELSEWHERE.contains(&member) || words::DETAILS.iter().any(|(name, _)| *name == member);
    for (member, value) in members.iter().filter(|(member, _)| !known(member)) {
        json::put_as(doc, member, value);
    }
}

/// A member that is an object is a group with a heading of its own.
fn put(doc: &mut Doc, label: &str, value: &Value) {
    match value.as_object().filter(|members| !members.is_empty()) {
        Some(members) => {
            doc.heading(label);
            for (key, value) in members {
                json::put_as(doc, key, value);
            }
            doc.gap();
        }
        None => match value.as_u64() {
            Some(n) => doc.field_at(0, label, crate::ui::text::grouped(n)),
            None => json::put(doc, label, value),
        },
    }
}
