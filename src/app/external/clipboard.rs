//! Copying text: through the terminal (OSC 52, which also works over SSH), with a program of the desktop, or to a
//! file.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use base64::Engine;

use super::{command, passed};
use crate::app::config::ClipboardWay;
use crate::app::paths::write_private;
use crate::app::terminal;
use crate::base::reason;

/// Longest text for OSC 52, in bytes: terminals drop longer sequences (xterm's limit is near 100,000 bytes of
/// base64).
const LONGEST: usize = 74_000;
/// Time after which a program counts as stuck.
const PATIENCE: Duration = Duration::from_secs(2);

/// The way a text was copied, for the toast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    /// Sent to the terminal, which does not say whether it took it.
    Terminal,
    Program(&'static str),
    File(PathBuf),
}

impl fmt::Display for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terminal => f.write_str("copied through the terminal"),
            Self::Program(name) => write!(f, "copied with {name}"),
            Self::File(path) => write!(f, "written to {}, because no clipboard was found", path.display()),
        }
    }
}

/// Copies a text. Called only for a copy key, because other programs of the terminal can read the sequence.
///
/// # Errors
/// A sentence when no way worked.
pub fn copy(
    text: &str,
    way: ClipboardWay,
    state: &Path,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Copied, String> {
    let auto = way == ClipboardWay::Auto;
    if way == ClipboardWay::Terminal || (auto && terminal_takes(text, &env)) {
        if text.len() > LONGEST {
            return Err(format!("This is too long to copy through the terminal ({LONGEST} bytes at most)."));
        }
        let sent = terminal::send(&sequence(text, set(&env, "TMUX"), set(&env, "STY")));
        if let (Err(e), false) = (&sent, auto) {
            return Err(format!("The terminal could not be written to: {}.", reason(e)));
        }
        if sent.is_ok() {
            return Ok(Copied::Terminal);
        }
    }
    if auto || way == ClipboardWay::Program {
        for words in programs(&env) {
            if feed(words, text).is_ok() {
                return Ok(Copied::Program(words[0]));
            }
        }
        if !auto {
            return Err("No program for the clipboard worked (wl-copy, xclip, xsel, pbcopy, tmux).".to_owned());
        }
    }
    let path = state.join("clipboard.txt");
    match write_private(&path, text.as_bytes()) {
        Ok(()) => Ok(Copied::File(path)),
        Err(e) => Err(format!("Nothing was copied, and {} cannot be written: {}.", path.display(), reason(&e))),
    }
}

fn set(env: &impl Fn(&str) -> Option<OsString>, name: &str) -> bool {
    env(name).is_some_and(|v| !v.is_empty())
}

/// False for terminals known to ignore the sequence, and for texts that are too long for it.
fn terminal_takes(text: &str, env: &impl Fn(&str) -> Option<OsString>) -> bool {
    let is = |name: &str, value: &str| env(name).is_some_and(|v| v == value);
    text.len() <= LONGEST && !is("TERM", "linux") && !is("TERM_PROGRAM", "Apple_Terminal")
}

/// OSC 52, wrapped for the multiplexer it has to pass.
pub(super) fn sequence(text: &str, tmux: bool, screen: bool) -> Vec<u8> {
    let plain = format!("\x1b]52;c;{}\x07", base64::engine::general_purpose::STANDARD.encode(text));
    passed(&plain, tmux, screen)
}

fn programs(env: &impl Fn(&str) -> Option<OsString>) -> Vec<&'static [&'static str]> {
    let mut found: Vec<&'static [&'static str]> = Vec::new();
    if cfg!(target_os = "macos") {
        found.push(&["pbcopy"]);
    }
    if set(env, "WAYLAND_DISPLAY") {
        found.push(&["wl-copy"]);
    }
    if set(env, "DISPLAY") {
        found.push(&["xclip", "-selection", "clipboard"]);
        found.push(&["xsel", "--clipboard", "--input"]);
    }
    if set(env, "WSL_DISTRO_NAME") {
        found.push(&["clip.exe"]);
    }
    if set(env, "TMUX") {
        found.push(&["tmux", "load-buffer", "-w", "-"]);
    }
    found
}

/// Gives `text` to a program's standard input and waits for its end, not for long.
pub(super) fn feed(words: &[&str], text: &str) -> io::Result<()> {
    let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
    let mut child = command(&words).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let stdin = child.stdin.take();
    let text = text.to_owned();
    let (tx, rx) = mpsc::channel();
    std::thread::Builder::new().name("clipboard".into()).spawn(move || {
        let written = stdin.map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()));
        let ended = child.wait();
        let _ = tx.send(written.and(ended));
    })?;
    match rx.recv_timeout(PATIENCE) {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(_)) => Err(io::Error::other("it ended with an error")),
        Ok(Err(e)) => Err(e),
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    }
}
