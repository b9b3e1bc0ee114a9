//! The Message tab: who wants which name for how much, what they wrote, and how it came to you.

use serde_json::Value;

use crate::api::types::Inquiry;
use crate::base::{Timestamp, Zone};
use crate::screens::lookalike;
use crate::store::{InquiryRow, Mark};
use crate::ui::{Tone, text};

use super::super::words;
use super::{buyer, delivery, json, line, offer};
use crate::ui::widgets::doc::Doc;

/// Builds the page. Full times are in `zone`; ages are measured from `now`. Marks are those of `row` where it is known,
/// because it has the changes that are still on their way.
pub fn doc(inquiry: &Inquiry, row: Option<&InquiryRow<'_>>, now: Timestamp, zone: Zone) -> Doc {
    let mut doc = Doc::at(now, zone);
    head(&mut doc, inquiry);
    doc.gap();
    match inquiry.message.get() {
        Some(text) if !text.is_blank() => doc.quote(text.block().trim_end()),
        _ => match line(&inquiry.message) {
            Some(odd) => doc.quote(odd),
            None => doc.dim("No message was written."),
        },
    }
    doc.heading("How it came");
    came(&mut doc, inquiry, row);
    doc
}

/// Domain, offer, listing and buyer with the warnings that belong to them.
pub fn head(doc: &mut Doc, inquiry: &Inquiry) {
    let domain = inquiry.domain.get().map_or_else(|| "(no domain)".to_owned(), crate::base::DomainName::both);
    let offer = offer(inquiry);
    let right = offer.parsed.clone().unwrap_or_else(|| "no offer".to_owned());
    doc.title(domain, right);
    if let Some(warning) = inquiry.domain.get().and_then(lookalike::warning) {
        doc.warn(warning);
    }
    if offer.differs
        && let Some(sentence) = offer.sentence()
    {
        doc.warn(format!("Offer: {sentence}"));
    } else if let Some(typed) = offer.typed.filter(|_| offer.has_two_readings) {
        doc.dim(format!("typed \"{typed}\""));
    }
    if let Some(listing) = listing(inquiry) {
        doc.dim(listing);
    }
    doc.gap();
    let (who, warning) = buyer(inquiry);
    doc.text(who);
    if let Some(warning) = warning {
        doc.warn(warning);
    }
}

/// `BIN 14900 · min 5000 · lease to own yes`, from the inquiry's own copy of the listing.
pub fn listing(inquiry: &Inquiry) -> Option<String> {
    let listing = inquiry.details.get()?.get("listing")?.as_object()?;
    let parts: Vec<String> = [("buy_now_price", "BIN"), ("min_offer", "min"), ("lease_to_own", "lease to own")]
        .into_iter()
        .filter_map(|(key, label)| {
            let value = listing.get(key).filter(|value| !value.is_null() && **value != false)?;
            // The listing names no currency, so the figure stands without one.
            let text = match value.as_f64().filter(|number| (0.0..1e15).contains(number)) {
                Some(whole) if whole.fract() == 0.0 => text::grouped(whole as u64),
                Some(part) => {
                    format!("{}.{:02}", text::grouped(part as u64), (part.fract() * 100.0).round() as u64 % 100)
                }
                None => json::short(value)?,
            };
            Some(format!("{label} {text}"))
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn came(doc: &mut Doc, inquiry: &Inquiry, row: Option<&InquiryRow<'_>>) {
    let clock = Doc { parts: Vec::new(), clock: doc.clock };
    let when = |at: Timestamp| clock.when(at);
    doc.field_or("Received", inquiry.inquire_date.copied().map(when), "the service sent no date");
    let confirmed = match (inquiry.email_confirmed.copied(), inquiry.email_confirmed_date.copied()) {
        (Some(true), Some(at)) => (Tone::Info, format!("yes, {}", when(at))),
        (Some(true), None) => (Tone::Info, "yes".to_owned()),
        (Some(false), _) => (Tone::Warn, "not confirmed by the buyer".to_owned()),
        (None, Some(at)) => (Tone::Info, when(at)),
        (None, None) => (Tone::Info, "not known".to_owned()),
    };
    doc.toned("Address confirmed", confirmed.1, confirmed.0);
    if let Some((tone, text)) = delivery(inquiry) {
        doc.toned("Delivery", text, tone);
    } else {
        doc.field_or("Delivery", None, "the service did not say");
    }
    doc.field_or("Mailed to you", inquiry.seller_notified.copied().map(when), "not mailed to you");
    doc.field_or("Buyer mailed", inquiry.buyer_notified.copied().map(when), "not mailed");
    let risk = inquiry.spam_risk.get().map(crate::api::types::SpamRisk::as_str);
    let (tone, text) = words::risk(risk);
    let text = if risk.is_none() { "— not assessed".to_owned() } else { text };
    doc.toned("Spam risk", text, tone);
    if let Some(details) = inquiry.details.get().and_then(|details| details.get("spam_risk")).filter(|v| !v.is_null()) {
        why(doc, details, risk);
    }
    doc.field_or("Chose", inquiry.intent.get().map(|text| words::intent(text.raw())), "");
    doc.field_or("Origin", inquiry.origin.get().map(|text| words::origin(text.raw())), "");
    doc.field_or("Came from", line(&inquiry.source), "not known");
    let offer = offer(inquiry);
    if offer.parsed.is_some() || offer.typed.is_some() {
        doc.field_or("Offer", offer.parsed, "no number was read");
        doc.field_or("Offer as typed", line(&inquiry.offer_text), "");
    }
    doc.field("Marks", marks(inquiry, row));
    doc.field_or("Reference", line(&inquiry.reference), "");
    doc.field("Inquiry number", inquiry.inquiry_id.to_string());
    if let Some(domain) = inquiry.domain.get() {
        doc.field("Domain", domain.both());
    }
}

/// Level, time and reasons of the assessment, whatever shapes they have.
fn why(doc: &mut Doc, details: &Value, risk: Option<&str>) {
    let Some(members) = details.as_object() else {
        json::put(doc, "Why this risk", details);
        return;
    };
    for (key, value) in members {
        match key.as_str() {
            // The same word twice tells nothing.
            "level" if value.as_str() == risk => {}
            "level" => json::put(doc, "Level", value),
            "assessed" if value.is_null() => doc.field("Assessed", "— not yet"),
            "reasons" => json::put(doc, "Why this risk", value),
            _ => json::put_as(doc, key, value),
        }
    }
}

/// The marks in words, for every sign of the list.
fn marks(inquiry: &Inquiry, row: Option<&InquiryRow<'_>>) -> String {
    let sent = inquiry.marks.get();
    let told = |mark: Mark| match (row, sent) {
        (Some(row), _) => row.mark(mark),
        (None, Some(sent)) => {
            let flag = match mark {
                Mark::Read => &sent.read,
                Mark::Starred => &sent.starred,
                Mark::Archived => &sent.archived,
                Mark::Hidden => &sent.removed,
            };
            flag.copied().unwrap_or(false)
        }
        (None, None) => false,
    };
    let mut words = vec![if told(Mark::Read) { "read" } else { "unread" }];
    for (mark, word) in [(Mark::Starred, "starred"), (Mark::Archived, "archived"), (Mark::Hidden, "hidden")] {
        if told(mark) {
            words.push(word);
        }
    }
    words.join(", ")
}
