//! Taking back and doing again: exact inverses, only for rows that really changed and were not changed since.

use super::{Entry, EntryId, Journal, Origin, State};
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::Intent;
use crate::store::book::InquiryBook;

/// A write that takes back, or does again, an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    pub intent: Intent,
    pub origin: Origin,
    /// What it takes back or does again: `3 inquiries archived`.
    pub of: String,
    /// Rows left alone because they were changed elsewhere since, are gone, or their outcome is not known.
    pub left: Vec<Id<Inquiry>>,
}

impl Journal {
    /// The newest `n` writes that can be taken back, newest first.
    pub fn undoable(&self, book: &InquiryBook, n: usize) -> Vec<Reversal> {
        let mut found = Vec::new();
        for entry in self.entries() {
            if found.len() == n {
                break;
            }
            if !matches!(entry.origin, Origin::Undo(_)) && self.link(entry.id, true).is_none() {
                found.extend(self.inverse(entry, book, Origin::Undo(entry.id)));
            }
        }
        found
    }

    /// The newest `n` undone writes that can be done again: only those undone since the user's last own change.
    pub fn redoable(&self, book: &InquiryBook, n: usize) -> Vec<Reversal> {
        let mut found = Vec::new();
        for entry in self.entries() {
            if found.len() == n || entry.origin == Origin::User {
                break;
            }
            if matches!(entry.origin, Origin::Undo(_)) && self.link(entry.id, false).is_none() {
                found.extend(self.inverse(entry, book, Origin::Redo(entry.id)));
            }
        }
        found
    }

    /// Why an entry cannot be taken back, or the rows that can be: for the log's column "way back".
    pub fn way_back(&self, entry: &Entry, book: &InquiryBook) -> String {
        if let Some(by) = self.link(entry.id, true).or_else(|| self.link(entry.id, false)) {
            let word = if matches!(by.origin, Origin::Undo(_)) { "undone" } else { "done again" };
            return word.to_owned();
        }
        let origin =
            if matches!(entry.origin, Origin::Undo(_)) { Origin::Redo(entry.id) } else { Origin::Undo(entry.id) };
        let key = if matches!(origin, Origin::Undo(_)) { "undo takes it back" } else { "redo does it again" };
        match self.inverse(entry, book, origin) {
            Some(reversal) if reversal.left.is_empty() => key.to_owned(),
            Some(reversal) => {
                let Intent::Mark { ids, .. } = &reversal.intent;
                format!("{key} for {} of {}", ids.len(), ids.len() + reversal.left.len())
            }
            None if entry.targets.iter().any(|target| target.state == State::Unknown) => "being checked".to_owned(),
            None if entry.changed().next().is_none() => "nothing was changed".to_owned(),
            None => "changed elsewhere since".to_owned(),
        }
    }

    /// The entry that takes back (or does again) `id` and has not failed altogether.
    fn link(&self, id: EntryId, undo: bool) -> Option<&Entry> {
        let origin = if undo { Origin::Undo(id) } else { Origin::Redo(id) };
        self.entries.iter().find(|entry| {
            let failed = |state| matches!(state, State::Refused | State::SettledNotApplied);
            entry.origin == origin && !entry.targets.iter().all(|target| failed(target.state))
        })
    }

    fn inverse(&self, entry: &Entry, book: &InquiryBook, origin: Origin) -> Option<Reversal> {
        let (mark, to) = entry.assigns();
        let (mut ids, mut left) = (Vec::new(), Vec::new());
        for target in &entry.targets {
            if target.before != Some(!to) || matches!(target.state, State::Refused | State::SettledNotApplied) {
                // It changed nothing there, so there is nothing to take back.
                continue;
            }
            let on_its_way = matches!(target.state, State::Planned | State::Sending);
            if (target.state.applied() || on_its_way) && book.shown(target.id, mark) == Some(to) {
                ids.push(target.id);
            } else {
                left.push(target.id);
            }
        }
        let of = entry.words(self);
        (!ids.is_empty()).then_some(Reversal { intent: Intent::Mark { ids, mark, to: !to }, origin, of, left })
    }
}
