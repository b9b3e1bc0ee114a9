//! The running program: terminal, configuration, secrets, logs, external programs, and the loop.
//!
//! What a screen shows lives in `screens`, what is known in `store`. Look first at [`launch`] for how a command line
//! becomes a start, then at `terminal`.

pub mod logs;
pub mod paths;
pub mod terminal;
