//! How many cells the texts of a column take, so that columns leave what they do not need to the name.
//!
//! It is decided by the whole list, not by the rows in sight: a column that changed its width while one scrolls would
//! move everything beside it. Of a long list a sample spread over it is looked at; a wider text that comes into sight
//! later widens its column once. While a list only grows, no column gets narrower.

use std::sync::Arc;

use super::super::super::text;
use super::{CellText, Key, Rows, Table};

/// Rows looked at beside those in sight.
const SAMPLE: usize = 400;

/// What was found out about the rows there are.
#[derive(Clone, Debug)]
pub(super) struct Measured<K> {
    ids: Arc<[K]>,
    /// By place: the cells, and whether the sample of these rows is among them.
    cells: Vec<(u16, bool)>,
}

impl<K> Measured<K> {
    /// Nothing is known.
    pub fn new() -> Self {
        Self { ids: Arc::from([]), cells: Vec::new() }
    }
}

impl<K: Key> Table<K> {
    /// The widest text of each column at `places`, in cells. `shown` has the cells of the rows in sight. Without rows a
    /// column may be as wide as it likes.
    pub(super) fn measure(&self, places: &[usize], rows: &impl Rows<K>, shown: &[Vec<CellText<'_>>]) -> Vec<u16> {
        if self.ids.is_empty() {
            return vec![u16::MAX; places.len()];
        }
        let mut known = self.measured.borrow_mut();
        if !Arc::ptr_eq(&known.ids, &self.ids) {
            if known.ids.is_empty() || self.ids.len() < known.ids.len() {
                known.cells = vec![(0, false); self.all.len()];
            }
            for (_, sampled) in &mut known.cells {
                *sampled = false;
            }
            known.ids = Arc::clone(&self.ids);
        }
        let step = self.ids.len().div_ceil(SAMPLE);
        let wide = |cell: &CellText<'_>| text::width(&cell.text) as u16;
        let cells = places.iter().enumerate().map(|(at, place)| {
            let (cells, sampled) = &mut known.cells[*place];
            let in_sight = shown.iter().map(|row| wide(&row[at])).max();
            *cells = in_sight.unwrap_or(0).max(*cells);
            if !std::mem::replace(sampled, true) {
                let sample = self.ids.iter().step_by(step).map(|key| wide(&rows.cell(key, &self.all[*place].id)));
                *cells = sample.max().unwrap_or(0).max(*cells);
            }
            *cells
        });
        cells.collect()
    }
}
