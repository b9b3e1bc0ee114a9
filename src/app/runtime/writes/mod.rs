//! The write queue: one write is sent at a time, oldest first, and is in the journal before its first byte.
//!
//! Equal marks that wait together are sent as one bulk call. The client classes each answer; the queue never sends a
//! write again whose outcome is unknown. Look first at [`WriteQueue`], then at `waiting.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio_util::sync::CancellationToken;

use crate::api::{Call, Resource, Service};
use crate::base::Timestamp;
use crate::client::{Failure, FailureKind, WriteOutcome};
use crate::store::writes::CANCELLED;
use crate::store::writes::intent::{NO_CAMPAIGN_CALLS, Refusal};
use crate::store::writes::probe::{Found, Probe};
use crate::store::{Batch, Entry, EntryId, Item, Session, State, Store, Target, Which, WriteProgress, WriteStep};
use crate::ui::Tone;

use super::inbox::{Inbox, Message};
use notice::{applied, first, not_done, unknown};
use waiting::{Aside, Hold};

pub use notice::ending;

mod waiting;

/// Batch between its journal entry and its answer.
#[derive(Debug)]
struct OnItsWay {
    number: u64,
    batch: Batch,
    upload: bool,
    /// True while readings are made before the batch is sent; the journal does not have it as sent yet.
    looking: bool,
    /// Time it was taken from the queue, in the loop's milliseconds.
    begun: u64,
    /// Time it went out, in the loop's milliseconds.
    sent: Option<u64>,
    /// Time it went out or its upload last moved.
    moved: u64,
    cancel: CancellationToken,
}

/// Readings before a batch is sent.
#[derive(Debug)]
pub struct Looking {
    pub batch: u64,
    pub probes: Vec<Probe>,
    pub cancel: CancellationToken,
}

/// The write queue. Planned writes are in the journal; the queue knows only those being sent: at most one write, and
/// one upload beside it.
#[derive(Debug, Default)]
pub struct WriteQueue {
    count: u64,
    on_its_way: Vec<OnItsWay>,
    aside: Vec<Aside>,
    hold: Hold,
    waits: u32,
    waiting_since: Option<u64>,
}

/// Message of a step of the queue to the user.
pub type Notice = Option<(Tone, String)>;

