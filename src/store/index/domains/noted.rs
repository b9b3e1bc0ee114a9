//! Notes of the user about domains.

use std::sync::Arc;

use super::DomainIndex;
use crate::store::notes::{Record, Records};
use crate::store::subject::Subject;

impl DomainIndex {
    /// Version that changes whenever a row or its pending write may change; notes do not count.
    pub fn rows_version(&self) -> u64 {
        self.replaced + self.rows.version() + self.overlay.version()
    }

    /// Sets the user's notes for the views and rows.
    pub(in crate::store) fn set_records(&mut self, records: Arc<Records>, version: u64) {
        self.records = (records, version);
    }

    /// Notes of the user about a domain, by its punycode.
    pub fn record(&self, punycode: &str) -> Option<&Record> {
        self.records.0.of(&Subject::Domain(punycode.into()))
    }
}
