//! A plan applied without a screen: through the same journal, reading and settling as on it.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::app::{Account, Launch};
use crate::base::{Clock, SystemClock};
use crate::client::{Connection, Failure};
use crate::store::plan::Plan;
use crate::store::{Entry, EntryId, Intent, NotPlanned};

use super::inbox::{Envelope, Inbox, Message};
use super::session::AccountSession;
use super::sleep::Sleeper;
use super::writes::Looking;

/// The number of the reading before the plan; those of writes begin with one.
const READING: u64 = 0;
/// The loop looks at its deadlines at least this often.
const LONGEST: Duration = Duration::from_secs(1);

/// Why a plan was not applied at all.
#[derive(Debug)]
pub enum NotApplied {
    /// The service could not be asked, or said no.
    Failure(Failure),
    /// A sentence.
    No(String),
}

/// An account opened to apply a plan.
pub struct Applying {
    session: AccountSession,
    messages: Receiver<Envelope>,
    clock: SystemClock,
    started: Instant,
    /// There is no connection, or the token is refused.
    cut_off: bool,
    /// Kept open for what is posted.
    _pipe: Sleeper,
}

impl Applying {
    /// Opens the account's files and its connection.
    ///
    /// # Errors
    /// Why that cannot be, a sentence.
    pub fn open(launch: &Launch, account: &Account) -> Result<Self, String> {
        launch.paths.claim()?;
        let (pipe, waker) = Sleeper::new().map_err(|error| crate::base::reason(&error))?;
        let (inbox, messages) = Inbox::new(waker);
        let session = AccountSession::of(launch, Some(&account.name), inbox.of_session(1));
        let (clock, started) = (SystemClock, Instant::now());
        let mut applying = Self { session, messages, clock, started, cut_off: false, _pipe: pipe };
        applying.session.attach(clock.now());
        applying.session.connect(account.clone(), None)?;
        Ok(applying)
    }

    /// Reads what the settings of a plan are now. The plan with the old values it did not know.
    ///
    /// # Errors
    /// When they cannot be read, or some are neither what the plan was made over nor what it makes of them.
    pub fn read(&mut self, plan: &Plan) -> Result<Plan, NotApplied> {
        let store = &self.session.store;
        let looking =
            Looking { batch: READING, probes: plan.reads(store, self.clock.now()), cancel: CancellationToken::new() };
        if let Some(worker) = self.session.worker() {
            worker.look(looking);
        }
        let found = loop {
            match self.next() {
                Some(Message::Looked { batch: READING, found }) => break found.map_err(NotApplied::Failure)?,
                message => self.take(message, &mut |_| {}),
            }
        };
        let now = self.clock.now();
        let store = &mut self.session.store;
        store.plan_read(&found, now);
        let moved = plan.moved(store);
        if moved.is_empty() {
            return Ok(plan.known(store));
        }
        let intent = Intent::from(plan.write());
        let called = |item| format!("  {}", intent.called(item, store.inquiries()));
        let lines: Vec<String> = moved.iter().map(called).collect();
        let why = "Not applied: these were changed since the plan was made. Nothing was sent.";
        Err(NotApplied::No(format!("{why}\n{}", lines.join("\n"))))
    }

    /// Writes a plan and waits until it is known what became of it; `tell` hears what there is to say meanwhile. `None`
    /// where everything is as the plan wants it.
    ///
    /// # Errors
    /// When nothing was written.
    pub fn write(&mut self, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Option<Entry>, NotApplied> {
        while !self.session.store.journal_is_read() && self.session.store.session().readonly.is_none() {
            let message = self.next();
            self.take(message, tell);
        }
        let store = &mut self.session.store;
        if plan.is_so(store) {
            return Ok(None);
        }
        let entry = match store.plan(Intent::from(plan.write()), self.clock.now()) {
            Ok(entry) => entry,
            Err(why @ (NotPlanned::Undetermined(_) | NotPlanned::Early)) => {
                let why = why.why();
                return Err(NotApplied::No(format!("Not applied: {why} Open parkade to decide about it.")));
            }
            Err(NotPlanned::No(why)) => return Err(NotApplied::No(format!("Not applied: {why}"))),
        };
        while self.is_open(entry) {
            self.turn(entry, tell);
        }
        Ok(self.session.store.journal().get(entry).cloned())
    }

    /// Something of it may still be done, and is to be waited for.
    fn is_open(&self, entry: EntryId) -> bool {
        let open = self.session.store.journal().get(entry).is_some_and(Entry::open);
        // Without a connection nothing can be found out either; that is done when the account is opened again.
        open && !(self.cut_off && self.session.traffic.writes.sending_since().is_none())
    }

    fn turn(&mut self, entry: EntryId, tell: &mut dyn FnMut(&str)) {
        let now = self.clock.now();
        if self.cut_off {
            self.session.store.take_back(entry, now);
        }
        let ms = self.ms();
        let notice = self.session.exchange(now, ms).ask(Vec::new(), |_| {});
        if let Some((_, text)) = notice {
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
        let (notice, rest) = self.session.exchange(now, ms).message(message);
        match rest {
            Some(Message::Disk(event)) => self.session.store.from_disk(event, now),
            Some(Message::Status(status)) => self.cut_off = status.connection != Connection::Online,
            // The outcome is told once, at the end.
            _ => notice.iter().filter(|_| self.session.store.journal().waiting() > 0).for_each(|(_, text)| tell(text)),
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

    /// What became of each change: what it is called, and why it is not done where it is not.
    pub fn outcome(&self, entry: &Entry) -> Vec<(String, Option<String>)> {
        let index = self.session.store.inquiries();
        let outcome = |target: &crate::store::Target| {
            let why = match (target.state.applied(), target.state.ended()) {
                (true, _) => None,
                (false, true) => Some(target.evidence.clone()),
                (false, false) => Some("sent, and no answer came; open parkade to find out".to_owned()),
            };
            (entry.intent.called(&target.item(), index), why)
        };
        entry.targets.iter().map(outcome).collect()
    }

    /// Ends it; what was handed to the disk is written first.
    pub fn close(self) {
        self.session.close();
    }
}
