//! Keys that arrive in one burst, typed ahead or pasted by a script. Repeated moves of a cursor, and letters for a
//! field, are joined into one event each, so that a screen follows them once and not a hundred times.

use std::iter::Peekable;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};

use super::super::keymap::{Key, Lookup};
use super::super::widgets::input::Input;
use super::super::{Effect, Screen, TextEvent, World};
use super::{EventKind, Shell};

impl Shell {
    /// Next event of a burst of which one event was handled already: presses of one moving key together, letters
    /// together.
    pub fn next_of(&self, burst: &mut Peekable<impl Iterator<Item = EventKind>>) -> Option<EventKind> {
        let first = burst.next()?;
        let EventKind::Key(key) = first else { return Some(first) };
        let Some(EventKind::Key(second)) = burst.peek() else { return Some(first) };
        if *second == key && self.steps_with(&key) {
            let others = std::iter::from_fn(|| burst.next_if_eq(&first)).count();
            return Some(EventKind::Steps(key, 1 + u32::try_from(others).unwrap_or(u32::MAX - 1)));
        }
        let Some(letter) = letter_of(&first).filter(|_| letter_of(&EventKind::Key(*second)).is_some()) else {
            return Some(first);
        };
        if !self.has_field() {
            return Some(first);
        }
        let mut letters = String::from(letter);
        while let Some(letter) = burst.peek().and_then(letter_of) {
            letters.push(letter);
            burst.next();
        }
        Some(EventKind::Letters(letters))
    }

    /// True when letters now go to a field of the screen.
    fn has_field(&self) -> bool {
        self.layers.is_empty() && !self.last.too_small && self.screen().is_some_and(Screen::takes_text)
    }

    /// True when a key only moves a cursor.
    fn steps_with(&self, event: &KeyEvent) -> bool {
        let key = Key::of(event);
        let taken = self.screen().is_some_and(|s| s.in_form() || s.takes_text() && Input::takes(&key));
        let waits = taken || self.last.too_small || !self.layers.is_empty() || !self.pending.is_empty();
        if waits || event.kind == KeyEventKind::Release {
            return false;
        }
        let commands = self.commands();
        match self.keymap.lookup(self.screen_id(), &[key], &commands) {
            Lookup::Run(name) => commands.iter().any(|info| info.name == name && info.steps),
            _ => false,
        }
    }

    /// Takes several letters for the screen's field, as [`Shell::key`] takes each of them.
    pub(super) fn letters(&mut self, letters: String, world: &World<'_>) -> Vec<Effect> {
        self.pace.key(self.now);
        let Some(last) = letters.chars().last().map(|letter| Key::plain(KeyCode::Char(letter))) else {
            return Vec::new();
        };
        if self.pace.drops(&last) {
            return Vec::new();
        }
        self.pending.clear();
        let effects = self.screen_text(&TextEvent::Letters(letters), world);
        self.last_key = Some((last, self.now));
        self.settle(effects, world)
    }
}

/// Letter that a key types into a field.
fn letter_of(event: &EventKind) -> Option<char> {
    let EventKind::Key(key) = event else { return None };
    let letter = if let KeyCode::Char(letter) = key.code { Some(letter) } else { None };
    letter.filter(|_| key.kind != KeyEventKind::Release && Key::of(key).is_text())
}
