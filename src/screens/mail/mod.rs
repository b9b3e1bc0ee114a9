//! Catchall mail: messages to addresses of parked domains, listed by why they matched. The service does the searching.
//!
//! Rows are in the store (`store/lists/mail`), lists and pages in `ui`. Look first at `state.rs`, what the screen
//! remembers, then `screen.rs` and `commands.rs`. The filter line is `store/filter/mail.rs`, its form `form.rs`. The
//! texts of a message are in `screens/message/`; `mime/` reads it from its raw form.

mod around;
mod columns;
mod commands;
mod detail;
mod files;
mod form;
mod notes;
mod noting;
mod order;
mod preview;
mod screen;
mod state;
mod threads;
mod typed;

pub use state::Mail;

use crate::api::{self, Request};
use crate::store::Known;
use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["email", "catchall", "messages"],
    badge: Some(|world| Some(world.store.mail().unread()).filter(|unread| *unread != Known::NotRead)),
    reads: Some(<api::emails::List as Request>::ENDPOINT),
    ..ScreenDef::list::<Mail>('3', "Mail")
};
