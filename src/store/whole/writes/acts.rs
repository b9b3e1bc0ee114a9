//! Acts of the user in their order: which were done since a moment, and which can be undone.

use crate::base::Timestamp;
use crate::store::Store;
use crate::store::subject::EntryId;
use crate::store::writes::journal::{Entry, is_act};

/// Moment in the order of acts: the newest entry of the journal, and the number of acts on notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActsAt {
    entry: EntryId,
    notes: usize,
}

impl ActsAt {
    /// Moment `self`, moved so that acts between `left` and `now` do not count as done since it: for journal entries
    /// to `now`; for acts on notes to `now` only if there were some between `left` and `now`.
    #[must_use]
    pub fn passing(self, left: Self, now: Self) -> Self {
        Self { entry: now.entry, notes: if left.notes == now.notes { self.notes } else { now.notes } }
    }
}

impl Store {
    /// Present moment in the order of acts.
    pub fn acts_at(&self) -> ActsAt {
        let entry = self.writes.journal.entries().find(|entry| is_act(entry)).map(|entry| entry.id).unwrap_or_default();
        ActsAt { entry, notes: self.notes.acts() }
    }

    /// Acts since a moment that can be undone, the newest first, and the number of acts on notes since then.
    pub fn acts_since(&self, at: ActsAt) -> (Vec<EntryId>, usize) {
        let since = self.writes.journal.entries().take_while(|entry| entry.id > at.entry);
        let written =
            since.filter(|entry| is_act(entry) && self.writes.journal.can_be_undone(entry)).map(|entry| entry.id);
        (written.collect(), self.notes.acts().saturating_sub(at.notes))
    }

    /// Acts since a time of the service's clock that can be undone, the newest first.
    pub fn acts_after(&self, time: Timestamp) -> impl Iterator<Item = &Entry> {
        let since = self.writes.journal.entries().take_while(move |entry| self.service_time(entry.at) >= time);
        since.filter(|entry| is_act(entry) && self.writes.journal.can_be_undone(entry))
    }
}
