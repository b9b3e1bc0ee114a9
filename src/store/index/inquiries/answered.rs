//! Drafts of replies and what the user notes: laid over the rows, unknown to the service.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::InquiryIndex;
use super::{Compact, InquiryRow, assign, bits};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::notes::{Record, Records};
use crate::store::subject::{Mark, Subject, Value};

/// The draft of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyDraft {
    /// Time of the last change.
    pub at: Timestamp,
    /// True if an earlier session left the draft.
    pub old: bool,
}

impl InquiryIndex {
    /// A row's bits with pending changes and local marks.
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

    /// True while a change of this row is on its way.
    pub(super) fn is_pending(&self, id: Id<Inquiry>) -> bool {
        self.overlay.of(&Subject::Inquiry(id)).next().is_some()
    }

    /// Time at which the user answered the inquiry, if it is marked so.
    pub fn answered_at(&self, id: Id<Inquiry>) -> Option<Timestamp> {
        self.record(id)?.answered()
    }

    /// The drafts of replies, by inquiry.
    pub fn drafts(&self) -> &BTreeMap<i64, ReplyDraft> {
        &self.drafts
    }

    /// Notes the draft of a reply, or that there is none any more. False when nothing changed.
    pub(in crate::store) fn set_draft(&mut self, id: Id<Inquiry>, draft: Option<ReplyDraft>) -> bool {
        if self.drafts.get(&id.get()).map(|known| known.at) == draft.map(|draft| draft.at) {
            return false;
        }
        // The new version makes views again, because a filter may ask for drafts.
        self.sets.version += 1;
        let drafts = Arc::make_mut(&mut self.drafts);
        match draft {
            Some(draft) => drop(drafts.insert(id.get(), draft)),
            None => drop(drafts.remove(&id.get())),
        }
        true
    }

    /// Lays the user's notes over the rows.
    pub(in crate::store) fn set_records(&mut self, records: Arc<Records>, version: u64) {
        self.sets.version += u64::from(self.records.1 != version);
        self.records = (records, version);
    }

    /// Rows newer than `since`, the newest first.
    pub(in crate::store) fn since(&self, since: Timestamp) -> impl Iterator<Item = &Compact> {
        self.rows.iter().map(|(row, ..)| row).take_while(move |row| row.date > Some(since))
    }

    /// The user's notes about an inquiry.
    pub fn record(&self, id: Id<Inquiry>) -> Option<&Record> {
        self.records.0.of(&Subject::Inquiry(id))
    }

    /// The user's notes about the buyer of a row.
    pub fn record_of_buyer(&self, row: &InquiryRow<'_>) -> Option<&Record> {
        let address = row.as_sent().email();
        if address.is_empty() { None } else { self.records.0.of(&Subject::sender(address)) }
    }
}
