//! Drafts of replies, and notes of the user: both are on this computer only and are shown with the rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::InquiryIndex;
use super::{Compact, InquiryRow, assign, bits};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::notes::{Record, Records};
use crate::store::subject::{Mark, Subject, Value};

/// Draft of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyDraft {
    /// Time of the last change.
    pub at: Timestamp,
    /// True if an earlier session left the draft.
    pub old: bool,
}

impl InquiryIndex {
    /// Bits of a row with pending writes and the marks of this computer.
    pub(super) fn laid_over(&self, id: Id<Inquiry>, bits: u32) -> u32 {
        let answered = if self.answered_at(id).is_some() { bits::ANSWERED } else { 0 };
        let draft = if self.drafts.contains_key(&id.get()) { bits::DRAFT } else { 0 };
        let shown = self.overlay.of(&Subject::Inquiry(id)).fold(bits, |bits, (field, value)| {
            match (Mark::of_field(field), value) {
                (Some(mark), Value::Bool(to)) => assign(bits, mark, *to),
                _ => bits,
            }
        });
        shown | answered | draft
    }

    /// True while a write about this row is pending.
    pub(super) fn is_pending(&self, id: Id<Inquiry>) -> bool {
        self.overlay.of(&Subject::Inquiry(id)).next().is_some()
    }

    /// Time at which the user answered the inquiry; `None` while it is not marked as answered.
    pub fn answered_at(&self, id: Id<Inquiry>) -> Option<Timestamp> {
        self.record(id)?.answered()
    }

    /// Drafts of replies, by the id of the inquiry.
    pub fn drafts(&self) -> &BTreeMap<i64, ReplyDraft> {
        &self.drafts
    }

    /// Sets or removes the draft for an inquiry. False when nothing changed.
    pub(in crate::store) fn set_draft(&mut self, id: Id<Inquiry>, draft: Option<ReplyDraft>) -> bool {
        if self.drafts.get(&id.get()).map(|known| known.at) == draft.map(|draft| draft.at) {
            return false;
        }
        // A filter may ask for drafts, so the new version makes views again.
        self.sets.version += 1;
        let drafts = Arc::make_mut(&mut self.drafts);
        match draft {
            Some(draft) => drop(drafts.insert(id.get(), draft)),
            None => drop(drafts.remove(&id.get())),
        }
        true
    }

    /// Sets the user's notes for the views and rows.
    pub(in crate::store) fn set_records(&mut self, records: Arc<Records>, version: u64) {
        self.sets.version += u64::from(self.records.1 != version);
        self.records = (records, version);
    }

    /// Rows whose inquiry came after `since`, the newest first.
    pub(in crate::store) fn since(&self, since: Timestamp) -> impl Iterator<Item = &Compact> {
        self.rows.iter().map(|(row, ..)| row).take_while(move |row| row.date > Some(since))
    }

    /// Notes of the user about an inquiry.
    pub fn record(&self, id: Id<Inquiry>) -> Option<&Record> {
        self.records.0.of(&Subject::Inquiry(id))
    }

    /// Notes of the user about the buyer of a row.
    pub fn record_of_buyer(&self, row: &InquiryRow<'_>) -> Option<&Record> {
        let address = row.as_sent().email();
        if address.is_empty() { None } else { self.records.0.of(&Subject::sender(address)) }
    }
}
