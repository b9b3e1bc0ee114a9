//! Counts of the open targets of a write by their state, so that asking for them needs no pass over all targets.

use super::{Entry, State};

/// Numbers of targets in the states that are not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub planned: usize,
    pub sending: usize,
    pub unknown: usize,
    pub given_up: usize,
}

impl Tally {
    pub fn of(entry: &Entry) -> Self {
        let mut tally = Self::default();
        for target in &entry.targets {
            tally.add(target.state);
        }
        tally
    }

    pub fn add(&mut self, state: State) {
        if let Some(count) = self.count(state) {
            *count += 1;
        }
    }

    pub fn take(&mut self, state: State) {
        if let Some(count) = self.count(state) {
            *count -= 1;
        }
    }

    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn count(&mut self, state: State) -> Option<&mut usize> {
        match state {
            State::Planned => Some(&mut self.planned),
            State::Sending => Some(&mut self.sending),
            State::Unknown => Some(&mut self.unknown),
            State::GivenUp => Some(&mut self.given_up),
            _ => None,
        }
    }
}
