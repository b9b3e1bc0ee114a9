//! The write queue: one write on its way at a time, oldest first, journalled before its first byte.
//!
//! Equal marks that wait together travel as one bulk call. What an answer means is decided by the class the client gave
//! it; nothing here sends a write whose outcome is unknown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::api::inquiries::{self, BulkAction};
use crate::api::replies::{BulkResult, Marked};
use crate::api::types::Inquiry;
use crate::api::{Call, Request};
use crate::base::{Id, Timestamp};
use crate::client::{Failure, FailureKind, WriteOutcome};
use crate::store::{EntryId, Mark, State, Store, WriteProgress, WriteStep};

use super::mail::{Message, Post};

/// A flood is waited out this often in a row …
const WAITS: u32 = 5;
/// … and not for longer than this in all (fault 14).
const WAITED_AT_MOST: Duration = Duration::from_mins(10);
/// When the service asks to wait and does not say how long.
const UNSAID: Duration = Duration::from_secs(2);

/// One target of one entry.
pub type Target = (EntryId, Id<Inquiry>);

/// Writes that go out as one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub number: u64,
    pub mark: Mark,
    pub to: bool,
    pub targets: Vec<Target>,
}

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

/// The queue. The journal holds what is planned; this knows only what is on its way.
#[derive(Debug, Default)]
pub struct WriteQueue {
    count: u64,
    on_its_way: Option<(Batch, CancellationToken)>,
    hold: Hold,
    waits: u32,
    waiting_since: Option<u64>,
}

/// What a step of the queue has to tell the user.
pub type Told = Option<(crate::ui::Tone, String)>;

impl WriteQueue {
    /// Takes the next batch, if one may go out now; it is journalled, and `post` hears when that is safe on disk.
    pub fn begin(&mut self, store: &mut Store, post: &Post, now: Timestamp, now_ms: u64) {
        if self.on_its_way.is_some() || !self.may_go(now_ms) {
            return;
        }
        let Some(batch) = self.pick(store) else { return };
        let durable = Durability::new(batch.targets.len(), batch.number, post.clone());
        for (entry, id) in &batch.targets {
            store.begin_send(*entry, Some(*id), now, durable.one());
        }
        self.on_its_way = Some((batch, CancellationToken::new()));
    }

    fn may_go(&mut self, now_ms: u64) -> bool {
        if matches!(self.hold, Hold::Until(until) if until <= now_ms) {
            self.hold = Hold::No;
        }
        self.hold == Hold::No
    }

    /// The oldest planned write, with every other one that says the same of another row.
    fn pick(&mut self, store: &Store) -> Option<Batch> {
        let sendable = store.sendable();
        let assigns = |entry: EntryId| store.journal().get(entry).map(crate::store::Entry::assigns);
        let (mark, to) = assigns(sendable.first()?.0)?;
        let same = |target: &&Target| assigns(target.0) == Some((mark, to));
        let targets: Vec<Target> = sendable.iter().filter(same).take(crate::api::limits::BULK).copied().collect();
        self.count += 1;
        Some(Batch { number: self.count, mark, to, targets })
    }

    /// The journal holds the batch: the call to send now.
    pub fn journalled(&self, number: u64) -> Option<(Call, CancellationToken)> {
        let (batch, cancel) = self.on_its_way.as_ref().filter(|(batch, _)| batch.number == number)?;
        Some((call_for(batch), cancel.clone()))
    }

    /// Takes the end of the batch on its way.
    pub fn ended(&mut self, store: &mut Store, outcome: WriteOutcome, now: Timestamp, now_ms: u64) -> Told {
        let (batch, _) = self.on_its_way.take()?;
        let tell = |store: &mut Store, step: &WriteStep| {
            for (entry, id) in &batch.targets {
                store.settle(WriteProgress { entry: *entry, target: Some(*id), step: step.clone(), at: now });
            }
        };
        match outcome {
            WriteOutcome::Applied(answer) => {
                (self.waits, self.waiting_since) = (0, None);
                applied(store, &batch, &answer.body, now)
            }
            // Also when the client did not even begin, because the wait asked for is a long one.
            WriteOutcome::Refused(failure) | WriteOutcome::NotSent(failure) if failure.kind == FailureKind::Flood => {
                tell(store, &WriteStep::NotSent);
                self.flooded(&failure, now_ms)
            }
            WriteOutcome::Refused(failure) => {
                let words = failure.sentence();
                tell(store, &WriteStep::Refused(failure));
                Some((crate::ui::Tone::Bad, format!("Not {}: {words}", participle(batch.mark, batch.to))))
            }
            WriteOutcome::NotSent(failure) if failure.kind == FailureKind::Cancelled => {
                tell(store, &WriteStep::Dropped);
                None
            }
            WriteOutcome::NotSent(failure) => {
                tell(store, &WriteStep::NotSent);
                self.hold = Hold::Offline;
                let why = failure.sentence();
                Some((
                    crate::ui::Tone::Warn,
                    format!("Not sent yet: {why} It goes out when the service answers again."),
                ))
            }
            WriteOutcome::Unknown(failure) => {
                tell(store, &WriteStep::Unknown(failure));
                Some((crate::ui::Tone::Warn, "Sent, outcome unknown; checking by reading.".to_owned()))
            }
        }
    }

