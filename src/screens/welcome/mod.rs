//! The first run: the service's address, the token and where to keep it, then one read to try it; or the demo.
//!
//! Nothing is sent or saved from here: the runtime does both, and reports what went wrong. The runtime opens it while
//! there is no account, so it has no row in the header. Look first at `state.rs`.

mod commands;
mod screen;
mod state;
mod view;
mod words;

#[cfg(test)]
mod tests;

use crate::ui::ScreenDef;

/// Row of the first run, for the runtime; not in the header.
///
/// The runtime opens it with the file the token would be saved in as first word, and with `--keyring` if there is a
/// keyring. For a further account, the second word is its name, and the third the account that was open before.
pub const DEF: ScreenDef = ScreenDef::new(screen::ID, ' ', "Welcome", || Box::new(state::Welcome::default()));
