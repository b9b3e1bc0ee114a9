//! Parts that screens are made of: commands, keymap, focus, dialogs, theme, text, and widgets.
//!
//! Pure: no clock, files, environment or HTTP. Time comes with the event, the world is read-only, acts are [`Effect`]s.
//! Look first at `command.rs` (what a command is), `screen.rs` (what a screen must provide), then `shell/`. From the
//! bottom up, each built on those before: `theme/` and `text/`; `world.rs` and `args.rs`; `effect.rs`, requests to the
//! runtime, with questions and places; `cx.rs` and `command.rs`; `facts.rs` and `look.rs` for drawing; `widgets/`;
//! `screen.rs`; `list/`; `shell/`.

mod args;
mod as_list;
mod ask;
mod carry;
pub mod chart;
mod command;
pub mod complete;
mod cx;
mod def;
mod effect;
mod facts;
mod files;
pub mod keymap;
pub mod list;
mod look;
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
mod strip;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
mod theme;
mod topic;
pub mod widgets;
mod world;

pub use args::{Args, ScreenId};
pub use ask::{Confirm, Level, Menu, MenuItem, More, Sheet, Typed, copy_menu, veiled};
pub use carry::carry_out;
pub use command::{Command, Info, Run, When, always, find, infos, run_in, when_in};
pub use cx::{Cx, Outcome};
pub use def::{ScreenDef, TabOf};
pub use effect::{DEMO, Effect, Keep, Login};
pub use facts::{Does, Facts, RowFacts, Side, Spot, Still, TabFacts, TextFacts};
pub use files::FileAsk;
pub use look::Look;
pub use news::{DUE, News};
pub use pictures::{Pictures, Placed};
pub use place::Place;
pub use prefs::{MarkRead, Prefs};
pub use reply::{Reply, ReplyPart, ReplyStep, ReplyValue};
pub use save::{Made, Program, Save, SaveFrom, SaveTo};
pub use scope::own_commands;
pub use scope::{Lens, Scoped, Scopes};
pub use screen::{Depth, Screen};
pub use strip::Strip;
pub use theme::{Canvas, Colours, Glyphs, Ground, Role, Theme, Tone, XTERM, rgb_of};
pub use topic::Topic;
pub use widgets::table::GoOn;
pub use world::{REDACTED, World};

/// Key or paste for a focused text field.
#[derive(Clone, Debug, PartialEq)]
pub enum TextEvent {
    Key(crossterm::event::KeyEvent),
    /// Characters typed in one burst.
    Letters(String),
    /// Pasted text, which only fills fields; it never confirms anything or triggers a key.
    Paste(String),
}
