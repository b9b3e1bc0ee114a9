//! Reasons for which the write queue waits, and what the user can do about each: a wait the service asked for, a lost
//! connection, a write that cannot be prepared, one without an answer.

use std::time::Duration;

use super::{Batch, Notice, OnItsWay, WriteQueue, done_of, first, sentence};
use crate::base::{Timestamp, millis, span_words};
use crate::client::{Failure, FailureKind};
use crate::store::{EntryId, Store, WriteHold};
use crate::ui::Tone;
use crate::ui::text::bytes;

/// Most waits in a row that the service may ask for before the user must decide.
const WAITS: u32 = 5;
/// Longest sum of these waits before the user must decide.
const WAITED_AT_MOST: Duration = Duration::from_secs(10 * 60);
/// Wait after a 429 without `Retry-After`.
const UNSAID: Duration = Duration::from_secs(2);
/// First and longest wait, in milliseconds, before a failed reading for a write is tried again.
const READ_AGAIN: (u64, u64) = (5_000, 30_000);
/// Milliseconds without an answer after which a write counts as being sent, and after which the user is told that it
/// hangs.
const STALLED: (u64, u64) = (2_000, 30_000);

/// Reason for which nothing is sent although something is planned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Hold {
    #[default]
    No,
    /// The service asked to wait until this time, in the loop's milliseconds.
    Until(u64),
    /// Offline; sending resumes when the service answers anything.
    Offline,
    /// The user must decide, because the service asked to wait too often.
    User,
}

/// Write that waits while others are sent, because something could not be read for it.
#[derive(Debug)]
pub(super) struct Aside {
    pub entry: EntryId,
    /// End of its wait in the loop's milliseconds; `None` during another try.
    pub until: Option<u64>,
    wait: u64,
    why: FailureKind,
    status: Option<u16>,
}

impl OnItsWay {
    /// Time since which the write, or a reading for it, has waited for an answer.
    fn since(&self) -> Option<u64> {
        self.sent.or(self.looking.then_some(self.begun))
    }
}

impl WriteQueue {
    /// Lets one write wait that cannot be prepared now; returns its wait in milliseconds.
    pub(super) fn put_aside(&mut self, entry: EntryId, failure: &Failure, now_ms: u64) -> u64 {
        let known = self.aside.iter().position(|aside| aside.entry == entry);
        let before = known.map_or(0, |place| self.aside.swap_remove(place).wait);
        let wait = (before * 2).clamp(READ_AGAIN.0, READ_AGAIN.1);
        let (why, status) = (failure.kind.clone(), failure.status);
        self.aside.push(Aside { entry, until: Some(now_ms + wait), wait, why, status });
        wait
    }

    /// Stops sending until the service answers. The failed batch is queued again; the message is the one for writes
    /// planned while offline.
    pub(super) fn offline(&mut self, failure: &Failure, store: &Store, batch: &Batch) -> (Tone, String) {
        self.hold = Hold::Offline;
        let hold = if failure.kind == FailureKind::Unauthorized { WriteHold::TokenRefused } else { WriteHold::Offline };
        let when = hold.sent_when();
        let queued = first(store, batch).map(|entry| entry.planned_words(when, store.inquiries()));
        let why = sentence(failure);
        (Tone::Warn, queued.map_or(why.clone(), |queued| format!("{queued}. {why}")))
    }

    /// Lets one write to the ads service wait, because its refused key says nothing about the token.
    pub(super) fn without_key(&mut self, failure: &Failure, store: &Store, batch: &Batch, now_ms: u64) -> Notice {
        self.put_aside(batch.targets.first()?.0, failure, now_ms);
        let done = done_of(store, batch);
        Some((Tone::Warn, format!("Not {done} yet: the ads key is missing or was rejected. ctrl-r tries again.")))
    }

    pub(super) fn may_go(&mut self, now_ms: u64) -> bool {
        if matches!(self.hold, Hold::Until(until) if until <= now_ms) {
            self.hold = Hold::No;
        }
        self.hold == Hold::No
    }

    /// Reason for which nothing is sent, with times by the service's clock.
    pub fn held(&self, now: Timestamp, now_ms: u64) -> WriteHold {
        match self.hold {
            Hold::No => WriteHold::No,
            Hold::Until(until) => {
                let seconds = until.saturating_sub(now_ms).div_ceil(1000);
                WriteHold::Until(Timestamp(now.0.saturating_add(i64::try_from(seconds).unwrap_or(i64::MAX))))
            }
            Hold::Offline => WriteHold::Offline,
            Hold::User => WriteHold::User,
        }
    }

    pub(super) fn flooded(&mut self, failure: &Failure, now_ms: u64) -> Notice {
        self.waits += 1;
        let since = *self.waiting_since.get_or_insert(now_ms);
        let wait = failure.retry_after.unwrap_or(UNSAID * (1 << self.waits.min(5)));
        let until = now_ms.saturating_add(millis(wait));
        let too_long = now_ms.saturating_sub(since) > millis(WAITED_AT_MOST);
        if self.waits > WAITS || too_long {
            self.hold = Hold::User;
            (self.waits, self.waiting_since) = (0, None);
            let text = "Still rate limited. Changes are kept: ctrl-r sends them, u cancels them.";
            return Some((Tone::Warn, text.to_owned()));
        }
        self.hold = Hold::Until(until);
        (wait > WAITED_AT_MOST).then(|| {
            let wait = span_words(wait.as_secs());
            (Tone::Warn, format!("Rate limited for {wait}. Changes are sent then; ctrl-r sends them now."))
        })
    }

