//! Every write the user made: what it was to change, what it really changed, its fate, and the way back.
//!
//! In memory and pure; `disk/journal_db.rs` keeps it. Look first at [`Entry`] and [`State`], then `undo.rs`.

mod undo;
mod words;

use std::collections::{BTreeMap, HashMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::{Intent, Mark};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};

pub use undo::Reversal;
pub(crate) use words::participle;

/// Entries kept in memory and on disk beyond those whose fate is open.
pub const KEPT: usize = 1_000;

/// Number of an entry, growing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub i64);

/// Where an intent came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    #[default]
    User,
    /// Takes back what that entry changed.
    Undo(EntryId),
    /// Does again what that (undoing) entry took back.
    Redo(EntryId),
}

/// What a write of one target has come to (reliability: journal).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In the journal; no byte has gone out.
    #[default]
    Planned,
    /// Bytes may have gone out. At the next start this becomes `Unknown`.
    Sending,
    /// The service said it did it.
    Acknowledged,
    /// The service said no.
    Refused,
    /// Sent, outcome unknown, checking.
    Unknown,
    /// Reading showed that it was done.
    SettledApplied,
    /// Reading showed, twice, that it was not done.
    SettledNotApplied,
    /// Reading did not tell.
    GivenUp,
}

impl State {
    /// The change is at the service.
    pub fn applied(self) -> bool {
        matches!(self, Self::Acknowledged | Self::SettledApplied)
    }

    /// The change is laid over what the service told.
    pub fn pending(self) -> bool {
        matches!(self, Self::Planned | Self::Sending | Self::Unknown)
    }

    /// Nothing more will happen by itself.
    pub fn ended(self) -> bool {
        !self.pending()
    }

    fn open(self) -> bool {
        self.pending() || self.blocks()
    }

    /// No new write may touch the target until reading has told (rule 6).
    pub fn blocks(self) -> bool {
        matches!(self, Self::Unknown | Self::GivenUp)
    }
}

/// One row a write is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    pub id: Id<Inquiry>,
    /// The mark before the write, as best known when it was sent; `None` when it was not known.
    pub before: Option<bool>,
    pub state: State,
    /// How often it was sent.
    pub sends: u8,
    /// When `state` came about.
    pub at: Timestamp,
    /// What tells so, for people: `still not archived after 3 readings`; empty when the answer itself did.
    pub evidence: String,
}

/// One write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub id: EntryId,
    pub intent: Intent,
    pub origin: Origin,
    /// When the user confirmed it.
    pub at: Timestamp,
    /// In the order of their ids, each once.
    pub targets: Vec<Target>,
    /// The version of the program that wrote it.
    pub program: String,
}

impl Entry {
    /// The mark and the value it assigns.
    pub fn assigns(&self) -> (Mark, bool) {
        let Intent::Mark { mark, to, .. } = &self.intent;
        (*mark, *to)
    }

    /// One of its rows.
    pub fn target(&self, id: Id<Inquiry>) -> Option<&Target> {
        self.place(id).map(|i| &self.targets[i])
    }

    fn place(&self, id: Id<Inquiry>) -> Option<usize> {
        self.targets.binary_search_by_key(&id, |target| target.id).ok()
    }

    /// The rows it really changed: applied, and different before.
    pub fn changed(&self) -> impl Iterator<Item = &Target> {
        let (_, to) = self.assigns();
        self.targets.iter().filter(move |t| t.state.applied() && t.before == Some(!to))
    }

    /// True when some row is still on its way or unknown.
    pub fn open(&self) -> bool {
        self.targets.iter().any(|target| target.state.pending())
    }
}

/// All writes known.
#[derive(Debug, Default)]
pub struct Journal {
    /// Oldest first.
    entries: VecDeque<Entry>,
    /// How many targets of an entry are pending or block; entries without one are not here.
    open: BTreeMap<EntryId, usize>,
    next: i64,
    version: u64,
}

