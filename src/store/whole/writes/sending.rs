//! Write queue: what may be sent next, what is sent together, and what an answer means for each target.

use std::collections::HashSet;

use crate::api::Call;
use crate::base::Timestamp;
use crate::client::{Failure, FailureKind};
use crate::store::Store;
use crate::store::subject::{EntryId, Item, Mark, Names, Subject, Value};
use crate::store::writes::intent::{BulkSaid, EXPIRES_AFTER, Refusal, Said, Told, Topic, Travel};
use crate::store::writes::journal::{BulkAnswer, Entry, State, Target, Which};
use crate::store::writes::settle::PASSED_OVER;
use crate::store::writes::{Answered, Batch, WriteProgress, WriteStep};

impl Store {
    /// True when a target may be sent now: earlier writes about the same thing have ended.
    pub fn may_send(&self, entry: EntryId, named: &impl Names) -> bool {
        let wanted = self.writes.journal.get(entry).and_then(|kept| kept.target(named)).map(Target::item);
        let is = |target: &Target| wanted.as_ref().is_some_and(|item| target.is(item));
        self.eligible().any(|(known, target)| known.id == entry && is(target))
    }

    /// All planned targets that may be sent now, the oldest first.
    #[cfg(test)]
    pub fn sendable(&self) -> Vec<(EntryId, Item)> {
        self.eligible().map(|(entry, target)| (entry.id, target.item())).collect()
    }

    fn eligible(&self) -> impl Iterator<Item = (&Entry, &Target)> {
        let mut busy: HashSet<(Topic, &Subject)> = HashSet::new();
        let may_write = self.session.readonly.is_none();
        let newest = self.writes.journal.newest_open();
        self.writes.journal.open().flat_map(move |entry| {
            let topic = entry.topic();
            let mut free: Vec<(&Entry, &Target)> = Vec::new();
            for target in &entry.targets {
                let open = target.state.pending() || target.state.blocks();
                let alone = matches!(target.subject, Subject::Part(_));
                let first = open && (alone || !busy.contains(&(topic, &target.subject)));
                if first && target.state == State::Planned && may_write && self.is_due(entry, target) {
                    free.push((entry, target));
                }
            }
            // An open write keeps later ones about the same things waiting.
            if Some(entry.id) != newest {
                let open = entry.targets.iter().filter(|target| target.state.pending() || target.state.blocks());
                busy.extend(open.map(|target| (topic, &target.subject)));
            }
            let waiting = entry.targets.iter().filter(|target| target.state == State::Planned).count();
            // A write about everything is a single call, so it is sent as a whole or not at all.
            if entry.intent.is_about_everything() && free.len() < waiting {
                free.clear();
            }
            if entry.intent.rule().travel == Travel::InOrder {
                let next = entry.targets.iter().position(|target| !target.state.applied());
                let next = next.map(|place| &entry.targets[place].subject);
                free.retain(|(_, target)| Some(&target.subject) == next);
            }
            free
        })
    }

    /// [`Self::next_batch_without`] without an excluded entry.
    #[cfg(any(test, feature = "testing"))]
    pub fn next_batch(&self, uploads: bool) -> Option<Batch> {
        self.next_batch_without(uploads, |_| false)
    }

