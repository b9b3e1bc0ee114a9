//! The write queue: what may go out next and together with what, and what an answer says about each of its targets.

use std::collections::HashSet;

use super::settle::PASSED_OVER;
use super::{WriteProgress, WriteStep};
use crate::api::Call;
use crate::api::limits::BULK;
use crate::base::Timestamp;
use crate::client::{Failure, FailureKind};
use crate::store::Store;
use crate::store::intent::{BulkSaid, EXPIRES_AFTER, Intent, Mark, Said, Settles, Subject, Topic};
use crate::store::journal::{BulkAnswer, Entry, EntryId, State, Target, Which};

/// Targets that go out as one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// In the order of their entries.
    pub targets: Vec<(EntryId, Subject)>,
}

impl Batch {
    /// The targets entry by entry.
    pub fn entries(&self) -> Vec<(EntryId, Which)> {
        let mut entries: Vec<(EntryId, Vec<Subject>)> = Vec::new();
        for (entry, subject) in &self.targets {
            match entries.last_mut() {
                Some((last, subjects)) if last == entry => subjects.push(subject.clone()),
                _ => entries.push((*entry, vec![subject.clone()])),
            }
        }
        entries.into_iter().map(|(entry, subjects)| (entry, Which::These(subjects))).collect()
    }

    fn subjects(&self) -> Vec<Subject> {
        self.targets.iter().map(|(_, subject)| subject.clone()).collect()
    }
}

/// What the answer to a batch came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Targets done for certain.
    pub done: usize,
    /// Targets the service does not know.
    pub missing: usize,
    /// Targets that reading must tell about.
    pub open: usize,
    /// The service works on them in the background.
    pub queued: bool,
    /// The answer could not be understood.
    pub odd: bool,
    /// Something else runs already; what, in a clause.
    pub instead: Option<String>,
}

impl Store {
    /// Whether an entry's target may go out now: an earlier write of the same thing must be over.
    pub fn may_send(&self, entry: EntryId, subject: &Subject) -> bool {
        self.eligible().any(|(known, target)| known.id == entry && target.subject == *subject)
    }

    /// Every planned target that may go out, oldest first: the write queue, also after a restart.
    pub fn sendable(&self) -> Vec<(EntryId, Subject)> {
        self.eligible().map(|(entry, target)| (entry.id, target.subject.clone())).collect()
    }

    fn eligible(&self) -> impl Iterator<Item = (&Entry, &Target)> {
        let mut busy: HashSet<(Topic, &Subject)> = HashSet::new();
        let may_write = self.session.readonly.is_none();
        self.journal.open().flat_map(move |entry| {
            let topic = entry.topic();
            let mut free: Vec<(&Entry, &Target)> = Vec::new();
            for target in &entry.targets {
                let open = target.state.pending() || target.state.blocks();
                let alone = matches!(target.subject, Subject::Part(_));
                let first = open && (alone || busy.insert((topic, &target.subject)));
                if first && target.state == State::Planned && may_write && self.is_due(entry, target) {
                    free.push((entry, target));
                }
            }
            let waiting = entry.targets.iter().filter(|target| target.state == State::Planned).count();
            match &entry.intent {
                // One call for all of it.
                Intent::MarkAll { .. } if free.len() < waiting => free.clear(),
                intent if intent.in_order() => {
                    let next = entry.targets.iter().position(|target| !target.state.applied());
                    let next = next.map(|place| &entry.targets[place].subject);
                    free.retain(|(_, target)| Some(&target.subject) == next);
                }
                _ => {}
            }
            free
        })
    }

    /// The oldest write that may go out, with everything that travels in the same call: marks with all that say the same
    /// of other rows, other writes with more of their own targets. `uploads` asks for files only, else for all but files.
    pub fn next_batch(&self, uploads: bool) -> Option<Batch> {
        self.next_batch_without(uploads, |_| false)
    }

    /// The same without entries that are `aside`.
    pub fn next_batch_without(&self, uploads: bool, aside: impl Fn(EntryId) -> bool) -> Option<Batch> {
        let fits = |entry: &Entry| entry.intent.is_upload() == uploads && !aside(entry.id);
        let mut eligible = self.eligible().filter(|(entry, _)| fits(entry));
        let (first, target) = eligible.next()?;
        let one = |entry: &Entry, target: &Target| (entry.id, target.subject.clone());
        let mut batch = Batch { targets: vec![one(first, target)] };
        match &first.intent {
            Intent::Mark { mark, to, .. } => {
                if self.goes_alone(&target.subject, *mark) {
                    return Some(batch);
                }
                let same =
                    |entry: &Entry| matches!(entry.intent, Intent::Mark { .. }) && entry.mark() == Some((*mark, *to));
                let rest = eligible
                    .filter(|(entry, target)| same(entry) && !self.goes_alone(&target.subject, *mark))
                    .map(|(entry, target)| one(entry, target));
                batch.targets.extend(rest.take(BULK - 1));
            }
            intent => {
                let most = if matches!(intent, Intent::MarkAll { .. }) { usize::MAX } else { intent.rule().together };
                let rest = eligible.filter(|(entry, _)| entry.id == first.id).map(|(entry, target)| one(entry, target));
                batch.targets.extend(rest.take(most - 1));
            }
        }
        Some(batch)
    }

