//! The Message tab: the facts that decide, the message, and how it was sent.

use serde_json::Value;

use crate::api::types::Inquiry;
use crate::base::{Timestamp, Zone};
use crate::store::index::inquiries::COVER;
use crate::store::writes::value_of_mark;
use crate::store::{InquiryRow, Mark};
use crate::ui::widgets::doc::{Doc, members};
use crate::ui::widgets::page::Part;
use crate::ui::{Role, Tone};

use super::super::{fields, words};
use super::brief::{self, Beside};
use super::{delivery, line};

/// Page of the tab; with `wide`, the message is beside the facts. Full times are in `zone`, ages are measured from
/// `now`. Marks come from `row` if it is known, because it includes changes on their way.
pub fn doc(
    inquiry: &Inquiry,
    row: Option<&InquiryRow<'_>>,
    beside: &Beside,
    wide: bool,
    now: Timestamp,
    zone: Zone,
) -> Doc {
    let mut doc = Doc::at(now, zone);
    brief::head(&mut doc, inquiry, beside);
    let mut said = Doc::at(now, zone);
    brief::message(&mut said, inquiry);
    said.gap();
    said.parts.push(asks(beside));
    if beside.loading {
        said.dim("Loading the rest…");
    }
    if !wide {
        doc.gap();
        doc.parts.append(&mut said.parts);
    }
    if !beside.loading {
        doc.heading("Details");
        details(&mut doc, inquiry, row);
    }
    if wide {
        let left = std::mem::take(&mut doc.parts);
        doc.parts.push(Part::Columns(vec![left, said.parts]));
    }
    doc
}

/// Sentence on how widely the buyer asks. Its line exists also while that is unknown, so that nothing below it moves.
fn asks(beside: &Beside) -> Part {
    let piece = match &beside.asks {
        Some((tone @ (Tone::Warn | Tone::Bad), sentence)) => ((*tone).into(), sentence.clone()),
        Some((_, sentence)) => (Role::Dim, sentence.clone()),
        None => (Role::Dim, String::new()),
    };
    Part::Facts(vec![piece])
}

fn details(doc: &mut Doc, inquiry: &Inquiry, row: Option<&InquiryRow<'_>>) {
    let clock = Doc { parts: Vec::new(), clock: doc.clock };
    let when = |at: Timestamp| clock.when(at);
    doc.field_if("Received", inquiry.inquire_date.copied().map(when));
    let confirmed = match (inquiry.email_confirmed.copied(), inquiry.email_confirmed_date.copied()) {
        (Some(true) | None, Some(at)) => Some((Tone::Info, when(at))),
        (Some(true), None) => Some((Tone::Info, "yes".to_owned())),
        (Some(false), _) => Some((Tone::Warn, "no".to_owned())),
        (None, None) => None,
    };
    if let Some((tone, words)) = confirmed {
        doc.toned("Email confirmed", words, tone);
    }
    doc.field("Emailed to you", inquiry.seller_notified.copied().map_or_else(|| "no".to_owned(), when));
    if let Some((tone, text)) = delivery(inquiry).filter(|(_, text)| text != "Emailed to you") {
        doc.toned("Delivery", text, tone);
    }
    doc.field_if("Confirmation email sent", inquiry.buyer_notified.copied().map(when));
    let risk = inquiry.spam_risk.get().map(crate::api::types::SpamRisk::as_str);
    let (tone, text) = words::risk(risk);
    doc.toned("Risk", if risk.is_none() { "not assessed".to_owned() } else { text }, tone);
    if let Some(details) = inquiry.details.get().and_then(|details| details.get("spam_risk")) {
        why(doc, details, risk);
    }
    doc.field_if("Intent", inquiry.intent.get().map(|text| words::intent(text.raw())));
    doc.field_if("This message", inquiry.origin.get().map(|text| words::origin(text.raw())));
    doc.field_if("Source", line(&inquiry.source));
    doc.field_if(fields::TYPED.label, (fields::TYPED.value)(inquiry));
    doc.field("Marks", marks(inquiry, row));
    for field in [fields::REFERENCE, fields::NUMBER] {
        doc.field_if(field.label, (field.value)(inquiry));
    }
}

/// Writes level, time and reasons of the risk assessment, whatever their shape.
fn why(doc: &mut Doc, details: &Value, risk: Option<&str>) {
    let Some(members) = details.as_object() else {
        members::put(doc, "Risk reasons", details);
        return;
    };
    for (key, value) in members {
        match key.as_str() {
            // A level equal to the risk is not repeated.
            "level" if value.as_str() == risk || value.as_str() == Some(COVER) => {}
            "level" => members::put(doc, "Level", value),
            "assessed" => members::put_at(doc, "Risk checked", value),
            "reasons" => members::put(doc, "Risk reasons", value),
            _ => members::put_as(doc, key, value),
        }
    }
}

/// Marks in words, one for every sign of the list.
fn marks(inquiry: &Inquiry, row: Option<&InquiryRow<'_>>) -> String {
    let sent = |mark: Mark| value_of_mark(inquiry.marks.get()?, mark);
    let told = |mark: Mark| row.map(|row| row.mark(mark)).or_else(|| sent(mark)).unwrap_or(false);
    let mut words = vec![if told(Mark::Read) { "read" } else { "unread" }];
    for (mark, word) in [(Mark::Starred, "starred"), (Mark::Archived, "archived"), (Mark::Hidden, "hidden")] {
        if told(mark) {
            words.push(word);
        }
    }
    words.join(", ")
}
