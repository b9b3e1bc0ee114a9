//! Journal of the user's writes: wanted changes, actual changes, outcomes and undos.
//!
//! In memory and without side effects; `disk/journal_db.rs` stores it. Look first at [`Entry`] and [`State`], then at
//! `undo.rs`.

mod fate;
#[cfg(test)]
mod kept_tests;
mod tally;
mod target;
mod undo;
mod words;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::intent::{Intent, Topic};
use crate::base::{Timestamp, work};
use crate::store::subject::{EntryId, Item, Mark, Names, Subject};

pub use fate::{Fate, State};
use tally::Tally;
use target::LEFT_OUT;
pub use target::Target;
pub(in crate::store) use undo::{Base, is_act};
pub use undo::{Order, Reversal};
pub(in crate::store) use words::SayValue;

/// Number of newest entries kept. Of older ones, the disk keeps those that are open, and memory also those newer than
/// the oldest open one.
pub const KEPT: usize = 1_000;

/// Origin of a write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    #[default]
    User,
    /// Undo of the entry.
    Undo(EntryId),
    /// Redo of the entry, which is itself an undo.
    Redo(EntryId),
    /// Marking an inquiry read by opening it. Undo and redo pass over it, as the user did not ask for it.
    Opened,
    /// Write of the own settings of removed domains, made after the undo of the entry has added the domains back. Part
    /// of that undo.
    Restore(EntryId),
    /// Write of a plan file by `parkade apply`: an act of the user, of which nothing more is sent after that command
    /// ends.
    Applied,
}

impl Origin {
    /// True for an act of the user, not for its undo or redo.
    pub fn is_own(self) -> bool {
        matches!(self, Self::User | Self::Applied)
    }

    /// Entry that an undo or redo reverses; else `None`.
    pub fn reverses(self) -> Option<EntryId> {
        match self {
            Self::Undo(id) | Self::Redo(id) => Some(id),
            Self::User | Self::Opened | Self::Applied | Self::Restore(_) => None,
        }
    }

    /// Entry that must end before this one is sent: the one it reverses, or the undo that adds its domains back.
    pub fn awaits(self) -> Option<EntryId> {
        if let Self::Restore(id) = self { Some(id) } else { self.reverses() }
    }
}

/// Answer of the service to one bulk call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkAnswer {
    pub at: Timestamp,
    /// Number of things in the call.
    pub asked: usize,
    #[serde(default)]
    pub matched: Option<i64>,
    /// `None` for a queued call.
    #[serde(default)]
    pub applied: Option<i64>,
    #[serde(default)]
    pub queued: bool,
    /// Names or numbers of the call that the service does not know.
    #[serde(default)]
    pub not_found: Vec<String>,
}

/// Targets of an entry: all, or those named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    These(Vec<Item>),
}

impl<S: Into<Item>> From<S> for Which {
    fn from(item: S) -> Self {
        Self::These(vec![item.into()])
    }
}

/// One write of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: EntryId,
    /// The write; shared, as it may hold many thousands of things.
    pub intent: Arc<Intent>,
    pub origin: Origin,
    /// Time the user confirmed the write.
    pub at: Timestamp,
    /// Targets in the order of their keys, no key twice.
    pub targets: Vec<Target>,
    /// Answers to the write's bulk calls, oldest first.
    pub answers: Vec<BulkAnswer>,
    /// Version of the program that planned the write.
    pub program: String,
}

impl Entry {
    /// Mark the write sets and the value it gets; `None` if it sets no mark.
    pub fn mark(&self) -> Option<(Mark, bool)> {
        self.intent.mark()
    }

    /// True if the service queued a call of the write, to carry it out in the background.
    pub fn is_queued(&self) -> bool {
        self.answers.iter().any(|answer| answer.queued)
    }

    /// Target with this key; for a thing without a field, the first target of that thing.
    pub fn target(&self, named: &impl Names) -> Option<&Target> {
        self.place(named).map(|i| &self.targets[i])
    }

