//! Going through the rows that hold a text.

use memchr::memmem::Finder;

use super::{Compact, InquiryIndex};

impl InquiryIndex {
    /// Calls `found` with every row that holds the needle somewhere, or with every row, and with its texts in lower case.
    pub(in crate::store) fn each_holding(&self, needle: Option<&Finder<'_>>, mut found: impl FnMut(&Compact, &str)) {
        for piece in self.rows.pieces() {
            let texts = piece.blob();
            let row = |i: usize| found(&piece.rows[i], texts.row(i));
            match needle {
                Some(needle) => texts.search(needle, row),
                None => (0..texts.len()).for_each(row),
            }
        }
    }
}
