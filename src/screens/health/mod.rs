//! Account: Health, with findings about names, the parking email, jobs, the token, and what waits to be sent. Each line
//! opens its list.
//!
//! The findings are the store's (`store/findings`) and have the same figures on Home. Look first at `rows.rs`.

mod commands;
mod rows;
mod screen;

use crate::ui::{ScreenDef, TabOf};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["findings", "problems", "check"],
    tab: Some(TabOf { of: "Account", total: None }),
    ..ScreenDef::list::<screen::Health>('9', "Health")
};
