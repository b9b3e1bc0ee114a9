//! Reasons that end a command before its work is done, and words for its waits.

use crate::app::terminal::End;
use crate::base::{Timestamp, span_words};

/// Longest sum, in seconds, of the waits the service may ask for; after that the command ends.
pub const LONGEST_WAIT: i64 = 120;
/// Milliseconds after which the reason of a wait is reported.
const TOLD_AFTER: u64 = 3_000;

/// Reason for which a command stops sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Signal(End),
    TokenRefused,
    NoConnection,
    /// The service asks to wait for so many seconds more.
    Wait(i64),
}

impl Stop {
    /// The reason as a sentence.
    pub fn words(self) -> String {
        match self {
            Self::Signal(End::Interrupt) => "Interrupted.".to_owned(),
            Self::Signal(End::Terminate) => "Ended by SIGTERM.".to_owned(),
            Self::Signal(End::Quit) => "Ended by SIGQUIT.".to_owned(),
            Self::Signal(End::HangUp) => "The terminal was closed.".to_owned(),
            Self::TokenRefused => {
                "The service does not accept the token. Store a new one with `parkade login`.".to_owned()
            }
            Self::NoConnection => "There is no connection to the service.".to_owned(),
            Self::Wait(left) if left > 0 => format!("The service asks to wait {}.", span_words(left.unsigned_abs())),
            Self::Wait(_) => "The service keeps asking to wait.".to_owned(),
        }
    }
}

/// Thing that a command waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Current values, before something is sent.
    Values,
    /// The answer to what was sent.
    Answer,
    /// The outcome of a write.
    Outcome,
}

impl Awaited {
    fn words(self) -> &'static str {
        match self {
            Self::Values => "Reading the settings as they are now.",
            Self::Answer => "Sent; waiting for the answer.",
            Self::Outcome => "Reading back what was saved; without an answer this takes half a minute or more.",
        }
    }
}

/// Waits so far; each is reported once.
#[derive(Debug, Default)]
pub struct Waits {
    /// End of the wait the service asked for.
    until: i64,
    /// Seconds of waits the service asked for in all.
    asked: i64,
    awaited: Option<Awaited>,
    since: u64,
    told: bool,
}

impl Waits {
    /// Counts a wait of so many seconds that the service asks for. Returns words about it if they were not shown yet.
    ///
    /// # Errors
    /// The waits are too long in all.
    pub fn asked(&mut self, now: Timestamp, left: i64) -> Result<Option<String>, Stop> {
        let until = now.0.saturating_add(left);
        // The end of the same wait, computed again, may differ by a second.
        if left <= 0 || until <= self.until.saturating_add(1) {
            return Ok(None);
        }
        self.asked = self.asked.saturating_add(until - now.0.max(self.until));
        self.until = until;
        if self.asked > LONGEST_WAIT {
            return Err(Stop::Wait(left));
        }
        Ok(Some(format!("The service asks to wait {}; continuing then.", span_words(left.unsigned_abs()))))
    }

    /// Notes what is waited for now. Returns words about it once the wait takes longer.
    pub fn on(&mut self, awaited: Option<Awaited>, ms: u64) -> Option<&'static str> {
        if self.awaited != awaited {
            (self.awaited, self.since, self.told) = (awaited, ms, false);
        }
        let due = !self.told && ms.saturating_sub(self.since) >= TOLD_AFTER;
        let words = awaited.filter(|_| due)?.words();
        self.told = true;
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_reported_once_and_the_sum_of_waits_has_a_limit() {
        let mut waits = Waits::default();
        let told = waits.asked(Timestamp(100), 20).unwrap().unwrap();
        assert_eq!(told, "The service asks to wait 20 seconds; continuing then.");
        for (now, left) in [(101, 19), (101, 20), (119, 1), (120, 0)] {
            assert_eq!(waits.asked(Timestamp(now), left), Ok(None), "{now}");
        }
        assert!(waits.asked(Timestamp(130), 60).unwrap().is_some(), "another wait");
        assert_eq!(waits.asked(Timestamp(200), 41), Err(Stop::Wait(41)), "20 + 60 + 41 s");
        assert_eq!(Waits::default().asked(Timestamp(1), i64::MAX), Err(Stop::Wait(i64::MAX)));
    }

    #[test]
    fn the_reason_of_a_wait_is_told_once_it_takes_longer() {
        let mut waits = Waits::default();
        let at = |waits: &mut Waits, ms| waits.on(Some(Awaited::Answer), ms);
        assert_eq!(at(&mut waits, 0), None);
        assert_eq!(at(&mut waits, 3_000), Some("Sent; waiting for the answer."));
        assert_eq!(at(&mut waits, 9_000), None);
        assert_eq!(waits.on(None, 9_500), None);
        assert_eq!(at(&mut waits, 10_000), None, "it begins anew");
    }
}
