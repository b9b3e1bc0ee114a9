//! Applies a plan without a screen, with the same journal, readings and settling as the screens use. Look first at
//! [`Applying`].

use crate::app::{Account, Launch};
use crate::client::{Failure, FailureKind};
use crate::store::writes::CANCELLED;
use crate::store::writes::plan::Plan;
use crate::store::{Entry, EntryId, Intent, NotPlanned, Origin, State, Target};

use super::headless::stop::Awaited;
use super::headless::{Headless, Stop};
use super::inbox::Message;

pub use reading::Checked;

mod reading;

/// Milliseconds that a sent change has for its answer after the command was told to end.
const LAST_ANSWER: u64 = 3_000;
/// Reason shown for a change that was not sent before the command ended.
const DROPPED: &str = "parkade apply ended before it was sent";

/// Reasons why a plan was not applied at all.
#[derive(Debug)]
pub enum NotApplied {
    /// The service could not be asked, or refused.
    Failure(Failure),
    /// Ended by a signal, a refused token, a lost connection or a long wait, before anything was sent.
    Stopped(Stop),
    /// Another reason, as a sentence.
    No(String),
}

/// Result of writing a plan.
#[derive(Debug)]
pub struct Applied {
    /// Name and result of each change.
    pub changes: Vec<(String, Became)>,
    /// Reason why some changes were not sent.
    pub stop: Option<Stop>,
}

/// Result of one change.
#[derive(Debug, PartialEq, Eq)]
pub enum Became {
    Saved,
    /// Reason why the change is not saved, and whether a permission is lacking.
    Refused {
        why: String,
        permission: bool,
    },
    /// The change was not sent and will not be.
    Dropped,
    /// Sent, with an outcome that is not known yet.
    Unknown,
}

/// An account opened to apply a plan.
pub struct Applying {
    account: Headless,
}

impl Applying {
    /// Opens the account's files and its connection.
    ///
    /// # Errors
    /// A sentence why the account cannot be opened.
    pub fn open(launch: &Launch, account: &Account) -> Result<Self, String> {
        let mut opened = Headless::new("apply", launch, account)?;
        opened.session.attach(opened.now());
        opened.session.connect(account.clone(), None)?;
        Ok(Self { account: opened })
    }

    /// Asks the user a question; meanwhile ctrl-c ends the command at once.
    pub fn asking<T>(&self, question: impl FnOnce() -> T) -> T {
        self.account.asking(question)
    }

    /// Writes a plan and waits for its result. If the command must end before that, unsent changes are dropped.
    /// `tell` is called with the reason of a wait. Returns `None` if every value is already as the plan has it.
    ///
    /// # Errors
    /// When nothing was written.
    pub fn write(&mut self, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Option<Applied>, NotApplied> {
        while !self.account.session.store.journal_is_read() && self.account.session.store.session().readonly.is_none() {
            let message = self.account.next();
            self.take(message, tell);
            self.account.wait(None, tell).map_err(NotApplied::Stopped)?;
        }
        let (now, store) = (self.account.now(), &mut self.account.session.store);
        if plan.is_so(store) {
            return Ok(None);
        }
        let entry = match store.plan_as(Intent::from(plan.write()), Origin::Applied, now) {
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
                break self.account.why_stop();
            }
            if let Err(stop) = self.account.wait(self.awaited(entry), tell) {
                self.stop(entry, tell);
                break Some(stop);
            }
        };
        let changes =
            self.account.session.store.journal().get(entry).map(|kept| self.outcome(kept)).unwrap_or_default();
        let stop = stop.filter(|_| changes.iter().any(|(_, became)| *became != Became::Saved));
        Ok(Some(Applied { changes, stop }))
    }

    fn is_in(&self, entry: EntryId, state: fn(State) -> bool) -> bool {
        let kept = self.account.session.store.journal().get(entry);
        kept.is_some_and(|kept| kept.targets.iter().any(|target| state(target.state)))
    }

    /// Reason why a write waits.
    fn awaited(&self, entry: EntryId) -> Option<Awaited> {
        if self.account.session.traffic.writes.sending_since().is_some() {
            Some(Awaited::Answer)
        } else if self.account.session.traffic.writes.is_looking() {
            Some(Awaited::Values)
        } else {
            self.is_in(entry, |state| state == State::Unknown).then_some(Awaited::Outcome)
        }
    }

    /// Drops unsent changes; those that were sent may still be answered.
    fn stop(&mut self, entry: EntryId, tell: &mut dyn FnMut(&str)) {
        self.account.session.store.drop_unsent(entry, DROPPED, self.account.now());
        self.account.session.traffic.writes.hold_back();
        let until = self.account.ms() + LAST_ANSWER;
        let is_sending = |this: &Self| this.is_in(entry, |state| state == State::Sending);
        if is_sending(self) {
            tell("Stopping. Waiting for the answer to what was sent.");
        }
        while is_sending(self) && self.account.ms() < until {
            let message = self.account.next();
            self.take(message, &mut |_| {});
            // A call that did not leave this machine after all is queued again, so drop it, too.
            self.account.session.store.drop_unsent(entry, DROPPED, self.account.now());
        }
    }

    fn turn(&mut self, tell: &mut dyn FnMut(&str)) {
        let (now, ms) = (self.account.now(), self.account.ms());
        let notice = self.account.session.exchange(now, ms).ask(Vec::new(), |_| {});
        if let Some((_, text)) = notice {
            tell(&text);
        }
        for text in std::mem::take(&mut self.account.session.store.session_mut().notices) {
            tell(&text);
        }
        let message = self.account.next();
        self.take(message, tell);
        // Changes whose values were changed elsewhere meanwhile are not written; the result says so.
        while self.account.session.store.conflict().is_some() {}
    }

    fn take(&mut self, message: Option<Message>, tell: &mut dyn FnMut(&str)) {
        let Some(message) = message else { return };
        // Report failed readings now; the results of changes are reported together at the end.
        let tells = matches!(&message, Message::Looked { found: Err(_), .. });
        let notice = self.account.take(message);
        if let Some((_, text)) = notice.filter(|_| tells && self.account.why_stop().is_none()) {
            tell(&text);
        }
    }

    fn outcome(&self, entry: &Entry) -> Vec<(String, Became)> {
        let index = self.account.session.store.inquiries();
        let outcome = |target: &Target| (entry.intent.called(&target.item(), index), became(target));
        entry.targets.iter().map(outcome).collect()
    }

    /// Closes the account, after the pending disk work is done.
    pub fn close(self) {
        self.account.close();
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
