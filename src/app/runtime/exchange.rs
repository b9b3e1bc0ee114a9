//! The part of the loop that needs no terminal: the effects of an answer, and the next requests. The loop and the
//! simulation in the tests both run this code.

use std::time::Duration;

use crate::base::{Timestamp, Zone, millis, short_wait, span_words};
use crate::client::Status;
use crate::store::lists::jobs::{Ended, How};
use crate::store::writes::probe::Found;
use crate::store::{Entry, EntryId, Store, Want, WriteHold};
use crate::ui::text::counted;
use crate::ui::{Confirm, Effect, Tone};

use super::inbox::{Inbox, Message};
use super::queries::Queries;
use super::walking::Walking;
use super::worker::Worker;
use super::writes::{Notice, WriteQueue, ending};

/// Difference in seconds between the clocks of the service and of this machine from which the user is told.
pub const CLOCKS_DIFFER: i64 = 5 * 60;
/// Longest wait, in seconds, that is never cut short on request; for a longer one `ctrl-r` asks first.
const ASKED_AFTER: i64 = 5;

/// Requests under way, and queues of those to come.
#[derive(Default)]
pub struct Traffic {
    pub queries: Queries,
    pub writes: WriteQueue,
    pub walking: Walking,
}

impl Traffic {
    /// Time of the next try of something that failed, in the loop's milliseconds.
    pub fn tries_again(&self) -> Option<u64> {
        let all = [self.queries.asks_again(), self.walking.asks_again(), self.writes.reads_again()];
        all.into_iter().flatten().min()
    }

    /// The exchange at this moment, `ms` by the loop's own clock.
    pub fn exchange<'a>(
        &'a mut self,
        store: &'a mut Store,
        worker: Option<&'a Worker>,
        inbox: &'a Inbox,
        now: Timestamp,
        ms: u64,
    ) -> Exchange<'a> {
        let Self { queries, writes, walking } = self;
        Exchange { store, queries, writes, walking, worker, inbox, now, ms }
    }
}

/// Store, connection and requests at one moment.
pub struct Exchange<'a> {
    pub store: &'a mut Store,
    pub queries: &'a mut Queries,
    pub writes: &'a mut WriteQueue,
    pub walking: &'a mut Walking,
    pub worker: Option<&'a Worker>,
    pub inbox: &'a Inbox,
    pub now: Timestamp,
    /// The loop's own clock.
    pub ms: u64,
}

