//! The runtime: event loop, worker, terminal, external programs, configuration, secrets, logs.
//!
//! The only room that knows the clock, files, environment and processes; it draws nothing itself and knows no screen by name.
//! Look first at `runtime/turn.rs`, one turn of the loop, and at `launch.rs` for how a command line becomes a start.

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

pub use launch::{Account, AccountSource, Launch, MadeAccount};
pub use runtime::{Applied, Applying, Became, Checked, Ended, LONGEST_WAIT, NotApplied, Stop, run};
