//! Answers that are neither a single record nor a single list.

use std::sync::Arc;

use serde_json::Value;

use super::DecodeError;
use super::decode::{Enveloped, Object, Paged, Row, not_understood};
use super::tolerant::{Lenient, Seen};
use super::types::{
    Domain, DomainReport, DomainsReport, Import, ImportEntry, InquiriesReport, Inquiry, InquiryMarks, Named,
    Nameservers, PortfolioActivity, PortfolioReport, ProfileAnswer, SaveResult, Setting,
};
use crate::base::Untrusted;

/// The marks of an inquiry after a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    pub marks: Seen<InquiryMarks>,
}

impl Enveloped for Marked {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        match envelope.get("success").and_then(bool::lenient) {
            Some(true) => Ok(Self { marks: envelope.seen("marks") }),
            // Without `success`, marks of the documented shape show that the change was made.
            None if envelope.get("marks").and_then(InquiryMarks::lenient).is_some() => {
                Ok(Self { marks: envelope.seen("marks") })
            }
            _ => Err(not_understood(envelope, "marks")),
        }
    }
}

record! {
    /// Result of a bulk call.
    ///
    /// Left open by document 1, *POST parking/domains/bulk*, and its counterpart in document 2: from how many rows on
    /// a job is queued, how its end is noticed, and which rows it leaves out. The client takes a true `queued` as
    /// accepted only, reads the rows until they stop changing, and reports those that were not changed.
    #[derive(Default)]
    pub struct BulkResult {
        success: bool,
        action: Untrusted,
        /// Number of things that were selected.
        matched: i64,
        /// Number of things that were changed; null while queued.
        applied: i64,
        /// True when the service works in the background; the answer has no id by which to ask for the progress.
        queued: bool,
        /// Ids that are not the caller's, or names not on the tab, as sent.
        not_found: Vec<Value>,
    }
}

impl Enveloped for BulkResult {
    fn read(text: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        let result = Self::lenient(text).ok_or_else(|| not_understood(envelope, "matched"))?;
        if result.success.is(&false) || (result.success.is_missing() && result.matched.is_missing()) {
            return Err(not_understood(envelope, "matched"));
        }
        Ok(result)
    }
}

/// Your other inquiries from one buyer, and counts over all sellers.
#[derive(Clone, Debug, PartialEq)]
pub struct BuyerHistory {
    /// The inquiries, each with `matched_by`.
    pub inquiries: Paged<Inquiry>,
    /// Counts by email and by IP address for each window: count, distinct domains, first and last date, own, total.
    /// Their shapes are not documented.
    pub stats: Seen<Value>,
    /// True when the buyer has more than 2,000 inquiries, so that the list ends there.
    pub capped: Seen<bool>,
}

impl Enveloped for BuyerHistory {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            inquiries: Paged::from_envelope(envelope)?,
            stats: envelope.seen("stats"),
            capped: envelope.seen("capped"),
        })
    }
}

/// An answer that is the object itself, without a key around it.
pub trait Whole: Lenient {
    /// Key that an answer must have to be this object.
    const WITNESS: &'static str;
}

macro_rules! whole {
    ($($name:ident: $witness:literal),* $(,)?) => { $(
        impl Whole for $name {
            const WITNESS: &'static str = $witness;
        }
    )* };
}

whole! {
    DomainsReport: "visitors", DomainReport: "visitors", InquiriesReport: "inquiries", PortfolioReport: "visits",
    PortfolioActivity: "visits", ProfileAnswer: "profile", Nameservers: "ns",
}

/// A [`Whole`] answer with its JSON text as received.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered<T> {
    pub value: T,
    pub raw: Arc<str>,
}

impl<T: Whole> Enveloped for Answered<T> {
    fn read(text: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        if envelope.get(T::WITNESS).is_none() {
            return Err(not_understood(envelope, T::WITNESS));
        }
        let value = T::lenient(text).ok_or_else(|| not_understood(envelope, T::WITNESS))?;
        Ok(Self { value, raw: Arc::from(text) })
    }
}

/// The nameservers after a new name was created.
#[derive(Clone, Debug, PartialEq)]
pub struct NewNameservers(pub Nameservers);

impl Enveloped for NewNameservers {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        let inner = envelope.get("nameservers").and_then(Nameservers::lenient);
        inner.map(Self).ok_or_else(|| not_understood(envelope, "nameservers"))
    }
}

/// Settings keyed by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub settings: Named<Setting>,
}

impl Enveloped for Settings {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        let settings = envelope.get("settings").and_then(Named::lenient);
        Ok(Self { settings: settings.ok_or_else(|| not_understood(envelope, "settings"))? })
    }
}

/// Result of a settings call for many names.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedSettings {
    pub saved: Seen<i64>,
    pub failed: Seen<i64>,
    /// One row per name. For a name that is missing here, it is not certain whether it was saved.
    pub results: Paged<SaveResult>,
}

impl Enveloped for SavedSettings {
    fn read(_: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        let results = Paged::from_envelope(envelope)?;
        Ok(Self { saved: envelope.seen("saved"), failed: envelope.seen("failed"), results })
    }
}

/// Result of adding and verifying a domain.
#[derive(Clone, Debug, PartialEq)]
pub struct DomainStatus {
    pub domain: Row<Domain>,
    /// The latest entry about the domain, with the import it belongs to.
    pub entry: Row<ImportEntry>,
}

impl Enveloped for DomainStatus {
    fn read(text: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        Ok(Self { domain: Row::read(text, envelope)?, entry: Row::read(text, envelope)? })
    }
}

/// An import and one page of its entries.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportDetail {
    pub import: Row<Import>,
    pub entries: Paged<ImportEntry>,
}

impl Enveloped for ImportDetail {
    fn read(text: &str, envelope: &Object<'_>) -> Result<Self, DecodeError> {
        Ok(Self { import: Row::read(text, envelope)?, entries: Paged::from_envelope(envelope)? })
    }
}
