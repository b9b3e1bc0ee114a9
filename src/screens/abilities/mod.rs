//! Account: what the token may do, each ability with what it is for. Known is what calls have shown, made anyway or for
//! this list; an ability to write is not known before it is used.
//!
//! The answers are the store's ([`crate::store::Session::allowed`]). Look first at `screen.rs`.

mod commands;
mod screen;

use crate::ui::{ScreenDef, TabOf};

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: '9',
    title: "Abilities",
    also: &["permissions", "rights", "scopes"],
    tab: Some(TabOf { of: "Account", total: None }),
    badge: |_| None,
    reads: None,
    make: || Box::new(screen::Abilities::default()),
};
