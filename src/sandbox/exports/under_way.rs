//! A running export, from its first row to its file.

use super::kind::Kind;

/// Running export.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) id: i64,
    pub(super) kind: Kind,
    pub(super) ids: Vec<i64>,
    /// Time at which its first row is due.
    pub(super) begins: i64,
    /// Seconds that all rows take.
    pub(super) seconds: i64,
    pub(super) done: usize,
    /// Number of rows that still existed when they were due.
    pub(super) fetched: u64,
    /// Content of the file so far.
    pub(super) file: Vec<u8>,
}

impl Run {
    /// New export. If the job time is two seconds or more, it first waits for one second.
    pub fn new(id: i64, kind: Kind, ids: Vec<i64>, queued: i64, seconds: i64) -> Self {
        let wait = i64::from(seconds >= 2);
        Self { id, kind, ids, begins: queued + wait, seconds: seconds - wait, done: 0, fetched: 0, file: Vec::new() }
    }
}
