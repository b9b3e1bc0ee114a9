//! A buyer's inquiry.

use std::borrow::Cow;

use serde_json::Value;

use crate::api::tolerant::Seen;
use crate::base::{Currency, DomainName, Id, Timestamp, Untrusted};

record! {
    /// One inquiry. Every text from the buyer is a stranger's.
    #[derive(Default)]
    pub struct Inquiry ("inquiry", "inquiries") [inquiry_id: Id<Inquiry>] {
        /// Reference as used in the subject of the inquiry mail.
        reference: Untrusted,
        inquire_date: Timestamp,
        /// Domain the buyer asked for.
        domain: DomainName,
        /// The buyer's choice, for example `offer` or `buynow`; the values are not documented.
        intent: Untrusted,
        /// The word `initial`, or the step of an inquiry in several steps.
        origin: Untrusted,
        /// Country of the buyer, as two letters.
        country: Untrusted,
        full_name: Untrusted,
        email: Untrusted,
        company: Untrusted,
        phone: Untrusted,
        message: Untrusted,
        /// Number read from the offer; null without an offer.
        offer: f64,
        /// The offer as typed.
        offer_text: Untrusted,
        offer_currency: Currency,
        email_confirmed: bool,
        /// Time the buyer confirmed the email address; null until then.
        email_confirmed_date: Timestamp,
        /// Time the inquiry was mailed to the seller; null if it was not.
        seller_notified: Timestamp,
        /// Time an email was sent to the buyer; null if none was.
        buyer_notified: Timestamp,
        bant: Bant,
        /// Site the buyer came from, if known.
        source: Untrusted,
        delivery: Delivery,
        /// Assessed risk; null if the inquiry was not assessed.
        spam_risk: SpamRisk,
        marks: InquiryMarks,
        /// More about the buyer, only in full rows and the single read. The shapes of its members are not documented,
        /// and any may be null.
        details: Value,
        /// Reason of the match; only in the history of a buyer.
        matched_by: MatchedBy,
    }
}

impl Inquiry {
    /// Text of an offer that is not a plain number: as typed, else as the service sent it. Empty without an offer.
    pub fn offer_as_sent(&self) -> Cow<'_, str> {
        let sent = match (self.offer_text.get(), &self.offer) {
            (Some(typed), _) if !typed.is_blank() => return typed.raw().into(),
            (_, Seen::Is(amount)) => amount.to_string(),
            (_, Seen::Odd(value)) => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
            (_, Seen::Missing | Seen::Null) => return "".into(),
        };
        let currency = self.offer_currency.get().map_or("", |currency| currency.0.as_str());
        format!("{sent} {currency}").trim_end().to_owned().into()
    }
}

/// Members of `details` that the documents name, in their order.
pub const DETAILS: [&str; 14] = [
    "name_frequency",
    "email",
    "phone_location",
    "company",
    "contact_text",
    "flow",
    "spam_risk",
    "qualification",
    "connection",
    "location",
    "local",
    "subject_key",
    "listing",
    "inquirer_history",
];

record! {
    /// The caller's own marks on an inquiry.
    #[derive(Default)]
    pub struct InquiryMarks {
        read: bool,
        starred: bool,
        archived: bool,
        /// True for a hidden inquiry, which the service calls removed.
        removed: bool,
    }
}

record! {
    /// The buyer's answers about budget, authority, need and timeline.
    #[derive(Default)]
    pub struct Bant {
        timeline: Untrusted,
        need: Untrusted,
        primary_use: Untrusted,
        priority: Untrusted,
        department: Untrusted,
        decision_role: Untrusted,
        domain_for: Untrusted,
        budget: Untrusted,
        org_website: Untrusted,
        org_linkedin: Untrusted,
        your_linkedin: Untrusted,
        job_title: Untrusted,
    }
}

record! {
    /// Delivery of the inquiry to the seller's mailbox; its possible words are not documented.
    #[derive(Default)]
    pub struct Delivery {
        state: Untrusted,
        reason: Untrusted,
    }
}

words! {
    /// Risk that the inquiry is spam.
    pub enum SpamRisk {
        Low = "low",
        Medium = "medium",
        High = "high",
    }

    /// Reason why an inquiry is in the history of a buyer.
    pub enum MatchedBy {
        Email = "email",
        Ip = "ip",
        Both = "both",
    }
}
