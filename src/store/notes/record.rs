//! The notes about one thing.

use std::collections::{BTreeMap, HashMap};

use super::Key;
use crate::base::{Timestamp, work};
use crate::store::subject::Subject;

/// A value with the time it was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub value: Box<str>,
    pub at: Timestamp,
}

/// The notes about one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record(BTreeMap<Key, Entry>);

impl Record {
    /// One value.
    pub fn get(&self, key: &Key) -> Option<&Entry> {
        self.0.get(key)
    }

    /// Every value.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Entry)> {
        self.0.iter()
    }

    /// The user's own words; empty without any.
    pub fn note(&self) -> &str {
        self.get(&Key::Note).map_or("", |entry| &entry.value)
    }

    /// The tags, from A to Z.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.0.keys().filter_map(|key| if let Key::Tag(tag) = key { Some(&**tag) } else { None })
    }

    /// True when the thing has this tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.0.contains_key(&Key::Tag(tag.into()))
    }

    /// The tags on one line: `broker hot`.
    pub fn tag_line(&self) -> String {
        self.tags().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn put(&mut self, key: Key, entry: Option<Entry>) {
        match entry {
            Some(entry) => drop(self.0.insert(key, entry)),
            None => drop(self.0.remove(&key)),
        }
    }
}

/// The records of all things.
#[derive(Clone, Debug, Default)]
pub struct Records(HashMap<Subject, Record>);

impl Records {
    pub(super) fn new(all: HashMap<Subject, Record>) -> Self {
        Self(all)
    }

    /// The notes about a thing.
    pub fn of(&self, about: &Subject) -> Option<&Record> {
        self.0.get(about)
    }

    /// All notes by thing.
    pub fn iter(&self) -> impl Iterator<Item = (&Subject, &Record)> {
        work::each(self.0.iter())
    }

    pub(super) fn put(&mut self, about: &Subject, key: &Key, entry: Option<Entry>) {
        let record = self.0.entry(about.clone()).or_default();
        record.put(key.clone(), entry);
        if record.0.is_empty() {
            self.0.remove(about);
        }
    }
}
