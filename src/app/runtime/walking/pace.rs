//! The pause between two requests of the walk over inquiries.

use std::time::Duration;

/// First and shortest pause: "each page is one search request, so pages are walked at a modest pace" (document 2, GET
/// parking/inquiries).
const PAUSE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_millis(50));
/// Longest time of an answer that counts as quick. A refusal with 429 counts as slow, because the client sends the
/// request again before it answers.
const QUICK: Duration = Duration::from_millis(500);

/// Pause that starts long, gets shorter after each quick answer, and is long again after a slow one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    pause: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { pause: PAUSE.0 }
    }
}

impl Pace {
    /// Pause from one request to the next.
    pub fn pause(self) -> Duration {
        self.pause
    }

    /// Takes the time from a request to its answer or failure.
    pub fn answered(&mut self, took: Duration) {
        self.pause = if took <= QUICK { (self.pause * 7 / 10).max(PAUSE.1) } else { PAUSE.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Time that a hundred pages take when each answer takes `took`.
    fn hundred_pages(took: Duration) -> Duration {
        let mut pace = Pace::default();
        let one = |_| {
            pace.answered(took);
            pace.pause().max(took)
        };
        (0..100).map(one).sum()
    }

    #[test]
    fn ten_thousand_inquiries_are_read_within_ten_seconds_of_a_quick_service() {
        let all = hundred_pages(Duration::from_millis(20));
        assert!(all < Duration::from_secs(10), "{all:?}");
    }

    #[test]
    fn one_slow_answer_makes_a_walk_slow_again() {
        let mut pace = Pace::default();
        for _ in 0..3 {
            pace.answered(Duration::from_millis(10));
        }
        assert!(pace.pause() < PAUSE.0);
        pace.answered(Duration::from_secs(1));
        assert_eq!(pace.pause(), PAUSE.0);
    }
}