    /// A hidden row is in no view that offers another mark, so that a bulk call passes over it without saying so; its
    /// single call does not.
    fn goes_alone(&self, subject: &Subject, mark: Mark) -> bool {
        mark != Mark::Hidden && subject.inquiry().and_then(|id| self.book.truth(id, Mark::Hidden)) == Some(true)
    }

    /// The call of a batch.
    pub fn call(&self, batch: &Batch) -> Option<Call> {
        let (entry, _) = batch.targets.first()?;
        Some(self.journal.get(*entry)?.intent.call(&batch.subjects()))
    }

    /// Writes that waited for more than five minutes since they were confirmed and must be confirmed anew: they are
    /// taken back, and told in words.
    pub fn drop_expired(&mut self, now: Timestamp) -> Vec<String> {
        let active = |entry: &Entry| {
            let applied = entry.targets.iter().filter(|target| target.state.applied()).map(|target| target.at);
            applied.fold(entry.at, Ord::max)
        };
        let expired: Vec<(EntryId, Vec<Subject>)> = self
            .journal
            .open()
            // A time in the future was noted in an earlier run, before the machine's clock was set back.
            .filter(|entry| entry.intent.rule().expires && !(0..=EXPIRES_AFTER).contains(&(now.0 - active(entry).0)))
            .map(|entry| {
                let planned = entry.targets.iter().filter(|target| target.state == State::Planned);
                (entry.id, planned.map(|target| target.subject.clone()).collect::<Vec<_>>())
            })
            .filter(|(_, planned)| !planned.is_empty())
            .collect();
        let mut told = Vec::new();
        for (entry, planned) in expired {
            let why = "it waited longer than five minutes; confirm it again".to_owned();
            let targets = Which::These(planned);
            self.settle(WriteProgress { entry, targets, step: WriteStep::Dropped { why }, at: now });
            told.extend(self.told(entry));
        }
        told
    }

    /// Takes a refusal that says what was wanted is so already; `false` for any other. It counts as done, and there is
    /// nothing to undo.
    pub fn held_already(&mut self, batch: &Batch, refused: &Failure, at: Timestamp) -> bool {
        let [(entry, subject)] = batch.targets.as_slice() else { return false };
        if !self.journal.get(*entry).is_some_and(|kept| kept.intent.holds_already(refused)) {
            return false;
        }
        self.was_so(*entry, subject);
        let evidence = refused.sentence();
        self.settle_batch(batch, &WriteStep::SettledApplied { evidence, made: None }, at);
        true
    }

    /// Notes that a thing was as wanted before the write reached the service.
    fn was_so(&mut self, entry: EntryId, subject: &Subject) {
        let Some(kept) = self.journal.get(entry) else { return };
        let so = kept.mark().is_none_or(|(_, to)| to);
        self.journal.change(entry, subject, |target| target.before = Some(so));
    }

    /// Takes the same step for all targets of a batch.
    pub fn settle_batch(&mut self, batch: &Batch, step: &WriteStep, at: Timestamp) {
        for (entry, targets) in batch.entries() {
            self.settle(WriteProgress { entry, targets, step: step.clone(), at });
        }
    }

    /// Reads the body of a 2xx: what it does not say plainly is read back instead of believed.
    pub fn answered(&mut self, batch: &Batch, body: &[u8], at: Timestamp) -> Answered {
        let subjects = batch.subjects();
        let Some(kept) = batch.targets.first().and_then(|(entry, _)| self.journal.get(*entry)) else {
            return Answered::default();
        };
        match kept.intent.said(&subjects, body) {
            Err(error) => {
                self.settle_batch(batch, &WriteStep::Unknown(not_understood(error.message)), at);
                Answered { open: subjects.len(), odd: true, ..Answered::default() }
            }
            Ok(Said::Done { marks, made }) => {
                self.settle_batch(batch, &WriteStep::Applied { marks }, at);
                if let Some(made) = made {
                    self.settle_batch(batch, &WriteStep::Made(made), at);
                }
                Answered { done: subjects.len(), ..Answered::default() }
            }
            Ok(Said::Bulk(said)) => self.bulk_answered(batch, &said, at),
            Ok(Said::Instead { made, why }) => {
                let step = WriteStep::Refused(Failure::new(FailureKind::Conflict, why.clone()));
                self.settle_batch(batch, &step, at);
                self.settle_batch(batch, &WriteStep::Made(made), at);
                Answered { instead: Some(why), ..Answered::default() }
            }
        }
    }

