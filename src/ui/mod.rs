//! Parts that screens are made of: commands, keymap, focus, dialogs, theme, text, and the widgets.
//!
//! Pure: no clock, files, environment or HTTP; time comes with the event, the world is read-only, acts are [`Effect`]s.
//! Look first at `command.rs` (what a verb is), `screen.rs` (what a screen must say), then `shell/`.

mod ask;
mod carry;
pub mod chart;
mod command;
pub mod complete;
mod def;
mod effect;
mod facts;
mod files;
pub mod keymap;
pub mod list;
mod news;
mod pictures;
pub mod place;
mod prefs;
pub mod rank;
pub mod reference;
mod reply;
mod save;
pub mod scope;
mod screen;
pub mod shell;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
mod theme;
mod topic;
pub mod widgets;

pub use ask::{Confirm, Menu, MenuItem, Sheet, Typed, copy_menu, veiled};
pub use carry::carry_out;
pub use command::{Args, Command, Info, Level, Outcome, Run, When, always, find, infos, run_in, when_in};
pub use def::{ScreenDef, TabOf};
pub use effect::{Cx, DEMO, Effect, Keep, Login, Tone, World};
pub use facts::{Does, Facts, RowFacts, Side, Spot, Still, TabFacts, TextFacts};
pub use files::FileAsk;
pub use news::{DUE, News};
pub use pictures::{Pictures, Placed};
pub use place::Place;
pub use prefs::{MarkRead, Prefs};
pub use reply::{Reply, ReplyPart, ReplyStep, ReplyValue};
pub use save::{GoOn, Made, Program, Save, SaveFrom, SaveTo};
pub use scope::own_commands;
pub use scope::{Lens, Scoped, Scopes};
pub use screen::{Depth, Look, Screen, ScreenId, Strip};
pub use theme::{Canvas, Colours, Glyphs, Ground, Role, Theme, XTERM, rgb_of};
pub use topic::Topic;

/// A key or paste that reached a focused text field.
#[derive(Clone, Debug, PartialEq)]
pub enum TextEvent {
    Key(crossterm::event::KeyEvent),
    /// Characters typed in one burst.
    Letters(String),
    /// Only ever fills fields; never confirms, never triggers a binding.
    Paste(String),
}
