//! The portfolio: lists by tab, one opened domain, and acts on one name or several.
//!
//! Rows, filters and pending writes are in the store, tables and text views in `ui`; only what is particular to domains
//! is here. Look first at `commands.rs` (what a user can do), then `state.rs`, `acts.rs`; the texts
//! about one domain are in `screens/domain/content/`.

mod acts;
mod columns;
mod commands;
mod copy;
mod detail;
mod joined;
mod lander;
mod marks;
mod places;
mod pricing;
mod results;
mod screen;
mod state;
mod tabs;
mod view;
mod wants;

use crate::api::{self, Request};
use crate::ui::ScreenDef;

pub use screen::opening;
pub(super) use state::Domains;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["names", "verify", "price", "prices"],
    reads: Some(<api::domains::List as Request>::ENDPOINT),
    ..ScreenDef::list::<Domains>('4', "Domains")
};
