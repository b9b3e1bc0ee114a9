//! A running import, from its order to its last line.

use super::lines::Line;
use super::order::Order;

/// Running import.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) id: i64,
    pub(super) order: Order,
    pub(super) lines: Vec<Line>,
    /// Time at which its first line is due.
    pub(super) begins: i64,
    /// Seconds that all lines take.
    pub(super) seconds: i64,
    pub(super) done: usize,
    pub(super) started: bool,
}

impl Run {
    /// New import. If the job time is two seconds or more, it first waits for one second.
    pub fn new(id: i64, order: Order, lines: Vec<Line>, queued: i64, seconds: i64) -> Self {
        let wait = i64::from(seconds >= 2);
        Self { id, order, lines, begins: queued + wait, seconds: seconds - wait, done: 0, started: false }
    }
}
