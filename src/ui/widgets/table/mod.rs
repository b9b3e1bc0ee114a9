//! The table: selection and marks by id, columns chosen and sorted, rows painted straight into the buffer.
//!
//! It knows nothing about its rows; a screen gives ids by [`Table::set_ids`] and cells by [`Rows`]. Look first at
//! `cell.rs` and `column.rs` (its input) and at [`Table`], then at `moves.rs` (cursor), `marks.rs`, `columns.rs`,
//! `draw.rs`; keys are in `commands.rs`.

mod cell;
mod column;
mod columns;
mod commands;
mod draw;
mod exact;
mod export;
mod field;
mod fitting;
mod given;
mod marks;
mod measure;
mod moves;
mod range;
mod sections;
mod writing;

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use crate::base::work;

pub use super::notice::Empty;
pub use cell::{CellText, Cut, Key, RowFlags, Rows};
pub use column::{Align, Column, Heading, MOST, Order, ends_of, place_of};
pub use exact::Exact;
pub use export::ViewExport;
pub use field::{Field, columns_of, field_of};
pub use marks::Targets;
use measure::Measured;
use range::{Range, Versions};
pub use sections::Head;
pub use writing::{Form, GoOn, Writing};

/// State of a table.
#[derive(Clone, Debug)]
pub struct Table<K: Key> {
    all: Arc<[Heading]>,
    /// For each column of `all`, true if it is shown.
    shown: Vec<bool>,
    /// Ids of columns without a meaning for the present rows.
    left_out: &'static [&'static str],
    blank: Vec<&'static str>,
    /// Ids of hidden columns that are shown because they matter for the present rows.
    brought_in: Vec<&'static str>,
    /// Column the rows are sorted by, and true for descending, if that is not the chosen order.
    stands_by: Option<(&'static str, bool)>,
    sort: Option<Order>,
    /// True if the user has chosen the order.
    chosen: bool,
    ids: Arc<[K]>,
    /// Beginnings of sections.
    heads: Arc<[Head]>,
    /// Row under the cursor; `None` only while there is none.
    selected: Option<K>,
    cursor: usize,
    top: usize,
    /// Rows the last frame had room for.
    rows: usize,
    /// Number of columns after the first that are scrolled out to the left.
    skip: usize,
    /// Widths of texts, remembered between frames.
    measured: RefCell<Measured<K>>,
    /// Widths of the columns in the last frame.
    widths: RefCell<Vec<u16>>,
    /// True if the next rows start at the first one, because the user has sorted.
    to_top: bool,
    marks: HashSet<K>,
    /// Marked rows that a filter hides, in their former order.
    away: Vec<K>,
    range: Option<Range<K>>,
    versions: Versions,
    /// Number of all rows of the list at the service, if `*` twice has marked these.
    everything: Option<u64>,
    /// Number of rows at the service, if more than the loaded ones.
    total: Option<u64>,
}

impl<K: Key> Table<K> {
    /// Empty table with these columns. The first one stays when scrolling sideways.
    pub fn new(columns: &'static [Column]) -> Self {
        Self::with_headings(columns.iter().map(Heading::from).collect())
    }

