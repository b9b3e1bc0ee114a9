//! What the store does with notes: takes them over, keeps them, lays them over the lists.

use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::Store;
use crate::store::filter::Tells;
use crate::store::notes::{NoteChange, NoteRow, Notes};
use crate::store::subject::{EntryId, Subject};

impl Store {
    /// The user's notes.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Notes something; `words` say what was done, for an undo, and are empty where the program does it without a key.
    /// True when something changed. It is noted by the service's clock: what is noted is compared with what that dates.
    pub fn change_notes(&mut self, changes: Vec<NoteChange>, words: String, now: Timestamp) -> bool {
        self.release_records();
        self.notes.progress += u64::from(changes.iter().all(|change| change.key.is_progress()));
        let rows = self.notes.change(changes, words, (self.service_time(now), self.newest_entry()));
        let any = !rows.is_empty();
        self.keep_notes(rows, now);
        any
    }

    /// Like [`Store::version`], but unchanged by the steps of the morning run, each of which is a note.
    pub(in crate::store) fn version_of_facts(&self) -> u64 {
        self.shown.version - self.notes.progress
    }

    /// Forgets notes for good: neither an undo nor a redo brings them back. Of `things` the daily copies forget them, too.
    pub fn forget_notes(&mut self, changes: Vec<NoteChange>, things: Vec<Subject>, now: Timestamp) {
        self.change_notes(changes, String::new(), now);
        self.notes.forget_acts();
        if let Some(disk) = self.disk.as_ref().filter(|_| !things.is_empty()) {
            disk.forget_notes(things);
        }
    }

    /// Undoes the newest act on notes, or redoes the one undone last; what it was.
    pub fn reverse_notes(&mut self, redo: bool, now: Timestamp) -> Option<String> {
        self.release_records();
        let reversed = self.notes.reverse(redo, (self.service_time(now), self.newest_entry()));
        let (words, rows) = reversed.map_or((None, Vec::new()), |(words, rows)| (Some(words), rows));
        self.keep_notes(rows, now);
        words
    }

    /// Reads what another program noted meanwhile. Asked for with every answer, also a failed one, and when the user comes
    /// back to the window: the program is awake then.
    pub fn look_at_notes(&self) {
        if let Some(disk) = &self.disk {
            disk.look_at_notes();
        }
    }

    /// Takes values that were read before any thread existed; the others follow.
    pub fn from_first_notes(&mut self, rows: Vec<NoteRow>) {
        self.notes.load_first(rows);
        self.shown.version += 1;
    }

    /// Takes over what the file holds; asks again where changes were made meanwhile.
    pub(in crate::store) fn take_notes(&mut self, rows: Vec<NoteRow>, has: u64) {
        if has != self.notes.sent {
            if let Some(disk) = &self.disk {
                disk.read_notes();
            }
            return;
        }
        self.notes.load(rows);
        self.lay_records();
    }

    fn newest_entry(&self) -> EntryId {
        self.writes.journal.entries().next().map(|entry| entry.id).unwrap_or_default()
    }

    /// The lists give their records back, so that a change need not copy all of them.
    fn release_records(&mut self) {
        let version = self.notes.rows_version();
        self.index.inquiries.set_records(Arc::default(), version);
        self.index.domains.set_records(Arc::default(), version);
    }

    fn lay_records(&mut self) {
        let version = self.notes.rows_version();
        self.index.inquiries.set_records(self.notes.records(), version);
        self.index.domains.set_records(self.notes.records(), version);
        self.shown.version += 1;
    }

    fn keep_notes(&mut self, rows: Vec<NoteRow>, now: Timestamp) {
        self.lay_records();
        if let Some(disk) = self.disk.as_ref().filter(|_| !rows.is_empty()) {
            self.notes.sent += 1;
            disk.put_notes(rows, now);
        }
    }
}

impl Tells for Notes {
    fn told(&self, name: &str) -> Vec<(String, String)> {
        let tags = if name == "tag" { self.tags() } else { Vec::new() };
        tags.into_iter().map(|(tag, count)| (tag.to_owned(), count.to_string())).collect()
    }
}
