//! The write queue: one write on its way at a time, oldest first, journalled before its first byte.
//!
//! Equal marks that wait together travel as one bulk call. What an answer means is decided by the class the client gave
//! it; nothing here sends a write whose outcome is unknown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::api::{Call, Resource};
use crate::base::{Timestamp, span_words};
use crate::client::{Failure, FailureKind, WriteOutcome};
use crate::store::intent::{Back, Subject, thousands};
use crate::store::writes::Answered;
use crate::store::writes::probe::{Found, Probe};
use crate::store::{Batch, Entry, EntryId, State, Store, Which, WriteHold, WriteProgress, WriteStep};
use crate::ui::Tone;

use super::mail::{Message, Post};

/// A flood is waited out this often in a row …
const WAITS: u32 = 5;
/// … and not for longer than this in all (fault 14).
const WAITED_AT_MOST: Duration = Duration::from_mins(10);
/// When the service asks to wait and does not say how long.
const UNSAID: Duration = Duration::from_secs(2);
/// First and longest wait, in milliseconds, before what could not be read for a write is read again.
const READ_AGAIN: (u64, u64) = (5_000, 30_000);
/// Milliseconds without an answer after which a write is said to be on its way, and after which that is said in words.
const STALLED: (u64, u64) = (2_000, 30_000);

/// Why nothing is sent although something is planned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Hold {
    #[default]
    No,
    /// The service asked to wait until then (the loop's milliseconds).
    Until(u64),
    /// There is no connection; goes on when the service answers anything.
    Offline,
    /// The user decides: the service asked to wait too often.
    User,
}

/// A batch between its journal entry and its answer.
#[derive(Debug)]
struct OnItsWay {
    number: u64,
    batch: Batch,
    upload: bool,
    /// Something is read before it may go out; nothing is journalled as sent yet.
    looking: bool,
    /// When it went out or its upload last moved, in the loop's milliseconds.
    sent: Option<u64>,
    cancel: CancellationToken,
}

/// A write for which something could not be read: it waits alone.
#[derive(Debug)]
struct Aside {
    entry: EntryId,
    /// Until when, in the loop's milliseconds; `None` while it is tried again.
    until: Option<u64>,
    wait: u64,
    why: FailureKind,
    status: Option<u16>,
}

/// What must be read before a batch may go out.
#[derive(Debug)]
pub struct Looking {
    pub batch: u64,
    pub probes: Vec<Probe>,
    pub cancel: CancellationToken,
}

/// The queue. The journal holds what is planned; this knows only what is on its way: at most one write, and beside it
/// one file.
#[derive(Debug, Default)]
pub struct WriteQueue {
    count: u64,
    on_its_way: Vec<OnItsWay>,
    aside: Vec<Aside>,
    hold: Hold,
    waits: u32,
    waiting_since: Option<u64>,
}

/// What a step of the queue has to tell the user.
pub type Told = Option<(Tone, String)>;

impl WriteQueue {
    /// Takes the next batch, if one may go out now; it is journalled, and `post` hears when that is safe on disk. Where
    /// something must be read before, that is given instead. Tells of writes that waited too long to go out unasked.
    pub fn begin(&mut self, store: &mut Store, post: &Post, now: Timestamp, now_ms: u64) -> (Vec<Looking>, Told) {
        let mut looking = Vec::new();
        if !self.may_go(now_ms) {
            return (looking, None);
        }
        let told = store.drop_expired(now).pop();
        for aside in &mut self.aside {
            aside.until = aside.until.filter(|until| *until > now_ms);
        }
        for upload in [false, true] {
            if self.on_its_way.iter().any(|write| write.upload == upload) {
                continue;
            }
            let aside = |entry| self.aside.iter().any(|aside| aside.entry == entry && aside.until.is_some());
            let Some(batch) = store.next_batch_without(upload, aside) else { continue };
            self.count += 1;
            let (number, cancel) = (self.count, CancellationToken::new());
            let probes = store.looks(&batch, now);
            if probes.is_empty() {
                journal(store, &batch, number, post, now);
            } else {
                looking.push(Looking { batch: number, probes: probes.clone(), cancel: cancel.clone() });
            }
            self.on_its_way.push(OnItsWay { number, batch, upload, looking: !probes.is_empty(), sent: None, cancel });
        }
        (looking, told.map(|text| (Tone::Warn, text)))
    }

