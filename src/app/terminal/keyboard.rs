//! Reading keys on the loop's own thread. There is no helper thread, so keys need no hand-over and nothing reads
//! while an editor runs.

use std::io;
use std::time::Duration;

use crossterm::event::Event;

use super::keys::Parser;
use super::pictures::Heard;

/// Keyboard of the claimed terminal. The loop waits (`poll` on standard input) and calls [`Keyboard::read`] when
/// there is input, or [`Keyboard::give_up`] when none came within [`Keyboard::patience`].
#[derive(Default)]
pub struct Keyboard {
    parser: Parser,
}

impl Keyboard {
    /// Reads the waiting input once and appends its events. Called only when the terminal is readable, so it does not
    /// wait.
    ///
    /// # Errors
    /// `UnexpectedEof` or the kernel's error when the terminal is gone: end the program.
    pub fn read(&mut self, out: &mut Vec<Event>) -> io::Result<()> {
        let mut bytes = [0; 4096];
        match rustix::io::read(rustix::stdio::stdin(), &mut bytes) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => {
                self.parser.feed(&bytes[..n], out);
                Ok(())
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Ok(()),
            Err(e) => Err(e.into()),
        }
    }

    /// Longest time to wait for the rest of a sequence; `None` when nothing is pending (the usual case), so that an
    /// idle program needs no timer.
    pub fn patience(&self) -> Option<Duration> {
        self.parser.patience()
    }

    /// Background colour the terminal has reported since the last call, after [`super::Terminal::ask`].
    pub fn take_background(&mut self) -> Option<(u8, u8, u8)> {
        self.parser.take_background()
    }

    /// Answers of the terminal about itself so far; `None` if there is no new one.
    pub fn take_heard(&mut self) -> Option<Heard> {
        self.parser.take_heard()
    }

    /// Reads the pending bytes as they are: a single Esc byte is the Esc key.
    pub fn give_up(&mut self, out: &mut Vec<Event>) {
        self.parser.give_up(out);
    }
}
