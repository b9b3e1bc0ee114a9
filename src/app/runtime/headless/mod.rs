//! An account opened by a command without a screen: its files, its connection, its messages, and the reasons that end
//! the command early. Look first at [`Headless`]; the reasons are in `stop.rs`.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::app::logs::{self, LogGuard};
use crate::app::terminal::Interrupts;
use crate::app::{Account, Launch};
use crate::base::{Clock, SystemClock, Timestamp, millis};
use crate::client::{Connection, Status};
use crate::store::WriteHold;

use super::inbox::{Envelope, Inbox, Message};
use super::session::AccountSession;
use super::sleep::Sleeper;
use super::writes::Notice;
use stop::{Awaited, Waits};

pub use stop::{LONGEST_WAIT, Stop};

pub mod stop;

/// Longest sleep of the loop, so that deadlines and signals are noticed in time.
const LONGEST: Duration = Duration::from_millis(200);

/// An account opened by a command.
pub struct Headless {
    pub session: AccountSession,
    messages: Receiver<Envelope>,
    clock: SystemClock,
    started: Instant,
    interrupts: Interrupts,
    waits: Waits,
    /// State of the connection, as last reported by the client.
    status: Status,
    /// Keeps the pipe open for messages that wake the loop.
    _pipe: Sleeper,
    _log: Option<LogGuard>,
}

impl Headless {
    /// Account for the command of that name, before its files and its connection are opened.
    ///
    /// # Errors
    /// A sentence why the account cannot be opened.
    pub fn new(command: &'static str, launch: &Launch, account: &Account) -> Result<Self, String> {
        launch.paths.claim()?;
        let wanted = std::env::var("PARKADE_LOG").ok();
        let log = logs::start(&launch.paths.logs(), wanted.as_deref(), &launch.config.log_level).ok();
        logs::started(command);
        let sentence = |error: std::io::Error| crate::base::reason(&error);
        let interrupts = Interrupts::hear().map_err(sentence)?;
        let (pipe, waker) = Sleeper::new().map_err(sentence)?;
        let (inbox, messages) = Inbox::new(waker);
        let (session, _) = AccountSession::of(launch, Some(&account.name), inbox.of_session(1));
        let (clock, started) = (SystemClock, Instant::now());
        let (waits, status) = (Waits::default(), Status::default());
        Ok(Self { session, messages, clock, started, interrupts, waits, status, _pipe: pipe, _log: log })
    }

    /// Asks the user a question; meanwhile ctrl-c ends the command at once.
    pub fn asking<T>(&self, question: impl FnOnce() -> T) -> T {
        self.interrupts.end_at_once(true);
        let answer = question();
        self.interrupts.end_at_once(false);
        answer
    }

    /// Reports the reason of a wait.
    ///
    /// # Errors
    /// Why the command must end instead of waiting.
    pub fn wait(&mut self, awaited: Option<Awaited>, tell: &mut dyn FnMut(&str)) -> Result<(), Stop> {
        let (now, ms) = (self.now(), self.ms());
        if let Some(stop) = self.why_stop() {
            return Err(stop);
        }
        let by_client = self.status.waiting_until.map_or(0, |until| until.0 - now.0);
        let by_queue = match self.session.traffic.writes.held(now, ms) {
            WriteHold::Until(until) => until.0 - now.0,
            _ => 0,
        };
        let left = by_client.max(by_queue);
        if let Some(text) = self.waits.asked(now, left)? {
            tell(&text);
        }
        if let Some(text) = self.waits.on(awaited.filter(|_| left <= 0), ms) {
            tell(text);
        }
        Ok(())
    }

    /// Reason for which nothing more is sent.
    pub fn why_stop(&self) -> Option<Stop> {
        if let Some(end) = self.interrupts.heard() {
            return Some(Stop::Signal(end));
        }
        let refused = self.session.worker().is_some_and(|worker| worker.client.is_refused());
        if refused || self.status.connection == Connection::Unauthorized {
            return Some(Stop::TokenRefused);
        }
        match self.session.traffic.writes.held(self.now(), self.ms()) {
            WriteHold::Offline => Some(Stop::NoConnection),
            WriteHold::User => Some(Stop::Wait(0)),
            // Without a connection the outcome cannot be read now; the next start with this account reads it.
            _ => (self.status.connection != Connection::Online).then_some(Stop::NoConnection),
        }
    }

    /// Handles a message; returns what a screen would tell the user about it.
    pub fn take(&mut self, message: Message) -> Notice {
        let (now, ms) = (self.now(), self.ms());
        let (notice, rest) = self.session.exchange(now, ms).message(message);
        match rest {
            Some(Message::Disk(event)) => self.session.store.from_disk(event, now),
            Some(Message::Status(status)) => self.status = status,
            _ => {}
        }
        notice
    }

    /// Next message; `None` when a deadline comes first.
    pub fn next(&mut self) -> Option<Message> {
        let left = self.session.next_due().map(|at| Duration::from_millis(at.saturating_sub(self.ms())));
        match self.messages.recv_timeout(left.unwrap_or(LONGEST).min(LONGEST)) {
            Ok(envelope) => self.session.inbox.open(envelope),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Message that has arrived already; `None` without waiting for one.
    pub fn here(&mut self) -> Option<Message> {
        let envelope = self.messages.try_recv().ok()?;
        self.session.inbox.open(envelope)
    }

    /// Present time by this machine's clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Milliseconds since the start.
    pub fn ms(&self) -> u64 {
        millis(self.started.elapsed())
    }

    /// Closes the account, after the pending disk work is done.
    pub fn close(self) {
        self.session.close();
    }
}
