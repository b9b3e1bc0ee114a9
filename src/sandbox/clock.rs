//! The sandbox's clock: the machine's, a fixed time, or one shared with a test; each can be moved forward.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::like::Likes;
use super::options::Options;
use crate::base::{Clock, SystemClock, TestClock};

/// Seconds to which the machine's clock is rounded down when data are made. Two sandboxes started within the same ten
/// minutes have equal bytes, and the newest inquiry is still minutes old.
const SLOT: i64 = 600;

/// Latest time of the clock, in the year 9892, because later times have no date.
const FARTHEST: i64 = 250_000_000_000;

/// Source of the sandbox's present time.
#[derive(Clone)]
pub struct SandboxClock {
    source: Arc<dyn Clock>,
    moved: Arc<AtomicI64>,
    follows_machine: bool,
}

impl SandboxClock {
    /// Clock as `options` ask for it.
    pub fn of(options: &Options) -> Self {
        let source: Arc<dyn Clock> = match (&options.clock, options.now) {
            (Some(clock), _) => Arc::clone(clock),
            (None, Some(now)) => Arc::new(TestClock::at(now)),
            (None, None) => Arc::new(SystemClock),
        };
        let follows_machine = options.clock.is_none() && options.now.is_none();
        let off = Likes::new(&options.like).clock();
        Self { source, moved: Arc::new(AtomicI64::new(off)), follows_machine }
    }

    /// Present time in Unix seconds.
    pub fn now(&self) -> i64 {
        self.source.now().0.saturating_add(self.moved.load(Ordering::SeqCst)).clamp(0, FARTHEST)
    }

    /// Moves the clock forward by `seconds`.
    pub fn advance(&self, seconds: i64) {
        let add = |moved: i64| Some(moved.saturating_add(seconds).clamp(-FARTHEST, FARTHEST));
        // This cannot fail, because the function always returns a value.
        let _ = self.moved.fetch_update(Ordering::SeqCst, Ordering::SeqCst, add);
    }

    /// Time from which all generated times are counted back.
    pub fn base(&self) -> i64 {
        let now = self.now();
        if self.follows_machine { now - now.rem_euclid(SLOT) } else { now }
    }
}
