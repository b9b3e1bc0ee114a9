//! Home: what to do first. Leads by score, what is new, what was held back, what is wrong with domains.
//!
//! The figures and their lists are in the store (`store/home`). Look first at `state.rs` (what the page remembers) and
//! `laid.rs` (which line is where), then at `view.rs`. `acts.rs` has acts on a lead, `names.rs` acts on the names a
//! line counts, `run.rs` the same page as a queue, `aside.rs` what is beside it in a wide window.

mod acts;
mod aside;
mod commands;
mod goals;
mod laid;
mod names;
mod run;
mod run_view;
mod screen;
mod state;
mod view;
mod visit;

use crate::api::{self, Request};
use crate::ui::ScreenDef;

pub use goals::GOALS;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["start", "today", "overview", "dashboard", "morning", "digest"],
    reads: Some(<api::inquiries::List as Request>::ENDPOINT),
    ..ScreenDef::new(state::ID, '1', "Home", || Box::new(state::Home::default()))
};
