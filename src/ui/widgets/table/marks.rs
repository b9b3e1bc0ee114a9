//! Marks: single rows, ranges, all loaded rows, all rows at the service.

use std::collections::HashSet;
use std::sync::Arc;

use super::range::Range;
use super::{Key, Table};
use crate::base::work;
use crate::ui::text::grouped;

/// Targets of a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets<K> {
    /// Marked rows in their order, then those a filter hides; without marks, the row under the cursor.
    pub ids: Vec<K>,
    /// True if they were marked.
    pub marked: bool,
    /// Number of all rows of the list at the service, if `*` twice has marked these. Rows that are not loaded must be
    /// resolved to ids and shown before anything is sent.
    pub everything: Option<u64>,
}

impl<K: Key> Table<K> {
    /// Version that changes with the marks, and with the rows they may be on.
    pub fn marks_version(&self) -> u64 {
        self.versions.marks
    }

    /// Version that changes when other rows are shown, or the same in another order.
    pub fn rows_version(&self) -> u64 {
        self.versions.rows
    }

    /// Sets the number of rows at the service if more than the loaded ones; `*` names it.
    pub fn set_total(&mut self, total: Option<u64>) {
        self.total = total;
    }

    /// Number of all rows at the service, if `*` twice has marked them.
    pub fn everything(&self) -> Option<u64> {
        self.everything
    }

    /// True when this row is marked.
    pub fn is_marked(&self, key: &K) -> bool {
        self.marks.contains(key)
    }

    /// Targets of a verb in any order, found without going through all rows.
    pub fn each_target(&self) -> impl Iterator<Item = &K> {
        let under_cursor = self.ids.get(self.cursor).filter(|_| self.marks.is_empty());
        work::each(self.marks.iter().chain(under_cursor))
    }

    /// Number of marked rows; all rows at the service count in full.
    pub fn marked(&self) -> u64 {
        self.everything.unwrap_or(self.marks.len() as u64)
    }

    /// Present targets of a verb.
    pub fn targets(&self) -> Targets<K> {
        if self.marks.is_empty() {
            // In an empty table the remembered selection is neither a row nor a target.
            let ids = self.ids.get(self.cursor).cloned().into_iter().collect();
            return Targets { ids, marked: false, everything: None };
        }
        Targets {
            ids: work::each(self.ids.iter()).filter(|id| self.marks.contains(id)).chain(&self.away).cloned().collect(),
            marked: true,
            everything: self.everything,
        }
    }

    /// Marks these rows, too, if they are in the list. Marked ones stay marked, and a range continues.
    pub fn mark_also(&mut self, keys: impl IntoIterator<Item = K>) {
        let before = self.marks.len();
        for key in keys {
            if let Some(range) = &mut self.range {
                range.before.insert(key.clone());
            }
            self.marks.insert(key);
        }
        if self.marks.len() > before {
            self.versions.marks += 1;
            self.drop_gone_marks();
        }
    }

    /// Unmarks these rows; if none of them is marked, nothing changes.
    pub fn unmark(&mut self, these: impl Fn(&K) -> bool) {
        let before = self.marks.len();
        self.marks.retain(|key| !these(key));
        self.away.retain(|key| !these(key));
        if self.marks.len() < before {
            self.versions.marks += 1;
            self.everything = None;
            self.range = None;
        }
    }

    /// Removes all marks; false if there were none.
    pub fn clear_marks(&mut self) -> bool {
        let had = !self.marks.is_empty() || self.range.is_some();
        self.versions.marks += 1;
        self.marks.clear();
        self.away.clear();
        self.range = None;
        self.everything = None;
        had
    }

    /// Removes all marks if every marked row is shown; false if there are none, or a filter hides one.
    pub fn clear_shown_marks(&mut self) -> bool {
        self.shows_all_marks() && self.clear_marks()
    }

    /// True if there are marks and every marked row is shown.
    pub fn shows_all_marks(&self) -> bool {
        self.has_marks() && self.not_shown() == 0
    }

    /// True if a row is marked or a range was started.
    pub fn has_marks(&self) -> bool {
        self.range.is_some() || !self.marks.is_empty()
    }

    /// Marks or unmarks the row under the cursor and goes down.
    pub(super) fn mark_and_down(&mut self) {
        self.range = None;
        if let Some(key) = self.ids.get(self.cursor).cloned() {
            self.everything = None;
            self.versions.marks += 1;
            if !self.marks.remove(&key) {
                self.marks.insert(key);
            }
            self.step(1);
        }
    }

    /// True while a range follows the cursor.
    pub fn has_range(&self) -> bool {
        self.range.is_some()
    }

    /// Starts a range at the cursor, or ends it and keeps its marks.
    pub(super) fn toggle_range(&mut self) {
        if self.range.take().is_none()
            && let Some(key) = self.ids.get(self.cursor).cloned()
        {
            self.everything = None;
            self.range = Some(Range { anchor: key, before: self.marks.clone(), span: None });
            self.extend_range();
        }
    }

