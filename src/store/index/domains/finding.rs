//! Going through the rows whose name holds a text, and counting those of a view.

use memchr::memmem::Finder;

use super::rows::Place;
use super::{DomainIndex, DomainRow, DomainView};

impl DomainIndex {
    /// How many rows a list shows, without putting them in order.
    pub fn count(&self, view: &DomainView) -> u64 {
        let noted = if view.asks_for_notes() { self.records.1 } else { 0 };
        self.views.borrow_mut().count(&self.rows, (&self.records.0, noted), view) as u64
    }

    /// Calls `found` with every row whose name holds the needle, or with every row, and with its spellings in lower case.
    pub(in crate::store) fn each_named<'a>(
        &'a self,
        needle: Option<&Finder<'_>>,
        mut found: impl FnMut(DomainRow<'a>, &'a str),
    ) {
        for chunk in self.rows.chunks() {
            let row = |i: usize| {
                if chunk.is_there(i) {
                    found(DomainRow { place: Place { chunk, i }, pending: None }, chunk.names(i));
                }
            };
            match needle {
                Some(needle) => chunk.search(needle, row),
                None => (0..chunk.len()).for_each(row),
            }
        }
    }
}
