//! Answers that are neither one record nor one list.

use serde_json::Value;

use super::DecodeError;
use super::decode::{Paged, Reply, envelope, not_understood, text_of};
use super::tolerant::{Lenient, Seen};
use super::types::{Inquiry, InquiryMarks};
use crate::base::Untrusted;

/// The marks of an inquiry after a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    pub marks: Seen<InquiryMarks>,
}

impl Reply for Marked {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        let text = text_of(body);
        let envelope = envelope(&text)?;
        match envelope.get("success").and_then(bool::lenient) {
            Some(true) => Ok(Self { marks: envelope.seen("marks") }),
            // Without `success`, marks of the documented shape still say that it was done.
            None if envelope.get("marks").and_then(InquiryMarks::lenient).is_some() => {
                Ok(Self { marks: envelope.seen("marks") })
            }
            _ => Err(not_understood(&envelope, "marks")),
        }
    }
}

record! {
    /// What a bulk call came to.
    #[derive(Default)]
    pub struct BulkResult {
        success: bool,
        action: Untrusted,
        /// How many were selected.
        matched: i64,
        /// How many were changed; null while queued.
        applied: i64,
        /// The work goes on in the background; there is no handle to ask for it.
        queued: bool,
        /// Ids that are not the caller's, or names that are not on the tab, as sent.
        not_found: Vec<Value>,
    }
}

impl Reply for BulkResult {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        let text = text_of(body);
        let envelope = envelope(&text)?;
        let result = Self::lenient(&text).ok_or_else(|| not_understood(&envelope, "matched"))?;
        if result.success.is(&false) || (result.success.is_missing() && result.matched.is_missing()) {
            return Err(not_understood(&envelope, "matched"));
        }
        Ok(result)
    }
}

/// Your other inquiries from one buyer, and what all sellers together saw.
#[derive(Clone, Debug, PartialEq)]
pub struct BuyerHistory {
    /// Each with `matched_by`.
    pub inquiries: Paged<Inquiry>,
    /// By email and by ip, per window: count, distinct domains, first and last date, own, total. Shapes not documented.
    pub stats: Seen<Value>,
    /// The buyer has more than 2,000 inquiries and the list stops there.
    pub capped: Seen<bool>,
}

impl Reply for BuyerHistory {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        let text = text_of(body);
        let envelope = envelope(&text)?;
        Ok(Self {
            inquiries: Paged::from_envelope(&envelope)?,
            stats: envelope.seen("stats"),
            capped: envelope.seen("capped"),
        })
    }
}
