//! Asking for a token without showing it.

use std::io::{self, IsTerminal, Read, Write};

use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// Result of the prompt or of piped input.
pub enum Prompted {
    Text(String),
    /// Cancelled with ctrl-c, or with ctrl-d or esc on an empty line.
    Cancelled,
}

/// Terminal modes from before the echo was switched off, restored when this is dropped.
struct Hidden(Termios);

impl Drop for Hidden {
    fn drop(&mut self) {
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Flush, &self.0);
    }
}

/// Reads one line. In a terminal, `question` is shown on standard error and the typed line is hidden; from a pipe it
/// is the first line of standard input.
///
/// # Errors
/// Errors of the terminal or the pipe.
pub fn read_hidden(question: &str) -> io::Result<Prompted> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        // Read byte by byte up to the line end, so that nothing after it is taken; the limit is longer than any
        // token.
        let mut text = Vec::new();
        for byte in stdin.lock().take(64 * 1024).bytes() {
            match byte? {
                b'\n' => break,
                byte => text.push(byte),
            }
        }
        return Ok(Prompted::Text(String::from_utf8_lossy(&text).into_owned()));
    }
    let before = tcgetattr(rustix::stdio::stdin())?;
    let mut quiet = before.clone();
    quiet.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG);
    quiet.special_codes[SpecialCodeIndex::VMIN] = 1;
    quiet.special_codes[SpecialCodeIndex::VTIME] = 0;
    let _hidden = Hidden(before);
    tcsetattr(rustix::stdio::stdin(), OptionalActions::Flush, &quiet)?;
    say(question)?;
    let answer = read_line(|| {
        let mut byte = [0];
        match rustix::io::read(rustix::stdio::stdin(), &mut byte)? {
            0 => Ok(None),
            _ => Ok(Some(byte[0])),
        }
    });
    say("\n")?;
    answer
}

fn say(text: &str) -> io::Result<()> {
    let mut stderr = io::stderr().lock();
    stderr.write_all(text.as_bytes())?;
    stderr.flush()
}

/// Line typed without being shown: backspace, ctrl-u, line end, cancelling.
pub(super) fn read_line(mut next: impl FnMut() -> io::Result<Option<u8>>) -> io::Result<Prompted> {
    let mut text = Vec::new();
    loop {
        match next()? {
            None | Some(0x03) => return Ok(Prompted::Cancelled),
            Some(0x04 | 0x1b) if text.is_empty() => return Ok(Prompted::Cancelled),
            Some(b'\r' | b'\n') => return Ok(Prompted::Text(String::from_utf8_lossy(&text).into_owned())),
            Some(0x7f | 0x08) => drop(text.pop()),
            Some(0x15) => text.clear(),
            Some(byte) if text.len() < 64 * 1024 => text.push(byte),
            Some(_) => {}
        }
    }
}
