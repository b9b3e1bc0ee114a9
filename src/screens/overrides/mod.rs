//! Own settings of verified domains: a row for each of them, a column for each setting any of them has set. Values
//! that only repeat what would be inherited are marked; they, or others, are made to inherit through the review.
//!
//! The pages are the store's (`store/lists/settings/`). Look first at `rows.rs`, then `screen.rs`.

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
