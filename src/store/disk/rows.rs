//! Rows of inquiries on their way to the cache and from it.

use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::Proven;
use crate::store::index::inquiries::{Chunks, Compact};
use crate::store::index::walk::Walk;

/// A row for the disk.
#[derive(Clone, Debug)]
pub struct DiskRow {
    pub row: Compact,
    /// The bits as the service told them.
    pub bits: u32,
    pub walk: u32,
    pub at: Timestamp,
    /// The JSON text it came as; `None` leaves the kept one.
    pub raw: Option<Arc<str>>,
}

/// Rows and totals the cache held at the start.
#[derive(Debug, Default)]
pub struct LoadedRows {
    pub rows: Chunks,
    pub walk: Walk,
    pub sets: Vec<(String, Vec<i64>)>,
    pub proven: Proven,
    /// Sentences for the user about what happened to the file.
    pub notices: Vec<String>,
}
