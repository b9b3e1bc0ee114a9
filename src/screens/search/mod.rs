//! Search: one field over everything that is known, with the hits by kind, the best first.
//!
//! The hits and their order are from the store (`store/search`). Look first at `state.rs`, then `row.rs`, the words of
//! a hit; `opening.rs` says where enter leads, `beside.rs` what is previewed.

mod beside;
mod commands;
mod opening;
mod row;
mod screen;
mod state;
mod view;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["find", "look", "everywhere"],
    ..ScreenDef::new(screen::ID, '0', "Search", || Box::new(state::Search::default()))
};
