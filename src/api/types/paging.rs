//! Where in a list an answer stands.

use crate::api::tolerant::Seen;

record! {
    /// The pagination object of every paged list; all `Missing` where a list has no pages.
    #[derive(Default)]
    pub struct Pagination {
        current_page: i64,
        last_page: i64,
        per_page: i64,
        /// How many rows this answer carries.
        shown: i64,
        /// How many rows there are; may change between two pages.
        total: i64,
    }
}

impl Pagination {
    /// How many rows there are, when the service says so sensibly.
    pub fn total(&self) -> Option<u64> {
        self.total.copied().and_then(|n| u64::try_from(n).ok())
    }

    /// Whether another page follows; `None` when the service does not say.
    pub fn has_next(&self) -> Option<bool> {
        Some(self.current_page.copied()? < self.last_page.copied()?)
    }
}
