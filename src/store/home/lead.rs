//! Words about a lead, on the page and in the digest.

use serde::{Deserialize, Serialize};

use super::Digest;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::score::Leads;
use crate::store::{InquiryRow, Store};

/// A lead in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    pub domain: String,
    /// The offer as sent; empty without one.
    pub offer: String,
    pub date: Option<Timestamp>,
    pub buyer: String,
    pub score: Option<u8>,
    /// The score in words, with a mark where it may be higher.
    #[serde(default)]
    pub score_words: Option<String>,
    /// The biggest reasons of the score; empty in privacy mode, where they would tell what is masked.
    pub reasons: Vec<String>,
    /// Outcome, once the inquiry no longer waits.
    #[serde(skip)]
    pub outcome: Option<&'static str>,
}

impl Lead {
    /// The score in words; a page of an earlier version of the program has the number alone.
    pub fn score_said(&self) -> Option<String> {
        self.score_words.clone().or_else(|| self.score.map(|score| score.to_string()))
    }
}

impl Digest {
    /// The card of a lead, with this many reasons for its score.
    pub fn lead(&self, id: Id<Inquiry>, leads: &Leads, store: &Store, now: Timestamp, reasons: usize) -> Option<Lead> {
        let row = store.inquiries().row(id)?;
        let sum = leads.explain(store, &row, now).filter(|_| !store.session().redact);
        let buyer = row.who();
        Some(Lead {
            domain: row.domain().to_owned(),
            offer: row.offer_words(),
            date: row.date(),
            buyer: buyer.to_owned(),
            score: leads.of(id),
            score_words: leads.words(id),
            reasons: sum.map_or_else(Vec::new, |sum| sum.chips(reasons)),
            outcome: (!self.waiting.contains(&id)).then(|| outcome(&row, store)),
        })
    }
}

/// The outcome of an inquiry that no longer waits.
fn outcome(row: &InquiryRow<'_>, store: &Store) -> &'static str {
    let snoozed = || store.inquiries().record(row.id()).is_some_and(|record| record.snooze().is_some());
    match row {
        row if row.hidden() => "hidden",
        row if row.archived() => "archived",
        row if row.answered() => "answered",
        _ if snoozed() => "snoozed",
        _ => "no longer waits",
    }
}
