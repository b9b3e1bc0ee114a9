//! A plan applied without a screen: through the same journal, reading and settling as on it.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::app::logs::{self, LogGuard};
use crate::app::terminal::Interrupts;
use crate::app::{Account, Launch};
use crate::base::{Clock, SystemClock};
use crate::client::{Connection, Failure, FailureKind, Status};
use crate::store::plan::Plan;
use crate::store::writes::CANCELLED;
use crate::store::{Entry, EntryId, Intent, NotPlanned, Origin, State, Target, WriteHold};

use super::inbox::{Envelope, Inbox, Message};
use super::session::AccountSession;
use super::sleep::Sleeper;
use stop::{Awaited, Waits};

pub use reading::Checked;
pub use stop::{LONGEST_WAIT, Stop};

mod reading;
mod stop;

/// The loop looks at its deadlines and for signals at least this often.
const LONGEST: Duration = Duration::from_millis(200);
/// Milliseconds in which what was sent may still be answered once the command is to end.
const LAST_ANSWER: u64 = 3_000;
/// Why a change was not sent when the command was to end.
const DROPPED: &str = "parkade apply ended before it was sent";

/// Why a plan was not applied at all.
#[derive(Debug)]
pub enum NotApplied {
    /// The service could not be asked, or said no.
    Failure(Failure),
    /// It was to end before anything was sent.
    Stopped(Stop),
    /// A sentence.
    No(String),
}

/// What became of a plan that was written.
#[derive(Debug)]
pub struct Applied {
    /// What each change is called, and what became of it.
    pub changes: Vec<(String, Became)>,
    /// Why not all of it was sent.
    pub stop: Option<Stop>,
}

/// What became of one change.
#[derive(Debug, PartialEq, Eq)]
pub enum Became {
    Saved,
    /// Why it is not saved, and whether for lack of a permission.
    Refused {
        why: String,
        permission: bool,
    },
    /// Not sent, and not to be sent any more.
    Dropped,
    /// Sent; nobody knows yet.
    Unknown,
}

/// An account opened to apply a plan.
pub struct Applying {
    session: AccountSession,
    messages: Receiver<Envelope>,
    clock: SystemClock,
    started: Instant,
    interrupts: Interrupts,
    waits: Waits,
    /// What the client last said of the connection.
    status: Status,
    /// Kept open for what is posted.
    _pipe: Sleeper,
    _log: Option<LogGuard>,
}

impl Applying {
    /// Opens the account's files and its connection.
    ///
    /// # Errors
    /// Why that cannot be, a sentence.
    pub fn open(launch: &Launch, account: &Account) -> Result<Self, String> {
        launch.paths.claim()?;
        let wanted = std::env::var("PARKADE_LOG").ok();
        let log = logs::start(&launch.paths.logs(), wanted.as_deref(), &launch.config.log_level).ok();
        logs::started("apply");
        let sentence = |error: std::io::Error| crate::base::reason(&error);
        let interrupts = Interrupts::hear().map_err(sentence)?;
        let (pipe, waker) = Sleeper::new().map_err(sentence)?;
        let (inbox, messages) = Inbox::new(waker);
        let session = AccountSession::of(launch, Some(&account.name), inbox.of_session(1));
        let (clock, started) = (SystemClock, Instant::now());
        let (waits, status) = (Waits::default(), Status::default());
        let mut applying =
            Self { session, messages, clock, started, interrupts, waits, status, _pipe: pipe, _log: log };
        applying.session.attach(clock.now());
        applying.session.connect(account.clone(), None)?;
        Ok(applying)
    }

    /// Asks a question; ctrl-c ends the command there and then.
    pub fn asking<T>(&self, question: impl FnOnce() -> T) -> T {
        self.interrupts.end_at_once(true);
        let answer = question();
        self.interrupts.end_at_once(false);
        answer
    }

