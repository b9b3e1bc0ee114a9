//! Page on which names are added: typed, pasted, from a file or from the editor. Each line shows what becomes of it
//! before anything is sent.
//!
//! How a line is read is in `sheets/names.rs`; sending in parts belongs to the write. Look first at `state.rs`, then
//! `commands.rs`.

mod columns;
mod commands;
mod screen;
mod state;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens: a page without a digit.
pub const DEF: ScreenDef =
    ScreenDef { also: &["new", "register"], ..ScreenDef::list::<state::Add>(' ', "Add domains") };
