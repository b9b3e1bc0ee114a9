//! A lead the user has pinned up or down, with the reason. The pin replaces the computed score.

use super::{Key, Record};

/// A score set by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// True for a pin above every computed score, false for one below.
    pub up: bool,
    pub reason: Box<str>,
}

impl Pin {
    /// The words of the two directions.
    pub const WAYS: [(&'static str, bool); 2] = [("up", true), ("down", false)];

    /// The word of the pin's direction.
    pub const fn word(&self) -> &'static str {
        if self.up { "up" } else { "down" }
    }

    /// The score the pin stands for.
    pub const fn score(&self) -> u8 {
        if self.up { 100 } else { 0 }
    }
}

impl Record {
    /// Pin of the lead.
    pub fn pin(&self) -> Option<Pin> {
        let (word, reason) = self.get(&Key::Pin)?.value.split_once(' ')?;
        let (_, up) = Pin::WAYS.into_iter().find(|(way, _)| *way == word)?;
        Some(Pin { up, reason: reason.into() })
    }
}
