//! The terminal: claimed, painted, read, and given back after every kind of end.
//!
//! No screen, key binding or command is here; the loop in `app/runtime` decides what an event means. Look first at
//! [`Terminal`], then at `hold.rs` (modes), `keyboard.rs`, `watch.rs` (signals, hang-up) and `ending/` (panics).

mod canvas;
mod display;
mod ending;
mod hold;
mod interrupts;
mod keyboard;
mod keys;
mod pictures;
mod watch;

use std::io;
use std::sync::mpsc;

pub use canvas::{canvas, may_be_asked, shows_only_ascii};
pub use display::{Display, Drawn, Encoded, Painted};
pub use ending::{install_panic_hook, isolated, on_forced_end};
pub use hold::{bell, cell, is_held, modes_are_as_found, release, send, size};
pub use interrupts::Interrupts;
pub use keyboard::Keyboard;
pub use pictures::{Heard, Shown, pictures_here};
pub use watch::{End, Notice};

use watch::{Signals, Watch};

/// Optional modes of a claimed terminal.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Mouse reports; off by default, because they replace the terminal's own selection of text.
    pub mouse: bool,
    /// Focus reports, so that polls are slower while the window is in the background.
    pub focus: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { mouse: false, focus: true }
    }
}

/// Reasons why the program cannot run in this terminal.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("This needs a terminal; standard input or output is something else.")]
    NoTerminal,
    #[error("This needs a full-screen terminal, but TERM=dumb.")]
    Dumb,
    #[error("The terminal could not be set up: {}.", crate::base::reason(.0))]
    Io(#[from] io::Error),
}

/// Checks that this terminal can show the program. `term` is the value of TERM.
///
/// # Errors
/// A sentence for the user.
pub fn check(term: Option<&str>) -> Result<(), Refusal> {
    use std::io::IsTerminal;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Refusal::NoTerminal);
    }
    if term == Some("dumb") {
        return Err(Refusal::Dumb);
    }
    Ok(())
}

/// Makes the painted terminal the source of keys, after names were read from a file or pipe as standard input.
///
/// # Errors
/// When standard output is not a terminal, or that terminal cannot be opened for reading.
pub fn take_keys_from_screen() -> io::Result<()> {
    let name = rustix::termios::ttyname(rustix::stdio::stdout(), Vec::new())?;
    let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY;
    let screen = rustix::fs::open(name, flags, rustix::fs::Mode::empty())?;
    Ok(rustix::stdio::dup2_stdin(&screen)?)
}

/// True for an error of reading or writing which means that the terminal is gone: its window was closed or its line
/// broke. The program then ends as on a hang-up, not as after a failure.
pub fn is_gone(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let gone = [Errno::IO, Errno::NXIO, Errno::PIPE, Errno::NOTTY, Errno::BADF];
    matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::WriteZero)
        || Errno::from_io_error(error).is_some_and(|errno| gone.contains(&errno))
}

/// The claimed terminal. Dropping it gives the terminal back.
pub struct Terminal {
    /// Screen that is painted.
    pub display: Display,
    /// Answers of the terminal about itself.
    pub heard: Heard,
    signals: Option<Signals>,
    watch: Option<Watch>,
}

impl Terminal {
    /// Claims the terminal. Starts no thread, so that a first frame can be painted before any.
    ///
    /// # Errors
    /// When the terminal refuses its modes.
    pub fn enter(options: Options) -> io::Result<Self> {
        let signals = Signals::catch()?;
        hold::options(options.mouse, options.focus);
        if let Err(e) = hold::claim() {
            hold::release();
            return Err(e);
        }
        Ok(Self { display: Display::new(hold::size()), heard: Heard::default(), signals: Some(signals), watch: None })
    }

    /// Starts the thread that watches for signals and hang-up. Call once, after the first frame; `wake` is called
    /// after each notice. Keys are read by the loop, from a [`Keyboard`].
    ///
    /// # Errors
    /// When the thread cannot be started, or was started before.
    pub fn watch(&mut self, wake: impl Fn() + Send + 'static) -> io::Result<mpsc::Receiver<Notice>> {
        let signals = self.signals.take().ok_or_else(|| io::Error::other("the watch is already running"))?;
        let (watch, notices) = Watch::start(signals, wake)?;
        self.watch = Some(watch);
        Ok(notices)
    }

    /// Switches mouse reports on or off.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn mouse(&self, on: bool) -> io::Result<()> {
        hold::mouse(on)
    }

    /// Asks for the background colour (OSC 11) and, for pictures, the terminal's name (XTVERSION), the size of a cell
    /// and its abilities (DA1). The answers come among the keys or never; see [`Keyboard::take_background`] and
    /// [`Keyboard::take_heard`].
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn ask(&self, for_pictures: bool) -> io::Result<()> {
        let (background, pictures) = (b"\x1b]11;?\x07".as_slice(), b"\x1b[>q\x1b[16t\x1b[c".as_slice());
        hold::write_all(&[background, if for_pictures { pictures } else { b"" }].concat())
    }

    /// Gives the terminal back and stops the program with its process group, as ctrl-z usually does. Does nothing and
    /// returns false if no shell would resume it. The stop happens a little after this returns; frames drawn until
    /// then are dropped. [`Notice::Resumed`] follows.
    pub fn suspend(&mut self) -> bool {
        if !a_shell_waits() {
            return false;
        }
        hold::release();
        if rustix::process::kill_current_process_group(rustix::process::Signal::STOP).is_err() {
            let _ = self.reclaim();
            return false;
        }
        true
    }

    /// Claims the terminal again after any stop; the next draw paints everything.
    ///
    /// # Errors
    /// When the terminal still refuses after ten tries (another program may be giving it back).
    pub fn reclaim(&mut self) -> io::Result<()> {
        let mut result = hold::claim();
        for _ in 0..10 {
            if result.is_ok() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
            result = hold::claim();
        }
        self.display.resize(hold::size());
        self.display.forget();
        result
    }

    /// Gives the terminal to another program (an editor) until [`Terminal::resume`]. Until then the caller must not
    /// read keys, which are the other program's; frames are dropped.
    pub fn leave(&mut self) {
        watch::away(true);
        hold::release();
    }

    /// Claims the terminal again after the other program has ended.
    ///
    /// # Errors
    /// When the terminal cannot be claimed.
    pub fn resume(&mut self) -> io::Result<()> {
        let claimed = self.reclaim();
        watch::away(false);
        claimed
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Restore the modes first, so that the terminal is usable whatever happens to the thread.
        hold::release();
        self.watch = None;
    }
}

/// True when our parent process is in our session, so that it gets the terminal when we stop. A program that is the
/// only one of its window or container would never be resumed.
fn a_shell_waits() -> bool {
    use rustix::process::{getppid, getsid};
    match (getsid(None), getppid().map(|p| getsid(Some(p)))) {
        (Ok(own), Some(Ok(parent))) => own == parent,
        _ => false,
    }
}