impl Journal {
    /// Newest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().rev()
    }

    /// One entry.
    pub fn get(&self, id: EntryId) -> Option<&Entry> {
        self.index(id).map(|i| &self.entries[i])
    }

    /// Differs whenever an entry does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many rows are planned or being sent, and how many are unknown.
    pub fn pending(&self) -> (usize, usize) {
        let targets = || self.open().flat_map(|entry| &entry.targets);
        let unknown = targets().filter(|t| t.state == State::Unknown).count();
        (targets().filter(|t| t.state.pending()).count() - unknown, unknown)
    }

    /// Entries with a target that is pending or blocks, oldest first.
    pub fn open(&self) -> impl Iterator<Item = &Entry> {
        self.open.keys().filter_map(|id| self.get(*id))
    }

    /// The rows whose outcome is not known, and the write that is to blame.
    pub fn blocked(&self) -> HashMap<Id<Inquiry>, EntryId> {
        let of = |entry: &Entry| -> Vec<(Id<Inquiry>, EntryId)> {
            entry.targets.iter().filter(|t| t.state.blocks()).map(|t| (t.id, entry.id)).collect()
        };
        self.open().flat_map(of).collect()
    }

    /// True when a later write assigns the same mark of the same row.
    pub fn superseded(&self, id: EntryId, row: Id<Inquiry>) -> bool {
        let Some(entry) = self.get(id) else { return true };
        let (mark, _) = entry.assigns();
        self.entries.iter().any(|e| e.id > id && e.assigns().0 == mark && e.target(row).is_some())
    }

    fn index(&self, id: EntryId) -> Option<usize> {
        self.entries.binary_search_by_key(&id, |entry| entry.id).ok()
    }

    /// Takes the entries of the disk; what was being sent when the program ended is unknown. Returns the entries
    /// changed by that.
    pub(super) fn restore(&mut self, mut entries: Vec<Entry>, now: Timestamp) -> Vec<EntryId> {
        entries.sort_by_key(|entry| entry.id);
        let mut changed = Vec::new();
        for entry in &mut entries {
            entry.targets.sort_by_key(|target| target.id);
            for target in &mut entry.targets {
                if target.state == State::Sending {
                    target.state = State::Unknown;
                    target.at = now;
                    "the program ended while it was being sent".clone_into(&mut target.evidence);
                    changed.push(entry.id);
                }
            }
        }
        changed.dedup();
        self.next = entries.last().map_or(0, |entry| entry.id.0).max(self.next);
        self.version += 1;
        // Writes planned before the journal was read come after it.
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

    /// Appends a planned write.
    pub(super) fn plan(&mut self, intent: Intent, origin: Origin, targets: Vec<Target>, now: Timestamp) -> EntryId {
        self.next += 1;
        self.version += 1;
        let id = EntryId(self.next);
        let program = env!("CARGO_PKG_VERSION").to_owned();
        self.open.insert(id, targets.len());
        self.entries.push_back(Entry { id, intent, origin, at: now, targets, program });
        while self.entries.len() > KEPT && !self.open.contains_key(&self.entries[0].id) {
            self.entries.pop_front();
        }
        id
    }

    /// Changes one row of an entry; `false` when there is no such row.
    pub(super) fn change(&mut self, id: EntryId, row: Id<Inquiry>, change: impl FnOnce(&mut Target)) -> bool {
        let Some(i) = self.index(id) else { return false };
        let Some(at) = self.entries[i].place(row) else { return false };
        let target = &mut self.entries[i].targets[at];
        let was = target.state.open();
        change(target);
        let is = target.state.open();
        self.version += 1;
        let count = self.open.entry(id).or_default();
        *count = *count + usize::from(is) - usize::from(was);
        if *count == 0 {
            self.open.remove(&id);
        }
        true
    }

    fn recount(&mut self) {
        let count = |entry: &Entry| entry.targets.iter().filter(|target| target.state.open()).count();
        self.open = self.entries.iter().map(|e| (e.id, count(e))).filter(|(_, count)| *count > 0).collect();
    }
}
