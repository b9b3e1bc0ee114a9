//! Lead that the user has pinned to the top or bottom, with the reason. The pin replaces the computed score.

use super::{Key, Record};

/// Pin of a lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// True for a pin above every computed score, false for one below.
    pub up: bool,
    pub reason: Box<str>,
}

impl Pin {
    /// Words for the two directions.
    pub const WAYS: [(&'static str, bool); 2] = [("up", true), ("down", false)];

    /// Word for the direction of this pin.
    pub const fn word(&self) -> &'static str {
        if self.up { "up" } else { "down" }
    }

    /// Score that replaces the computed one: 100 or 0.
    pub const fn score(&self) -> u8 {
        if self.up { 100 } else { 0 }
    }
}

impl Record {
    /// Pin of the lead, if it has one.
    pub fn pin(&self) -> Option<Pin> {
        let (word, reason) = self.get(&Key::Pin)?.value.split_once(' ')?;
        let (_, up) = Pin::WAYS.into_iter().find(|(way, _)| *way == word)?;
        Some(Pin { up, reason: reason.into() })
    }
}
