//! Search through the texts of rows.

use super::{Compact, InquiryIndex};
use crate::store::filter::texts::Among;

impl InquiryIndex {
    /// Calls `found` for each row that `among` selects, with its place among all rows, the row, and its texts in lower
    /// case.
    pub(in crate::store) fn each_holding(&self, among: Among<'_>, mut found: impl FnMut(usize, &Compact, &str)) {
        let mut from = 0;
        for piece in self.rows.pieces() {
            let texts = piece.blob();
            texts.each(among, from, |i| found(from + i, &piece.rows[i], texts.row(i)));
            from += texts.len();
        }
    }
}
