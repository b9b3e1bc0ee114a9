//! Other programs: the editor, the browser, the clipboard. The only module besides `secrets` that starts any.
//!
//! Nothing is run through a shell, no text of a stranger becomes an option, and no child sees a token.
//! Look first at [`start`], [`fn@open`] and [`copy`].

mod clipboard;
mod editor;
mod opener;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::process::Command;

pub use clipboard::{Copied, copy};
pub use editor::{editor, ended, start};
pub use opener::{browser, mail_program, open, web_address};

use super::secrets::HIDDEN_FROM_CHILDREN;

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    hide_secrets(&mut command);
    command
}

fn hide_secrets(command: &mut Command) {
    for name in HIDDEN_FROM_CHILDREN {
        command.env_remove(name);
    }
}

/// Name of a program without its folder, for messages.
fn named(program: &str) -> String {
    let name = Path::new(program).file_name().map_or(program.into(), |name| name.to_string_lossy());
    crate::base::clean_line(&name).into_owned()
}
