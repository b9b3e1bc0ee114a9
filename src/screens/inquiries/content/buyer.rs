//! The Buyer tab: who they are, what they answered, and what the service found out about them.

use serde_json::Value;

use crate::api::types::Inquiry;

use super::super::words;
use super::{Doc, buyer, json, line};

/// Builds the page.
pub fn doc(inquiry: &Inquiry) -> Doc {
    let mut doc = Doc::default();
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
    answers(&mut doc, inquiry);
    found_out(&mut doc, inquiry);
    doc
}

/// What the buyer answered; members of an undocumented shape and undocumented members are shown too.
fn answers(doc: &mut Doc, inquiry: &Inquiry) {
    doc.heading("What they answered");
    let value = serde_json::to_value(&inquiry.bant).unwrap_or(Value::Null);
    let Some(members) = value.as_object() else {
        match value {
            Value::Null => doc.dim("They were not asked, or did not answer."),
            odd => json::put(doc, "Answers", &odd),
        }
        return;
    };
    let blank = |value: &Value| value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
    if words::BANT.iter().all(|(member, _)| members.get(*member).is_none_or(blank)) {
        doc.dim("They were not asked, or did not answer.");
        return;
    }
    for (member, label) in words::BANT {
        match members.get(member) {
            Some(value) if !blank(value) => json::put(doc, label, value),
            _ => doc.field(label, "—"),
        }
    }
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
            json::put(doc, label, value);
        }
    }
    for (member, value) in members {
        // The reasons for the spam risk stand beside the risk, on the Message tab.
        if member != "spam_risk" && !words::DETAILS.iter().any(|(known, _)| known == member) {
            json::put(doc, &words::label_of(member), value);
        }
    }
}
