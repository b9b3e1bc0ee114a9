//! Account: what the token may do, each ability with what it is for. Known is what calls have shown, made anyway or for
//! this list; an ability to write is not known before it is used.
//!
//! The answers are the store's ([`crate::store::Session::allowed`]). Look first at `screen.rs`.

mod commands;
mod screen;

use crate::ui::{ScreenDef, TabOf};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["permissions", "rights", "scopes"],
    tab: Some(TabOf { of: "Account", total: None }),
    ..ScreenDef::list::<screen::Abilities>('9', "Abilities")
};
