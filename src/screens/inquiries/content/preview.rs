//! The preview beside the list: the top of the Message tab in as few lines as decide what to do.

use crate::api::types::Inquiry;
use crate::base::{Timestamp, Zone};

use super::{delivery, line, message};
use crate::ui::Tone;
use crate::ui::text::ago;
use crate::ui::widgets::doc::Doc;

/// Builds the preview; `asks` says how widely the buyer asks, where that is known.
pub fn doc(inquiry: &Inquiry, asks: Option<(Tone, String)>, now: Timestamp, zone: Zone) -> Doc {
    let mut doc = Doc::default();
    message::head(&mut doc, inquiry);
    if let Some(company) = line(&inquiry.company) {
        doc.text(company);
    }
    let where_from: Vec<String> = [line(&inquiry.phone), line(&inquiry.country)].into_iter().flatten().collect();
    if !where_from.is_empty() {
        doc.dim(where_from.join(" · "));
    }
    match (inquiry.email_confirmed.copied(), inquiry.email_confirmed_date.copied()) {
        (Some(true), Some(at)) => doc.dim(format!("address confirmed {}", ago(&at.age(now, zone).text))),
        (Some(true), None) => doc.dim("address confirmed"),
        (Some(false), _) => doc.warn("address not confirmed"),
        (None, _) => {}
    }
    if let Some((Tone::Warn | Tone::Bad, text)) = delivery(inquiry) {
        doc.warn(text);
    }
    match asks {
        Some((Tone::Warn | Tone::Bad, sentence)) => doc.warn(sentence),
        Some((_, sentence)) => doc.dim(sentence),
        None => {}
    }
    doc.gap();
    match inquiry.message.get() {
        Some(text) if !text.is_blank() => doc.quote(text.block().trim_end()),
        _ => doc.dim("No message was written."),
    }
    doc
}