    /// Table with columns known only at run time.
    pub fn with_headings(mut columns: Vec<Heading>) -> Self {
        columns.truncate(MOST);
        Self {
            shown: columns.iter().map(|column| column.shown).collect(),
            left_out: &[],
            blank: Vec::new(),
            brought_in: Vec::new(),
            stands_by: None,
            all: columns.into(),
            sort: None,
            chosen: false,
            ids: Arc::from([]),
            heads: Arc::from([]),
            selected: None,
            cursor: 0,
            top: 0,
            rows: 0,
            skip: 0,
            measured: RefCell::new(Measured::new()),
            widths: RefCell::default(),
            to_top: false,
            marks: HashSet::new(),
            away: Vec::new(),
            range: None,
            versions: Versions::default(),
            everything: None,
            total: None,
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// True when there is no row.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Keys of the rows in their order.
    pub fn ids(&self) -> &Arc<[K]> {
        &self.ids
    }

    /// Rows that the last frame had room for.
    pub fn visible(&self) -> &[K] {
        let from = self.top_for(self.rows).min(self.ids.len());
        &self.ids[from..self.ids.len().min(from + self.rows)]
    }

    /// Row under the cursor.
    pub fn selected(&self) -> Option<&K> {
        // A selection that is only remembered until the rows come back is not a row.
        self.selected.as_ref().filter(|_| !self.ids.is_empty())
    }

    /// Place of the cursor, from 0.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Rows up to `before` before and `after` after the cursor, for reading ahead.
    pub fn neighbours(&self, before: usize, after: usize) -> &[K] {
        let from = self.cursor.saturating_sub(before);
        let to = self.cursor.saturating_add(after + 1).min(self.ids.len());
        self.ids.get(from..to).unwrap_or_default()
    }

    /// Rows a page back and a page on, for reading ahead.
    pub fn pages_around(&self) -> impl Iterator<Item = &K> {
        let on = [self.cursor.checked_sub(self.rows), Some(self.cursor + self.rows)];
        on.into_iter().flatten().filter_map(|at| self.ids.get(at))
    }

    /// Column and direction (true: descending) the rows are sorted by.
    pub fn sort(&self) -> Option<(&str, bool)> {
        let order = self.sort?;
        Some((&self.all.get(order.column)?.id, order.descending))
    }

    /// Takes the number of rows in the last frame.
    pub fn drawn(&mut self, list_rows: u16) {
        self.rows = self.rows_in(list_rows as usize);
        self.top = self.top_for(self.rows);
    }

    /// Sets new rows. The selection stays on its id, at the same height on the screen. If its row is gone, the cursor
    /// goes to the row that came after it. Marks on rows that are gone are dropped.
    pub fn set_ids(&mut self, ids: Arc<[K]>) {
        self.take_ids(ids, false);
    }

    /// Sets the rows after a filter has changed: marked rows that it hides stay marked.
    pub fn set_filtered(&mut self, ids: Arc<[K]>) {
        self.take_ids(ids, true);
    }

    fn take_ids(&mut self, ids: Arc<[K]>, filtered: bool) {
        if std::mem::take(&mut self.to_top) {
            return self.set_ids_from_top(ids);
        }
        if Arc::ptr_eq(&ids, &self.ids) {
            return;
        }
        let old = self.swap_ids(ids, filtered);
        if self.ids.is_empty() {
            // The selection is kept, so that it is found again when a reload brings the rows back.
            self.cursor = 0;
            self.top = 0;
            return;
        }
        let height = self.cursor.saturating_sub(self.top);
        let was_at_top = self.top == 0;
        let place = self.selected.as_ref().and_then(|key| self.position(key, self.cursor));
        self.cursor = place.unwrap_or_else(|| self.successor(&old));
        self.selected = self.ids.get(self.cursor).cloned();
        // At the top, new rows come into view; elsewhere the visible rows stay in place.
        self.top = if was_at_top { 0 } else { self.cursor.saturating_sub(height) };
        self.top = self.top_for(self.rows);
    }

    /// Keeps a cursor that is on the first row on the first of the next rows.
    pub fn stay_on_first(&mut self) {
        self.to_top |= self.cursor == 0;
    }

    /// Sets new rows and goes to the first one, because filter or order have changed. Marked rows that are hidden stay
    /// marked.
    pub fn set_ids_from_top(&mut self, ids: Arc<[K]>) {
        self.to_top = false;
        if !Arc::ptr_eq(&ids, &self.ids) {
            self.swap_ids(ids, true);
        }
        self.top = 0;
        if self.ids.is_empty() {
            self.cursor = 0;
        } else {
            self.go(0);
        }
    }

    /// Index of `key`, looked for first where it was.
    fn position(&self, key: &K, near: usize) -> Option<usize> {
        if self.ids.get(near) == Some(key) {
            return Some(near);
        }
        work::each(self.ids.iter()).position(|id| id == key)
    }

    /// Index of the first row after the old cursor that still exists, else of the last one before it.
    fn successor(&self, old: &[K]) -> usize {
        let last = self.ids.len() - 1;
        let places: std::collections::HashMap<&K, usize> =
            self.ids.iter().enumerate().map(|(place, id)| (id, place)).collect();
        let at = self.cursor.min(old.len());
        old[at..]
            .iter()
            .find_map(|id| places.get(id))
            .or_else(|| old[..at].iter().rev().find_map(|id| places.get(id)))
            .copied()
            .unwrap_or(self.cursor)
            .min(last)
    }
}

#[cfg(test)]
mod fitting_tests;
#[cfg(test)]
mod tests;