impl WriteQueue {
    /// Takes the next batch from the journal, if one may be sent now. Its journal entry is written; `inbox` gets a
    /// message when that is safe on disk. If something must be read first, the readings are returned instead. The
    /// notice is about writes that have waited too long to be sent without a question.
    pub fn begin(&mut self, store: &mut Store, inbox: &Inbox, now: Timestamp, now_ms: u64) -> (Vec<Looking>, Notice) {
        let mut looking = Vec::new();
        if !self.may_go(now_ms) {
            return (looking, None);
        }
        let notice = store.drop_expired(now).pop();
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
                journal(store, &batch, number, inbox, now);
            } else {
                looking.push(Looking { batch: number, probes: probes.clone(), cancel: cancel.clone() });
            }
            let reads = !probes.is_empty();
            self.on_its_way.push(OnItsWay {
                number,
                batch,
                upload,
                looking: reads,
                begun: now_ms,
                sent: None,
                moved: now_ms,
                cancel,
            });
        }
        (looking, notice.map(|text| (Tone::Warn, text)))
    }

    /// Takes the readings for a batch, or their failure: the batch now goes to the journal, or waits.
    pub fn looked(
        &mut self,
        store: &mut Store,
        inbox: &Inbox,
        number: u64,
        found: Result<Vec<Found>, Failure>,
        now: Timestamp,
        now_ms: u64,
    ) -> Notice {
        let place = self.on_its_way.iter().position(|write| write.number == number && write.looking)?;
        match found {
            Ok(found) => {
                let entry = self.entry_of(number);
                self.aside.retain(|aside| Some(aside.entry) != entry);
                let (batch, notice) = store.looked(&self.on_its_way[place].batch, &found, now);
                if batch.targets.is_empty() {
                    self.on_its_way.swap_remove(place);
                } else {
                    journal(store, &batch, number, inbox, now);
                    let write = &mut self.on_its_way[place];
                    (write.batch, write.looking) = (batch, false);
                }
                notice.map(|text| (Tone::Warn, text))
            }
            Err(failure) => {
                let batch = self.on_its_way.swap_remove(place).batch;
                match &failure.kind {
                    FailureKind::Cancelled => None,
                    FailureKind::Flood => self.flooded(&failure, now_ms),
                    FailureKind::Unauthorized if is_ads(store, &batch) => {
                        self.without_key(&failure, store, &batch, now_ms)
                    }
                    FailureKind::Unauthorized => Some(self.offline(&failure, store, &batch)),
                    // The write would be refused as this reading was.
                    _ if is_not_offered(store, &batch, &failure) => Some(refused(store, &batch, failure, now)),
                    kind if kind.is_no_connection() => Some(self.offline(&failure, store, &batch)),
                    // An unusable answer to this reading says nothing about other writes.
                    _ => {
                        let wait = self.put_aside(batch.targets.first()?.0, &failure, now_ms) / 1_000;
                        let (done, why) = (done_of(store, &batch), sentence(&failure));
                        Some((Tone::Warn, format!("Not {done} yet: {why} Retrying in {wait} s.")))
                    }
                }
            }
        }
    }

    fn find(&self, number: u64) -> Option<&OnItsWay> {
        self.on_its_way.iter().find(|write| write.number == number)
    }

    /// Call of a batch whose journal entry is on disk, to be sent now.
    pub fn journalled(&self, store: &Store, number: u64) -> Option<(Call, CancellationToken)> {
        let write = self.find(number)?;
        Some((store.call(&write.batch)?, write.cancel.clone()))
    }

    /// First entry of a batch on its way.
    pub fn entry_of(&self, number: u64) -> Option<EntryId> {
        self.find(number)?.batch.targets.first().map(|(entry, _)| *entry)
    }

    /// Resources a batch on its way changes at the service.
    pub fn touches(&self, store: &Store, number: u64) -> &'static [Resource] {
        let entry = self.entry_of(number).and_then(|entry| store.journal().get(entry));
        entry.map_or(&[], |entry| entry.intent.endpoint().touches)
    }

    /// Handles the end of a batch: its answer, or why there is none.
    pub fn ended(
        &mut self,
        store: &mut Store,
        number: u64,
        outcome: WriteOutcome,
        now: Timestamp,
        now_ms: u64,
    ) -> Notice {
        let place = self.on_its_way.iter().position(|write| write.number == number)?;
        let OnItsWay { batch, upload, .. } = self.on_its_way.swap_remove(place);
        log(store, &batch, &outcome);
        match outcome {
            WriteOutcome::Applied(answer) => {
                (self.waits, self.waiting_since) = (0, None);
                let answered = store.answered(&batch, &answer.body, now);
                applied(store, &batch, &answered)
            }
            // The service asked to wait, or the client did not send because of a longer wait it had asked for.
            WriteOutcome::Refused(failure) | WriteOutcome::NotSent(failure) if failure.kind == FailureKind::Flood => {
                store.settle_batch(&batch, &WriteStep::NotSent, now);
                self.flooded(&failure, now_ms)
            }
            WriteOutcome::Refused(failure) if store.held_already(&batch, &failure, now) => {
                first(store, &batch).and_then(|entry| ending(store, entry))
            }
            WriteOutcome::Refused(failure) => Some(refused(store, &batch, failure, now)),
            WriteOutcome::NotSent(failure) if failure.kind == FailureKind::Cancelled => {
                store.settle_batch(&batch, &WriteStep::Dropped { why: CANCELLED.to_owned() }, now);
                // Cancelling an upload needs a message, because only uploads show progress.
                upload.then(|| (Tone::Info, not_done(store, &batch, "Cancelled.")))
            }
            // The file to be uploaded cannot be read, so waiting does not help.
            WriteOutcome::NotSent(failure) if failure.kind == FailureKind::File => {
                let words = failure.sentence();
                store.settle_batch(&batch, &WriteStep::Dropped { why: words.clone() }, now);
                Some((Tone::Bad, not_done(store, &batch, &words)))
            }
            WriteOutcome::NotSent(failure) if failure.kind == FailureKind::Unauthorized && is_ads(store, &batch) => {
                store.settle_batch(&batch, &WriteStep::NotSent, now);
                self.without_key(&failure, store, &batch, now_ms)
            }
            WriteOutcome::NotSent(failure) => {
                store.settle_batch(&batch, &WriteStep::NotSent, now);
                Some(self.offline(&failure, store, &batch))
            }
            WriteOutcome::Unknown(failure) => {
                let cancelled = failure.kind == FailureKind::Cancelled;
                store.settle_batch(&batch, &WriteStep::Unknown(failure), now);
                let text = unknown(store, &batch);
                Some((Tone::Warn, if cancelled { format!("Cancelled. {text}") } else { text }))
            }
        }
    }

    /// Puts a batch back in the queue, because the journal cannot be written.
    pub fn not_journalled(&mut self, store: &mut Store, number: u64, now: Timestamp) -> Notice {
        let place = self.on_its_way.iter().position(|write| write.number == number)?;
        let batch = self.on_its_way.swap_remove(place).batch;
        let why = store.session().readonly.as_deref().unwrap_or("the journal cannot be written");
        let why = format!("{}, so nothing was sent.", why.trim_start_matches("Read-only: ").trim_end_matches('.'));
        store.settle_batch(&batch, &WriteStep::Dropped { why: why.clone() }, now);
        Some((Tone::Bad, format!("Not {}: {why}", done_of(store, &batch))))
    }

    /// Cancels for the user: drops waiting writes, and cuts off the one being sent, whose outcome is then read.
    /// Returns the number of dropped writes.
    pub fn cancel(&mut self, store: &mut Store, now: Timestamp) -> usize {
        self.on_its_way.iter().for_each(|write| write.cancel.cancel());
        self.hold = Hold::No;
        self.aside.clear();
        // Drop all planned targets: of two writes of a row, the second must not be sent without the first.
        let planned = |entry: &Entry| -> (EntryId, Vec<Item>) {
            let planned = entry.targets.iter().filter(|target| target.state == State::Planned);
            (entry.id, planned.map(Target::item).collect())
        };
        let waiting: Vec<_> = store.journal().open().map(planned).filter(|(_, planned)| !planned.is_empty()).collect();
        let count = waiting.iter().map(|(_, planned)| planned.len()).sum();
        for (entry, planned) in waiting {
            let step = WriteStep::Dropped { why: CANCELLED.to_owned() };
            store.settle(WriteProgress { entry, targets: Which::These(planned), step, at: now });
        }
        count
    }
}

