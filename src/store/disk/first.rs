//! Reads that happen before any thread exists: cache and journal are opened once for all of them, because opening a
//! database and reading what tables it has takes longer than the rows.

use std::cell::OnceCell;

use rusqlite::Connection;

use super::files::{Places, connect};

/// The files of the first frame, opened when first read and closed with this value.
#[derive(Debug)]
pub struct FirstReads {
    places: Places,
    cache: OnceCell<Option<Connection>>,
    journal: OnceCell<Option<Connection>>,
}

impl FirstReads {
    /// The files of these places, none of them opened yet.
    pub fn of(places: &Places) -> Self {
        Self { places: places.clone(), cache: OnceCell::new(), journal: OnceCell::new() }
    }

    /// Folders of the files.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The cache; `None` where there is no usable one (the thread that opens it properly says why).
    pub(super) fn cache(&self) -> Option<&Connection> {
        if self.places.is_suspect() {
            return None;
        }
        self.cache.get_or_init(|| connect(&self.places.cache_db(), true).ok()).as_ref()
    }

    /// The journal, where there is one.
    pub(super) fn journal(&self) -> Option<&Connection> {
        self.journal.get_or_init(|| connect(&self.places.journal_db(), true).ok()).as_ref()
    }
}
