//! Work that goes on at the service: imports with what became of their lines, and exports, known from whatever answer
//! told of them.
//!
//! It asks nothing itself and draws nothing. Look first at [`Jobs`], then `lines.rs` (the lines of one import, page by
//! page), `ended.rs` (what is told when one ends) and `watch.rs` (what is asked while no screen shows them).

mod ended;
mod known;
mod lines;
#[cfg(test)]
mod tests;
mod watch;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::api::replies::ImportDetail;
use crate::api::types::{Export, Import};
use crate::api::{Call, Page, Paged, Row};
use crate::base::{Id, Timestamp, work};

pub use ended::{Ended, How};
pub use known::{Job, Known, QUIET_AFTER};
pub use lines::{Line, LineKey, Lines, Only};
pub use watch::{EXPORT_ROWS, IMPORT_ROWS, exports_page, imports_page};

/// Imports whose lines are kept in memory; beyond that those of the one looked at longest ago go.
const OPENED: usize = 6;

/// Imports and exports, newest first.
#[derive(Debug, Default)]
pub struct Jobs {
    imports: Shelf<Import>,
    exports: Shelf<Export>,
    /// Lines by import, the one read last at the end.
    lines: Vec<(Id<Import>, Lines)>,
}

/// The jobs of one kind.
#[derive(Debug)]
struct Shelf<T> {
    known: BTreeMap<Id<T>, Known<T>>,
    ids: Arc<[Id<T>]>,
    /// Those that are not over.
    running: BTreeSet<Id<T>>,
    /// How many there are at the service.
    total: Option<u64>,
    /// A first page came in this run, so that what is newer now is news.
    listed: bool,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), ids: Arc::from([]), running: BTreeSet::new(), total: None, listed: false }
    }
}

impl<T: Job> Shelf<T> {
    /// Takes one; what became of it when it ended just now.
    fn take(&mut self, row: &Row<T>, at: Timestamp, by_now: bool) -> Option<Ended> {
        let id = row.value.id();
        let ended = self.take_row(id, row, at, by_now);
        match self.known.get(&id) {
            Some(known) if !known.row.value.is_over() => self.running.insert(id),
            _ => self.running.remove(&id),
        };
        ended
    }

    fn take_row(&mut self, id: Id<T>, row: &Row<T>, at: Timestamp, by_now: bool) -> Option<Ended> {
        let newest = self.known.last_key_value().map(|(id, _)| *id);
        match self.known.get_mut(&id) {
            Some(known) if known.at > at => None,
            Some(known) => {
                let ran = !known.row.value.is_over();
                known.take(row, at);
                (ran && row.value.is_over()).then(|| row.value.ended())
            }
            None => {
                self.known.insert(id, Known::new(row.clone(), at));
                self.ids = self.known.keys().rev().copied().collect();
                // One that began and ended between two looks.
                let missed = by_now && self.listed && row.value.is_over() && newest.is_none_or(|newest| id > newest);
                missed.then(|| row.value.ended())
            }
        }
    }

    /// Takes a page of the whole list; what a first page no longer names is gone.
    fn take_page(&mut self, page: &Paged<T>, asked: Page, at: Timestamp, by_now: bool) -> Vec<Ended> {
        let ended: Vec<Ended> = page.rows.iter().filter_map(|row| self.take(row, at, by_now)).collect();
        if asked.page == 1 {
            self.total = page.pagination.total().or(self.total);
            self.listed |= by_now;
            let whole = page.next(asked).is_none();
            let from = page.values().map(Job::id).min().filter(|_| !whole);
            let there: std::collections::HashSet<Id<T>> = page.values().map(Job::id).collect();
            let before = self.known.len();
            self.known.retain(|id, known| {
                there.contains(id) || known.at > at || from.is_some_and(|from| *id < from) || (from.is_none() && !whole)
            });
            if self.known.len() != before {
                self.running.retain(|id| self.known.contains_key(id));
                self.ids = self.known.keys().rev().copied().collect();
            }
        }
        ended
    }

    /// How many ended since then. A job is queued before it ends, so that one queued earlier ends the search.
    fn ended(&self, since: Timestamp) -> super::Known<u64> {
        if self.total.is_none() {
            return super::Known::NotRead;
        }
        let jobs = || self.known.values().map(Known::job);
        let ended = jobs().filter(|job| job.finished().is_some_and(|at| at > since)).count() as u64;
        let all = self.total.is_some_and(|total| total <= self.known.len() as u64);
        let whole = all || jobs().any(|job| job.queued().is_some_and(|at| at < since));
        super::Known::over(ended, self.known.len() as u64, self.total, whole)
    }

    fn running(&self) -> impl Iterator<Item = &Known<T>> {
        work::each(self.running.iter()).filter_map(|id| self.known.get(id))
    }

