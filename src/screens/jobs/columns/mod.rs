//! The columns of each table and what stands in their cells, a file per kind of row.
//!
//! Words are in `words.rs`. Look first at [`Cells`], which the table asks for visible rows only.

mod exports;
mod imports;
mod lines;
mod writes;

use crate::api::Seen;
use crate::base::{Timestamp, Zone};
use crate::store::Store;
use crate::store::lists::jobs::{Job, Known, Lines, Only};
use crate::ui::widgets::progress;
use crate::ui::widgets::table::{CellText, Column, Exact, RowFlags, Rows};
use crate::ui::{Glyphs, Role, World, text};

use super::tabs::RowKey;
use super::words;

pub use lines::LINES;

/// Cells of a progress bar in a table.
const BAR: usize = 16;

/// The columns of each tab.
pub const COLUMNS: &[&[Column]] = &[imports::COLUMNS, exports::COLUMNS, writes::BULK, writes::QUEUE];

/// The rows of one frame.
pub struct Cells<'a> {
    pub store: &'a Store,
    /// Lines of the opened import.
    pub lines: Option<&'a Lines>,
    /// The lines that are shown.
    pub only: Only,
    pub now: Timestamp,
    pub zone: Zone,
    pub glyphs: &'static Glyphs,
}

impl<'a> Cells<'a> {
    /// Cells over the current data.
    pub fn new(world: &World<'a>, lines: Option<&'a Lines>, glyphs: &'static Glyphs) -> Self {
        Self { store: world.store, lines, only: Only::All, now: world.now, zone: world.zone, glyphs }
    }

    /// Seconds since a job ended.
    pub fn ended(&self, row: &RowKey) -> Option<i64> {
        let jobs = self.store.jobs();
        let at = match row {
            RowKey::Import(id) => jobs.import(*id)?.job().finished(),
            RowKey::Export(id) => jobs.export(*id)?.job().finished(),
            RowKey::Line(_) | RowKey::Write(_) => None,
        };
        Some(self.now.0.saturating_sub(at?.0).max(0))
    }

    /// True for a job that is still running.
    pub fn runs(&self, row: &RowKey) -> bool {
        let jobs = self.store.jobs();
        match row {
            RowKey::Import(id) => jobs.import(*id).is_some_and(|known| !known.job().is_over()),
            RowKey::Export(id) => jobs.export(*id).is_some_and(|known| !known.job().is_over()),
            RowKey::Line(_) | RowKey::Write(_) => false,
        }
    }

    fn age(&self, at: &Seen<Timestamp>) -> CellText<'static> {
        CellText::age(at.copied(), self.now, self.zone)
    }

    /// A bar while it runs, how far it got when it failed.
    fn progress<T: Job>(&self, known: &Known<T>, failed: bool) -> CellText<'static> {
        let share = known.job().share();
        match share {
            Some(share) if !known.job().is_over() && known.job().started().is_some() => {
                CellText::new(progress::bar(share, BAR, self.glyphs), Role::Accent)
            }
            // "at 100 %" would not say where it failed.
            Some(share) if failed && progress::percent(share) < 100 => {
                CellText::new(format!("at {} %", progress::percent(share)), Role::Dim)
            }
            _ if known.job().is_over() => CellText::default(),
            _ => CellText::new("waiting", Role::Dim),
        }
        .exact(share.map_or(Exact::None, Exact::number))
    }

    /// `~40s`, or nothing while nobody can say.
    fn left<T: Job>(&self, known: &Known<T>) -> CellText<'static> {
        let cell = |left| CellText::new(left_words(left), Role::Dim).exact(left);
        known.left(self.now).map_or_else(CellText::default, cell)
    }
}

/// Words for the time a job is likely to take still.
pub fn left_words(seconds: i64) -> String {
    // An estimate of minutes needs no seconds.
    let rounded = if seconds >= 600 { seconds / 60 * 60 } else { seconds };
    format!("~{}", text::span(rounded))
}

/// A tally: nothing is a dim zero, something stands out in its role.
fn tally(field: &Seen<i64>, role: Role) -> CellText<'static> {
    words::count(field).map_or_else(CellText::none, |count| CellText::figure(count, role))
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
