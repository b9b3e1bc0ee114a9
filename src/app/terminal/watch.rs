//! The thread that watches for signals and the end of the terminal.
//!
//! It waits without a timer (`poll` on the signal pipe, and on the terminal for hang-up only), so an idle program is
//! not woken. It is a thread because it must end the program even if the loop hangs in a write.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::backend::{Handle, SignalDelivery};
use signal_hook::iterator::exfiltrator::SignalOnly;

use super::ending;

/// Notice to the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The terminal may have a new size: ask [`super::size`].
    Resized,
    /// The program was asked to stop, as by ctrl-z (SIGTSTP): call `Terminal::suspend`.
    Stop,
    /// The program runs again after a stop: call `Terminal::reclaim`.
    Resumed,
    /// The program must end, and is ended by force after [`End::patience`].
    End(End),
}

/// Outside reason for which the program must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// SIGINT from outside; in the program, ctrl-c is a key.
    Interrupt,
    /// SIGTERM.
    Terminate,
    /// SIGQUIT.
    Quit,
    /// The terminal is gone: hang-up, closed window, lost connection.
    HangUp,
}

impl End {
    /// Time the loop has to end before the program is ended by force.
    pub fn patience(self) -> Duration {
        match self {
            Self::HangUp => Duration::from_secs(1),
            Self::Interrupt | Self::Terminate | Self::Quit => Duration::from_secs(3),
        }
    }

    /// The exit code: 128 and the number of the signal.
    pub fn code(self) -> u8 {
        128 + self.signal() as u8
    }

    pub(super) fn signal(self) -> i32 {
        match self {
            Self::HangUp => SIGHUP,
            Self::Interrupt => SIGINT,
            Self::Quit => SIGQUIT,
            Self::Terminate => SIGTERM,
        }
    }
}

const SIGNALS: [i32; 7] = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT];

/// True while an editor or pager has the terminal. Its ctrl-c and ctrl-\ reach this process, too, but are not meant
/// for it.
static AWAY: AtomicBool = AtomicBool::new(false);

pub(super) fn away(is_away: bool) {
    AWAY.store(is_away, Ordering::SeqCst);
}

/// Signals caught from now on; they are read later. Made before the terminal is claimed.
pub(super) struct Signals(SignalDelivery<UnixStream, SignalOnly>);

impl Signals {
    pub(super) fn catch() -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        Ok(Self(SignalDelivery::with_pipe(read, write, SignalOnly, SIGNALS)?))
    }
}

/// Running thread; dropping this value ends it.
pub(super) struct Watch {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts the thread; `wake` is called after each notice was sent.
    pub(super) fn start(
        signals: Signals,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<(Self, mpsc::Receiver<Notice>)> {
        let (tx, rx) = mpsc::channel();
        let handle = signals.0.handle();
        let watcher = Watcher { tell: tx, wake, signals: signals.0, gone: false, stopped_along: false };
        let thread = std::thread::Builder::new().name("watch".into()).spawn(move || watcher.run())?;
        Ok((Self { handle, thread: Some(thread) }, rx))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Watcher<W> {
    tell: mpsc::Sender<Notice>,
    wake: W,
    signals: SignalDelivery<UnixStream, SignalOnly>,
    /// True once the terminal has hung up.
    gone: bool,
    /// True when the program was stopped together with an editor; the next SIGCONT ends that stop. It may come after
    /// the editor has ended and the loop has claimed the terminal.
    stopped_along: bool,
}

impl<W: Fn()> Watcher<W> {
    fn run(mut self) {
        while !self.signals.handle().is_closed() {
            let (signal, hang_up) = match self.wait() {
                Ok(what) => what,
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return,
            };
            if signal {
                let signals: Vec<i32> = self.signals.pending().collect();
                for signal in signals {
                    self.hear(signal);
                }
            }
            if hang_up {
                self.hang_up();
            }
        }
    }

    /// Waits for a signal or a hang-up; returns whether a signal came, and whether the terminal is gone.
    fn wait(&self) -> Result<(bool, bool), rustix::io::Errno> {
        let signals = PollFd::from_borrowed_fd(self.signals.get_read().as_fd(), PollFlags::IN);
        if self.gone {
            poll(&mut [signals], None)?;
            return Ok((true, false));
        }
        // `poll` reports a hang-up without being asked for it.
        let terminal = PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::empty());
        let mut fds = [signals, terminal];
        poll(&mut fds, None)?;
        Ok((!fds[0].revents().is_empty(), fds[1].revents().intersects(PollFlags::HUP | PollFlags::ERR)))
    }

    fn tell(&self, notice: Notice) {
        // If sending fails, the loop has ended and needs no notice.
        if self.tell.send(notice).is_ok() {
            (self.wake)();
        }
    }

    fn end(&self, end: End) {
        ending::within(end);
        self.tell(Notice::End(end));
    }

    fn hang_up(&mut self) {
        if !self.gone {
            self.gone = true;
            self.end(End::HangUp);
        }
    }

    fn hear(&mut self, signal: i32) {
        let away = AWAY.load(Ordering::SeqCst);
        match signal {
            SIGWINCH => self.tell(Notice::Resized),
            SIGCONT if std::mem::take(&mut self.stopped_along) || away => {}
            SIGCONT => self.tell(Notice::Resumed),
            SIGHUP => self.hang_up(),
            SIGTERM => self.end(End::Terminate),
            SIGINT if !away => self.end(End::Interrupt),
            SIGQUIT if !away => self.end(End::Quit),
            // The editor was stopped with ctrl-z. Stop this process, too, so that the shell gets the terminal.
            SIGTSTP if away => {
                self.stopped_along = true;
                let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP);
            }
            SIGTSTP => self.tell(Notice::Stop),
            _ => {}
        }
    }
}
