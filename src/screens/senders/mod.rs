//! The account: addresses whose inquiries are ignored, to be listed, added to and taken off.
//!
//! Everything a list does is the kit's (`ui/list`). Look first at `screen.rs` (rows), then `commands.rs`. The
//! question before an address is ignored is `screens/ignoring.rs`, because inquiries ask it too.

mod columns;
mod commands;
mod screen;

pub use screen::Senders;

use crate::api::{self, Request};
use crate::ui::ScreenDef;

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: '9',
    title: "Account",
    also: &["ignored", "blocked"],
    badge: |_| None,
    reads: Some(<api::senders::List as Request>::ENDPOINT),
    make: || Box::new(Senders::default()),
};
