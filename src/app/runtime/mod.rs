//! The loop on the main thread and the worker behind it: a turn reads what came, lets the ui answer, draws once.
//!
//! No decision of a screen is made here and no request is decoded on this thread.
//! Look first at `turn.rs`, which works on the state in `state.rs`.

mod account;
mod accounts;
mod adding;
mod apart;
mod applying;
mod brought;
mod desktop;
mod disk_reads;
mod drafts;
mod drawing;
mod editing;
mod effects;
mod exchange;
mod file_asks;
mod file_worker;
mod headless;
mod inbox;
mod input;
mod listing;
mod opening;
mod options;
mod pictures;
mod probing;
mod queries;
mod reload;
mod reply;
mod saving;
mod session;
mod sleep;
mod start;
mod state;
mod status;
mod switching;
mod turn;
mod walking;
mod worker;
mod writes;

#[cfg(all(test, feature = "sandbox"))]
mod tests;

pub use applying::{Applied, Applying, Became, Checked, NotApplied};
pub use headless::{LONGEST_WAIT, Stop};
pub use listing::{Listing, NotListed};
pub use start::run;
pub use state::Ended;
