//! The request log: the newest requests, without secrets, bodies or typed text.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::outcome::Lane;
use crate::api::Call;
use crate::base::Timestamp;

/// Number of lines kept in memory.
const KEPT: usize = 500;

/// One request that was sent. Each attempt has its own line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub at: Timestamp,
    /// Name of the endpoint: `inquiries.star`.
    pub endpoint: &'static str,
    pub method: &'static str,
    /// Path as in the catalogue, and names of the query parameters without values: `parking/inquiries?page&per_page`.
    pub path: String,
    pub status: Option<u16>,
    /// Outcome in a word: `ok`, or what went wrong.
    pub outcome: &'static str,
    pub ms: u64,
    /// Size of the answer's body, in bytes.
    pub bytes: u64,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    pub lane: Lane,
}

/// The newest [`LogLine`]s.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<VecDeque<LogLine>>);

impl Log {
    pub(super) fn push(&self, line: LogLine) {
        tracing::debug!(
            endpoint = line.endpoint,
            status = line.status,
            outcome = line.outcome,
            ms = line.ms,
            bytes = line.bytes,
            attempt = line.attempt,
            "request"
        );
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    /// The lines, oldest first.
    pub(super) fn lines(&self) -> Vec<LogLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// Path of a call for the log. Names in a path or query are personal, so only the template and the names of the
/// parameters are shown.
pub(super) fn path_of(call: &Call) -> String {
    let mut path = call.endpoint.path.to_owned();
    for (i, (name, _)) in call.query.iter().enumerate() {
        path.push(if i == 0 { '?' } else { '&' });
        path.push_str(name);
    }
    path
}
