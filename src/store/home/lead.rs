//! An inquiry in words, as Home and `parkade digest` show it.

use serde::{Deserialize, Serialize};

use super::Digest;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::score::Leads;
use crate::store::{InquiryRow, Store};

/// Inquiry in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    pub domain: String,
    /// Offer as sent; empty without one.
    pub offer: String,
    pub date: Option<Timestamp>,
    pub buyer: String,
    pub score: Option<u8>,
    /// Score in words, with a mark where it may be higher.
    #[serde(default)]
    pub score_words: Option<String>,
    /// Reasons that raised or lowered the score most; empty in privacy mode, because they show what is masked.
    pub reasons: Vec<String>,
    /// Outcome of an inquiry that no longer waits.
    #[serde(skip)]
    pub outcome: Option<&'static str>,
}

impl Lead {
    /// Score in words. A page kept by an earlier version has only the number.
    pub fn score_said(&self) -> Option<String> {
        self.score_words.clone().or_else(|| self.score.map(|score| score.to_string()))
    }

    /// False for a score that may be higher, because not all it counts was read; `None` without a score.
    pub fn is_score_whole(&self) -> Option<bool> {
        Some(self.score_said()? == self.score?.to_string())
    }
}

impl Digest {
    /// Words about an inquiry, with at most `reasons` reasons for its score.
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

/// Outcome of an inquiry that no longer waits.
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
