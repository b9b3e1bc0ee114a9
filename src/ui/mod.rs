//! What screens are made of: commands, keymap, focus, dialogs, theme, text, and the widgets.
//!
//! Pure: no clock, files, environment or HTTP; time comes with the event, the world is read-only, acts are [`Effect`]s.
//! Look first at `command.rs` (what a verb is), `screen.rs` (what a screen must say), then `shell/`.

mod command;
mod effect;
mod screen;

pub use command::{Args, Command, Info, Level, Outcome, When, find};
pub use effect::{Cx, Effect, Tone, World};
pub use screen::{Facts, Look, Screen, ScreenDef, ScreenId};

/// A key or paste that reached a focused text field.
#[derive(Clone, Debug, PartialEq)]
pub enum TextEvent {
    Key(crossterm::event::KeyEvent),
    /// Only ever fills fields; never confirms, never triggers a binding.
    Paste(String),
}

/// Colours by role.
#[derive(Clone, Debug, Default)]
pub struct Theme {}
