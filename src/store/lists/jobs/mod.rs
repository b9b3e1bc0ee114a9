//! Jobs at the service: imports with the results of their lines, and exports. They are taken from every answer that
//! contains jobs.
//!
//! This room asks nothing and draws nothing. Look first at [`Jobs`], then `lines.rs` (lines of one import, page by
//! page), `ended.rs` (messages about ended jobs) and `watch.rs` (requests for pages).

mod ended;
mod known;
mod lines;
#[cfg(test)]
mod tests;
mod watch;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::api::replies::ImportDetail;
use crate::api::types::{Export, Import};
use crate::api::{Call, Page, Paged, Row};
use crate::base::{Id, Timestamp, work};
use crate::store::Shelf;

pub use ended::{Ended, How};
pub use known::{Job, Known, QUIET_AFTER};
pub use lines::{Line, LineKey, Lines, Only};
pub use watch::{EXPORT_ROWS, IMPORT_ROWS, exports_page, imports_page};

/// Most imports whose lines are kept in memory. Beyond that the lines of the import read longest ago are dropped.
const OPENED: usize = 6;

/// Imports and exports.
#[derive(Debug, Default)]
pub struct Jobs {
    imports: JobList<Import>,
    exports: JobList<Export>,
    /// Lines by import, the one read last at the end.
    lines: Vec<(Id<Import>, Lines)>,
}

/// Jobs of one kind.
#[derive(Debug)]
pub struct JobList<T> {
    known: BTreeMap<Id<T>, Known<T>>,
    /// Ids of the known jobs, newest first.
    pub list: Shelf<Id<T>>,
    /// Jobs that have not ended.
    running: BTreeSet<Id<T>>,
    /// True once this run has read a first page: an ended job that is newer than all known ones then ended during this
    /// run.
    listed: bool,
    /// Time of the newest first page.
    first_at: Timestamp,
}

impl<T> Default for JobList<T> {
    fn default() -> Self {
        let (list, first_at) = (Shelf::default(), Timestamp::default());
        Self { known: BTreeMap::new(), list, running: BTreeSet::new(), listed: false, first_at }
    }
}

impl<T: Job> JobList<T> {
    /// Takes a job. Returns a message about its end if it has just ended.
    fn take(&mut self, row: &Row<T>, at: Timestamp, by_now: bool) -> Option<Ended> {
        let (id, newest) = (row.value.id(), self.known.last_key_value().map(|(id, _)| *id));
        let ended = match self.known.get_mut(&id) {
            Some(known) if known.at > at => false,
            Some(known) => {
                let ran = !known.job().is_over();
                known.take(row, at);
                ran && row.value.is_over()
            }
            None => {
                self.known.insert(id, Known::new(row.clone(), at));
                self.list.take_more(&[id], |id| *id);
                // A job may begin and end between two readings.
                by_now && self.listed && row.value.is_over() && newest.is_none_or(|newest| id > newest)
            }
        };
        match self.known.get(&id) {
            Some(known) if !known.job().is_over() => self.running.insert(id),
            _ => self.running.remove(&id),
        };
        ended.then(|| row.value.ended())
    }

    /// Takes a page of the list. Jobs missing from a first page are removed. Returns messages about jobs that have
    /// just ended.
    fn take_page(&mut self, page: &Paged<T>, asked: Page, at: Timestamp, by_now: bool) -> Vec<Ended> {
        let ended: Vec<Ended> = page.rows.iter().filter_map(|row| self.take(row, at, by_now)).collect();
        if asked.page == 1 {
            self.list.take_total(&page.pagination);
            self.listed |= by_now;
            self.first_at = self.first_at.max(at);
            let whole = page.next(asked).is_none();
            let ids: Vec<Id<T>> = page.values().map(Job::id).collect();
            let oldest = ids.iter().min();
            let is_newer = |id: &Id<T>| self.known.get(id).is_some_and(|known| known.at > at);
            let is_older = |id: &Id<T>| !whole && oldest.is_none_or(|oldest| id < oldest);
            self.list.take_first(&ids, |id| is_newer(id) || is_older(id), |id| *id);
            let there: HashSet<Id<T>> = self.list.rows().iter().copied().collect();
            self.known.retain(|id, _| there.contains(id));
            self.running.retain(|id| there.contains(id));
        }
        ended
    }

    /// Number of jobs that ended after `since`. It is incomplete while some jobs were not read, because any of them
    /// may have run until now, or while a running job was not read since the last first page.
    pub fn ended(&self, since: Timestamp) -> crate::store::Known<u64> {
        let Some(total) = self.list.total() else { return crate::store::Known::NotRead };
        let finished = self.known.values().filter_map(|known| known.job().finished());
        let ended = finished.filter(|at| *at > since).count() as u64;
        let whole = self.list.holds_all() && self.running().all(|known| known.at >= self.first_at);
        crate::store::Known::over(ended, self.known.len() as u64, Some(total), whole)
    }

    /// Jobs that have not ended.
    pub fn running(&self) -> impl Iterator<Item = &Known<T>> {
        work::each(self.running.iter()).filter_map(|id| self.known.get(id))
    }

    /// Number of jobs that have not ended. It is incomplete while older jobs were not read, because they may still
    /// run.
    pub fn how_many_run(&self) -> crate::store::Known<u64> {
        let count = |_| crate::store::Known::rows(self.running.len() as u64, None, self.list.holds_all());
        self.list.total().map_or(crate::store::Known::NotRead, count)
    }
}

impl Jobs {
    /// The known imports.
    pub fn imports(&self) -> &JobList<Import> {
        &self.imports
    }

    /// The known exports.
    pub fn exports(&self) -> &JobList<Export> {
        &self.exports
    }

    pub fn import(&self, id: Id<Import>) -> Option<&Known<Import>> {
        self.imports.known.get(&id)
    }

    pub fn export(&self, id: Id<Export>) -> Option<&Known<Export>> {
        self.exports.known.get(&id)
    }

    /// Known lines of an import.
    pub fn lines(&self, id: Id<Import>) -> Option<&Lines> {
        self.lines.iter().find(|(known, _)| *known == id).map(|(_, lines)| lines)
    }

    /// Number of known jobs that have not ended.
    pub fn running(&self) -> u64 {
        (self.imports.running.len() + self.exports.running.len()) as u64
    }

    /// Takes the jobs from an answer, if it contains some. `by_now` is false for an answer that an earlier run has
    /// kept. Returns messages about jobs that have just ended.
    pub(in crate::store) fn absorb(
        &mut self,
        call: &Call,
        value: &(dyn Any + Send + Sync),
        at: Timestamp,
        by_now: bool,
    ) -> Vec<Ended> {
        let number = |name: &str| call.sent(name)?.parse::<u32>().ok();
        let rows = number("per_page").unwrap_or(crate::api::limits::PER_PAGE_DEFAULT);
        let asked = Page::new(number("page").unwrap_or(1), rows);
        if let Some(list) = value.downcast_ref::<Paged<Import>>() {
            self.imports.take_page(list, asked, at, by_now)
        } else if let Some(list) = value.downcast_ref::<Paged<Export>>() {
            // A list of one type does not show which other exports are gone.
            let of_all = call.sent("type").is_none();
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
    pub(in crate::store) fn clear(&mut self) {
        *self = Self::default();
    }
}
