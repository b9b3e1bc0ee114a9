//! Notes about one thing.

use std::collections::{BTreeMap, HashMap};

use super::Key;
use crate::base::{Timestamp, work};
use crate::store::subject::Subject;

/// Value of a note, and the time it was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub value: Box<str>,
    pub at: Timestamp,
}

/// Notes about one thing, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record(BTreeMap<Key, Entry>);

impl Record {
    /// Note under a key.
    pub fn get(&self, key: &Key) -> Option<&Entry> {
        self.0.get(key)
    }

    /// All notes in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Entry)> {
        self.0.iter()
    }

    /// Note in the user's words; empty without one.
    pub fn note(&self) -> &str {
        self.get(&Key::Note).map_or("", |entry| &entry.value)
    }

    /// Tags in alphabetical order.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.0.keys().filter_map(|key| if let Key::Tag(tag) = key { Some(&**tag) } else { None })
    }

    /// True when the thing has this tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.0.contains_key(&Key::Tag(tag.into()))
    }

    /// Tags on one line: `broker hot`.
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

/// Notes about all things.
#[derive(Clone, Debug, Default)]
pub struct Records(HashMap<Subject, Record>);

impl Records {
    pub(super) fn new(all: HashMap<Subject, Record>) -> Self {
        Self(all)
    }

    /// Notes about a thing.
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
