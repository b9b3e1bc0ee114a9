//! Outcome of the writes started from a list. Rows lose their marks when their act starts, and those for which nothing
//! was done are marked again, so that the next key acts on them.
//!
//! Each screen with bulk acts has one [`Fates`], which learns of every write of the screen and of the tab it was
//! started on.

use crate::store::writes::intent::Topic;
use crate::store::writes::journal::{Fate, Origin};
use crate::store::{Entry, EntryId, Journal, Subject};
use crate::ui::widgets::table::{Key, Table};

/// Writes of a screen whose end is awaited, and rows to mark again. `P` is the place marks belong to, a tab.
#[derive(Clone, Debug)]
pub struct Fates<P> {
    /// True once writes that an earlier run left open were looked for.
    looked: bool,
    /// Writes started since the last look, with the tab in front at the time.
    told: Vec<(EntryId, P)>,
    /// Writes whose end is awaited, with the tab they were started on; `None` for those of an earlier run.
    open: Vec<(EntryId, Option<P>)>,
    /// Targets that failed, to be marked again once their tab is in front.
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
    /// Writes of the screen's topics started since the last look, oldest first: their rows lose their marks.
    pub begun: Vec<EntryId>,
    /// Writes still open, or ended since the last look.
    pub watched: Vec<EntryId>,
    /// Writes ended since the last look.
    pub ended: Vec<EntryId>,
}

impl<P: Copy + PartialEq> Fates<P> {
    /// Follows a write of the screen that is now in the journal; `here` is the tab in front.
    pub fn begun(&mut self, entry: EntryId, here: P) {
        self.told.push((entry, here));
    }

    /// Looks at the journal. Of an earlier run, only writes of these `topics` are followed. Only they take marks, too:
    /// a save of prices leaves the marks they were staged with, so its undo leaves them as well.
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
            if journal.get(id).is_some_and(|entry| topics.contains(&entry.topic())) {
                news.begun.push(id);
            }
        }
        for (id, place) in std::mem::take(&mut self.open) {
            let Some(entry) = journal.get(id) else { continue };
            news.watched.push(id);
            if entry.open() {
                self.open.push((id, place));
                continue;
            }
            news.ended.push(id);
            // A single row needs no mark, as the cursor is still on it; an undo was started on no row.
            if let (Some(place), true) = (place, entry.origin.is_own() && entry.targets.len() > 1) {
                let failed = entry.targets.iter().filter(|target| target.state.failed());
                self.failed.push((place, failed.map(|target| target.subject.clone()).collect()));
            }
        }
        news
    }

    /// Marks the rows of the tab in front that failed, in addition to those already marked.
    pub fn mark<K: Key>(&mut self, here: P, table: &mut Table<K>, key: impl Fn(&Subject) -> Option<K>) {
        for (_, failed) in self.failed.extract_if(.., |(place, _)| *place == here) {
            table.mark_also(failed.iter().filter_map(&key));
        }
    }
}

/// Unmarks the rows of a write, also of an undo; rows that were not done keep their marks. Opening an inquiry, which
/// marks it as read, does not unmark it.
pub fn unmark<K: Key>(entry: &Entry, table: &mut Table<K>, subject: impl Fn(&K) -> Option<Subject>) {
    if entry.origin != Origin::Opened {
        let acted = |key: &K| entry.target(&subject(key)?).map(|target| target.state.fate() != Fate::Not);
        table.unmark(|key| acted(key) == Some(true));
    }
}
