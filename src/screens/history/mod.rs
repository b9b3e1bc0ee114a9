//! The saved versions of settings: those of the account and the profile, and those of the domains it was opened with, in one
//! list, newest first. Each can be undone by itself.
//!
//! Look first at `rows.rs`, then `screen.rs`; the undo is `store/intent/kinds/undo_version.rs`.

mod columns;
mod commands;
mod rows;
mod screen;

use crate::ui::ScreenDef;

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: ' ',
    title: "History",
    also: &["versions", "audit", "changes"],
    badge: |_| None,
    make: || Box::new(screen::History::default()),
};
