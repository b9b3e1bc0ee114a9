//! Notes of the user on this computer about inquiries, domains and buyers: one table of subject, key and value.
//!
//! The service does not have them, and losing the cache does not lose them: they are in a file of their own
//! (`disk/notes_db.rs`). Look first at [`Notes`], then at [`Key`] for what can be noted; `acts.rs` has their undo.

mod acts;
pub(in crate::store) mod alarm;
pub mod file;
#[cfg(test)]
mod heard_tests;
mod key;
mod mail;
mod pin;
mod record;
pub(in crate::store) mod states;
#[cfg(test)]
pub(in crate::store) mod tests;
mod turn;
#[cfg(test)]
mod turn_tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem::discriminant;
use std::sync::Arc;

use acts::Act;
pub use acts::Told;
pub(in crate::store) use alarm::woken;
pub use alarm::{Rung, Woke};
pub use file::Merge;
pub use key::{Key, clean_tag};
pub use mail::{MailChange, MailMark};
pub use pin::Pin;
pub use record::{Entry, Record, Records};
pub use turn::{Because, Status, Turn};

use crate::api::types::Inquiry;
use crate::base::{Id, Kept, Timestamp, work};
use crate::store::subject::Subject;

/// Change of one row; without a value the row is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteChange {
    pub about: Subject,
    pub key: Key,
    pub value: Option<Box<str>>,
}

impl NoteChange {
    /// Change that notes a value, or removes the note where the value is empty.
    pub fn new(about: impl Into<Subject>, key: Key, value: &str) -> Self {
        Self { about: about.into(), key, value: Some(value.into()).filter(|_| !value.is_empty()) }
    }
}

/// Row of the table, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    pub about: Subject,
    pub key: Key,
    pub value: Option<Box<str>>,
    pub at: Timestamp,
}

/// All notes.
#[derive(Debug, Default)]
pub struct Notes {
    pub(in crate::store) records: Arc<Records>,
    /// Acts that can be undone, the newest last.
    done: Vec<Act>,
    /// Acts that can be redone, the one undone last at the end.
    undone: Vec<Act>,
    /// True once the rows of the file were read.
    read: bool,
    /// Number of changes sent to the file. Rows from the file are taken only when they include all of these.
    pub(in crate::store) sent: u64,
    pub(in crate::store) version: u64,
    rows_version: u64,
    /// Number of changes that were only progress on Home.
    pub(in crate::store) progress: u64,
    pub(in crate::store) alarms: alarm::Alarms,
    counted: Kept<u64, Arc<Counted>>,
}

/// Counts over all notes that lists show, made once for each version of the notes.
#[derive(Debug, Default)]
pub struct Counted {
    /// Number of snoozed inquiries.
    pub snoozed: usize,
    /// Inquiries that are back from a snooze.
    pub woken: HashSet<Id<Inquiry>>,
    /// Keys noted about inquiries and their buyers, one of each kind; `of_domains` about domains.
    pub of_inquiries: Vec<Key>,
    pub of_domains: Vec<Key>,
}

impl Counted {
    fn of(notes: &Notes) -> Self {
        let mut counted = Self::default();
        for (about, record) in notes.iter() {
            let keys = match about {
                Subject::Inquiry(id) => {
                    counted.snoozed += usize::from(record.get(&Key::Snooze).is_some());
                    if record.woke().is_some() {
                        counted.woken.insert(*id);
                    }
                    &mut counted.of_inquiries
                }
                Subject::Domain(_) => &mut counted.of_domains,
                Subject::Sender(_) => &mut counted.of_inquiries,
                _ => continue,
            };
            for (key, _) in record.iter() {
                // An inquiry shows the tags of its buyer, but no other note about the buyer.
                let is_shown = !matches!(about, Subject::Sender(_)) || matches!(key, Key::Tag(_));
                if is_shown && !keys.iter().any(|known| discriminant(known) == discriminant(key)) {
                    keys.push(key.clone());
                }
            }
        }
        counted
    }
}

impl Notes {
    /// Notes made of these rows, for a program that reads the file while another one has it open.
    pub fn of_rows(rows: Vec<NoteRow>) -> Self {
        let mut notes = Self::default();
        notes.load(rows);
        notes
    }

    /// Notes about a thing.
    pub fn of(&self, about: &Subject) -> Option<&Record> {
        self.records.of(about)
    }

    /// All notes by thing.
    pub fn iter(&self) -> impl Iterator<Item = (&Subject, &Record)> {
        work::each(self.records.iter())
    }

    /// Shared copy of all notes.
    pub fn records(&self) -> Arc<Records> {
        self.records.clone()
    }

    /// True once the rows of the file were read.
    pub fn is_read(&self) -> bool {
        self.read
    }

    /// Version that grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Version that grows with every change of a note, except notes about the account.
    pub(in crate::store) fn rows_version(&self) -> u64 {
        self.rows_version
    }

    /// Due reminders with their things, those due longest first.
    pub fn due(&self, now: Timestamp) -> Vec<(&Subject, Timestamp, &Record)> {
        let at = |record: &Record| record.reminder().map(|moment| moment.at()).filter(|at| *at <= now);
        let mut due: Vec<_> = self.iter().filter_map(|(about, record)| Some((about, at(record)?, record))).collect();
        due.sort_by_key(|(about, at, _)| (*at, (*about).clone()));
        due
    }

    /// Tags with the number of things that have each, the most used first.
    pub fn tags(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for tag in self.iter().flat_map(|(_, record)| record.tags()) {
            *counts.entry(tag).or_default() += 1;
        }
        let mut tags: Vec<(&str, usize)> = counts.into_iter().collect();
        tags.sort_by_key(|(tag, count)| (std::cmp::Reverse(*count), *tag));
        tags
    }

    /// Things that have a tag.
    pub fn tagged<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Subject> {
        self.iter().filter(move |(_, record)| record.has_tag(tag)).map(|(about, _)| about)
    }

    /// Counts over all notes.
    pub fn counted(&self) -> Arc<Counted> {
        self.counted.get(self.version, |_| Arc::new(Counted::of(self)))
    }

    /// Number of snoozed inquiries.
    pub fn snoozed(&self) -> usize {
        self.counted().snoozed
    }

    fn put<'a>(
        &mut self,
        rows: impl Iterator<Item = (&'a Subject, &'a Key, &'a Option<Entry>)>,
        at: Timestamp,
    ) -> Vec<NoteRow> {
        self.version += 1;
        let records = Arc::make_mut(&mut self.records);
        rows.map(|(about, key, to)| {
            self.rows_version += u64::from(*about != Subject::Account);
            records.put(about, key, to.clone());
            let value = to.as_ref().map(|entry| entry.value.clone());
            NoteRow { about: about.clone(), key: key.clone(), value, at }
        })
        .collect()
    }

    /// Takes some rows of the file before all are read.
    pub(in crate::store) fn load_first(&mut self, rows: Vec<NoteRow>) {
        self.load(rows);
        self.read = false;
    }

    /// Replaces all notes by the rows of the file.
    pub(in crate::store) fn load(&mut self, rows: Vec<NoteRow>) {
        let mut all: HashMap<Subject, Record> = HashMap::new();
        for row in rows {
            if let Some(value) = row.value {
                all.entry(row.about).or_default().put(row.key, Some(Entry { value, at: row.at }));
            }
        }
        (self.records, self.read) = (Arc::new(Records::new(all)), true);
        self.version += 1;
        self.rows_version += 1;
    }
}
