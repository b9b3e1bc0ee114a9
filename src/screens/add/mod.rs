//! The page on which names are added: typed, pasted, from a file or the editor, with what each line becomes before
//! anything is sent.
//!
//! How a line is read is the store's (`sheets/names.rs`), sending in parts the write's. Look first at `state.rs`,
//! then `commands.rs`.

mod columns;
mod commands;
mod screen;
mod state;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens: a page without a digit.
pub const DEF: ScreenDef =
    ScreenDef { also: &["new", "register"], ..ScreenDef::list::<state::Add>(' ', "Add domains") };
