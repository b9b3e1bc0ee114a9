//! Whole lists kept between the requests for their pages, so that a late page costs as little as the first.

use std::collections::HashMap;

use rusqlite::Connection;

use super::call::Page;

/// Most lists kept: the tabs, each with `listing`, and a few searches.
const MOST: usize = 16;

/// Ids of whole lists in order, as of the last write to the database.
#[derive(Debug, Default)]
pub struct Lists {
    /// Number of changes of the database when these lists were made.
    made_at: u64,
    known: HashMap<String, Vec<i64>>,
}

impl Lists {
    /// Number of rows of a list, and the ids on one page. `make` lists all rows; it is called only if the list is not
    /// kept or the database has changed.
    ///
    /// # Errors
    /// Errors of `make`.
    pub fn page(
        &mut self,
        db: &Connection,
        name: &str,
        page: Page,
        make: impl FnOnce(&Connection) -> rusqlite::Result<Vec<i64>>,
    ) -> rusqlite::Result<(u64, Vec<i64>)> {
        let changes = db.total_changes();
        if self.made_at != changes || (self.known.len() >= MOST && !self.known.contains_key(name)) {
            self.known.clear();
            self.made_at = changes;
        }
        if !self.known.contains_key(name) {
            self.known.insert(name.to_owned(), make(db)?);
        }
        let ids = self.known.get(name).map(Vec::as_slice).unwrap_or_default();
        let from = usize::try_from(page.skip()).unwrap_or(usize::MAX);
        let rows = ids.iter().skip(from).take(page.per_page as usize).copied().collect();
        Ok((ids.len() as u64, rows))
    }
}