impl Exchange<'_> {
    /// Handles a message about the service. Returns the notice for the user, and the message itself if it is about
    /// something else.
    pub fn message(&mut self, message: Message) -> (Notice, Option<Message>) {
        let (now, ms) = (self.now, self.ms);
        let mut notice = None;
        match message {
            Message::Query(reply) => {
                let (key, generation) = (reply.key.clone(), reply.generation);
                let failure = reply.result.as_ref().err().cloned();
                let changes = self.store.accept(reply);
                let differs = changes.differs || changes.new + changes.changed > 0;
                self.queries.ended(&key, generation, differs, failure.as_ref(), ms);
                notice = jobs_ended(&changes.ended);
                for import in changes.ended.iter().filter_map(|ended| ended.import) {
                    self.store.read_imported(import, now);
                    // Most imports move domains between tabs.
                    self.store.ask_domain_totals();
                }
                if failure.is_none() {
                    self.writes.resume(false);
                    self.walking.may_start(self.store, now, ms);
                    notice = notice.or_else(|| self.dates_ahead());
                }
            }
            Message::Kept { call, at, value } => {
                self.store.accept_kept(&call, at, value);
            }
            Message::Walked { errand, answer } => {
                self.heard(answer.as_ref().map_or_else(|failure| errand.may_end(failure), |_| true));
                self.walking.answered(self.store, errand, answer.map(|answer| *answer), now, ms);
            }
            Message::Journalled { batch, safe } => notice = self.journalled(batch, safe),
            Message::Looked { batch, found } => {
                self.heard(found.is_ok());
                notice = self.writes.looked(self.store, self.inbox, batch, found, now, ms);
            }
            Message::Uploaded { batch, sent, of } => {
                self.writes.moved(batch, ms);
                if let Some(entry) = self.writes.entry_of(batch) {
                    self.store.uploaded(entry, sent, of);
                }
            }
            Message::WriteEnded { batch, outcome } => {
                let touched = self.writes.touches(self.store, batch);
                let entry = self.writes.entry_of(batch);
                notice = self.writes.ended(self.store, batch, outcome, now, ms);
                self.store.stale(touched);
                self.names_moved(entry);
            }
            Message::Reading { check, found, began } => {
                self.heard(!matches!(*found, Found::Nothing));
                let learnt = self.store.reading(check, &found, began, now);
                self.names_moved(learnt.over);
                // An undone write reports nothing itself; the undo does.
                let over = learnt.over.filter(|entry| !self.is_undo(*entry));
                notice = over.and_then(|entry| ending(self.store, self.store.journal().get(entry)?));
            }
            Message::Status(status) => {
                self.status(&status);
                return (None, Some(Message::Status(status)));
            }
            other => return (None, Some(other)),
        }
        let notice = self.undo_ended().or(notice);
        (notice, None)
    }

    /// Warns once if the newest inquiry is dated in the future. Not needed if the service's answers have its time,
    /// because dates are then corrected.
    fn dates_ahead(&mut self) -> Notice {
        let status = self.worker?.client.status();
        if self.store.session().dates_noted || status.borrow().server_clock_skew.is_some() {
            return None;
        }
        let index = self.store.inquiries();
        let ahead = index.row(index.newest()?)?.date()?.0.saturating_sub(self.now.0);
        if ahead < CLOCKS_DIFFER {
            return None;
        }
        self.store.session_mut().dates_noted = true;
        let ahead = span_words(ahead.unsigned_abs());
        Some((Tone::Warn, format!("The newest inquiry is dated {ahead} after this machine's time. Check the clock.")))
    }

    /// True when the entry undoes or redoes another, belongs to an undo or redo, or is undone itself.
    fn is_undo(&self, entry: EntryId) -> bool {
        let journal = self.store.journal();
        let tells_its_end = journal.get(entry).is_some_and(|kept| kept.origin.awaits().is_some());
        tells_its_end || journal.is_reversed(entry)
    }

    /// Sends the waiting undos whose act has now a known outcome, or drops them; returns the message about it.
    fn undo_ended(&mut self) -> Notice {
        self.store.review(self.now);
        let words = self.store.undo_ended()?;
        Some((if words.good { Tone::Good } else { Tone::Warn }, words.text))
    }

    /// Passes the state of the connection to the store: the service's clock, and the end of a wait it asked for.
    fn status(&mut self, status: &Status) {
        if let Some(ahead) = status.server_clock_skew {
            self.store.tell_server_ahead(ahead);
        }
        self.store.keep_wait(status.waiting_until, self.now);
    }

    /// Continues a wait the service asked for in an earlier run.
    fn keep_waiting(&mut self, worker: &Worker) {
        if let Some(left) = self.store.resumed_wait() {
            worker.client.keep_waiting(left);
            self.writes.keep_waiting(self.ms + millis(left));
        }
    }

    /// Runs `ctrl-r`: requests everything on the screen again, and sends waiting writes. Pauses of our own (no
    /// connection, a bad answer) end at once. A wait the service asked for is not cut short without a yes, so the
    /// question is returned instead. `asked` is the end of that wait as the client knows it.
    pub fn refresh(&mut self, asked: Option<Timestamp>, zone: Zone) -> Option<Confirm> {
        self.queries.refresh(self.ms);
        self.store.reread_own_settings(self.now);
        let by_client = asked.map_or(0, |until| until.0.saturating_sub(self.now.0));
        let by_queue = self.writes.wait_left(self.ms).map_or(0, |left| left.div_ceil(1_000).cast_signed());
        let left = by_client.max(by_queue);
        if left <= ASKED_AFTER {
            self.writes.resume(true);
            return None;
        }
        let until = Timestamp(self.now.0.saturating_add(left));
        let until = until.ahead(self.now, zone);
        let consequence = format!("The service asked to wait until {until} ({}).", short_wait(left));
        let (title, action, way_back) = match self.store.journal().waiting() {
            0 => ("Ask the service again now".to_owned(), "ask", "It retries then automatically.".to_owned()),
            n => {
                let what = counted(n as u64, "change", "changes");
                (format!("Send {what} now"), "send", format!("Otherwise sent automatically at {until}."))
            }
        };
        let confirm = Confirm::new(title, action, vec![Effect::SendNow]);
        Some(Confirm { consequence, way_back: Some(way_back), ..confirm })
    }

    /// Sends although the service asked to wait, as the user wishes.
    pub fn send_now(&mut self) {
        if let Some(worker) = self.worker {
            worker.client.send_anyway();
        }
        self.writes.send_now();
        self.queries.refresh(self.ms);
    }

    /// Resumes after a refused token was accepted after all: requests again what failed, and sends waiting writes.
    pub fn accepted(&mut self) {
        self.writes.resume(false);
        self.queries.retry_failed(self.ms);
        self.walking.at_once();
    }

    /// Called when the service answered: writes that waited for a connection continue.
    fn heard(&mut self, answered: bool) {
        if answered {
            self.writes.resume(false);
        }
    }

    /// Requests the totals of the tabs after a write that moves domains between them, because only the lists show
    /// where they are now.
    fn names_moved(&mut self, entry: Option<EntryId>) {
        let entry = entry.and_then(|entry| self.store.journal().get(entry));
        let moves = |entry: &Entry| entry.intent.rule().leaves.is_some();
        if entry.is_some_and(|entry| moves(entry) && !entry.open()) {
            self.store.ask_domain_totals();
        }
    }

    fn journalled(&mut self, batch: u64, safe: bool) -> Notice {
        let (call, cancel) = self.writes.journalled(self.store, batch)?;
        let worker = self.worker?;
        if !safe {
            return self.writes.not_journalled(self.store, batch, self.now);
        }
        self.writes.moved(batch, self.ms);
        worker.write(batch, call, cancel);
        None
    }

    /// Starts and cancels requests so that the running ones are the wanted ones, and sends the writes that may be
    /// sent. `unknown` is called with each started want of which nothing is in memory. Returns the message for the
    /// user.
    pub fn ask(&mut self, wants: Vec<Want>, mut unknown: impl FnMut(&Want)) -> Notice {
        self.store.wanted(wants.iter().map(|want| want.key.as_str()));
        let worker = self.worker?;
        self.keep_waiting(worker);
        let outdated = self.store.take_stale();
        let (store, now, ms) = (&mut *self.store, self.now, self.ms);
        let known = |want: &Want| {
            let state = store.state_of(&want.key);
            let young = state.at.is_some_and(|at| now.0 - at.0 < want.fresh_for.as_secs().cast_signed());
            young && !state.from_disk && !state.stale
        };
        self.queries.soon(&outdated, &wants, ms);
        let starts = self.queries.reconcile(wants, ms, known);
        self.queries.take_unwanted().iter().for_each(|key| store.let_go(key));
        for start in starts {
            if !store.has(&start.want.key) {
                unknown(&start.want);
            }
            store.mark_loading(&start.want.key, start.generation);
            worker.fetch(start);
        }
        self.walking.advance(store, worker, !self.queries.is_paused(), ms);
        store.review(now);
        let (looking, notice) = self.writes.begin(store, self.inbox, now, ms);
        for look in looking {
            worker.look(look);
        }
        let held = match self.writes.held(now, ms) {
            _ if worker.client.is_refused() => WriteHold::TokenRefused,
            // The client may have learnt of a wait from a read that was refused.
            WriteHold::No => {
                worker.client.write_wait().map_or(WriteHold::No, |left| WriteHold::Until(end_of(left, now)))
            }
            held => held,
        };
        if !same_hold(held, store.session().write_hold) {
            store.session_mut().write_hold = held;
        }
        let reads = worker.client.read_wait().map(|left| end_of(left, now));
        if !same_wait(reads, store.session().read_wait) {
            store.session_mut().read_wait = reads;
        }
        for ask in store.readings_due(now) {
            store.begin_reading(ask.check, now);
            let began = store.clock();
            worker.settle(ask, began);
        }
        notice
    }
}

/// Message about import and export jobs that have ended.
fn jobs_ended(ended: &[Ended]) -> Notice {
    let ended = Ended::together(ended)?;
    let tone = match ended.how {
        How::Well => Tone::Good,
        How::Partly => Tone::Warn,
        How::Failed => Tone::Bad,
    };
    Some((tone, ended.words))
}

/// End of a wait, rounded up to a second.
fn end_of(left: Duration, now: Timestamp) -> Timestamp {
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    Timestamp(now.0.saturating_add(seconds.cast_signed()))
}

fn same_hold(a: WriteHold, b: WriteHold) -> bool {
    match (a, b) {
        (WriteHold::Until(a), WriteHold::Until(b)) => same_wait(Some(a), Some(b)),
        (a, b) => a == b,
    }
}

/// True when two ends of a wait are the same. Each is computed anew and may be a second off.
fn same_wait(a: Option<Timestamp>, b: Option<Timestamp>) -> bool {
    a.zip(b).map_or(a == b, |(a, b)| (a.0 - b.0).abs() <= 1)
}