    /// What had to be read before a batch is known, or could not be read: it is journalled now, or waits.
    pub fn looked(
        &mut self,
        store: &mut Store,
        post: &Post,
        number: u64,
        found: Result<Vec<Found>, Failure>,
        now: Timestamp,
        now_ms: u64,
    ) -> Told {
        let place = self.on_its_way.iter().position(|write| write.number == number && write.looking)?;
        match found {
            Ok(found) => {
                let entry = self.entry_of(number);
                self.aside.retain(|aside| Some(aside.entry) != entry);
                let (batch, told) = store.looked(&self.on_its_way[place].batch, &found, now);
                if batch.targets.is_empty() {
                    self.on_its_way.swap_remove(place);
                } else {
                    journal(store, &batch, number, post, now);
                    let write = &mut self.on_its_way[place];
                    (write.batch, write.looking) = (batch, false);
                }
                told.map(|text| (Tone::Warn, text))
            }
            Err(failure) => {
                let batch = self.on_its_way.swap_remove(place).batch;
                match failure.kind {
                    FailureKind::Cancelled => None,
                    FailureKind::Flood => self.flooded(&failure, now_ms),
                    FailureKind::Offline | FailureKind::Tls | FailureKind::Proxy | FailureKind::Unauthorized => {
                        self.offline(&failure)
                    }
                    // A bad answer says nothing of the others.
                    _ => {
                        let wait = self.put_aside(batch.targets.first()?.0, &failure, now_ms) / 1_000;
                        let (done, why) = (done_of(store, &batch), sentence(&failure));
                        Some((Tone::Warn, format!("Not {done} yet: {why} Retrying in {wait} s.")))
                    }
                }
            }
        }
    }

    /// Lets a write wait that cannot be prepared now; how long, in milliseconds.
    fn put_aside(&mut self, entry: EntryId, failure: &Failure, now_ms: u64) -> u64 {
        let known = self.aside.iter().position(|aside| aside.entry == entry);
        let before = known.map_or(0, |place| self.aside.swap_remove(place).wait);
        let wait = (before * 2).clamp(READ_AGAIN.0, READ_AGAIN.1);
        let (why, status) = (failure.kind.clone(), failure.status);
        self.aside.push(Aside { entry, until: Some(now_ms + wait), wait, why, status });
        wait
    }

    fn offline(&mut self, failure: &Failure) -> Told {
        self.hold = Hold::Offline;
        Some((Tone::Warn, format!("Queued: {} It will be sent when the service is back.", sentence(failure))))
    }

    fn may_go(&mut self, now_ms: u64) -> bool {
        if matches!(self.hold, Hold::Until(until) if until <= now_ms) {
            self.hold = Hold::No;
        }
        self.hold == Hold::No
    }

    /// Why nothing is sent, in the service's time.
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

    fn find(&self, number: u64) -> Option<&OnItsWay> {
        self.on_its_way.iter().find(|write| write.number == number)
    }

    /// The journal holds the batch: the call to send now.
    pub fn journalled(&self, store: &Store, number: u64) -> Option<(Call, CancellationToken)> {
        let write = self.find(number)?;
        Some((store.call(&write.batch)?, write.cancel.clone()))
    }

    /// The entry a batch on its way belongs to, the first of them.
    pub fn entry_of(&self, number: u64) -> Option<EntryId> {
        self.find(number)?.batch.targets.first().map(|(entry, _)| *entry)
    }

