//! The thread that hears everything from outside: keys, signals, and the end of the terminal.
//!
//! One wait without a timer (`poll` on the terminal, the signal pipe and a control pipe), so an idle program is not
//! woken. A read happens only when there is something to read: a terminal that is gone shows as hang-up and ends the
//! program instead of a loop of empty reads. [`InputThread::pause`] returns when the thread has let go of the
//! keyboard, so an editor gets every key; signals and hang-up are heard meanwhile.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc as std_mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use crossterm::event::Event;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;
use tokio::sync::mpsc;

use super::ending;
use super::hold;
use super::keys::Parser;

/// What the loop is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A key, a paste, the mouse, focus, a new size.
    Event(Event),
    /// Somebody asked the program to stop as ctrl-z does (SIGTSTP): call `Terminal::suspend`.
    Stop,
    /// The program runs again after a stop: call `Terminal::reclaim`.
    Resumed,
    /// The program is to end, and will be ended if the loop does not within the time of [`End::patience`].
    End(End),
}

/// Why the program is to end from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// SIGINT from outside (in the program, ctrl-c is a key).
    Interrupt,
    /// SIGTERM or SIGQUIT.
    Terminate,
    /// The terminal is gone: hang-up, closed window, lost connection.
    HangUp,
}

impl End {
    /// How long the loop has to end by itself.
    pub fn patience(self) -> Duration {
        match self {
            Self::HangUp => Duration::from_millis(1000),
            Self::Interrupt | Self::Terminate => Duration::from_secs(3),
        }
    }
}

/// Events wait here while the loop is busy; beyond it the keyboard is left unread.
const QUEUE: usize = 1024;
const SIGNALS: [i32; 7] = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT];

type Delivery = SignalDelivery<UnixStream, SignalOnly>;

/// Signals caught from now on, though nobody looks at them yet. Made before the terminal is claimed.
pub(super) struct Signals(Delivery);

impl Signals {
    pub(super) fn catch() -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        Ok(Self(SignalDelivery::with_pipe(read, write, SignalOnly::default(), SIGNALS)?))
    }
}

enum Control {
    Pause(std_mpsc::Sender<()>),
    Go,
    Quit,
}

/// The running thread. Dropping it ends the thread.
pub(super) struct InputThread {
    control: std_mpsc::Sender<Control>,
    bell: UnixStream,
    thread: Option<JoinHandle<()>>,
}

impl InputThread {
    pub(super) fn start(signals: Signals) -> io::Result<(Self, mpsc::Receiver<Input>)> {
        let (control, orders) = std_mpsc::channel();
        let (bell, ring) = UnixStream::pair()?;
        ring.set_nonblocking(true)?;
        let (tx, rx) = mpsc::channel(QUEUE);
        let listener = Listener {
            tx,
            orders,
            ring,
            signals: signals.0,
            parser: Parser::default(),
            waiting: VecDeque::new(),
            paused: false,
            gone: false,
        };
        let thread = std::thread::Builder::new().name("input".into()).spawn(move || listener.run())?;
        Ok((Self { control, bell, thread: Some(thread) }, rx))
    }

    fn order(&self, order: Control) {
        if self.control.send(order).is_ok() {
            let _ = (&self.bell).write(&[1]);
        }
    }

    /// Lets go of the keyboard; returns when that is done.
    pub(super) fn pause(&self) {
        let (done, wait) = std_mpsc::channel();
        self.order(Control::Pause(done));
        // An error means that the thread has ended: then nobody reads either.
        let _ = wait.recv();
    }

    /// Reads the keyboard again.
    pub(super) fn go(&self) {
        self.order(Control::Go);
    }
}

