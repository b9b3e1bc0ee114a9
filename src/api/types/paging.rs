//! Position of an answer in its list.

use crate::api::page::Page;
use crate::api::tolerant::Seen;

record! {
    /// Pagination object of every paged list; all `Missing` for a list without pages.
    #[derive(Default)]
    pub struct Pagination {
        current_page: i64,
        last_page: i64,
        per_page: i64,
        /// Number of rows in this answer.
        shown: i64,
        /// Number of rows in the whole list, which may change between two pages.
        total: i64,
    }
}

impl Pagination {
    /// Number of rows in the whole list, unless the service gave a negative one.
    pub fn total(&self) -> Option<u64> {
        self.total.copied().and_then(|n| u64::try_from(n).ok())
    }

    /// Most rows of a page if a call asked for `asked`: the service may have a lower cap.
    pub fn rows_per_page(&self, asked: u32) -> u32 {
        let told = self.per_page.copied().and_then(|rows| u32::try_from(rows).ok()).filter(|rows| *rows > 0);
        told.map_or(asked, |rows| rows.min(asked)).max(1)
    }

    /// Number of the last page if a call asked for `asked` rows: from the answer, else from the total.
    pub fn last(&self, asked: u32) -> Option<u32> {
        let told = self.last_page.copied().and_then(|last| u64::try_from(last).ok());
        let counted = || Some(self.total()?.div_ceil(u64::from(self.rows_per_page(asked))));
        told.or_else(counted).map(|last| u32::try_from(last.max(1)).unwrap_or(u32::MAX))
    }

    /// Number of the page after `page`, which had `rows` rows; `None` at the end of the list.
    pub fn next(&self, page: Page, rows: usize) -> Option<u32> {
        let Page { page, per_page } = page;
        // A request after the last page may be answered with the last page, or with the first.
        if self.current_page.copied().is_some_and(|current| current != i64::from(page)) {
            return None;
        }
        let before = u64::from(page.saturating_sub(1)) * u64::from(self.rows_per_page(per_page));
        let more = match self.last_page.copied() {
            // A page may have all its rows left out. Continue if the list has at least as many rows as pages.
            Some(last) => {
                i64::from(page) < last && (rows > 0 || self.total.copied().is_some_and(|total| last <= total))
            }
            // A total lower than the number of rows so far is wrong.
            None => match self.total().filter(|total| *total >= before + rows as u64) {
                Some(total) => rows > 0 && total > before + u64::from(self.rows_per_page(per_page)),
                None => rows >= self.rows_per_page(per_page) as usize,
            },
        };
        more.then(|| page.saturating_add(1))
    }
}