/// Settles a batch that the service refused; returns the message about it.
fn refused(store: &mut Store, batch: &Batch, failure: Failure, now: Timestamp) -> (Tone, String) {
    let (mut words, mut tone) = (refusal_words(store, batch, &failure), Tone::Bad);
    if is_not_offered(store, batch, &failure) {
        (words, tone) = (NO_CAMPAIGN_CALLS.to_owned(), Tone::Warn);
    } else if let Some(way) = first(store, batch).and_then(|entry| entry.intent.rule().way_on(&failure.kind)) {
        words = format!("{}. {way}", words.trim_end_matches('.'));
    }
    store.settle_batch(batch, &WriteStep::Refused(failure), now);
    (tone, not_done(store, batch, &words))
}

/// Sentence about a refusal: the service's words; if they name no field, what the refusal means for the write's only
/// thing.
fn refusal_words(store: &Store, batch: &Batch, failure: &Failure) -> String {
    let one = match batch.targets.as_slice() {
        [(_, item)] if failure.errors.iter().all(|error| error.field.is_none()) => Some(item),
        _ => None,
    };
    match one.zip(first(store, batch)).map(|(item, entry)| entry.intent.refusal(failure, item)) {
        Some(Refusal::Of(words)) => words,
        _ => failure.sentence(),
    }
}

/// True when the service does not offer the call of a batch, or the call that reads before it.
fn is_not_offered(store: &Store, batch: &Batch, failure: &Failure) -> bool {
    first(store, batch).is_some_and(|entry| Session::is_not_offered(entry.intent.endpoint(), failure))
}

/// True when a batch goes to the ads service, which has a key of its own.
fn is_ads(store: &Store, batch: &Batch) -> bool {
    first(store, batch).is_some_and(|entry| entry.intent.endpoint().service == Service::Ads)
}

/// Logs the result of a call, without anything a person wrote.
fn log(store: &Store, batch: &Batch, outcome: &WriteOutcome) {
    let endpoint = first(store, batch).map_or("", |entry| entry.intent.endpoint().name);
    let (word, failure) = match outcome {
        WriteOutcome::Applied(_) => ("applied", None),
        WriteOutcome::Refused(failure) => ("refused", Some(failure)),
        WriteOutcome::NotSent(failure) => ("not sent", Some(failure)),
        WriteOutcome::Unknown(failure) => ("unknown", Some(failure)),
    };
    let (kind, status) = (failure.map(|failure| &failure.kind), failure.and_then(|failure| failure.status));
    let entries: Vec<String> = batch.entries().iter().map(|(entry, _)| entry.0.to_string()).collect();
    let targets = batch.targets.len();
    tracing::info!(endpoint, targets, entries = entries.join(" "), ?kind, status, "write {word}");
}

/// Whole sentence about a failure.
fn sentence(failure: &Failure) -> String {
    format!("{}.", failure.sentence().trim_end_matches('.'))
}

/// Writes the batch to the journal; `inbox` gets a message when its entries are safe on disk.
fn journal(store: &mut Store, batch: &Batch, number: u64, inbox: &Inbox, now: Timestamp) {
    let entries = batch.entries();
    let durable = Durability::new(entries.len(), number, inbox.clone());
    for (entry, targets) in entries {
        store.begin_send(entry, &targets, now, durable.one());
    }
}

/// Participle for the act of a batch: `archived`, `emailed to you`.
fn done_of(store: &Store, batch: &Batch) -> &'static str {
    first(store, batch).map_or("done", |entry| entry.intent.rule().done)
}

/// Counts the entries of a batch that are safe on disk, and sends one message when all are.
struct Durability(Arc<Count>);

struct Count {
    left: AtomicUsize,
    failed: AtomicBool,
    number: u64,
    inbox: Inbox,
}

impl Durability {
    fn new(entries: usize, number: u64, inbox: Inbox) -> Self {
        Self(Arc::new(Count { left: AtomicUsize::new(entries), failed: AtomicBool::new(false), number, inbox }))
    }

    fn one(&self) -> crate::store::Durable {
        let count = Arc::clone(&self.0);
        Box::new(move |result| {
            if result.is_err() {
                count.failed.store(true, Ordering::Release);
            }
            if count.left.fetch_sub(1, Ordering::AcqRel) == 1 {
                let safe = !count.failed.load(Ordering::Acquire);
                count.inbox.send(Message::Journalled { batch: count.number, safe });
            }
        })
    }
}

mod notice;

#[cfg(test)]
mod tests;
