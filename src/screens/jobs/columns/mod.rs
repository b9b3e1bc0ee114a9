//! The columns of each table and what stands in their cells, a file per kind of row.
//!
//! Words are in `words.rs`. Look first at [`Cells`], which the table asks for visible rows only.

mod exports;
mod imports;
mod lines;
mod writes;

use crate::api::Seen;
use crate::api::types::Export;
use crate::base::{Id, Timestamp, Zone};
use crate::store::Store;
use crate::store::jobs::{Job, Known, Lines};
use crate::ui::widgets::progress;
use crate::ui::widgets::table::{CellText, Column, Exact, RowFlags, Rows};
use crate::ui::{Glyphs, Role, World, text};

use super::state::RowKey;
use super::tabs::Tab;
use super::words;

pub use lines::LINES;

/// Cells of a progress bar in a table.
const BAR: usize = 16;

/// The columns of a tab.
pub fn of(tab: Tab) -> &'static [Column] {
    match tab {
        Tab::Imports => imports::COLUMNS,
        Tab::Exports => exports::COLUMNS,
        Tab::Bulk => writes::BULK,
        Tab::Queue => writes::QUEUE,
    }
}

/// The rows of one frame.
pub struct Cells<'a> {
    pub store: &'a Store,
    /// Of the opened import.
    pub lines: Option<&'a Lines>,
    pub now: Timestamp,
    pub zone: Zone,
    pub glyphs: &'static Glyphs,
}

impl<'a> Cells<'a> {
    /// Of the world as it is.
    pub fn new(world: &World<'a>, lines: Option<&'a Lines>, glyphs: &'static Glyphs) -> Self {
        Self { store: world.store, lines, now: world.now, zone: world.zone, glyphs }
    }

    fn age(&self, at: &Seen<Timestamp>) -> CellText<'static> {
        at.copied().map_or_else(CellText::none, |at| at.age(self.now, self.zone).text.into())
    }

    /// A bar while it goes on, how far it came when it failed.
    fn progress<T: Job>(&self, known: &Known<T>, failed: bool) -> CellText<'static> {
        match known.job().share() {
            Some(share) if !known.job().is_over() && known.job().started().is_some() => {
                CellText::new(progress::bar(share, BAR, self.glyphs), Role::Accent)
            }
            Some(share) if failed => CellText::new(format!("at {} %", progress::percent(share)), Role::Dim),
            _ if known.job().is_over() => CellText::default(),
            _ => CellText::new("waiting", Role::Dim),
        }
    }

    /// `~40s`, or nothing while nobody can say.
    fn left<T: Job>(&self, known: &Known<T>) -> CellText<'static> {
        known.left(self.now).map_or_else(CellText::default, |left| CellText::new(left_words(left), Role::Dim))
    }
}

/// How long it is likely to take still.
pub fn left_words(seconds: i64) -> String {
    // An estimate of minutes needs no seconds.
    let rounded = if seconds >= 600 { seconds / 60 * 60 } else { seconds };
    format!("~{}", text::span(rounded))
}

/// A tally: nothing is a dim zero, something stands out in its role.
fn tally(field: &Seen<i64>, role: Role) -> CellText<'static> {
    match words::count(field) {
        Some(0) => CellText::new("0", Role::Dim),
        Some(count) => CellText::new(text::grouped(count), role),
        None => CellText::none(),
    }
}

impl Cells<'_> {
    /// The time a column shows as an age.
    fn time(&self, key: &RowKey, column: &str) -> Option<Timestamp> {
        let jobs = self.store.jobs();
        match (key, column) {
            (RowKey::Import(id), "queued") => jobs.import(*id)?.job().queue_date.copied(),
            (RowKey::Import(id), "finished") => jobs.import(*id)?.job().finish_date.copied(),
            (RowKey::Export(id), "queued") => jobs.export(*id)?.job().queue_date.copied(),
            (RowKey::Export(id), "finished") => jobs.export(*id)?.job().finish_date.copied(),
            (RowKey::Write(id), "age") => Some(self.store.journal().get(*id)?.at),
            _ => None,
        }
    }
}

/// A progress as a figure for files.
fn share<T: Job>(known: Option<&Known<T>>) -> Exact<'static> {
    let share = known.and_then(|known| known.job().share());
    share.map_or(Exact::None, Exact::number)
}

/// The seconds it is likely to take still.
fn left<T: Job>(known: Option<&Known<T>>, now: Timestamp) -> Exact<'static> {
    known.and_then(|known| known.left(now)).into()
}

fn number(count: Option<u64>) -> Exact<'static> {
    count.and_then(|count| i64::try_from(count).ok()).into()
}

impl Rows<RowKey> for Cells<'_> {
    fn cell(&self, key: &RowKey, column: &str) -> CellText<'_> {
        match key {
            RowKey::Import(id) => imports::cell(self, *id, column),
            RowKey::Export(id) => exports::cell(self, *id, column),
            RowKey::Line(key) => lines::cell(self, *key, column),
            RowKey::Write(id) => writes::cell(self, *id, column),
        }
    }

    fn value(&self, key: &RowKey, column: &str) -> Exact<'_> {
        if let Some(at) = self.time(key, column) {
            return at.into();
        }
        let export = |id: &Id<Export>| self.store.jobs().export(*id).map(Known::job);
        match (column, key) {
            ("queued" | "finished" | "age", RowKey::Import(_) | RowKey::Export(_) | RowKey::Write(_)) => Exact::None,
            ("progress", RowKey::Import(id)) => share(self.store.jobs().import(*id)),
            ("progress", RowKey::Export(id)) => share(self.store.jobs().export(*id)),
            ("left", RowKey::Import(id)) => left(self.store.jobs().import(*id), self.now),
            ("left", RowKey::Export(id)) => left(self.store.jobs().export(*id), self.now),
            ("size", RowKey::Export(id)) => number(export(id).and_then(|job| words::count(&job.total_bytes))),
            ("rows", RowKey::Export(id)) => number(export(id).and_then(|job| words::count(&job.total_fetched))),
            ("expires", RowKey::Export(id)) => export(id).and_then(words::expires).into(),
            ("id" | "new" | "updated" | "ignored" | "warnings" | "errors" | "line", _)
            | ("matched" | "applied" | "left" | "missing", RowKey::Write(_)) => {
                Exact::figure(self.cell(key, column).text)
            }
            _ => self.as_shown(key, column),
        }
    }

    fn flags(&self, key: &RowKey) -> RowFlags {
        let dim = match key {
            RowKey::Export(id) => {
                self.store.jobs().export(*id).is_some_and(|known| words::expired(known.job(), self.now))
            }
            _ => false,
        };
        RowFlags { dim, ..RowFlags::default() }
    }
}

/// The earliest time at which a text among these rows reads differently.
pub fn changes_at(world: &World<'_>, keys: &[RowKey]) -> Option<Timestamp> {
    let cells = Cells::new(world, None, Glyphs::get(true));
    let times = keys.iter().flat_map(|key| {
        let noted = cells.time(key, "age").map(|at| world.noted(at));
        [cells.time(key, "queued"), cells.time(key, "finished"), noted]
    });
    times.flatten().filter_map(|at| at.age(world.now, world.zone).changes_at).min()
}