    fn bulk_answered(&mut self, batch: &Batch, said: &BulkSaid, at: Timestamp) -> Answered {
        let missing: HashSet<&Subject> = said.not_found.iter().collect();
        let (gone, there): (Vec<_>, Vec<_>) =
            batch.targets.iter().cloned().partition(|(_, subject)| missing.contains(subject));
        self.note_answer(batch, said, at);
        let (gone, there) = (Batch { targets: gone }, Batch { targets: there });
        let settles = self.journal.get(batch.targets[0].0).map(|kept| kept.intent.rule().settles);
        let may_be_done = matches!(settles, Some(Settles::Account | Settles::Detected));
        if may_be_done {
            // Not on that tab: gone already, or on another one. This call did nothing to them either way.
            gone.targets.iter().for_each(|(entry, subject)| self.was_so(*entry, subject));
            self.settle_batch(&gone, &WriteStep::PassedOver, at);
        } else {
            self.settle_batch(&gone, &WriteStep::Refused(not_found(batch)), at);
        }
        let all = matches!(self.journal.get(batch.targets[0].0).map(|e| &e.intent), Some(Intent::MarkAll { .. }));
        let step = if said.queued {
            WriteStep::Queued
        } else if all || self.all_applied(&there, said) {
            WriteStep::Applied { marks: None }
        } else if said.applied == Some(0) && self.none_was_so(&there) {
            WriteStep::Refused(passed_over())
        } else {
            WriteStep::PassedOver
        };
        let done = matches!(step, WriteStep::Applied { .. });
        self.settle_batch(&there, &step, at);
        if done {
            // The answer to a bulk call does not tell which import carries it.
            there.entries().into_iter().for_each(|(entry, targets)| self.name_import(entry, &targets, at));
        }
        let open = matches!(step, WriteStep::Queued | WriteStep::PassedOver);
        Answered {
            done: if done { there.targets.len() } else { 0 },
            missing: if may_be_done { 0 } else { gone.targets.len() },
            open: if open { there.targets.len() } else { 0 } + if may_be_done { gone.targets.len() } else { 0 },
            queued: said.queued,
            ..Answered::default()
        }
    }

    /// Whether the figures say that every target is as wanted: changed, or so before, which may count or not.
    fn all_applied(&self, there: &Batch, said: &BulkSaid) -> bool {
        let Some(applied) = said.applied.and_then(|applied| usize::try_from(applied).ok()) else { return false };
        let count = there.targets.len();
        applied == count || applied == count - self.so_before(there)
    }

    fn none_was_so(&self, there: &Batch) -> bool {
        let marks = there.targets.first().and_then(|(entry, _)| self.journal.get(*entry)).and_then(Entry::mark);
        marks.is_none() && !there.targets.is_empty()
    }

    fn so_before(&self, there: &Batch) -> usize {
        let so = |(entry, subject): &&(EntryId, Subject)| {
            self.journal.get(*entry).is_some_and(|kept| {
                kept.target(subject).is_some_and(|target| target.before.is_some() && !kept.would_change(target))
            })
        };
        there.targets.iter().filter(so).count()
    }

    /// Keeps the figures of a bulk answer with the first entry the call was made for.
    fn note_answer(&mut self, batch: &Batch, said: &BulkSaid, at: Timestamp) {
        let answer = BulkAnswer {
            at,
            asked: batch.targets.len(),
            matched: said.matched,
            applied: said.applied,
            queued: said.queued,
            not_found: said.not_found.iter().map(Subject::words).collect(),
        };
        let entry = batch.targets[0].0;
        self.journal.answered(entry, answer);
        if let (Some(disk), Some(kept)) = (&self.disk, self.journal.get(entry)) {
            disk.put_answers(kept);
        }
    }
}

fn not_understood(detail: String) -> Failure {
    Failure { status: Some(200), ..Failure::new(FailureKind::NotUnderstood, detail) }
}

fn not_found(batch: &Batch) -> Failure {
    let names = matches!(batch.targets.first(), Some((_, Subject::Domain(_))));
    Failure::new(
        FailureKind::NotFound,
        if names { "the service did not find it on that tab" } else { "no longer there" },
    )
}

fn passed_over() -> Failure {
    Failure::new(FailureKind::Conflict, PASSED_OVER)
}
