//! What a write goes through: planned, journalled, sent, answered, settled by reading; and its way back.

use super::checking::Check;
use super::journal::{Entry, EntryId, Origin, Reversal, State, Target};
use super::settle::Settling;
use super::{Intent, Mark, Store};
use crate::api::Resource;
use crate::api::replies::Marked;
use crate::api::types::{Inquiry, InquiryMarks};
use crate::base::{Id, Timestamp};
use crate::client::Failure;

/// Called on the disk's thread once the journal holds what was handed to it, or cannot.
pub type Durable = Box<dyn FnOnce(Result<(), String>) + Send>;

/// A step of one write, told by the worker.
#[derive(Clone, Debug)]
pub struct WriteProgress {
    pub entry: EntryId,
    /// The row; `None` for all rows of the entry (one call for many).
    pub target: Option<Id<Inquiry>>,
    pub step: WriteStep,
    pub at: Timestamp,
}

/// What happened to a write.
#[derive(Clone, Debug)]
pub enum WriteStep {
    /// About to go out. Use [`Store::begin_send`], which also waits for the journal.
    Sending,
    /// The service said it did it; its marks where it sent any.
    Applied { marks: Option<InquiryMarks> },
    /// The service said no; nothing changed.
    Refused(Failure),
    /// No byte went out: planned again.
    NotSent,
    /// It may have been done; reading begins.
    Unknown(Failure),
    /// A reading proved it done.
    SettledApplied { evidence: String },
    /// Readings proved it not done.
    SettledNotApplied { evidence: String },
    /// Readings did not tell.
    GivenUp { evidence: String },
    /// The user no longer wants a write that was not sent yet.
    Dropped,
}

impl Store {
    /// Plans what the user confirmed: journal entry and overlay at once. See [`Store::plan_as`].
    pub fn plan(&mut self, intent: Intent, now: Timestamp) -> Result<EntryId, String> {
        self.plan_as(intent, Origin::User, now)
    }

    /// Plans a write. Rows that already are as wanted are left out.
    ///
    /// # Errors
    /// Why not, as a sentence for people: nothing to change, writing is off, an earlier write of a row is unknown.
    pub fn plan_as(&mut self, intent: Intent, origin: Origin, now: Timestamp) -> Result<EntryId, String> {
        if let Some(why) = &self.session.readonly {
            return Err(why.clone());
        }
        let Intent::Mark { ids, mark, to } = intent;
        if ids.is_empty() {
            return Err("Nothing is selected.".to_owned());
        }
        let mut targets: Vec<Target> = Vec::with_capacity(ids.len());
        let mut taken = std::collections::HashSet::new();
        let blocked = self.journal.blocked();
        for id in &ids {
            if let Some(entry) = blocked.get(id).and_then(|entry| self.journal.get(*entry)) {
                return Err(self.blocked(entry, *id));
            }
            let before = self.book.shown(*id, mark);
            if before != Some(to) && taken.insert(id.get()) {
                targets.push(Target {
                    id: *id,
                    before,
                    state: State::Planned,
                    sends: 0,
                    at: now,
                    evidence: String::new(),
                });
            }
        }
        if targets.is_empty() {
            let words = super::journal::participle(mark, to);
            return Err(if ids.len() == 1 { format!("Already {words}.") } else { format!("All are already {words}.") });
        }
        targets.sort_by_key(|target| target.id);
        let ids: Vec<Id<Inquiry>> = targets.iter().map(|target| target.id).collect();
        let intent = Intent::Mark { ids: ids.clone(), mark, to };
        let entry = self.journal.plan(intent, origin, targets, now);
        for id in ids {
            self.book.overlay.push(entry, id, mark, to);
        }
        self.version += 1;
        self.write_down(entry, None, None);
        Ok(entry)
    }

