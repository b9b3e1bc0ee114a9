//! Own settings of verified domains: one row per domain, one column per setting that any of them has set. Values that
//! only repeat the inherited one are marked; the review makes them, or others, inherit again.
//!
//! The answers are in the store (`store/lists/settings/`). Look first at `rows.rs`, then `screen.rs`.

mod columns;
mod commands;
mod rows;
mod screen;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["own settings", "inherit", "redundant"],
    ..ScreenDef::list::<screen::Overrides>(' ', "Overrides")
};
