//! Search through the names of rows, and counts of the rows of a view.

use super::rows::Place;
use super::{DomainIndex, DomainRow, DomainView};
use crate::store::filter::texts::Among;

impl DomainIndex {
    /// Number of rows that a view has, without sorting them.
    pub fn count(&self, view: &DomainView) -> u64 {
        let noted = if view.asks_for_notes() { self.records.1 } else { 0 };
        self.views.borrow_mut().count(&self.rows, (&self.records.0, noted), view) as u64
    }

    /// Calls `found` for each row that `among` selects, with its place among all rows, the row, and its spellings in
    /// lower case.
    pub(in crate::store) fn each_named<'a>(
        &'a self,
        among: Among<'_>,
        mut found: impl FnMut(usize, DomainRow<'a>, &'a str),
    ) {
        let mut from = 0;
        for chunk in self.rows.chunks() {
            chunk.each(among, from, |i| {
                if chunk.is_there(i) {
                    found(from + i, DomainRow { place: Place { chunk, i }, pending: None }, chunk.names(i));
                }
            });
            from += chunk.len();
        }
    }
}
