//! Listings of domains in an ads campaign. Templates for button and link are filled in for each name and shown as a
//! list; after one question they are sent, one call after another, and the list shows the result of each.
//!
//! The write is `store/writes/intent/kinds/add_listing.rs`. Look first at `template.rs`, then `rows.rs`.

mod commands;
mod rows;
mod screen;
mod template;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef =
    ScreenDef { also: &["ads", "listings"], ..ScreenDef::list::<screen::Advertise>(' ', "Advertise") };