    /// What a batch on its way changes at the service.
    pub fn touches(&self, store: &Store, number: u64) -> &'static [Resource] {
        let entry = self.entry_of(number).and_then(|entry| store.journal().get(entry));
        entry.map_or(&[], |entry| entry.intent.endpoint().touches)
    }

    /// Takes the end of a batch on its way.
    pub fn ended(
        &mut self,
        store: &mut Store,
        number: u64,
        outcome: WriteOutcome,
        now: Timestamp,
        now_ms: u64,
    ) -> Told {
        let place = self.on_its_way.iter().position(|write| write.number == number)?;
        let batch = self.on_its_way.swap_remove(place).batch;
        match outcome {
            WriteOutcome::Applied(answer) => {
                (self.waits, self.waiting_since) = (0, None);
                let answered = store.answered(&batch, &answer.body, now);
                applied(store, &batch, &answered)
            }
            // Also when the client did not even begin, because the wait asked for is a long one.
            WriteOutcome::Refused(failure) | WriteOutcome::NotSent(failure) if failure.kind == FailureKind::Flood => {
                store.settle_batch(&batch, &WriteStep::NotSent, now);
                self.flooded(&failure, now_ms)
            }
            WriteOutcome::Refused(failure) => {
                let mut words = failure.sentence();
                if let Some(way) = first(store, &batch).and_then(|entry| entry.intent.way_on(&failure.kind)) {
                    words = format!("{}. {way}", words.trim_end_matches('.'));
                }
                store.settle_batch(&batch, &WriteStep::Refused(failure), now);
                Some((Tone::Bad, format!("Not {}: {words}", done_of(store, &batch))))
            }
            WriteOutcome::NotSent(failure) if failure.kind == FailureKind::Cancelled => {
                let why = "taken back before it was sent".to_owned();
                store.settle_batch(&batch, &WriteStep::Dropped { why }, now);
                None
            }
            // The file that was to be uploaded cannot be read (any more): no wait mends that.
            WriteOutcome::NotSent(failure) if failure.kind == FailureKind::File => {
                let words = failure.sentence();
                store.settle_batch(&batch, &WriteStep::Dropped { why: words.clone() }, now);
                Some((Tone::Bad, format!("Not {}: {words}", done_of(store, &batch))))
            }
            WriteOutcome::NotSent(failure) => {
                store.settle_batch(&batch, &WriteStep::NotSent, now);
                self.offline(&failure)
            }
            WriteOutcome::Unknown(failure) => {
                let cancelled = failure.kind == FailureKind::Cancelled;
                store.settle_batch(&batch, &WriteStep::Unknown(failure), now);
                let text = unknown(store, &batch);
                Some((Tone::Warn, if cancelled { format!("Cancelled. {text}") } else { text }))
            }
        }
    }

    /// The journal cannot be written, so the batch is not sent.
    pub fn not_journalled(&mut self, store: &mut Store, number: u64, now: Timestamp, now_ms: u64) -> Told {
        let detail = "The journal cannot be written, so nothing is sent.";
        let failure = Failure::new(FailureKind::Refused, detail);
        self.ended(store, number, WriteOutcome::Refused(failure), now, now_ms)
    }

    fn flooded(&mut self, failure: &Failure, now_ms: u64) -> Told {
        self.waits += 1;
        let since = *self.waiting_since.get_or_insert(now_ms);
        let wait = failure.retry_after.unwrap_or(UNSAID * (1 << self.waits.min(5)));
        let until = now_ms.saturating_add(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        let too_long = now_ms.saturating_sub(since) > WAITED_AT_MOST.as_millis() as u64;
        if self.waits > WAITS || too_long {
            self.hold = Hold::User;
            (self.waits, self.waiting_since) = (0, None);
            let text = "The service keeps asking to wait. Changes are kept: ctrl-r sends them, u takes them back.";
            return Some((Tone::Warn, text.to_owned()));
        }
        self.hold = Hold::Until(until);
        (wait > WAITED_AT_MOST).then(|| {
            let wait = span_words(wait.as_secs());
            (Tone::Warn, format!("The service asks to wait {wait}. Changes are sent then, or now with ctrl-r."))
        })
    }

    /// The service has answered something, or the user asks again: what waited for that goes on.
    pub fn go_on(&mut self, by_user: bool) {
        if self.hold == Hold::Offline || (by_user && self.hold == Hold::User) {
            self.hold = Hold::No;
        }
        if by_user {
            self.aside.clear();
        }
    }

    /// The user sends although the service asked to wait.
    pub fn send_now(&mut self) {
        (self.hold, self.waits, self.waiting_since) = (Hold::No, 0, None);
        self.aside.clear();
    }

    /// Waits as the service asked in an earlier run.
    pub fn keep_waiting(&mut self, until_ms: u64) {
        self.hold = Hold::Until(until_ms);
    }

    /// Milliseconds left of a wait the service asked for.
    pub fn wait_left(&self, now_ms: u64) -> Option<u64> {
        if let Hold::Until(until) = self.hold { until.checked_sub(now_ms) } else { None }
    }

    /// A batch has gone out, or its upload has moved.
    pub fn moved(&mut self, number: u64, now_ms: u64) {
        if let Some(write) = self.on_its_way.iter_mut().find(|write| write.number == number) {
            write.sent = Some(now_ms);
        }
    }

    /// Since when a write has been waiting for its answer, in the loop's milliseconds.
    pub fn sending_since(&self) -> Option<u64> {
        self.on_its_way.iter().filter_map(|write| write.sent).min()
    }

    /// Since when a write has been on its way that should be over by now; another look is due at the second figure.
    pub fn stalled_since(&self, now_ms: u64) -> Option<u64> {
        self.sending_since().filter(|since| now_ms.saturating_sub(*since) >= STALLED.0)
    }

    /// What the user waits for, in words: `Archive 3 inquiries: sending, 5 s`.
    pub fn stalled_words(&self, store: &Store, now_ms: u64) -> Option<String> {
        let since = self.stalled_since(now_ms)?;
        let write = self.on_its_way.iter().find(|write| write.sent == Some(since))?;
        let asked = first(store, &write.batch)?.intent.asked();
        let waited = now_ms.saturating_sub(since);
        let seconds = waited / 1_000;
        Some(if waited < STALLED.1 {
            format!("{asked}: sending, {seconds} s")
        } else {
            format!("{asked}: no answer for {seconds} s")
        })
    }

    /// The user does not wait for the answer any longer: what became of the write is read. False when none was stalled;
    /// what has not been sent stays planned.
    pub fn cancel_stalled(&self, now_ms: u64) -> bool {
        let stalled = |write: &&OnItsWay| write.sent.is_some_and(|sent| now_ms.saturating_sub(sent) >= STALLED.0);
        let mut any = false;
        for write in self.on_its_way.iter().filter(stalled) {
            write.cancel.cancel();
            any = true;
        }
        any
    }

    /// The user cancels: what waits is dropped, what is on its way is cut (and then read, not believed).
    pub fn cancel(&mut self, store: &mut Store, now: Timestamp) -> usize {
        self.on_its_way.iter().for_each(|write| write.cancel.cancel());
        self.hold = Hold::No;
        self.aside.clear();
        // All of them: of two planned writes of a row the second must not go out without the first.
        let planned = |entry: &Entry| -> (EntryId, Vec<Subject>) {
            let planned = entry.targets.iter().filter(|target| target.state == State::Planned);
            (entry.id, planned.map(|target| target.subject.clone()).collect())
        };
        let waiting: Vec<_> = store.journal().open().map(planned).filter(|(_, planned)| !planned.is_empty()).collect();
        let count = waiting.iter().map(|(_, planned)| planned.len()).sum();
        for (entry, planned) in waiting {
            let step = WriteStep::Dropped { why: "taken back before it was sent".to_owned() };
            store.settle(WriteProgress { entry, targets: Which::These(planned), step, at: now });
        }
        count
    }

    /// When a pause the service asked for is over, or something is read again for a write.
    pub fn next_due(&self) -> Option<u64> {
        match self.hold {
            Hold::Until(until) => Some(until),
            Hold::No => self.reads_again(),
            Hold::Offline | Hold::User => None,
        }
    }

    /// When something that could not be read for a write is read again.
    pub fn reads_again(&self) -> Option<u64> {
        self.aside.iter().filter_map(|aside| aside.until).min()
    }

    /// Why a write waits alone: what came when something was read for it, with its status.
    pub fn cannot_read(&self) -> Option<(FailureKind, Option<u16>)> {
        self.aside.first().map(|aside| (aside.why.clone(), aside.status))
    }
}

