//! Jobs: imports and exports at the service, the results of bulk acts, and writes still on their way.
//!
//! The data are in the store (`store/lists/jobs`, `store/writes/journal`), tables and pages in `ui`. Each list has a
//! place of its own (`imports/`, `exports/`, `writes/`) with its rows, columns, words, facts, acts and requests. Look
//! first at `tabs.rs`, where they are registered, then at what each row answers (`row.rs`); `screen.rs` is the screen
//! around them.

mod awaited;
mod commands;
mod exports;
mod facts;
mod imports;
mod job;
mod places;
mod row;
mod screen;
mod search;
mod state;
mod tabs;
mod writes;

pub(super) use state::Jobs;

use crate::api::{self, Request};
use crate::store::Known;
use crate::ui::{ScreenDef, World};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["imports", "progress"],
    badge: Some(running),
    badge_cells: 2,
    reads: Some(<api::imports::List as Request>::ENDPOINT),
    ..ScreenDef::list::<Jobs>('6', "Jobs")
};

/// Number of imports, exports and bulk acts that run at the service.
fn running(world: &World<'_>) -> Option<Known<u64>> {
    let queued = world.store.journal().open().filter(|entry| entry.is_queued()).count() as u64;
    let jobs = world.store.jobs();
    let count = jobs.running() + queued;
    let parts = [jobs.imports().how_many_run(), jobs.exports().how_many_run()];
    let part = parts.iter().any(|running| matches!(running, Known::AtLeast { .. } | Known::NotRead));
    (count > 0).then(|| Known::over(count, count, None, !part))
}
