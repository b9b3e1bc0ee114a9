//! The saved versions of settings: those of the account and the profile, and those of the domains it was opened with, in one
//! list, newest first. Each can be undone by itself. The BIN price of a domain is drawn over time.
//!
//! The versions are the store's (`store/shown/versions.rs`). Look first at `screen.rs`; the undo is `store/writes/intent/kinds/undo_version.rs`.

mod asking;
mod columns;
mod commands;
mod prices;
mod screen;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef =
    ScreenDef { also: &["versions", "audit", "changes"], ..ScreenDef::list::<screen::History>(' ', "History") };
