//! An import under way, from its order to its last line.

use super::lines::Line;
use super::order::Order;

/// An import under way.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) id: i64,
    pub(super) order: Order,
    pub(super) lines: Vec<Line>,
    /// Time at which the turn of the first line begins.
    pub(super) begins: i64,
    /// Seconds the lines take.
    pub(super) seconds: i64,
    pub(super) done: usize,
    pub(super) started: bool,
}

impl Run {
    /// A new import. With a job time of two seconds or more it waits for one of them.
    pub fn new(id: i64, order: Order, lines: Vec<Line>, queued: i64, seconds: i64) -> Self {
        let wait = i64::from(seconds >= 2);
        Self { id, order, lines, begins: queued + wait, seconds: seconds - wait, done: 0, started: false }
    }
}
