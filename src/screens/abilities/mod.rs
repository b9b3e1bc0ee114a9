//! Account: the abilities of the token, each with what it is used for. An ability is known once a call has shown it,
//! made anyway or to check this list; one that allows writing is unknown until it is first used.
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
