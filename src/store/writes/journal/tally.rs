//! Counts of a write's open targets by state, so that no query has to look at each target.

use super::{Entry, State};

/// Numbers of targets that are pending or undetermined.
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
