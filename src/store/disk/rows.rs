//! Rows of inquiries as they are written to the cache and read from it.

use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::Proven;
use crate::store::index::inquiries::{Chunks, Compact};
use crate::store::index::walk::Walk;

/// Row of inquiries to be written.
#[derive(Clone, Debug)]
pub struct DiskRow {
    pub row: Compact,
    /// Bits as the service told them, without pending writes.
    pub bits: u32,
    pub walk: u32,
    pub at: Timestamp,
    /// JSON text the row came as; `None` keeps the text in the cache.
    pub raw: Option<Arc<str>>,
}

/// Rows and totals that the cache held at the start.
#[derive(Debug, Default)]
pub struct LoadedRows {
    pub rows: Chunks,
    pub walk: Walk,
    pub sets: Vec<(String, Vec<i64>)>,
    pub proven: Proven,
    /// Sentences for the user about damage to the file.
    pub notices: Vec<String>,
}
