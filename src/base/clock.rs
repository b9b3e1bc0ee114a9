//! The clock, replaceable in tests. The program asks the system once per turn of the loop.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::Timestamp;

/// Source of the present time.
pub trait Clock: Send + Sync {
    /// The present time, in unix seconds.
    fn now(&self) -> Timestamp;
}

/// The machine's clock at the first call, plus the time passed since. Setting the machine's clock later changes no
/// age and no countdown; time during which the machine sleeps counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// Time of the machine's clock when it was first asked, and the steady time at that instant.
static FIRST: OnceLock<(i64, Duration)> = OnceLock::new();

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let (wall, at) = *FIRST.get_or_init(|| (jiff::Timestamp::now().as_second(), steady()));
        Timestamp(wall.saturating_add(steady().saturating_sub(at).as_secs().cast_signed()))
    }
}

/// Time that only goes forward, from an unknown start.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn steady() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// Time that only goes forward, from an unknown start.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn steady() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// A time in whole milliseconds, as the loop counts them.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Clock that stands still until it is moved.
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
