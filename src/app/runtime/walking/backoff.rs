//! The pause of a background walk after failures.

use crate::client::FailureKind;

/// First and longest pause, in milliseconds.
const PAUSE: (u64, u64) = (5_000, 300_000);

/// Pause that doubles with every failure, up to five minutes, until an answer comes. A wait the service asks for
/// (429) is not in it: the client holds the request back that long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackOff {
    pause: u64,
    until: Option<u64>,
}

impl BackOff {
    /// True while nothing may be requested. A pause that is over is cleared.
    pub fn holds(&mut self, ms: u64) -> bool {
        self.until = self.until.filter(|until| *until > ms);
        self.until.is_some()
    }

    /// Ends the doubling, because an answer has come.
    pub fn answered(&mut self) {
        self.pause = 0;
    }

    /// Counts a failure. Requests that failed together count once.
    pub fn failed(&mut self, kind: &FailureKind, ms: u64) {
        if self.holds(ms) {
            return;
        }
        self.pause = match kind {
            // A missing permission is rarely granted within minutes.
            FailureKind::Forbidden => PAUSE.1,
            _ => (self.pause * 2).clamp(PAUSE.0, PAUSE.1),
        };
        self.until = Some(ms + self.pause);
    }

    #[cfg(test)]
    pub fn pause(&self) -> u64 {
        self.pause
    }

    /// End of the pause.
    pub fn until(&self) -> Option<u64> {
        self.until
    }
}