    /// Oldest write that may be sent, with everything that goes in the same call: a mark with the same mark of other
    /// rows, another write with more of its own targets. `uploads` selects either uploads or other writes. Entries for
    /// which `aside` is true are left out.
    pub fn next_batch_without(&self, uploads: bool, aside: impl Fn(EntryId) -> bool) -> Option<Batch> {
        let fits = |entry: &Entry| entry.intent.is_upload() == uploads && !aside(entry.id);
        // This is asked in every turn of the loop, also while another write is being sent.
        if !self.writes.journal.open().any(fits) {
            return None;
        }
        let mut eligible = self.eligible().filter(|(entry, _)| fits(entry));
        let (first, target) = eligible.next()?;
        let mut ready = vec![(first, target)];
        if !self.goes_alone(first, target) {
            let rule = first.intent.rule();
            let joins =
                |entry: &Entry| matches!(rule.travel, Travel::Joined(_)) && std::ptr::eq(entry.intent.rule(), rule);
            let fits = |entry: &Entry| entry.id == first.id || joins(entry);
            let rest = eligible.filter(|(entry, target)| fits(entry) && !self.goes_alone(entry, target));
            ready.extend(rest.take(rule.travel.most() - 1));
            if let Travel::Alike(most) = rule.travel {
                ready = alike(&ready, most);
            }
        }
        Some(Batch { targets: ready.into_iter().map(|(entry, target)| (entry.id, target.item())).collect() })
    }

    /// True for a mark other than hidden of a hidden row, which must be sent in a call of its own: no view with hidden
    /// rows offers that mark, and a bulk call would leave the row out without saying so.
    fn goes_alone(&self, entry: &Entry, target: &Target) -> bool {
        let hidden = || target.subject.inquiry().and_then(|id| self.index.inquiries.truth(id, Mark::Hidden));
        let marks = |(mark, _)| mark != Mark::Hidden && !entry.intent.is_about_everything();
        entry.mark().is_some_and(marks) && hidden() == Some(true)
    }

    /// Call that sends a batch.
    pub fn call(&self, batch: &Batch) -> Option<Call> {
        let (entry, _) = batch.targets.first()?;
        Some(self.writes.journal.get(*entry)?.intent.call(&batch.items()))
    }

    /// Drops writes that waited for more than five minutes and must be confirmed again. Returns sentences about them.
    pub fn drop_expired(&mut self, now: Timestamp) -> Vec<String> {
        let active = |entry: &Entry| {
            let applied = entry.targets.iter().filter(|target| target.state.applied()).map(|target| target.at);
            applied.fold(entry.at, Ord::max)
        };
        let expired: Vec<(EntryId, Vec<Item>)> = self
            .writes
            .journal
            .open()
            // A time in the future is from an earlier run, before the machine's clock was set back.
            .filter(|entry| entry.intent.rule().expires && !(0..=EXPIRES_AFTER).contains(&(now.0 - active(entry).0)))
            .map(|entry| {
                let planned = entry.targets.iter().filter(|target| target.state == State::Planned);
                (entry.id, planned.map(Target::item).collect::<Vec<_>>())
            })
            .filter(|(_, planned)| !planned.is_empty())
            .collect();
        let mut told = Vec::new();
        for (entry, planned) in expired {
            let why = "it waited longer than 5 minutes; confirm it again".to_owned();
            let targets = Which::These(planned);
            self.settle(WriteProgress { entry, targets, step: WriteStep::Dropped { why }, at: now });
            told.extend(self.outcome_words(entry));
        }
        told
    }

    /// Takes a refusal that says that the thing is as wanted already; false for any other refusal. The write counts as
    /// done, with nothing to undo.
    pub fn held_already(&mut self, batch: &Batch, refused: &Failure, at: Timestamp) -> bool {
        let [(entry, item)] = batch.targets.as_slice() else { return false };
        if self.writes.journal.get(*entry).map(|kept| kept.intent.refusal(refused, item)) != Some(Refusal::So) {
            return false;
        }
        self.was_so(*entry, item);
        let evidence = refused.sentence();
        self.settle_batch(batch, &WriteStep::SettledApplied { evidence, made: None }, at);
        true
    }

    /// Notes that a thing was as wanted before the write reached the service.
    pub(super) fn was_so(&mut self, entry: EntryId, item: &Item) {
        self.writes.journal.change(entry, item, |target| target.before = Some(target.after.clone()));
    }

    /// Takes the same step for all targets of a batch.
    pub fn settle_batch(&mut self, batch: &Batch, step: &WriteStep, at: Timestamp) {
        for (entry, targets) in batch.entries() {
            self.settle(WriteProgress { entry, targets, step: step.clone(), at });
        }
    }

