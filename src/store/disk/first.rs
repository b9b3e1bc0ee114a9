//! Reads before any thread is started. Cache and journal are opened once for all of them, because opening a database
//! and reading its schema takes longer than reading the rows.

use std::cell::OnceCell;

use rusqlite::Connection;

use super::files::{Places, connect};

/// Files read for the first frame, opened when first read and closed when this value is dropped.
#[derive(Debug)]
pub struct FirstReads {
    places: Places,
    cache: OnceCell<Option<Connection>>,
    journal: OnceCell<Option<Connection>>,
}

impl FirstReads {
    /// Files of these places, not opened yet.
    pub fn of(places: &Places) -> Self {
        Self { places: places.clone(), cache: OnceCell::new(), journal: OnceCell::new() }
    }

    /// Folders of the files.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Cache; `None` where it cannot be used. The thread of the cache opens it later and reports why.
    pub(super) fn cache(&self) -> Option<&Connection> {
        if self.places.is_suspect() {
            return None;
        }
        self.cache.get_or_init(|| connect(&self.places.cache_db(), true).ok()).as_ref()
    }

    /// Journal; `None` where it cannot be read.
    pub(super) fn journal(&self) -> Option<&Connection> {
        self.journal.get_or_init(|| connect(&self.places.journal_db(), true).ok()).as_ref()
    }
}