    fn blocked(&self, entry: &Entry, id: Id<Inquiry>) -> String {
        let (mark, to) = entry.assigns();
        let who = self.book.row(id).map(|row| format!(" ({})", row.domain())).unwrap_or_default();
        let state = entry.target(id).map(|target| target.state);
        let asked = super::journal::participle(mark, to);
        if state == Some(State::GivenUp) {
            format!(
                "Whether this inquiry{who} was {asked} could not be determined; check it again in the log of what was \
                 done before changing it."
            )
        } else {
            format!(
                "Whether this inquiry{who} was {asked} is still being checked; it can be changed once that is known."
            )
        }
    }

    /// Whether an entry's target may go out now: an earlier write of the same row must be over.
    pub fn may_send(&self, entry: EntryId, target: Id<Inquiry>) -> bool {
        self.session.readonly.is_none()
            && self.journal.get(entry).and_then(|e| e.target(target)).is_some_and(|t| t.state == State::Planned)
            && !self.journal.open().any(|earlier| {
                earlier.id < entry && earlier.target(target).is_some_and(|t| t.state.pending() || t.state.blocks())
            })
    }

    /// Every planned target that may go out, oldest first: the write queue, also after a restart.
    pub fn sendable(&self) -> Vec<(EntryId, Id<Inquiry>)> {
        let mut busy = std::collections::HashSet::new();
        let mut found = Vec::new();
        for entry in self.journal.open() {
            for target in &entry.targets {
                let open = target.state.pending() || target.state.blocks();
                let first = open && busy.insert(target.id.get());
                if first && target.state == State::Planned && self.session.readonly.is_none() {
                    found.push((entry.id, target.id));
                }
            }
        }
        found
    }

    /// The target goes out as soon as `durable` is called with `Ok`: not one byte before.
    pub fn begin_send(&mut self, entry: EntryId, target: Option<Id<Inquiry>>, at: Timestamp, durable: Durable) {
        for id in self.targets(entry, target) {
            let Some((mark, _)) = self.journal.get(entry).map(Entry::assigns) else { continue };
            // Earlier writes of the row are over by now, so this is what the write will really change.
            let before = self.book.truth(id, mark);
            self.journal.change(entry, id, |target| {
                target.before = before.or(target.before);
                target.state = State::Sending;
                target.sends = target.sends.saturating_add(1);
                target.at = at;
            });
        }
        self.version += 1;
        self.write_down(entry, target, Some(durable));
    }

    fn targets(&self, entry: EntryId, target: Option<Id<Inquiry>>) -> Vec<Id<Inquiry>> {
        match (target, self.journal.get(entry)) {
            (Some(id), Some(_)) => vec![id],
            (None, Some(entry)) => entry.targets.iter().map(|target| target.id).collect(),
            (_, None) => Vec::new(),
        }
    }

    /// Takes a step of a write.
    pub fn settle(&mut self, progress: WriteProgress) {
        let WriteProgress { entry, target, step, at } = progress;
        if matches!(step, WriteStep::Sending) {
            return self.begin_send(entry, target, at, Box::new(|_| {}));
        }
        let ids = self.targets(entry, target);
        for id in &ids {
            self.step(entry, *id, &step, at);
        }
        if ids.is_empty() {
            return;
        }
        self.version += 1;
        self.write_down(entry, target, None);
        if matches!(step, WriteStep::Applied { .. } | WriteStep::SettledApplied { .. }) {
            self.keep_bits(ids);
            self.queries.stale(&[Resource::Inquiries]);
        }
    }

