//! An export under way, from the first row to its file.

use super::kind::Kind;

/// An export under way.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) id: i64,
    pub(super) kind: Kind,
    pub(super) ids: Vec<i64>,
    /// Time at which the turn of the first row begins.
    pub(super) begins: i64,
    /// Seconds the rows take.
    pub(super) seconds: i64,
    pub(super) done: usize,
    /// Number of rows that were still there when their turn came.
    pub(super) fetched: u64,
    /// The file so far.
    pub(super) file: Vec<u8>,
}

impl Run {
    /// A new export. With a job time of two seconds or more it waits for one of them.
    pub fn new(id: i64, kind: Kind, ids: Vec<i64>, queued: i64, seconds: i64) -> Self {
        let wait = i64::from(seconds >= 2);
        Self { id, kind, ids, begins: queued + wait, seconds: seconds - wait, done: 0, fetched: 0, file: Vec::new() }
    }
}
