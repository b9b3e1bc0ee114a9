//! The doctor: what is set up, what the terminal can do, what the token may do. For bug reports, so scrubbed: no token
//! beyond its last four characters, no account data, the home folder as `~`.
//!
//! Nothing is changed at the service: only reads are asked, each for one row. Look first at `report.rs` for what is
//! shown.

mod machine;
mod probe;
mod report;
#[cfg(test)]
mod tests;

pub use machine::{Files, Terminal};
pub use probe::{grid, grid_in_a_wait, grid_with, setup_words, try_credential};
pub use report::{Part, Report, abilities, scrub};