    fn place(&self, named: &impl Names) -> Option<usize> {
        let wanted = (named.thing(), named.named_field());
        let at = self.targets.partition_point(|target| target.key() < wanted);
        let found = self.targets.get(at)?;
        let is = found.subject == *wanted.0 && (wanted.1.is_none() || found.field.as_ref() == wanted.1);
        is.then_some(at)
    }

    /// Keys of the targets that `which` chooses.
    pub fn items(&self, which: &Which) -> Vec<Item> {
        match which {
            Which::All => self.targets.iter().map(Target::item).collect(),
            Which::These(items) => {
                items.iter().map(|item| self.target(item).map_or(item.clone(), Target::item)).collect()
            }
        }
    }

    /// Targets the write changed: done, and not as wanted before.
    pub fn changed(&self) -> impl Iterator<Item = &Target> {
        self.targets.iter().filter(|target| target.state.applied() && target.would_change())
    }

    /// Sorts the targets by key, as [`Self::target`] needs them.
    pub(in crate::store) fn sort(&mut self) {
        self.targets.sort_by(|a, b| a.key().cmp(&b.key()));
    }

    /// True if a target is waiting, being sent or being read back.
    pub fn open(&self) -> bool {
        self.targets.iter().any(|target| target.state.pending())
    }

    /// Aspect of its things that the write changes. Two writes of one topic about one thing are sent one after the
    /// other.
    pub fn topic(&self) -> Topic {
        self.intent.topic()
    }
}

/// Journal of the user's writes.
#[derive(Debug, Default)]
pub struct Journal {
    /// All entries, oldest first.
    entries: VecDeque<Entry>,
    /// Counts of targets that are pending or undetermined; entries without such targets are left out.
    open: BTreeMap<EntryId, Tally>,
    next: i64,
    version: u64,
}

