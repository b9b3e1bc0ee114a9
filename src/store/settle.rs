//! A write whose outcome is not known, read until it is clear. Pure: told the time and the readings, says when to read
//! next and what they prove (reliability: settling an unknown write).

use super::Mark;
use super::journal::State;
use crate::base::Timestamp;

/// Seconds after the failure at which is read; afterwards every [`THEN`] seconds.
pub const SCHEDULE: [i64; 6] = [0, 2, 5, 15, 30, 60];
/// Seconds between later readings.
pub const THEN: i64 = 60;
/// Seconds after which the program stops reading by itself.
pub const UNTIL: i64 = 600;
/// Seconds two equal readings must lie apart before they prove that nothing was done.
pub const WINDOW: i64 = 10;
/// Seconds since the failure before which nothing counts as not done: a stuck proxy may pass a write on 20 s late.
pub const NOT_BEFORE: i64 = 25;

/// What reading the target gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The mark, as the service tells it.
    Is(bool),
    /// The target is not there any more.
    Gone,
    /// No answer, or none that tells the mark.
    Failed,
}

/// What the readings so far prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet; read again then.
    Wait(Timestamp),
    /// It was done.
    Applied(String),
    /// It was not done.
    NotApplied(String),
    /// It could not be determined; a key checks again.
    GivenUp(String),
}

impl Verdict {
    /// The journal's word for it; `None` while it is open.
    pub fn state(&self) -> Option<State> {
        match self {
            Self::Wait(_) => None,
            Self::Applied(_) => Some(State::SettledApplied),
            Self::NotApplied(_) => Some(State::SettledNotApplied),
            Self::GivenUp(_) => Some(State::GivenUp),
        }
    }

    /// What tells so.
    pub fn evidence(&self) -> &str {
        match self {
            Self::Wait(_) => "",
            Self::Applied(text) | Self::NotApplied(text) | Self::GivenUp(text) => text,
        }
    }
}

/// One target being settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settling {
    mark: Mark,
    to: bool,
    /// When the write failed (or, after a restart, when reading began).
    failed: Timestamp,
    step: usize,
    /// Readings that told the mark: how many, and the first of those that told it is not set as wanted.
    told: usize,
    against: Option<Timestamp>,
    next: Option<Timestamp>,
    running: bool,
}

impl Settling {
    /// Reading begins at once.
    pub fn new(mark: Mark, to: bool, failed: Timestamp) -> Self {
        Self { mark, to, failed, step: 0, told: 0, against: None, next: Some(failed), running: false }
    }

    /// When to read next; `None` while a reading runs, or when it is over.
    pub fn due(&self) -> Option<Timestamp> {
        if self.running { None } else { self.next }
    }

    /// Readings begun.
    pub fn readings(&self) -> usize {
        self.step
    }

    /// A reading goes out.
    pub fn begin(&mut self) {
        self.running = true;
        self.step += 1;
    }

    /// A reading came back. `at` is the service's own time (Date header) where it sent one, else ours.
    pub fn reading(&mut self, at: Timestamp, now: Timestamp, reading: Reading) -> Verdict {
        self.running = false;
        let (state, count) = (super::journal::participle(self.mark, self.to), self.told + 1);
        match reading {
            Reading::Is(value) if value == self.to => {
                self.next = None;
                return Verdict::Applied(format!("found {state} after {}", readings(count)));
            }
            Reading::Is(_) => {
                self.told += 1;
                let first = *self.against.get_or_insert(at);
                if at.0 - first.0 >= WINDOW && now.0 - self.failed.0 >= NOT_BEFORE {
                    self.next = None;
                    return Verdict::NotApplied(format!("still not {state} after {}", readings(count)));
                }
            }
            Reading::Gone => {
                self.next = None;
                return Verdict::GivenUp("the inquiry is no longer there".to_owned());
            }
            Reading::Failed => {}
        }
        let elapsed = now.0 - self.failed.0;
        let wait = match SCHEDULE.get(self.step) {
            Some(seconds) => seconds - SCHEDULE[self.step - 1],
            None => THEN,
        };
        if elapsed + wait > UNTIL {
            self.next = None;
            return Verdict::GivenUp(if self.told == 0 {
                "the service could not be read for 10 minutes".to_owned()
            } else {
                "the readings did not agree for 10 minutes".to_owned()
            });
        }
        // Counted from the failure, so that slow answers do not stretch the schedule; never in the past.
        let planned = SCHEDULE.get(self.step).map_or(now.0 + THEN, |seconds| self.failed.0 + seconds);
        let next = Timestamp(planned.max(now.0 + 1));
        self.next = Some(next);
        Verdict::Wait(next)
    }

    /// The user asks to check again.
    pub fn again(&mut self, now: Timestamp) {
        *self = Self::new(self.mark, self.to, now);
    }
}

fn readings(n: usize) -> String {
    if n == 1 { "1 reading".to_owned() } else { format!("{n} readings") }
}