/// What happened, as a whole sentence.
fn sentence(failure: &Failure) -> String {
    format!("{}.", failure.sentence().trim_end_matches('.'))
}

/// Writes down that a batch goes out; `post` hears when that is safe.
fn journal(store: &mut Store, batch: &Batch, number: u64, post: &Post, now: Timestamp) {
    let entries = batch.entries();
    let durable = Durability::new(entries.len(), number, post.clone());
    for (entry, targets) in entries {
        store.begin_send(entry, &targets, now, durable.one());
    }
}

/// The entry a batch begins with.
fn first<'a>(store: &'a Store, batch: &Batch) -> Option<&'a Entry> {
    store.journal().get(batch.targets.first()?.0)
}

/// `archived`, `mailed to you`.
fn done_of(store: &Store, batch: &Batch) -> &'static str {
    first(store, batch).map_or("done", |entry| entry.intent.rule().done)
}

/// The words for an answer: what shows at once is told only where it is not as the screen shows it.
fn applied(store: &Store, batch: &Batch, answered: &Answered) -> Told {
    let entry = first(store, batch)?;
    let of = batch.targets.len();
    if answered.odd {
        return Some((Tone::Warn, unknown(store, batch)));
    }
    if let Some(why) = &answered.instead {
        return Some((Tone::Warn, format!("Not {}: {why}.", entry.intent.rule().done)));
    }
    if answered.queued {
        let what = entry.intent.rule().noun.count(answered.open);
        return Some((Tone::Info, format!("Accepted; the service works on {what} in the background.")));
    }
    if answered.missing > 0 {
        let (missing, of) = (thousands(answered.missing), thousands(of));
        return Some((Tone::Warn, format!("{missing} of {of} are no longer there.")));
    }
    if answered.open > 0 {
        return Some((Tone::Warn, "The service passed over some of them; reading which.".to_owned()));
    }
    if answered.done < of {
        return Some((Tone::Warn, format!("Not {}: the service passed over them.", entry.intent.rule().done)));
    }
    // What was shown when it was planned needs no second message.
    if entry.intent.doing().is_empty() || entry.open() {
        return None;
    }
    let back = if entry.intent.rule().back == Back::None { "" } else { " · u undo" };
    Some((Tone::Good, format!("{}{back}", entry.words(store.journal()))))
}