    /// How many go on: an older one that was not read may, too.
    fn how_many_run(&self) -> super::Known<u64> {
        let Some(total) = self.total else { return super::Known::NotRead };
        super::Known::rows(self.running.len() as u64, None, total <= self.known.len() as u64)
    }
}

impl Jobs {
    /// All imports known, newest first.
    pub fn imports(&self) -> &Arc<[Id<Import>]> {
        &self.imports.ids
    }

    /// All exports known, newest first.
    pub fn exports(&self) -> &Arc<[Id<Export>]> {
        &self.exports.ids
    }

    /// One import.
    pub fn import(&self, id: Id<Import>) -> Option<&Known<Import>> {
        self.imports.known.get(&id)
    }

    /// One export.
    pub fn export(&self, id: Id<Export>) -> Option<&Known<Export>> {
        self.exports.known.get(&id)
    }

    /// How many imports there are at the service.
    pub fn imports_total(&self) -> Option<u64> {
        self.imports.total.map(|total| total.max(self.imports.ids.len() as u64))
    }

    /// How many exports there are at the service.
    pub fn exports_total(&self) -> Option<u64> {
        self.exports.total.map(|total| total.max(self.exports.ids.len() as u64))
    }

    /// The lines known of an import.
    pub fn lines(&self, id: Id<Import>) -> Option<&Lines> {
        self.lines.iter().find(|(known, _)| *known == id).map(|(_, lines)| lines)
    }

    /// Imports that are not over.
    pub fn running_imports(&self) -> impl Iterator<Item = &Known<Import>> {
        self.imports.running()
    }

    /// Exports that are not over.
    pub fn running_exports(&self) -> impl Iterator<Item = &Known<Export>> {
        self.exports.running()
    }

    /// How many imports ended since then, of the newest that are known.
    pub fn imports_ended(&self, since: Timestamp) -> super::Known<u64> {
        self.imports.ended(since)
    }

    /// How many exports ended since then, of the newest that are known.
    pub fn exports_ended(&self, since: Timestamp) -> super::Known<u64> {
        self.exports.ended(since)
    }

    /// How many imports are not over.
    pub fn imports_running(&self) -> super::Known<u64> {
        self.imports.how_many_run()
    }

    /// How many exports are not over.
    pub fn exports_running(&self) -> super::Known<u64> {
        self.exports.how_many_run()
    }

    /// How many jobs are known to go on at the service.
    pub fn running(&self) -> u64 {
        (self.imports.running.len() + self.exports.running.len()) as u64
    }

    /// Takes the jobs out of whatever answer carries some; `by_now` is false for an answer kept by an earlier run.
    pub(super) fn absorb(
        &mut self,
        call: &Call,
        value: &(dyn Any + Send + Sync),
        at: Timestamp,
        by_now: bool,
    ) -> Vec<Ended> {
        let number = |name: &str| {
            let value = call.query.iter().find(|(known, _)| *known == name)?;
            value.1.parse::<u32>().ok()
        };
        let rows = number("per_page").unwrap_or(crate::api::limits::PER_PAGE_DEFAULT);
        let asked = Page::new(number("page").unwrap_or(1), rows);
        if let Some(list) = value.downcast_ref::<Paged<Import>>() {
            self.imports.take_page(list, asked, at, by_now)
        } else if let Some(list) = value.downcast_ref::<Paged<Export>>() {
            // Of a list of one kind nobody can say what is gone.
            let of_all = call.query.iter().all(|(name, _)| *name != "type");
            self.exports.take_page(list, if of_all { asked } else { Page::new(0, rows) }, at, by_now)
        } else if let Some(detail) = value.downcast_ref::<ImportDetail>() {
            let id = detail.import.value.import_id;
            let over = detail.import.value.is_over();
            let ended = self.imports.take(&detail.import, at, by_now);
            self.lines_of(id).take_page(&detail.entries, asked, at, over);
            ended.map(|_| ended::import_of(detail)).into_iter().collect()
        } else if let Some(row) = value.downcast_ref::<Row<Import>>() {
            self.imports.take(row, at, by_now).into_iter().collect()
        } else if let Some(row) = value.downcast_ref::<Row<Export>>() {
            self.exports.take(row, at, by_now).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    fn lines_of(&mut self, id: Id<Import>) -> &mut Lines {
        let kept = self.lines.iter().position(|(known, _)| *known == id).map(|place| self.lines.remove(place));
        if self.lines.len() >= OPENED {
            self.lines.remove(0);
        }
        self.lines.push(kept.unwrap_or_else(|| (id, Lines::default())));
        let last = self.lines.len() - 1;
        &mut self.lines[last].1
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
