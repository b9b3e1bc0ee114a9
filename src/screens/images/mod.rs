//! Account: images for covers, to be listed, added from files or links, looked at and removed.
//!
//! What every list does is in `ui/list`. Look first at `rows.rs` and `screen.rs`, then `adding.rs` (the path, and what
//! becomes of the files), `uses.rs` (the settings that use an image) and `commands.rs`.

mod adding;
mod beside;
mod commands;
mod rows;
mod screen;
mod uses;

use crate::api::{self, Request};
use crate::store::Known;
use crate::store::shown;
use crate::ui::{ScreenDef, TabOf, World};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["pictures", "covers", "logo", "upload"],
    tab: Some(TabOf { of: "Account", total: Some(total) }),
    reads: Some(<api::images::List as Request>::ENDPOINT),
    ..ScreenDef::list::<screen::Images>('9', "Images")
};

fn total(world: &World<'_>) -> Known<u64> {
    let store = world.store;
    let listed = shown::images::listed(store);
    Known::rows(shown::images::all(store).len() as u64, listed.total(), listed.next.is_none())
}