    /// Marks the rows between the range's start and the cursor. Only rows the cursor has passed since the last call
    /// change.
    pub(super) fn extend_range(&mut self) {
        let Some(Range { anchor, before, span }) = &self.range else { return };
        let (from, to) = match *span {
            Some((from, _)) => (from, self.cursor),
            None => match self.position(anchor, self.cursor) {
                Some(from) => (from, self.cursor),
                None => return,
            },
        };
        let (low, high) = (from.min(to), from.max(to));
        if let Some((_, was)) = *span {
            for place in work::each(was.min(to)..=was.max(to)) {
                let key = &self.ids[place];
                if (low..=high).contains(&place) {
                    self.marks.insert(key.clone());
                } else if !before.contains(key) {
                    self.marks.remove(key);
                }
            }
        } else {
            self.marks.clone_from(before);
            self.marks.extend(work::each(self.ids[low..=high].iter()).cloned());
        }
        self.versions.marks += u64::from(*span != Some((from, to)));
        if let Some(range) = &mut self.range {
            range.span = Some((from, to));
        }
    }

    /// Marks all loaded rows; a second time, all at the service if there are more. Rows hidden by a filter stay marked.
    pub(super) fn mark_all(&mut self) {
        self.range = None;
        self.versions.marks += 1;
        if self.all_marked() {
            self.everything = self.total.filter(|total| *total > self.ids.len() as u64 && self.away.is_empty());
        } else {
            self.marks.extend(self.ids.iter().cloned());
        }
    }

    fn all_marked(&self) -> bool {
        !self.ids.is_empty() && self.marks.len() == self.ids.len() + self.away.len()
    }

    /// Inverts the marks of the loaded rows.
    pub(super) fn invert(&mut self) {
        self.range = None;
        self.versions.marks += 1;
        self.everything = None;
        let unmarked = self.ids.iter().filter(|id| !self.marks.contains(id));
        self.marks = unmarked.chain(&self.away).cloned().collect();
    }

    /// Replaces the rows and returns the old ones. Marks on rows hidden by a filter are kept. Marks on rows that are
    /// gone otherwise are dropped, but not while the list is empty, as it is for a moment during a reload.
    pub(super) fn swap_ids(&mut self, ids: Arc<[K]>, filtered: bool) -> Arc<[K]> {
        work::looked_at(ids.len());
        let old = std::mem::replace(&mut self.ids, ids);
        self.versions.rows += 1;
        self.versions.marks += 1;
        if let Some(range) = &mut self.range {
            range.span = None;
        }
        if self.marks.is_empty() && self.range.is_none() {
            return old;
        }
        if filtered {
            let here: HashSet<&K> = self.ids.iter().filter(|id| self.marks.contains(id)).collect();
            let marked = old.iter().filter(|id| self.marks.contains(id)).chain(&self.away);
            self.away = marked.filter(|id| !here.contains(id)).cloned().collect();
            self.range = None;
            self.everything = None;
            // An empty list in between has no order.
            self.marks = self.ids.iter().filter(|id| self.marks.contains(id)).chain(&self.away).cloned().collect();
        } else if !self.ids.is_empty() {
            self.drop_gone_marks();
        }
        old
    }

    pub(super) fn drop_gone_marks(&mut self) {
        // There are mostly few marks and many rows, so go through the rows once and keep nothing of them.
        let marks = std::mem::take(&mut self.marks);
        let here: HashSet<K> = self.ids.iter().filter(|id| marks.contains(id)).cloned().collect();
        self.away.retain(|id| !here.contains(id));
        self.marks = here;
        self.marks.extend(self.away.iter().cloned());
        if self.range.as_ref().is_some_and(|range| !self.ids.contains(&range.anchor)) {
            self.range = None;
        }
        if self.marks.is_empty() {
            self.everything = None;
        }
    }

    /// Number of marked rows that are not shown: a filter hides them, or the list is empty during a reload.
    pub fn not_shown(&self) -> u64 {
        if self.ids.is_empty() { self.marks.len() as u64 } else { self.away.len() as u64 }
    }

    /// Words for the screen's second line: `3 marked`, `12 marked, 7 not shown`, `all 41,812 marked`.
    pub fn marks_words(&self) -> Option<String> {
        if let Some(all) = self.everything {
            return Some(format!("all {} marked", grouped(all)));
        }
        let count = grouped(self.marks.len() as u64);
        match (self.marks.len(), self.not_shown()) {
            (0, _) => None,
            (_, 0) => Some(format!("{count} marked")),
            (_, hidden) => Some(format!("{count} marked, {} not shown", grouped(hidden))),
        }
    }

    /// Hint on how marking continues, for the line above the footer.
    pub fn marks_note(&self) -> Option<String> {
        if self.range.is_some() {
            return Some("Moving extends the marked range · v ends it".to_owned());
        }
        let whole = self.all_marked() && self.away.is_empty() && self.everything.is_none();
        let more = self.total.filter(|total| whole && *total > self.ids.len() as u64)?;
        Some(format!("All loaded rows are marked · * again for all {}", grouped(more)))
    }
}
