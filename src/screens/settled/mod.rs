//! Findings the user has settled, with since when, until when and why. Each can be shown again.
//!
//! Which findings are settled is decided in the store (`store/findings`). Look first at `screen.rs`.

mod commands;
mod screen;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["ignored findings", "dismissed"],
    ..ScreenDef::list::<screen::Settled>(' ', "Settled findings")
};
