//! Findings the user has settled, each with since when, until when and why; any of them can be shown again.
//!
//! What is settled is the store's to say (`store/findings`). Look first at `screen.rs`.

mod commands;
mod screen;

use crate::ui::ScreenDef;

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: ' ',
    title: "Settled findings",
    also: &["ignored findings", "dismissed"],
    tab: None,
    badge: |_| None,
    reads: None,
    make: || Box::new(screen::Settled::default()),
};
