//! The runtime: event loop, worker, terminal, external programs, configuration, secrets, logs.
//!
//! The only room that knows the clock, files, environment and processes; it draws nothing itself and knows no screen by name.
//! Look first at `runtime/turn.rs`, one turn of the loop, and at `launch.rs` for how a command line becomes a start.

pub mod config;
pub mod launch;
pub mod logs;
pub mod paths;
pub mod runtime;
pub mod secrets;
pub mod terminal;

pub use launch::{Account, AccountSource, Launch, MadeAccount};

/// Runs the program until the user leaves it.
///
/// # Errors
/// When it cannot start or fails in a way it cannot show on the screen.
pub fn run(launch: Launch, source: AccountSource) -> anyhow::Result<std::process::ExitCode> {
    let _ = (launch, source);
    anyhow::bail!("the event loop is not part of this build")
}