    fn step(&mut self, entry: EntryId, id: Id<Inquiry>, step: &WriteStep, at: Timestamp) {
        let Some((mark, to)) = self.journal.get(entry).map(Entry::assigns) else { return };
        let (state, evidence) = match step {
            WriteStep::Sending => return,
            WriteStep::Applied { .. } => (State::Acknowledged, String::new()),
            WriteStep::Refused(failure) => (State::Refused, sentence(failure)),
            WriteStep::NotSent => (State::Planned, String::new()),
            WriteStep::Unknown(failure) => (State::Unknown, sentence(failure)),
            WriteStep::SettledApplied { evidence } => (State::SettledApplied, evidence.clone()),
            WriteStep::SettledNotApplied { evidence } => (State::SettledNotApplied, evidence.clone()),
            WriteStep::GivenUp { evidence } => (State::GivenUp, evidence.clone()),
            WriteStep::Dropped => (State::Refused, "taken back before it was sent".to_owned()),
        };
        let known = self.journal.change(entry, id, |target| {
            target.state = state;
            target.at = at;
            target.evidence = evidence;
        });
        if !known {
            return;
        }
        match step {
            WriteStep::Applied { marks: Some(marks) } => {
                self.book.acknowledge_marks(id, marks);
                // The service may answer with marks that leave out the one it changed.
                if marks_tell(marks, mark).is_none() {
                    self.book.acknowledge(id, mark, to);
                }
            }
            WriteStep::Applied { marks: None } | WriteStep::SettledApplied { .. } => {
                self.book.acknowledge(id, mark, to);
            }
            _ => {}
        }
        self.checks.retain(|check| (check.entry, check.target) != (entry, id));
        if state == State::Unknown {
            self.checks.push(Check { entry, target: id, settling: Settling::new(mark, to, at) });
        }
        if !state.pending() {
            self.book.overlay.remove(entry, id);
        }
    }

    /// The answer of a mark call, as a step.
    pub fn applied(marked: Option<&Marked>) -> WriteStep {
        WriteStep::Applied { marks: marked.and_then(|marked| marked.marks.get().cloned()) }
    }

    /// The writes that take back the newest `n`; plan each with [`Store::plan_reversal`].
    pub fn undo(&self, n: usize) -> Vec<Reversal> {
        self.journal.undoable(&self.book, n)
    }

    /// The writes that do again what was undone last.
    pub fn redo(&self, n: usize) -> Vec<Reversal> {
        self.journal.redoable(&self.book, n)
    }

    /// Plans a reversal.
    ///
    /// # Errors
    /// As [`Store::plan_as`].
    pub fn plan_reversal(&mut self, reversal: Reversal, now: Timestamp) -> Result<EntryId, String> {
        self.plan_as(reversal.intent, reversal.origin, now)
    }

    /// Takes the entries of an earlier run: lays what is pending over the rows again, and begins to read what is unknown.
    pub(super) fn restore_journal(&mut self, entries: Vec<Entry>, now: Timestamp) {
        let changed = self.journal.restore(entries, now);
        let mut pending = Vec::new();
        // Oldest first, so that the newest patch lies on top.
        for entry in self.journal.open() {
            let (mark, to) = entry.assigns();
            for target in entry.targets.iter().filter(|target| target.state.pending()) {
                pending.push((entry.id, target.id, mark, to, target.state));
            }
        }
        for (entry, id, mark, to, state) in pending {
            self.book.overlay.push(entry, id, mark, to);
            if state == State::Unknown {
                self.checks.push(Check { entry, target: id, settling: Settling::new(mark, to, now) });
            }
        }
        for entry in changed {
            self.write_down(entry, None, None);
        }
    }

    /// Hands an entry (or one of its targets) to the journal on disk.
    pub(super) fn write_down(&mut self, entry: EntryId, target: Option<Id<Inquiry>>, durable: Option<Durable>) {
        let Some(kept) = self.journal.get(entry) else { return };
        match &self.disk {
            Some(disk) => disk.put_entry(kept, target, durable),
            // Without a disk there is nothing to wait for; only tests and `--no-cache` accounts run so.
            None => {
                if let Some(durable) = durable {
                    durable(Ok(()));
                }
            }
        }
    }
}

pub(super) fn marks_tell(marks: &InquiryMarks, mark: Mark) -> Option<bool> {
    match mark {
        Mark::Read => marks.read.copied(),
        Mark::Starred => marks.starred.copied(),
        Mark::Archived => marks.archived.copied(),
        Mark::Hidden => marks.removed.copied(),
    }
}

/// A failure in words: the service's own first.
fn sentence(failure: &Failure) -> String {
    failure
        .errors
        .iter()
        .map(|error| error.message.line().into_owned())
        .find(|message| !message.trim().is_empty())
        .unwrap_or_else(|| failure.detail.clone())
}
