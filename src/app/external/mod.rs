//! Starting other programs: the editor, the browser, the clipboard. Only `secrets` starts programs, too.
//!
//! Nothing is run through a shell, no stranger's text becomes an option, and no child sees a token. Look first at
//! [`start`], [`fn@open`] and [`copy`].

mod clipboard;
mod editor;
mod notice;
mod opener;
mod pipe;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::process::Command;

pub use clipboard::{Copied, copy};
pub use editor::{editor, ended, start};
pub use notice::{hook, sequence as notice, way as notify_way};
pub use opener::{browser, file_program, mail_program, open, web_address};

pub use pipe::pipe;

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

/// GNU screen takes sequences in pieces of this many bytes.
const SCREEN_PIECE: usize = 700;

/// Sequence for the terminal, wrapped for a multiplexer. For tmux it is sent wrapped and plain, because tmux passes
/// on the one or understands the other, depending on its settings.
fn passed(plain: &str, tmux: bool, screen: bool) -> Vec<u8> {
    if tmux {
        return format!("\x1bPtmux;{}\x1b\\{plain}", plain.replace('\x1b', "\x1b\x1b")).into_bytes();
    }
    if screen {
        let pieces = plain.as_bytes().chunks(SCREEN_PIECE);
        return pieces.flat_map(|piece| [b"\x1bP", piece, b"\x1b\\"].concat()).collect();
    }
    plain.as_bytes().to_vec()
}

/// Name of a program without its folder, for messages.
fn named(program: &str) -> String {
    let name = Path::new(program).file_name().map_or(program.into(), |name| name.to_string_lossy());
    crate::base::clean_line(&name).into_owned()
}