    /// Resumes sending, because the service has answered or the user asks again.
    pub fn resume(&mut self, by_user: bool) {
        if self.hold == Hold::Offline || (by_user && self.hold == Hold::User) {
            self.hold = Hold::No;
        }
        if by_user {
            self.aside.clear();
            // If a reading for a write waits for another try, start it again.
            self.on_its_way.iter().filter(|write| write.looking).for_each(|write| write.cancel.cancel());
        }
    }

    /// Sends although the service asked to wait, because the user confirmed it.
    pub fn send_now(&mut self) {
        (self.hold, self.waits, self.waiting_since) = (Hold::No, 0, None);
        self.resume(true);
    }

    /// Keeps a wait that the service asked for in an earlier run.
    pub fn keep_waiting(&mut self, until_ms: u64) {
        self.hold = Hold::Until(until_ms);
    }

    /// Milliseconds left of the wait the service asked for.
    pub fn wait_left(&self, now_ms: u64) -> Option<u64> {
        if let Hold::Until(until) = self.hold { until.checked_sub(now_ms) } else { None }
    }

    /// Notes that a batch has gone out, or that its upload has moved.
    pub fn moved(&mut self, number: u64, now_ms: u64) {
        if let Some(write) = self.on_its_way.iter_mut().find(|write| write.number == number) {
            write.sent.get_or_insert(now_ms);
            write.moved = now_ms;
        }
    }

    /// Time since which a write waits for its answer, or an upload for progress, in the loop's milliseconds.
    pub fn sending_since(&self) -> Option<u64> {
        self.on_its_way.iter().filter(|write| write.sent.is_some()).map(|write| write.moved).min()
    }

    /// Time since which a write, or a reading before it, has been on its way for too long.
    pub fn stalled_since(&self, now_ms: u64) -> Option<u64> {
        let since = self.on_its_way.iter().filter_map(OnItsWay::since).min();
        since.filter(|since| now_ms.saturating_sub(*since) >= STALLED.0)
    }

    /// Words for what the user waits for: `Archiving solarpark.de (Anna): sending, 5 s`.
    pub fn stalled_words(&self, store: &Store, now_ms: u64) -> Option<String> {
        let since = self.stalled_since(now_ms)?;
        let write = self.on_its_way.iter().find(|write| write.since() == Some(since))?;
        let entry = first(store, &write.batch)?;
        let what = entry.what(write.batch.targets.len(), store.inquiries());
        let doing = entry.intent.rule().doing.replace("{}", &what);
        let since = if write.looking { since } else { write.moved };
        let waited = now_ms.saturating_sub(since);
        let seconds = waited / 1_000;
        if write.looking {
            return Some(format!("{doing}: reading what is there now, {seconds} s"));
        }
        Some(match store.upload(entry.id).filter(|(sent, of)| sent < of) {
            Some((sent, of)) => {
                let waiting = if waited < STALLED.0 { String::new() } else { format!(", waiting {seconds} s") };
                format!("{doing}: {} of {} sent{waiting}", bytes(sent), bytes(of))
            }
            None if waited < STALLED.1 => format!("{doing}: sending, {seconds} s"),
            None => format!("{doing}: no answer for {seconds} s"),
        })
    }

    /// Stops waiting for an answer or the end of an upload; the result of the write is read instead. False if no
    /// write has taken that long. Unsent writes stay planned.
    pub fn cancel_stalled(&self, now_ms: u64) -> bool {
        let stalled = |write: &&OnItsWay| write.sent.is_some_and(|sent| now_ms.saturating_sub(sent) >= STALLED.0);
        let mut any = false;
        for write in self.on_its_way.iter().filter(stalled) {
            write.cancel.cancel();
            any = true;
        }
        any
    }

    /// Keeps everything from being sent that was not sent yet.
    pub fn hold_back(&self) {
        self.on_its_way.iter().filter(|write| write.sent.is_none()).for_each(|write| write.cancel.cancel());
    }

    /// True while a reading is made for a write that has not gone out yet.
    pub fn is_looking(&self) -> bool {
        self.on_its_way.iter().any(|write| write.looking)
    }

    /// End of a pause the service asked for, or time of the next reading for a write.
    pub fn next_due(&self) -> Option<u64> {
        match self.hold {
            Hold::Until(until) => Some(until),
            Hold::No => self.reads_again(),
            Hold::Offline | Hold::User => None,
        }
    }

    /// Time of the next try of a reading for a write.
    pub fn reads_again(&self) -> Option<u64> {
        self.aside.iter().filter_map(|aside| aside.until).min()
    }

    /// Failure, with its status, of a reading for which a write waits.
    pub fn cannot_read(&self) -> Option<(FailureKind, Option<u16>)> {
        self.aside.first().map(|aside| (aside.why.clone(), aside.status))
    }
}
