//! Everything about one buyer: the inquiries from an email address, those from the same IP address, and the mail from
//! the address and its domain. Each of these has a tab of its own, because matches by IP address or domain may be other
//! people.
//!
//! The inquiries of an address are the store's (`store/shown/buyer.rs`). Look first at `screen.rs`, then `head.rs`, the
//! lines above the list, and `preview.rs`, what is beside it.

mod commands;
mod head;
mod preview;
mod rows;
mod screen;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef =
    ScreenDef { also: &["person", "who", "contact"], ..ScreenDef::list::<screen::BuyerPage>(' ', "Buyer") };
