//! The runtime: event loop, worker, terminal, external programs, configuration, secrets, logs.
//!
//! Only this room uses the clock, files, the environment and processes. It draws nothing itself and knows no screen
//! by name. Look first at `runtime/turn.rs`, one turn of the loop, and at `launch/`, from a command line to a start.

mod calls;
#[cfg(test)]
mod commit;
pub mod config;
pub mod doctor;
pub mod external;
pub mod files;
pub mod keys;
pub mod launch;
pub mod logs;
pub mod paths;
pub mod reply;
pub mod runtime;
pub mod secrets;
pub mod terminal;
pub mod views;

/// The version, with commit and date in a release: `0.1.0 (1a2b3c4d5e6f 2026-11-23)`.
pub const VERSION: &str = env!("PARKADE_VERSION");

pub use calls::Calls;
pub use launch::{Account, AccountSource, Launch, MadeAccount};
pub use runtime::{Applied, Applying, Became, Checked, Ended, LONGEST_WAIT, Listing, NotApplied, NotListed, Stop, run};
