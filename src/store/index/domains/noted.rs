//! The user's notes, laid over the domains.

use std::sync::Arc;

use super::DomainIndex;
use crate::store::notes::{Record, Records};
use crate::store::subject::Subject;

impl DomainIndex {
    /// Version that differs whenever a row or its pending changes may differ; notes of the user do not count.
    pub fn rows_version(&self) -> u64 {
        self.replaced + self.rows.version() + self.overlay.version()
    }

    /// Lays the user's notes over the rows.
    pub(in crate::store) fn set_records(&mut self, records: Arc<Records>, version: u64) {
        self.records = (records, version);
    }

    /// The user's notes about a domain, by its ASCII name.
    pub fn record(&self, punycode: &str) -> Option<&Record> {
        self.records.0.of(&Subject::Domain(punycode.into()))
    }
}
