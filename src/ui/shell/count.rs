//! Digits: a place at once, a count before a movement, and which of the two when both are possible.

use super::super::keymap::{Key, Lookup};
use super::super::{Args, Effect, World};
use super::Shell;

/// A second digit within this time makes both a count.
const JUMP_MS: u64 = 400;
/// A count that no movement follows ends after this time.
pub(super) const COUNT_MS: u64 = 1000;
const MOST: u32 = 99_999;

/// A digit that opened a screen at once and may yet turn out to begin a count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    at: u64,
    digit: u32,
    from: usize,
}

/// A count being typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub number: u32,
    /// How many digits were typed.
    digits: u32,
    last: u32,
    /// When the last one was typed.
    at: u64,
}

impl Shell {
    /// A digit opens its place at once; a second one soon after makes both a count (`12j`), and so does a digit that
    /// names no other screen. `None` when the config gave the key another meaning.
    pub(super) fn digit(&mut self, digit: u32, key: Key, world: &World<'_>) -> Option<Vec<Effect>> {
        let at = self.now;
        if let Some(count) = self.count {
            let number = (count.number * 10 + digit).min(MOST);
            self.count = Some(Count { number, digits: count.digits + 1, last: digit, at });
            return Some(Vec::new());
        }
        if let Some(jump) = self.jump.take()
            && at.saturating_sub(jump.at) <= JUMP_MS
        {
            if self.history.last() == Some(&jump.from) {
                self.back(world);
            }
            self.count = Some(Count { number: jump.digit * 10 + digit, digits: 2, last: digit, at });
            return Some(Vec::new());
        }
        let meaning = self.keymap.lookup(self.screen_id(), &[key], &self.commands());
        if meaning != Lookup::Run("app.place") {
            return None;
        }
        let Some(place) = self.place_of(digit).filter(|place| *place != self.current) else {
            self.count = Some(Count { number: digit, digits: 1, last: digit, at });
            return Some(Vec::new());
        };
        self.jump = Some(Jump { at, digit, from: self.current });
        Some(vec![Effect::Open(self.screens[place].id, Args::default())])
    }

    /// The screen of a digit.
    fn place_of(&self, digit: u32) -> Option<usize> {
        self.front_of(char::from_digit(digit, 10)?)
    }

    /// The screen that opens when no movement follows: that of the second of two digits.
    fn place_after(&self, count: Count) -> Option<usize> {
        self.place_of(count.last).filter(|place| count.digits == 2 && *place != self.current)
    }

    /// When the count ends.
    pub(super) fn count_ends(&self) -> Option<u64> {
        // After `5g` the next key is waited for.
        self.count.filter(|_| self.pending.is_empty()).map(|count| count.at + COUNT_MS)
    }

    /// Ends a count that no movement followed.
    pub(super) fn end_count(&mut self) -> Vec<Effect> {
        if self.count_ends().is_none_or(|at| at > self.now) {
            return Vec::new();
        }
        let place = self.count.take().and_then(|count| self.place_after(count));
        place.map(|place| Effect::Open(self.screens[place].id, Args::default())).into_iter().collect()
    }

    /// The count with what it waits for.
    pub(super) fn count_words(&self) -> Option<String> {
        let count = self.count?;
        let number = count.number;
        Some(match self.place_after(count) {
            Some(place) => {
                let def = &self.screens[place];
                format!("{number} … then a movement, as in {number}j · else {} {} opens", def.key, def.heading())
            }
            None if count.digits == 1 && self.place_of(count.last).is_none() => {
                format!("No screen {number} · {number} … then a movement, as in {number}j")
            }
            None => format!("{number} … then a movement, as in {number}j"),
        })
    }
}