    /// Takes the body of a successful answer. Targets whose outcome it does not say are read back.
    pub fn answered(&mut self, batch: &Batch, body: &[u8], at: Timestamp) -> Answered {
        let items = batch.items();
        let entry = batch.targets.first().map(|(entry, _)| *entry);
        let endpoint = entry.and_then(|entry| Some(self.writes.journal.get(entry)?.intent.endpoint()));
        if let Some(endpoint) = endpoint {
            self.take_made(endpoint, body);
        }
        let Some(kept) = entry.and_then(|entry| self.writes.journal.get(entry)) else { return Answered::default() };
        match kept.intent.said(&items, body) {
            Err(error) => {
                self.settle_batch(batch, &WriteStep::Unknown(not_understood(error.message)), at);
                Answered { open: items.len(), odd: true, ..Answered::default() }
            }
            Ok(Said::Done { marks, made }) => {
                self.settle_batch(batch, &WriteStep::Applied { marks }, at);
                if let Some(made) = made {
                    self.settle_batch(batch, &WriteStep::Made(made), at);
                }
                Answered { done: items.len(), ..Answered::default() }
            }
            Ok(Said::Saved(values)) => {
                // An undo compares with the value as the service has saved it.
                let price = |(item, value): &(Item, Value)| self.other_price(batch, item, value);
                let notices: Vec<String> = values.iter().filter_map(price).collect();
                self.session.notices.extend(notices);
                for (entry, _) in batch.entries() {
                    for (item, value) in &values {
                        self.writes.journal.change(entry, item, |target| target.after = value.clone());
                    }
                }
                self.settle_batch(batch, &WriteStep::Applied { marks: None }, at);
                Answered { done: items.len(), ..Answered::default() }
            }
            Ok(Said::Bulk(said)) => self.bulk_answered(batch, &said, at),
            Ok(Said::Each(told)) => self.each_answered(batch, told, at),
            Ok(Said::Instead { made, why }) => {
                let step = WriteStep::Refused(Failure::new(FailureKind::Conflict, why.clone()));
                self.settle_batch(batch, &step, at);
                self.settle_batch(batch, &WriteStep::Made(made), at);
                Answered { instead: Some(why), ..Answered::default() }
            }
        }
    }

    /// Sentence about a price that the service has saved otherwise than it was sent.
    fn other_price(&self, batch: &Batch, item: &Item, value: &Value) -> Option<String> {
        let kept = self.writes.journal.get(batch.targets.first()?.0)?;
        let sent = &kept.target(item)?.after;
        let other = item.is_price() && !sent.is_same(value);
        let what = || kept.intent.called(item, &self.index.inquiries);
        other.then(|| format!("{}: the service saved {} instead of {}.", what(), value.words(), sent.words()))
    }

    /// Takes an answer with a result for each thing. Equal results are taken in one step.
    fn each_answered(&mut self, batch: &Batch, told: Vec<(Item, Told)>, at: Timestamp) -> Answered {
        let entry = batch.targets[0].0;
        let mut answered = Answered::default();
        let step = |(item, told): (Item, Told)| {
            let step = match told {
                Told::Done => WriteStep::Applied { marks: None },
                Told::ReadBack => WriteStep::Taken,
                Told::Refused(failure) => WriteStep::Refused(failure),
            };
            match step {
                WriteStep::Applied { .. } => answered.done += 1,
                WriteStep::Taken => answered.checked += 1,
                _ => answered.missing += 1,
            }
            (item, step)
        };
        let steps: Vec<(Item, WriteStep)> = told.into_iter().map(step).collect();
        self.settle_each(entry, steps, at);
        answered
    }

