//! Pace of keys. While a key is held down, the preview beside a list is not updated until it is released, so that the
//! list keeps up with the key and a slow connection carries rows instead of previews nobody reads. A single press
//! updates both. Also, the rest of a word whose beginning closed a question is dropped.

use crossterm::event::KeyCode;

use super::super::keymap::Key;
use super::super::{Facts, Side};
use super::GUARD_MS;

/// Milliseconds within which a second key means that a key is held down: key repeat sends 20 to 40 a second, a hand at
/// most ten.
const HELD_MS: u64 = 50;
/// Milliseconds within which keys count as one press: they were typed ahead or come from a script, and end in one
/// frame.
const TOGETHER_MS: u64 = 8;
/// Milliseconds within which a `q` after one that closed a page was still meant for the page.
const CLOSED_MS: u64 = 1_000;

/// Pace of keys, and the part beside the list in the last frame.
#[derive(Debug, Default)]
pub(super) struct Pace {
    pressed_at: Option<u64>,
    /// True if the newest key came soon after the one before.
    held: bool,
    side: Option<Side>,
    /// True if the last frame kept the part beside the list.
    kept: bool,
    /// True while a word is being typed that is dropped.
    dropping: bool,
    /// Time at which `q` last closed something.
    closed_at: Option<u64>,
}

impl Pace {
    /// Notes a key.
    pub fn key(&mut self, at_ms: u64) {
        let since = self.pressed_at.map(|before| at_ms.saturating_sub(before));
        if since.is_none_or(|since| since >= TOGETHER_MS) {
            self.held = since.is_some_and(|since| since < HELD_MS);
        }
        self.dropping &= since.is_some_and(|since| since < GUARD_MS);
        self.pressed_at = Some(at_ms);
    }

    /// Notes that `q` has closed something.
    pub fn closed(&mut self, at_ms: u64) {
        self.closed_at = Some(at_ms);
    }

    /// True once, for a `q` right after one that closed something.
    pub fn closed_just_now(&mut self, at_ms: u64) -> bool {
        self.closed_at.take().is_some_and(|closed| at_ms < closed + CLOSED_MS)
    }

    /// Drops the rest of the word that the newest key belongs to, until a pause.
    pub fn drop_rest(&mut self) {
        self.dropping = true;
    }

    /// True when this key belongs to a dropped word.
    pub fn drops(&self, key: &Key) -> bool {
        self.dropping && (key.is_text() || key.code == KeyCode::Enter)
    }

    /// Part beside the list that a frame at this time may keep.
    pub fn side(&self, now: u64) -> Option<&Side> {
        let held = self.held && self.pressed_at.is_some_and(|at| now < at + HELD_MS);
        self.side.as_ref().filter(|_| held)
    }

    /// Notes a drawn frame.
    pub fn drawn(&mut self, facts: &Facts) {
        self.kept = facts.kept_side;
        self.side = facts.side.clone().filter(|_| !facts.covered);
    }

    /// Time at which a part that was kept must be drawn.
    pub fn deadline(&self) -> Option<u64> {
        self.pressed_at.filter(|_| self.kept).map(|at| at + HELD_MS)
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    /// Pace with a part beside the list that was drawn, and keys at these times.
    fn pressed(times: &[u64]) -> Pace {
        let side = Side { area: Rect::default(), list: ("list", 0), row: 0 };
        let mut pace = Pace { side: Some(side), ..Pace::default() };
        for at in times {
            pace.key(*at);
        }
        pace
    }

    #[test]
    fn a_key_is_held_when_it_comes_again_soon_but_not_at_once() {
        for (times, held) in [
            (&[1000][..], false),
            (&[1000, 1033], true),
            (&[1000, 1100], false),
            (&[1000, 1001, 1002], false),
            (&[1000, 1033, 1034, 1067], true),
            (&[1000, 1033, 1200], false),
        ] {
            let (pace, last) = (pressed(times), *times.last().expect("a key"));
            assert_eq!(pace.side(last).is_some(), held, "{times:?}");
            assert!(pace.side(last + HELD_MS).is_none(), "{times:?}: let go");
        }
    }

    #[test]
    fn only_a_kept_preview_is_drawn_later() {
        let mut pace = pressed(&[1000, 1033]);
        let facts = |kept_side| Facts { side: pace.side.clone(), kept_side, ..Facts::default() };
        let [kept, drawn] = [facts(true), facts(false)];
        pace.drawn(&kept);
        assert_eq!(pace.deadline(), Some(1033 + HELD_MS));
        pace.drawn(&drawn);
        assert_eq!(pace.deadline(), None);
    }
}
