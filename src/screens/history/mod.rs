//! Saved versions of settings in one list, newest first: those of the account, of the profile, and of the domains it
//! was opened with. Each version can be undone separately. The BIN price of a domain is drawn over time.
//!
//! The versions are in the store (`store/shown/versions.rs`). Look first at `screen.rs`; the undo is
//! `store/writes/intent/kinds/undo_version.rs`.

mod asking;
mod columns;
mod commands;
mod prices;
mod screen;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef =
    ScreenDef { also: &["versions", "audit", "changes"], ..ScreenDef::list::<screen::History>(' ', "History") };
