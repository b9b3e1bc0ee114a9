//! Settings of the account (`7`), and those of one domain or of many: one form from the service's schema, staged and
//! reviewed before anything is sent.
//!
//! Look first at `known.rs` (what there is), then `schema.rs` (types to fields) and `screen.rs`; staging is
//! `screens/staged.rs`, the review `screens/review`.

mod commands;
mod known;
mod schema;
mod screen;
mod view;

use crate::api::{self, Request};
use crate::ui::ScreenDef;

/// The settings of the account.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ACCOUNT,
    key: '7',
    title: "Settings",
    also: &["preferences", "options", "configure"],
    tab: None,
    badge: |_| None,
    reads: Some(<api::settings::Get as Request>::ENDPOINT),
    make: || Box::new(screen::Settings::new(screen::ACCOUNT)),
};

/// Those of the domains it is opened with.
pub const OF_DOMAINS: ScreenDef = ScreenDef {
    id: screen::DOMAINS,
    key: ' ',
    title: "Domain settings",
    also: &[],
    tab: None,
    badge: |_| None,
    reads: None,
    make: || Box::new(screen::Settings::new(screen::DOMAINS)),
};