    /// Writes a plan and waits until it is known what became of it, or the command is to end: what was not sent by then is
    /// dropped. `tell` hears what is waited for. `None` where everything is as the plan wants it.
    ///
    /// # Errors
    /// When nothing was written.
    pub fn write(&mut self, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Option<Applied>, NotApplied> {
        while !self.session.store.journal_is_read() && self.session.store.session().readonly.is_none() {
            let message = self.next();
            self.take(message, tell);
            self.wait(None, tell).map_err(NotApplied::Stopped)?;
        }
        let store = &mut self.session.store;
        if plan.is_so(store) {
            return Ok(None);
        }
        let entry = match store.plan_as(Intent::from(plan.write()), Origin::Applied, self.clock.now()) {
            Ok(entry) => entry,
            Err(why @ (NotPlanned::Undetermined(_) | NotPlanned::Early)) => {
                let why = why.why();
                return Err(NotApplied::No(format!("Not applied: {why} Open parkade to decide about it.")));
            }
            Err(NotPlanned::No(why)) => return Err(NotApplied::No(format!("Not applied: {why}"))),
        };
        let stop = loop {
            self.turn(tell);
            if !self.is_in(entry, State::pending) {
                break self.why_stop();
            }
            if let Err(stop) = self.wait(self.awaited(entry), tell) {
                self.stop(entry, tell);
                break Some(stop);
            }
        };
        let changes = self.session.store.journal().get(entry).map(|kept| self.outcome(kept)).unwrap_or_default();
        let stop = stop.filter(|_| changes.iter().any(|(_, became)| *became != Became::Saved));
        Ok(Some(Applied { changes, stop }))
    }

    fn is_in(&self, entry: EntryId, state: fn(State) -> bool) -> bool {
        let kept = self.session.store.journal().get(entry);
        kept.is_some_and(|kept| kept.targets.iter().any(|target| state(target.state)))
    }

    /// What a write waits for.
    fn awaited(&self, entry: EntryId) -> Option<Awaited> {
        if self.session.traffic.writes.sending_since().is_some() {
            Some(Awaited::Answer)
        } else if self.session.traffic.writes.is_looking() {
            Some(Awaited::Values)
        } else {
            self.is_in(entry, |state| state == State::Unknown).then_some(Awaited::Outcome)
        }
    }

    /// Says what is waited for, or why it is not waited for any longer.
    fn wait(&mut self, awaited: Option<Awaited>, tell: &mut dyn FnMut(&str)) -> Result<(), Stop> {
        let (now, ms) = (self.clock.now(), self.ms());
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

    /// Why nothing more is sent.
    fn why_stop(&self) -> Option<Stop> {
        if let Some(end) = self.interrupts.heard() {
            return Some(Stop::Signal(end));
        }
        let refused = self.session.worker().is_some_and(|worker| worker.client.is_refused());
        if refused || self.status.connection == Connection::Unauthorized {
            return Some(Stop::TokenRefused);
        }
        match self.session.traffic.writes.held(self.clock.now(), self.ms()) {
            WriteHold::Offline => Some(Stop::NoConnection),
            WriteHold::User => Some(Stop::Wait(0)),
            // Without a connection nothing can be found out either; that is done when the account is opened again.
            _ => (self.status.connection != Connection::Online).then_some(Stop::NoConnection),
        }
    }

    /// Drops what was not sent; what was may still be answered.
    fn stop(&mut self, entry: EntryId, tell: &mut dyn FnMut(&str)) {
        self.session.store.drop_unsent(entry, DROPPED, self.clock.now());
        self.session.traffic.writes.hold_back();
        let until = self.ms() + LAST_ANSWER;
        let is_sending = |this: &Self| this.is_in(entry, |state| state == State::Sending);
        if is_sending(self) {
            tell("Stopping. Waiting for the answer to what was sent.");
        }
        while is_sending(self) && self.ms() < until {
            let message = self.next();
            self.take(message, &mut |_| {});
            // A call that turned out not to have left this machine is planned again.
            self.session.store.drop_unsent(entry, DROPPED, self.clock.now());
        }
    }

    fn turn(&mut self, tell: &mut dyn FnMut(&str)) {
        let (now, ms) = (self.clock.now(), self.ms());
        let notice = self.session.exchange(now, ms).ask(Vec::new(), |_| {});
        if let Some((_, text)) = notice {
            tell(&text);
        }
        for text in std::mem::take(&mut self.session.store.session_mut().notices) {
            tell(&text);
        }
        let message = self.next();
        self.take(message, tell);
        // Its values were changed while it was on its way: it is left out, as its outcome says.
        while self.session.store.conflict().is_some() {}
    }

    fn take(&mut self, message: Option<Message>, tell: &mut dyn FnMut(&str)) {
        let Some(message) = message else { return };
        let (now, ms) = (self.clock.now(), self.ms());
        // What became of a change is told once, at the end.
        let tells = matches!(&message, Message::Looked { found: Err(_), .. });
        let (notice, rest) = self.session.exchange(now, ms).message(message);
        match rest {
            Some(Message::Disk(event)) => self.session.store.from_disk(event, now),
            Some(Message::Status(status)) => self.status = status,
            _ => {}
        }
        if let Some((_, text)) = notice.filter(|_| tells && self.why_stop().is_none()) {
            tell(&text);
        }
    }

    /// The next message, or nothing when a deadline comes first.
    fn next(&mut self) -> Option<Message> {
        let left = self.session.next_due().map(|at| Duration::from_millis(at.saturating_sub(self.ms())));
        match self.messages.recv_timeout(left.unwrap_or(LONGEST).min(LONGEST)) {
            Ok(envelope) => self.session.inbox.open(envelope),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    fn ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn outcome(&self, entry: &Entry) -> Vec<(String, Became)> {
        let index = self.session.store.inquiries();
        let outcome = |target: &Target| (entry.intent.called(&target.item(), index), became(target));
        entry.targets.iter().map(outcome).collect()
    }

    /// Ends it; what was handed to the disk is written first.
    pub fn close(self) {
        self.session.close();
    }
}

fn became(target: &Target) -> Became {
    match target.state {
        state if state.applied() => Became::Saved,
        State::Planned => Became::Dropped,
        State::Refused if target.evidence == DROPPED || target.evidence == CANCELLED => Became::Dropped,
        State::Sending | State::Unknown | State::GivenUp => Became::Unknown,
        _ => {
            let permission = target.refused == Some(FailureKind::Forbidden);
            Became::Refused { why: target.evidence.clone(), permission }
        }
    }
}
