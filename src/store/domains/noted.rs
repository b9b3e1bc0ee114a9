//! What the user notes, laid over the domains.

use std::sync::Arc;

use super::DomainIndex;
use crate::store::Subject;
use crate::store::notes::{Record, Records};

impl DomainIndex {
    /// Lays what the user notes over the rows.
    pub(in crate::store) fn set_records(&mut self, records: Arc<Records>, version: u64) {
        self.records = (records, version);
    }

    /// What the user notes about a domain, by its ASCII name.
    pub fn record(&self, punycode: &str) -> Option<&Record> {
        self.records.0.of(&Subject::Domain(punycode.into()))
    }
}