    /// The journal cannot be written, so the batch is not sent.
    pub fn not_journalled(&mut self, store: &mut Store, now: Timestamp, now_ms: u64) -> Told {
        let detail = "The journal cannot be written, so nothing is sent.".to_owned();
        let kind = FailureKind::Refused;
        let failure = Failure { kind, status: None, errors: Vec::new(), retry_after: None, detail };
        self.ended(store, WriteOutcome::Refused(failure), now, now_ms)
    }

    fn flooded(&mut self, failure: &Failure, now_ms: u64) -> Told {
        self.waits += 1;
        let since = *self.waiting_since.get_or_insert(now_ms);
        let wait = failure.retry_after.unwrap_or(UNSAID * (1 << self.waits.min(5)));
        let until = now_ms.saturating_add(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        let too_long = until.saturating_sub(since) > WAITED_AT_MOST.as_millis() as u64;
        if self.waits > WAITS || too_long {
            self.hold = Hold::User;
            (self.waits, self.waiting_since) = (0, None);
            let text =
                "The service keeps asking to wait. The changes are kept; ctrl-r tries them again, u takes them back.";
            return Some((crate::ui::Tone::Warn, text.to_owned()));
        }
        self.hold = Hold::Until(until);
        None
    }

    /// The service has answered something, or the user asks again: what waited for that goes on.
    pub fn go_on(&mut self, by_user: bool) {
        if self.hold == Hold::Offline || (by_user && self.hold == Hold::User) {
            self.hold = Hold::No;
        }
    }

    /// The user cancels: what waits is dropped, what is on its way is cut (and then read, not believed).
    pub fn cancel(&mut self, store: &mut Store, now: Timestamp) -> usize {
        if let Some((_, cancel)) = &self.on_its_way {
            cancel.cancel();
        }
        self.hold = Hold::No;
        // All of them: of two planned writes of a row the second must not go out without the first.
        let planned = |entry: &crate::store::Entry| -> Vec<Target> {
            entry.targets.iter().filter(|t| t.state == State::Planned).map(|t| (entry.id, t.id)).collect()
        };
        let waiting: Vec<Target> = store.journal().open().flat_map(planned).collect();
        for (entry, id) in &waiting {
            store.settle(WriteProgress { entry: *entry, target: Some(*id), step: WriteStep::Dropped, at: now });
        }
        waiting.len()
    }

    /// When a pause the service asked for is over.
    pub fn next_due(&self) -> Option<u64> {
        if let Hold::Until(until) = self.hold { Some(until) } else { None }
    }
}

/// One call for the batch: the single one for one row, the bulk one for several.
fn call_for(batch: &Batch) -> Call {
    if let [(_, id)] = batch.targets[..] {
        return single(batch.mark, batch.to, id);
    }
    let action = match (batch.mark, batch.to) {
        (Mark::Read, true) => BulkAction::MarkRead,
        (Mark::Read, false) => BulkAction::MarkUnread,
        (Mark::Starred, true) => BulkAction::Star,
        (Mark::Starred, false) => BulkAction::Unstar,
        (Mark::Archived, true) => BulkAction::Archive,
        (Mark::Archived, false) => BulkAction::Unarchive,
        (Mark::Hidden, true) => BulkAction::Remove,
        (Mark::Hidden, false) => BulkAction::Restore,
    };
    let ids = batch.targets.iter().map(|(_, id)| *id).collect();
    bulk(action, ids).call()
}

fn bulk(action: BulkAction, ids: Vec<Id<Inquiry>>) -> inquiries::Bulk {
    inquiries::Bulk {
        action,
        ids: Some(ids),
        everything: None,
        exclude: None,
        filter: inquiries::BulkFilter::default(),
    }
}

fn single(mark: Mark, to: bool, id: Id<Inquiry>) -> Call {
    match (mark, to) {
        (Mark::Read, true) => inquiries::Read { id }.call(),
        (Mark::Read, false) => inquiries::Unread { id }.call(),
        (Mark::Starred, true) => inquiries::Star { id }.call(),
        (Mark::Starred, false) => inquiries::Unstar { id }.call(),
        (Mark::Archived, true) => inquiries::Archive { id }.call(),
        (Mark::Archived, false) => inquiries::Unarchive { id }.call(),
        (Mark::Hidden, true) => inquiries::Hide { id }.call(),
        (Mark::Hidden, false) => inquiries::Restore { id }.call(),
    }
}

/// Reads the body of a 2xx: what it does not say plainly is read back instead of believed.
fn applied(store: &mut Store, batch: &Batch, body: &[u8], now: Timestamp) -> Told {
    let mut told = None;
    let mut settle = |target: &Target, step: WriteStep| {
        store.settle(WriteProgress { entry: target.0, target: Some(target.1), step, at: now });
    };
    if let [target] = &batch.targets[..] {
        // Hiding and restoring answer without marks (the documents' one exception).
        let answered = if batch.mark == Mark::Hidden {
            inquiries::Hide::decode(body).map(|_| WriteStep::Applied { marks: None })
        } else {
            inquiries::Star::decode(body).map(|marked| applied_step(&marked))
        };
        settle(target, answered.unwrap_or_else(|error| WriteStep::Unknown(not_understood(error.message))));
        return None;
    }
    let result = match inquiries::Bulk::decode(body) {
        Ok(result) => result,
        Err(error) => {
            let failure = not_understood(error.message);
            batch.targets.iter().for_each(|target| settle(target, WriteStep::Unknown(failure.clone())));
            return Some((crate::ui::Tone::Warn, "Sent, answer not understood; checking by reading.".to_owned()));
        }
    };
    let missing = missing_ids(&result);
    let there = batch.targets.iter().filter(|(_, id)| !missing.contains(&id.get())).count();
    // A queued job, or one that skipped rows it does not name, is known only by reading.
    let certain = !result.queued.is(&true) && result.applied.copied() == Some(there as i64);
    for target in &batch.targets {
        let step = if missing.contains(&target.1.get()) {
            WriteStep::Refused(gone())
        } else if certain {
            WriteStep::Applied { marks: None }
        } else {
            WriteStep::Unknown(not_understood("accepted; what was done is being read".to_owned()))
        };
        settle(target, step);
    }
    if !missing.is_empty() {
        told =
            Some((crate::ui::Tone::Warn, format!("{} of {} are no longer there.", missing.len(), batch.targets.len())));
    }
    told
}

fn applied_step(marked: &Marked) -> WriteStep {
    WriteStep::Applied { marks: marked.marks.get().cloned() }
}

fn missing_ids(result: &BulkResult) -> Vec<i64> {
    let ids = result.not_found.get().map(Vec::as_slice).unwrap_or_default();
    ids.iter().filter_map(|id| id.as_i64().or_else(|| id.as_str()?.parse().ok())).collect()
}

fn not_understood(detail: String) -> Failure {
    Failure { kind: FailureKind::NotUnderstood, status: Some(200), errors: Vec::new(), retry_after: None, detail }
}

fn gone() -> Failure {
    let detail = "The inquiry is no longer there.".to_owned();
    Failure { kind: FailureKind::NotFound, status: None, errors: Vec::new(), retry_after: None, detail }
}

/// `archived`, `marked unread`, `shown again`.
fn participle(mark: Mark, to: bool) -> &'static str {
    crate::store::journal::participle(mark, to)
}

/// Counts the targets of a batch that are safe on disk, and tells the loop once about all of them.
struct Durability(Arc<Count>);

struct Count {
    left: AtomicUsize,
    failed: AtomicBool,
    number: u64,
    post: Post,
}

impl Durability {
    fn new(targets: usize, number: u64, post: Post) -> Self {
        Self(Arc::new(Count { left: AtomicUsize::new(targets), failed: AtomicBool::new(false), number, post }))
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
