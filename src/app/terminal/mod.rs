//! The terminal: claimed, painted, listened to, and given back after every kind of end.
//!
//! No screen, no key binding and no command lives here; the loop in `app/runtime` decides what an event means.
//! Look first at [`Terminal`], then at `hold.rs` (modes), `input.rs` (keys, signals, hang-up) and `ending.rs` (panics).

mod display;
mod ending;
mod hold;
mod input;
mod keys;

use std::io;

pub use display::{Display, Drawn};
pub use ending::{install_panic_hook, isolated, on_forced_end};
pub use hold::{is_held, modes_are_as_found, release, size};
pub use input::{End, Input};

use input::{InputThread, Signals};
use tokio::sync::mpsc;

/// How the terminal is claimed.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Mouse reports (off by default: the terminal's own selection is worth more).
    pub mouse: bool,
    /// Focus reports, for polling more slowly while nobody looks.
    pub focus: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { mouse: false, focus: true }
    }
}

/// Why the program cannot run in this terminal.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("Parkade needs a terminal; standard input or output is something else.")]
    NoTerminal,
    #[error("This terminal says it is dumb (TERM=dumb), so Parkade cannot paint in it.")]
    Dumb,
    #[error("The terminal could not be set up: {0}.")]
    Io(#[from] io::Error),
}

/// Checks that a program can be painted here. `term` is the value of TERM.
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

/// The claimed terminal. Dropping it gives the terminal back.
pub struct Terminal {
    /// Where screens are painted.
    pub display: Display,
    signals: Option<Signals>,
    input: Option<InputThread>,
}

impl Terminal {
    /// Claims the terminal. No thread is started, so that a first frame may be painted before there is one.
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
        Ok(Self { display: Display::new(hold::size()), signals: Some(signals), input: None })
    }

    /// Starts listening. Call once; the receiver ends with the terminal.
    ///
    /// # Errors
    /// When the thread cannot be started, or was started before.
    pub fn listen(&mut self) -> io::Result<mpsc::Receiver<Input>> {
        let signals = self.signals.take().ok_or_else(|| io::Error::other("already listening"))?;
        let (thread, events) = InputThread::start(signals)?;
        self.input = Some(thread);
        Ok(events)
    }

    /// Mouse reports on or off.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn mouse(&self, on: bool) -> io::Result<()> {
        hold::mouse(on)
    }

    /// Gives the terminal back and stops the program with its process group, as ctrl-z does elsewhere. Returns false,
    /// and does nothing, where no shell would wake it again. The stop happens some time after this returned; frames
    /// drawn until then go nowhere. [`Input::Resumed`] follows.
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

    /// Claims the terminal again after a stop, whoever stopped the program; the next draw paints everything.
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

    /// Gives the terminal and the keyboard to `other` (an editor, a pager) and takes them back.
    ///
    /// # Errors
    /// When the terminal cannot be claimed again.
    pub fn leave_for<R>(&mut self, other: impl FnOnce() -> R) -> io::Result<R> {
        if let Some(input) = &self.input {
            input.pause();
        }
        hold::release();
        let result = other();
        let claimed = self.reclaim();
        if let Some(input) = &self.input {
            input.go();
        }
        claimed.map(|()| result)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Modes first: whatever happens to the thread, the terminal is usable.
        hold::release();
        self.input = None;
    }
}

/// True when our parent is in our session: then stopping us hands the terminal to it. A program started as the only
/// one of a window or container would be stopped for good.
fn a_shell_waits() -> bool {
    use rustix::process::{getppid, getsid};
    match (getsid(None), getppid().map(|p| getsid(Some(p)))) {
        (Ok(own), Some(Ok(parent))) => own == parent,
        _ => false,
    }
}