    fn bulk_answered(&mut self, batch: &Batch, said: &BulkSaid, at: Timestamp) -> Answered {
        let missing: HashSet<&Item> = said.not_found.iter().collect();
        let (gone, there): (Vec<_>, Vec<_>) =
            batch.targets.iter().cloned().partition(|(_, item)| missing.contains(item));
        self.note_answer(batch, said, at);
        let (gone, there) = (Batch { targets: gone }, Batch { targets: there });
        let kept = self.writes.journal.get(batch.targets[0].0).map(|kept| &kept.intent);
        let may_be_done = kept.is_some_and(|intent| intent.rule().leaves.is_some());
        let all = kept.is_some_and(|intent| intent.rule().travel == Travel::Everything);
        if may_be_done {
            // A name that is not on the tab was not changed by this call.
            gone.targets.iter().for_each(|(entry, item)| self.was_so(*entry, item));
            self.settle_batch(&gone, &WriteStep::PassedOver, at);
        } else {
            self.settle_batch(&gone, &WriteStep::Refused(not_found(batch)), at);
        }
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
            // The answer to a bulk call does not give the number of its import.
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

    /// True when the figures show that every target has the wanted value, whether this call changed it or not.
    fn all_applied(&self, there: &Batch, said: &BulkSaid) -> bool {
        let Some(applied) = said.applied.and_then(|applied| usize::try_from(applied).ok()) else { return false };
        let count = there.targets.len();
        applied == count || applied == count - self.so_before(there)
    }

    fn none_was_so(&self, there: &Batch) -> bool {
        let marks = there.targets.first().and_then(|(entry, _)| self.writes.journal.get(*entry)).and_then(Entry::mark);
        marks.is_none() && !there.targets.is_empty()
    }

    fn so_before(&self, there: &Batch) -> usize {
        let so = |(entry, item): &&(EntryId, Item)| {
            let target = self.writes.journal.get(*entry).and_then(|kept| kept.target(item));
            target.is_some_and(|target| target.before.is_some() && !target.would_change())
        };
        there.targets.iter().filter(so).count()
    }

    /// Keeps the figures of a bulk answer with the first entry of the batch.
    fn note_answer(&mut self, batch: &Batch, said: &BulkSaid, at: Timestamp) {
        let answer = BulkAnswer {
            at,
            asked: batch.targets.len(),
            matched: said.matched,
            applied: said.applied,
            queued: said.queued,
            not_found: said.not_found.iter().map(|item| item.words()).collect(),
        };
        let entry = batch.targets[0].0;
        self.writes.journal.answered(entry, answer);
        if let (Some(disk), Some(kept)) = (&self.disk, self.writes.journal.get(entry)) {
            disk.put_answers(kept);
        }
    }
}

/// Targets of the first thing, and of other things that are set to the same values, at most `most` things.
fn alike<'a>(ready: &[(&'a Entry, &'a Target)], most: usize) -> Vec<(&'a Entry, &'a Target)> {
    let values = |of: &[(&Entry, &'a Target)]| -> Vec<_> {
        of.iter().map(|(_, target)| (&target.field, &target.after)).collect()
    };
    let mut things = ready.chunk_by(|(_, a), (_, b)| a.subject == b.subject).map(|thing| (thing, values(thing)));
    let Some((first, wanted)) = things.next() else { return Vec::new() };
    let same = things.filter(|(_, values)| *values == wanted).map(|(thing, _)| thing);
    std::iter::once(first).chain(same).take(most).flatten().copied().collect()
}

fn not_understood(detail: String) -> Failure {
    Failure { status: Some(200), ..Failure::new(FailureKind::NotUnderstood, detail) }
}

fn not_found(batch: &Batch) -> Failure {
    let names = matches!(batch.targets.first(), Some((_, item)) if matches!(item.subject, Subject::Domain(_)));
    Failure::new(
        FailureKind::NotFound,
        if names { "the service did not find it on that tab" } else { "no longer there" },
    )
}

fn passed_over() -> Failure {
    Failure::new(FailureKind::Conflict, PASSED_OVER)
}
