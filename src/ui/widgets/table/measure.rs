//! How many cells the texts of a column take, so that columns leave what they do not need to the name.
//!
//! It is decided by the whole list, not by the rows in sight: a column that changed its width while one scrolls would
//! move everything beside it. Of a long list a sample spread over it is looked at; a wider text that comes into sight
//! later widens its column once. While a list only grows, no column gets narrower.

use std::sync::Arc;

use super::super::super::text;
use super::{Key, Rows, Table};

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
    /// The cells the texts of the columns at `places` take at most, the rows in sight being `shown`; all there are while
    /// there is no row.
    pub(super) fn measure(&self, places: &[usize], rows: &impl Rows<K>, shown: &[K]) -> Vec<u16> {
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
        let widest = |place: usize, keys: &mut dyn Iterator<Item = &K>| {
            let id = &self.all[place].id;
            keys.map(|key| text::width(&rows.cell(key, id).text) as u16).max().unwrap_or(0)
        };
        let cells = places.iter().map(|place| {
            let (cells, sampled) = &mut known.cells[*place];
            if !std::mem::replace(sampled, true) {
                *cells = widest(*place, &mut self.ids.iter().step_by(step)).max(*cells);
            }
            *cells = widest(*place, &mut shown.iter()).max(*cells);
            *cells
        });
        cells.collect()
    }
}