impl Journal {
    /// All entries, newest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        work::each(self.entries.iter().rev())
    }

    /// The entry with this id.
    pub fn get(&self, id: EntryId) -> Option<&Entry> {
        self.index(id).map(|i| &self.entries[i])
    }

    /// Number that changes whenever an entry changes or is added.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Number of targets that wait or are being sent, and of those whose outcome is being read back.
    pub fn pending(&self) -> (usize, usize) {
        let add = |(sent, unknown), of: &Tally| (sent + of.planned + of.sending, unknown + of.unknown);
        self.open.values().fold((0, 0), add)
    }

    /// Number of writes with a target that waits to be sent.
    pub fn waiting(&self) -> usize {
        self.open.values().filter(|of| of.planned > 0).count()
    }

    /// Of the only write with waiting targets: the number of its targets that no longer wait, and of all. `None` if
    /// all of them wait, or several writes have waiting targets.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let mut waiting = self.open.iter().filter(|(_, of)| of.planned > 0);
        let ((id, of), None) = (waiting.next()?, waiting.next()) else { return None };
        let all = self.get(*id)?.targets.len();
        (of.planned < all).then_some((all - of.planned, all))
    }

    /// Entries with a pending or undetermined target, oldest first.
    pub fn open(&self) -> impl Iterator<Item = &Entry> {
        self.open.keys().filter_map(|id| self.get(*id))
    }

    /// Newest entry of [`Self::open`].
    pub fn newest_open(&self) -> Option<EntryId> {
        self.open.keys().next_back().copied()
    }

    /// Things for which the outcome of a write of that topic is unknown, each with that write.
    pub fn blocked(&self, topic: Topic) -> HashMap<&Subject, EntryId> {
        let of = |entry: &&Entry| entry.topic() == topic;
        self.open()
            .filter(of)
            .flat_map(|entry| {
                let id = entry.id;
                entry.targets.iter().filter(|t| t.state.blocks()).map(move |t| (&t.subject, id))
            })
            .collect()
    }

    /// Newest write about a thing that is pending or undetermined there.
    pub fn open_on(&self, subject: &impl Names) -> Option<&Entry> {
        self.open
            .keys()
            .rev()
            .filter_map(|id| self.get(*id))
            .find(|entry| entry.target(subject).is_some_and(|target| target.state.open()))
    }

    /// True if a newer entry has a target with the same key and topic that was or may yet be sent. A target of an undo
    /// or redo with nothing to send does not count, nor one that its write left out.
    pub fn superseded(&self, id: EntryId, named: &impl Names) -> bool {
        let Some((entry, of)) = self.get(id).and_then(|entry| Some((entry, entry.target(named)?))) else { return true };
        let (topic, item) = (entry.topic(), of.item());
        let sends = |target: &Target| !matches!(target.state, State::TakenBack | State::Void);
        self.entries.iter().any(|e| {
            e.id > id
                && e.topic() == topic
                && e.target(&item).is_some_and(|target| target.is(&item) && sends(target) && !target.is_left_out())
        })
    }

    fn index(&self, id: EntryId) -> Option<usize> {
        self.entries.binary_search_by_key(&id, |entry| entry.id).ok()
    }

    /// Takes in the entries from the disk. Targets that were being sent when the program ended become unknown; returns
    /// the entries that have such targets.
    pub(in crate::store) fn restore(&mut self, mut entries: Vec<Entry>, now: Timestamp) -> Vec<EntryId> {
        entries.sort_by_key(|entry| entry.id);
        let mut changed = Vec::new();
        for entry in &mut entries {
            entry.sort();
            for target in &mut entry.targets {
                if target.state == State::Sending {
                    target.state = State::Unknown;
                    target.at = now;
                    "Parkade ended while it was being sent".clone_into(&mut target.evidence);
                    changed.push(entry.id);
                }
            }
        }
        changed.dedup();
        self.next = entries.last().map_or(0, |entry| entry.id.0).max(self.next);
        self.version += 1;
        // Writes planned before the journal was read follow its entries.
        let planned: Vec<Entry> = self.entries.drain(..).collect();
        self.entries = entries.into();
        for mut entry in planned {
            self.next += 1;
            entry.id = EntryId(self.next);
            self.entries.push_back(entry);
        }
        self.recount();
        changed
    }

    /// Adds a planned write as the newest entry.
    pub(in crate::store) fn plan(
        &mut self,
        intent: impl Into<Arc<Intent>>,
        origin: Origin,
        targets: Vec<Target>,
        now: Timestamp,
    ) -> EntryId {
        self.next += 1;
        self.version += 1;
        let id = EntryId(self.next);
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let mut entry = Entry { id, intent: intent.into(), origin, at: now, targets, answers: Vec::new(), program };
        entry.sort();
        let tally = Tally::of(&entry);
        if !tally.is_empty() {
            self.open.insert(id, tally);
        }
        self.entries.push_back(entry);
        while self.entries.len() > KEPT && !self.open.contains_key(&self.entries[0].id) {
            self.entries.pop_front();
        }
        id
    }

    /// Adds the service's answer to a bulk call.
    pub(in crate::store) fn answered(&mut self, id: EntryId, answer: BulkAnswer) {
        if let Some(i) = self.index(id) {
            self.version += 1;
            self.entries[i].answers.push(answer);
        }
    }

    /// Sets a number that became known only after the write was planned; false if the write had it.
    pub(in crate::store) fn number(&mut self, id: EntryId, subject: &Subject, number: i64) -> bool {
        let Some(i) = self.index(id) else { return false };
        let numbered = Arc::make_mut(&mut self.entries[i].intent).number(subject, number);
        self.version += u64::from(numbered);
        numbered
    }

    /// Changes a target; false if there is no such target.
    pub(in crate::store) fn change(
        &mut self,
        id: EntryId,
        item: &impl Names,
        change: impl FnOnce(&mut Target),
    ) -> bool {
        let Some(i) = self.index(id) else { return false };
        let Some(at) = self.entries[i].place(item) else { return false };
        let target = &mut self.entries[i].targets[at];
        let was = target.state;
        change(target);
        self.version += 1;
        let tally = self.open.entry(id).or_default();
        tally.take(was);
        tally.add(target.state);
        if tally.is_empty() {
            self.open.remove(&id);
        }
        true
    }

    fn recount(&mut self) {
        let tallies = self.entries.iter().map(|entry| (entry.id, Tally::of(entry)));
        self.open = tallies.filter(|(_, tally)| !tally.is_empty()).collect();
    }
}
