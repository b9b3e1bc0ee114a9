//! Listings of domains in an ads campaign: templates for button and link filled in for each name, looked over as a list, sent
//! behind one question one call after the other, and what became of each.
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
