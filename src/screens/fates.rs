//! What became of the writes a list began: what was not done is marked again, so that the next key acts on it.
//!
//! Each screen with bulk acts has one [`Fates`] and says which writes are its own and where they were begun.

use crate::store::{Entry, EntryId, Journal, Origin, Subject};
use crate::ui::widgets::table::{Key, Table};

/// Writes of a screen whose end is awaited, and rows to be marked again. `P` is where marks belong: a tab.
#[derive(Clone, Debug)]
pub struct Fates<P> {
    /// The newest entry of the journal already looked at; `None` before the first look.
    seen: Option<EntryId>,
    /// Writes whose end is awaited, with where they were begun; `None` for those of an earlier run.
    open: Vec<(EntryId, Option<P>)>,
    /// Not done, and not marked again yet because another tab is in front.
    failed: Vec<(P, Vec<Subject>)>,
}

impl<P> Default for Fates<P> {
    fn default() -> Self {
        Self { seen: None, open: Vec::new(), failed: Vec::new() }
    }
}

/// What one look at the journal brought.
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
    /// Looks at the journal; `here` is the tab in front, on which new writes were begun.
    pub fn look(&mut self, journal: &Journal, here: P, ours: impl Fn(&Entry) -> bool) -> News {
        let mut news = News::default();
        let first = self.seen.is_none();
        let seen = self.seen.unwrap_or_default();
        let new: Vec<&Entry> =
            journal.entries().take_while(|entry| entry.id > seen).filter(|entry| ours(entry)).collect();
        for entry in new.into_iter().rev().filter(|entry| !first || entry.open()) {
            self.open.push((entry.id, (!first).then_some(here)));
            if !first {
                news.begun.push(entry.id);
            }
        }
        self.seen = journal.entries().next().map(|entry| entry.id).max(Some(seen));
        for (id, place) in std::mem::take(&mut self.open) {
            let Some(entry) = journal.get(id) else { continue };
            news.watched.push(id);
            if entry.open() {
                self.open.push((id, place));
                continue;
            }
            news.ended.push(id);
            // One row is under the cursor still; an undo was begun on no row.
            if let (Some(place), true) = (place, entry.origin == Origin::User && entry.targets.len() > 1) {
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
