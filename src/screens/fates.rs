//! Outcome of the writes a list began: rows lose their marks with the act these were made for, and those of which nothing
//! was done are marked again, so that the next key acts on them.
//!
//! Each screen with bulk acts has one [`Fates`], which is told of every write of the screen and where it was begun.

use crate::store::writes::intent::Topic;
use crate::store::writes::journal::{Fate, Origin};
use crate::store::{Entry, EntryId, Journal, Subject};
use crate::ui::widgets::table::{Key, Table};

/// Writes of a screen whose end is awaited, and rows to be marked again. `P` is where marks belong: a tab.
#[derive(Clone, Debug)]
pub struct Fates<P> {
    /// Writes that an earlier run left open were looked for.
    looked: bool,
    /// The screen was told of these since the last look, and where it stood then.
    told: Vec<(EntryId, P)>,
    /// Writes whose end is awaited, with where they were begun; `None` for those of an earlier run.
    open: Vec<(EntryId, Option<P>)>,
    /// Targets not done, to be marked again once their tab is in front.
    failed: Vec<(P, Vec<Subject>)>,
}

impl<P> Default for Fates<P> {
    fn default() -> Self {
        Self { looked: false, told: Vec::new(), open: Vec::new(), failed: Vec::new() }
    }
}

/// News from one look at the journal.
#[derive(Clone, Debug, Default)]
pub struct News {
    /// Begun since the last look, oldest first.
    pub begun: Vec<EntryId>,
    /// Still open, or ended since the last look.
    pub watched: Vec<EntryId>,
    /// Ended since the last look.
    pub ended: Vec<EntryId>,
}

impl<P: Copy + PartialEq> Fates<P> {
    /// A write of the screen is in the journal; `here` is the tab in front.
    pub fn begun(&mut self, entry: EntryId, here: P) {
        self.told.push((entry, here));
    }

    /// Looks at the journal. `topics` are those of the writes of an earlier run that are followed too.
    pub fn look(&mut self, journal: &Journal, topics: &[Topic]) -> News {
        let mut news = News::default();
        let told = std::mem::take(&mut self.told);
        if !std::mem::replace(&mut self.looked, true) {
            let new = |id: EntryId| told.iter().all(|(known, _)| *known != id);
            let left = journal.open().filter(|entry| entry.open() && topics.contains(&entry.topic()));
            self.open.extend(left.filter(|entry| new(entry.id)).map(|entry| (entry.id, None)));
        }
        for (id, here) in told {
            self.open.push((id, Some(here)));
            news.begun.push(id);
        }
        for (id, place) in std::mem::take(&mut self.open) {
            let Some(entry) = journal.get(id) else { continue };
            news.watched.push(id);
            if entry.open() {
                self.open.push((id, place));
                continue;
            }
            news.ended.push(id);
            // A single row is still under the cursor, and an undo was begun on no row.
            if let (Some(place), true) = (place, entry.origin.is_own() && entry.targets.len() > 1) {
                let failed = entry.targets.iter().filter(|target| target.state.failed());
                self.failed.push((place, failed.map(|target| target.subject.clone()).collect()));
            }
        }
        news
    }

    /// Marks what was not done among the rows of the tab in front, on top of what is marked.
    pub fn mark<K: Key>(&mut self, here: P, table: &mut Table<K>, key: impl Fn(&Subject) -> Option<K>) {
        for (_, failed) in self.failed.extract_if(.., |(place, _)| *place == here) {
            table.mark_also(failed.iter().filter_map(&key));
        }
    }
}

/// Takes the marks off the rows of a write, also of an undo; rows that have to wait keep them. Opening an inquiry, which
/// marks it read, leaves its mark.
pub fn unmark<K: Key>(entry: &Entry, table: &mut Table<K>, subject: impl Fn(&K) -> Option<Subject>) {
    if entry.origin != Origin::Opened {
        let acted = |key: &K| entry.target(&subject(key)?).map(|target| target.state.fate() != Fate::Not);
        table.unmark(|key| acted(key) == Some(true));
    }
}
