//! Context of a running command: the world it reads, and the effects it asks for.

use crate::store::Intent;

use super::{Confirm, Effect, Menu, Place, Sheet, Tone, World};

/// Result of running a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Nothing happened; the reason is shown as a toast.
    Refused(String),
}

/// Context of a running command.
pub struct Cx<'a> {
    pub world: World<'a>,
    pub effects: &'a mut Vec<Effect>,
}

impl Cx<'_> {
    /// Appends an effect.
    pub fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Goes to a place, if it is given one.
    pub fn go(&mut self, place: impl Into<Option<Place>>) -> Outcome {
        self.done(place.into().map(Effect::Go))
    }

    /// Result of a command with one effect or none.
    pub fn done(&mut self, effect: impl Into<Option<Effect>>) -> Outcome {
        self.effects.extend(effect.into());
        Outcome::Done
    }

    /// Appends a toast.
    pub fn toast(&mut self, tone: Tone, text: impl Into<String>) {
        self.effects.push(Effect::Toast(tone, text.into()));
    }

    /// Appends a message about something the user did not start.
    pub fn aside(&mut self, tone: Tone, text: impl Into<String>) {
        self.effects.push(Effect::Aside(tone, text.into()));
    }

    /// Opens a question before an act.
    pub fn confirm(&mut self, confirm: Confirm) -> Outcome {
        self.done(Effect::Confirm(Box::new(confirm)))
    }

    /// Asks before a write in the words of the table of writes, which `more` may change. Without a question, writes at
    /// once.
    pub fn ask_or_write(&mut self, intent: Intent, samples: Vec<String>, more: impl FnOnce(&mut Confirm)) -> Outcome {
        match Confirm::of(&intent, samples) {
            Some(mut confirm) => {
                more(&mut confirm);
                self.confirm(confirm)
            }
            None => self.done(Effect::Write(intent)),
        }
    }

    /// Opens a menu.
    pub fn menu(&mut self, menu: Menu) -> Outcome {
        self.done(Effect::Menu(Box::new(menu)))
    }

    /// Opens a page of text.
    pub fn show(&mut self, sheet: Sheet) -> Outcome {
        self.done(Effect::Show(Box::new(sheet)))
    }
}
