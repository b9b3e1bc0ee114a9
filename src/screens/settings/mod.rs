//! Settings of the account (`7`), and those of one domain or several: one form from the service's schema, staged and
//! reviewed before anything is sent.
//!
//! Look first at `known.rs` (fields and values), then `schema.rs` (types to fields) and `screen.rs`; staging is
//! `screens/staged/`, the review `screens/review`.

mod commands;
mod known;
mod schema;
mod screen;
mod view;

use crate::api::{self, Request};
use crate::ui::ScreenDef;

/// Row of the screen for settings of the account.
pub const DEF: ScreenDef = ScreenDef {
    also: &["preferences", "options", "configure"],
    reads: Some(<api::settings::Get as Request>::ENDPOINT),
    ..ScreenDef::new(screen::ACCOUNT, '7', "Settings", || Box::new(screen::Settings::new(screen::ACCOUNT)))
};

/// Row of the screen for settings of the domains it is opened with.
pub const OF_DOMAINS: ScreenDef =
    ScreenDef::new(screen::DOMAINS, ' ', "Domain settings", || Box::new(screen::Settings::new(screen::DOMAINS)));
