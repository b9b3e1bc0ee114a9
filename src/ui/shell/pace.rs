//! While a key is held, the preview beside a list waits until it is let go: the list keeps up with the key, and a slow
//! connection carries rows instead of previews nobody can read. A single press updates both. And the rest of a word
//! whose beginning closed a question is dropped.

use crossterm::event::KeyCode;

use super::super::keymap::Key;
use super::super::{Facts, Side};
use super::GUARD_MS;

/// A key that comes this soon after another is held: key repeat sends 20 to 40 a second, a hand ten at most.
const HELD_MS: u64 = 50;
/// Keys that come closer together than this were typed ahead or are a script's: they end in one frame, so they are one
/// press.
const TOGETHER_MS: u64 = 8;
/// A `q` that comes this soon after one that closed a page was meant for the page.
const CLOSED_MS: u64 = 1_000;

/// Pace of keys, and the parts beside the list in the last frame.
#[derive(Debug, Default)]
pub(super) struct Pace {
    pressed_at: Option<u64>,
    /// The newest key came soon after the one before.
    held: bool,
    side: Option<Side>,
    /// The last frame left it as it was.
    kept: bool,
    /// A word is being typed that nothing here takes.
    dropping: bool,
    /// When `q` closed something last.
    closed_at: Option<u64>,
}

impl Pace {
    /// A key came.
    pub fn key(&mut self, at_ms: u64) {
        let since = self.pressed_at.map(|before| at_ms.saturating_sub(before));
        if since.is_none_or(|since| since >= TOGETHER_MS) {
            self.held = since.is_some_and(|since| since < HELD_MS);
        }
        self.dropping &= since.is_some_and(|since| since < GUARD_MS);
        self.pressed_at = Some(at_ms);
    }

    /// `q` closed something.
    pub fn closed(&mut self, at_ms: u64) {
        self.closed_at = Some(at_ms);
    }

    /// True once, for a `q` that follows at once on one that closed something.
    pub fn closed_just_now(&mut self, at_ms: u64) -> bool {
        self.closed_at.take().is_some_and(|closed| at_ms < closed + CLOSED_MS)
    }

    /// The newest key belongs to a word that is for nobody: so does what follows without a pause.
    pub fn drop_rest(&mut self) {
        self.dropping = true;
    }

    /// True when this key belongs to such a word.
    pub fn drops(&self, key: &Key) -> bool {
        self.dropping && (key.is_text() || key.code == KeyCode::Enter)
    }

    /// Part that a frame at this time may leave as it is.
    pub fn side(&self, now: u64) -> Option<&Side> {
        let held = self.held && self.pressed_at.is_some_and(|at| now < at + HELD_MS);
        self.side.as_ref().filter(|_| held)
    }

    /// A frame was drawn.
    pub fn drawn(&mut self, facts: &Facts) {
        self.kept = facts.kept_side;
        self.side = facts.side.clone().filter(|_| !facts.covered);
    }

    /// Time at which a part that was left is drawn.
    pub fn deadline(&self) -> Option<u64> {
        self.pressed_at.filter(|_| self.kept).map(|at| at + HELD_MS)
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    /// A list whose side was drawn, with keys at these times.
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
    fn only_what_was_left_as_it_was_is_drawn_later() {
        let mut pace = pressed(&[1000, 1033]);
        let facts = |kept_side| Facts { side: pace.side.clone(), kept_side, ..Facts::default() };
        let [kept, drawn] = [facts(true), facts(false)];
        pace.drawn(&kept);
        assert_eq!(pace.deadline(), Some(1033 + HELD_MS));
        pace.drawn(&drawn);
        assert_eq!(pace.deadline(), None);
    }
}