impl Drop for InputThread {
    fn drop(&mut self) {
        self.order(Control::Quit);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Listener {
    tx: mpsc::Sender<Input>,
    orders: std_mpsc::Receiver<Control>,
    ring: UnixStream,
    signals: Delivery,
    parser: Parser,
    /// Not yet taken by the loop.
    waiting: VecDeque<Input>,
    paused: bool,
    /// The terminal has hung up.
    gone: bool,
}

struct Ready {
    keys: bool,
    hang_up: bool,
    signals: bool,
    orders: bool,
}

impl Ready {
    /// The wait ended by its limit.
    fn nothing(&self) -> bool {
        !(self.keys || self.hang_up || self.signals || self.orders)
    }
}

impl Listener {
    fn run(mut self) {
        loop {
            while let Some(input) = self.waiting.pop_front() {
                if let Err(e) = self.tx.try_send(input) {
                    if let mpsc::error::TrySendError::Full(input) = e {
                        self.waiting.push_front(input);
                    }
                    break;
                }
            }
            let Ok(ready) = self.wait() else { return };
            if ready.signals {
                self.hear_signals();
            }
            if ready.orders && !self.obey() {
                return;
            }
            if ready.keys {
                self.read();
            } else if ready.nothing() && !self.paused && self.waiting.is_empty() && self.parser.patience().is_some() {
                let mut events = Vec::new();
                self.parser.give_up(&mut events);
                self.waiting.extend(events.into_iter().map(Input::Event));
            }
            if ready.hang_up && !ready.keys {
                self.hang_up();
            }
        }
    }

    /// Waits for anything, without end unless bytes are pending in the parser or the loop is behind.
    fn wait(&self) -> io::Result<Ready> {
        let behind = !self.waiting.is_empty();
        let limit = if behind {
            Some(Duration::from_millis(20))
        } else if self.paused {
            None
        } else {
            self.parser.patience()
        };
        let limit = limit.map(|d| Timespec { tv_sec: d.as_secs() as i64, tv_nsec: i64::from(d.subsec_nanos()) });
        let stdin = rustix::stdio::stdin();
        // Hang-up is reported whether asked for or not.
        let wanted = if self.paused || behind { PollFlags::empty() } else { PollFlags::IN };
        let mut fds = vec![
            PollFd::new(&self.ring, PollFlags::IN),
            PollFd::from_borrowed_fd(self.signals.get_read().as_fd(), PollFlags::IN),
        ];
        if !self.gone {
            fds.push(PollFd::from_borrowed_fd(stdin, wanted));
        }
        match poll(&mut fds, limit.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
        let tty = fds.get(2).map_or(PollFlags::empty(), PollFd::revents);
        Ok(Ready {
            orders: !fds[0].revents().is_empty(),
            signals: !fds[1].revents().is_empty(),
            keys: tty.contains(PollFlags::IN),
            hang_up: tty.intersects(PollFlags::HUP | PollFlags::ERR),
        })
    }

    fn read(&mut self) {
        let mut bytes = [0; 4096];
        match rustix::io::read(rustix::stdio::stdin(), &mut bytes) {
            Ok(0) => self.hang_up(),
            Ok(n) => {
                let mut events = Vec::new();
                self.parser.feed(&bytes[..n], &mut events);
                self.waiting.extend(events.into_iter().map(Input::Event));
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(_) => self.hang_up(),
        }
    }

    fn hang_up(&mut self) {
        if self.gone {
            return;
        }
        self.gone = true;
        self.end(End::HangUp);
    }

    fn end(&mut self, end: End) {
        ending::within(end.patience());
        // In front: nobody will see what the keys before it do.
        self.waiting.push_front(Input::End(end));
    }

    fn hear_signals(&mut self) {
        let signals: Vec<i32> = self.signals.pending().collect();
        for signal in signals {
            match signal {
                SIGWINCH => {
                    let size = hold::size();
                    // Of a storm of sizes only the last counts.
                    self.waiting.retain(|i| !matches!(i, Input::Event(Event::Resize(..))));
                    self.waiting.push_back(Input::Event(Event::Resize(size.width, size.height)));
                }
                SIGCONT => self.waiting.push_back(Input::Resumed),
                SIGHUP => self.hang_up(),
                SIGTERM => self.end(End::Terminate),
                // While an editor has the terminal, its ctrl-c, ctrl-\ and ctrl-z reach us too: the first two are not
                // meant for us, with the third we stop along, so that the shell gets its turn.
                SIGINT if !self.paused => self.end(End::Interrupt),
                SIGQUIT if !self.paused => self.end(End::Terminate),
                SIGTSTP if self.paused => {
                    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP);
                }
                SIGTSTP => self.waiting.push_back(Input::Stop),
                _ => {}
            }
        }
    }

    /// False when the thread is to end.
    fn obey(&mut self) -> bool {
        let mut bytes = [0; 64];
        while matches!(self.ring.read(&mut bytes), Ok(n) if n > 0) {}
        while let Ok(order) = self.orders.try_recv() {
            match order {
                Control::Pause(done) => {
                    self.paused = true;
                    let _ = done.send(());
                }
                Control::Go => self.paused = false,
                Control::Quit => return false,
            }
        }
        true
    }
}
