//! Rules for trying a read again: number of tries, random waits between them, retry budget, Retry-After.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use super::outcome::FailureKind;
use crate::base::Timestamp;

/// Most tries of one read, including the first.
pub(super) const ATTEMPTS: u32 = 3;
/// Longest wait that is kept without telling the user; a longer one ends the call.
pub(super) const LONGEST_SILENT_WAIT: Duration = Duration::from_secs(2 * 60);
/// Most 429s that one read waits out, and the longest sum of these waits.
pub(super) const FLOOD_WAITS: u32 = 5;
pub(super) const FLOOD_TOTAL: Duration = Duration::from_secs(10 * 60);

const JITTER_FROM: Duration = Duration::from_millis(500);
const JITTER_TO: Duration = Duration::from_secs(20);
/// Longest wait taken over from the service, so that an instant plus a wait stays in range.
const SATURATED: Duration = Duration::from_secs(366 * 24 * 60 * 60);
/// Retries in the budget at the start, and most that can be saved up.
const RESERVE: f64 = 5.0;
/// Retries added to the budget by every first try.
const SHARE: f64 = 0.2;

/// Most tries of a read that failed in this way.
pub(super) fn attempts(kind: &FailureKind, status: Option<u16>, malformed: bool) -> u32 {
    match status {
        Some(408 | 425 | 502 | 503 | 504) => return ATTEMPTS,
        Some(500) => return 2,
        Some(300..) => return 1,
        _ => {}
    }
    match kind {
        FailureKind::NotUnderstood => 2,
        _ if malformed => 2,
        FailureKind::Offline | FailureKind::Timeout | FailureKind::Broken | FailureKind::Cut => ATTEMPTS,
        _ => 1,
    }
}

/// Randomness and retry budget of one client.
#[derive(Debug)]
pub(super) struct Retries(Mutex<(fastrand::Rng, f64)>);

impl Retries {
    pub(super) fn new(seed: Option<u64>) -> Self {
        let rng = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Self(Mutex::new((rng, RESERVE)))
    }

    /// Counts a first try, which adds a fifth of a retry to the budget.
    pub(super) fn earn(&self) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.1 = (inner.1 + SHARE).min(RESERVE);
    }

    /// Takes one retry from the budget and returns the wait before it; `None` when the budget is spent. `failed` is
    /// the number of failed tries so far.
    pub(super) fn take(&self, failed: u32) -> Option<Duration> {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Compared with a little less than 1, because five times a fifth is less than 1 in floating point.
        if inner.1 < 0.999 {
            return None;
        }
        inner.1 -= 1.0;
        let most = JITTER_TO.min(Duration::from_secs(2) * 4_u32.saturating_pow(failed.saturating_sub(1)));
        Some(JITTER_FROM + most.saturating_sub(JITTER_FROM).mul_f64(inner.0.f64()))
    }

    /// A random part of `most`.
    pub(super) fn part_of(&self, most: Duration) -> Duration {
        most.mul_f64(self.0.lock().unwrap_or_else(PoisonError::into_inner).0.f64())
    }
}

/// Wait of a Retry-After header: seconds, or a date in one of the three HTTP forms, compared with the service's own
/// clock. At most a year, never negative; `None` when the value is neither.
pub(super) fn retry_after(value: &str, server_now: Timestamp) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        let seconds = value.parse::<u64>().unwrap_or(u64::MAX);
        return Some(Duration::from_secs(seconds).min(SATURATED));
    }
    let wait = http_date(value)?.0.saturating_sub(server_now.0).max(0);
    Some(Duration::from_secs(wait.unsigned_abs()).min(SATURATED))
}

/// The time of a date header in any of the three HTTP forms.
pub(super) fn http_date(value: &str) -> Option<Timestamp> {
    let since = httpdate::parse_http_date(value.trim()).ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok().map(Timestamp)
}

/// Wait after a number of 429s in a row without Retry-After: 2 s, doubling up to 60 s.
pub(super) fn own_wait(row: u32) -> Duration {
    Duration::from_secs(2_u64.saturating_pow(row.max(1)).min(60))
}