/// The words for an answer that was lost.
fn unknown(store: &Store, batch: &Batch) -> String {
    let checked = first(store, batch).is_some_and(Entry::open);
    if checked {
        return "Sent, outcome unknown; checking by reading.".to_owned();
    }
    match first(store, batch) {
        Some(entry) => format!("{}: sent, outcome unknown: {}.", entry.intent.asked(), entry.outcome()),
        None => "Sent, outcome unknown.".to_owned(),
    }
}

/// Counts the entries of a batch that are safe on disk, and tells the loop once about all of them.
struct Durability(Arc<Count>);

struct Count {
    left: AtomicUsize,
    failed: AtomicBool,
    number: u64,
    post: Post,
}

impl Durability {
    fn new(entries: usize, number: u64, post: Post) -> Self {
        Self(Arc::new(Count { left: AtomicUsize::new(entries), failed: AtomicBool::new(false), number, post }))
    }

    fn one(&self) -> crate::store::Durable {
        let count = Arc::clone(&self.0);
        Box::new(move |result| {
            if result.is_err() {
                count.failed.store(true, Ordering::Release);
            }
            if count.left.fetch_sub(1, Ordering::AcqRel) == 1 {
                let safe = !count.failed.load(Ordering::Acquire);
                count.post.send(Message::Journalled { batch: count.number, safe });
            }
        })
    }
}

#[cfg(test)]
mod tests;
