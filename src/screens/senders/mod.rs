//! Account: addresses whose inquiries are ignored, to be listed, added to and taken off.
//!
//! Everything a list does is the kit's (`ui/list`). Look first at `screen.rs` (rows), then `commands.rs`. The
//! question before an address is ignored is `screens/ignoring.rs`, because inquiries ask it too.

mod commands;
mod screen;

use crate::api::{self, Request};
use crate::store::Known;
use crate::ui::{ScreenDef, TabOf, World};

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: '9',
    title: "Ignored senders",
    also: &["ignored", "blocked"],
    tab: Some(TabOf { of: "Account", total: Some(total) }),
    badge: |_| None,
    reads: Some(<api::senders::List as Request>::ENDPOINT),
    make: || Box::new(screen::Senders::default()),
};

fn total(world: &World<'_>) -> Known<u64> {
    let rows = world.store.senders_shown().len() as u64;
    Known::rows(rows, None, world.store.ignored_senders().is_some())
}
