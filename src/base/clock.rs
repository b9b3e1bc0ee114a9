//! The clock as a seam: tests set it, the program asks the system once per turn of the loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::Timestamp;

/// Where the present moment comes from.
pub trait Clock: Send + Sync {
    /// The present moment, in unix seconds.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_second())
    }
}

/// A clock that stands still until it is moved.
#[derive(Clone, Debug, Default)]
pub struct TestClock(Arc<AtomicI64>);

impl TestClock {
    /// A clock that stands at `now`.
    pub fn at(now: i64) -> Self {
        Self(Arc::new(AtomicI64::new(now)))
    }

    /// Moves the clock by `seconds`.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}
