//! The first run: where the service is, the token, where the token is kept, then one read to try it; or the demo.
//!
//! Nothing is sent or kept from here: the runtime does both and says what went wrong. Opened by the runtime while there
//! is no account, so it has no row in the header. Look first at `state.rs`.

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
/// The runtime opens it with the file the token would go to as first word and `--keyring` where there is a keyring; an
/// account beside others is named by the second word, and the account open before by the third.
pub const DEF: ScreenDef = ScreenDef::new(screen::ID, ' ', "Welcome", || Box::new(state::Welcome::default()));
