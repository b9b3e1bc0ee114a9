//! Steps of a write while it is sent. Each is kept in the journal and changes what is shown.

use std::sync::Arc;

use super::checking::{MOST_SENDS, manner_after_restart};
use super::undone::GONE;
use crate::api::types::Inquiry;
use crate::api::{Resource, errors};
use crate::base::{Id, Timestamp};
use crate::client::{Failure, FailureKind};
use crate::store::subject::{EntryId, Item, Mark};
use crate::store::writes::intent::{Again, Refusal, Travel};
use crate::store::writes::journal::{Entry, State, Target, Which};
use crate::store::writes::settle::Manner;
use crate::store::writes::{Durable, WriteProgress, WriteStep, value_of_mark};
use crate::store::{Session, Store};

/// Seconds by which the known difference to the service's clock may be wrong. An email sent within these seconds
/// before the write must be its own, because otherwise the service would have refused the write.
const CLOCKS: i64 = 5;

impl Store {
    /// Marks the targets as being sent. Nothing may be sent before `durable` is called with `Ok`.
    pub fn begin_send(&mut self, entry: EntryId, targets: &Which, at: Timestamp, durable: Durable) {
        let Some(kept) = self.writes.journal.get(entry) else { return durable(Err("Unknown write.".to_owned())) };
        // The time will be compared with times of the service.
        let sent = kept.intent.rule().by_time.then(|| self.service_time(at).0 - CLOCKS);
        // Earlier writes about the row have ended by now, so this is the value that the write really changes.
        let truth = |item: Item| {
            // A removal keeps the settings of the thing as last known.
            let whole = || item.field.is_none().then(|| kept.intent.before(&self.grounds(), &item)).flatten();
            (kept.intent.truth(&self.grounds(), &item).or_else(whole), item)
        };
        let items: Vec<_> = kept.items(targets).into_iter().map(truth).collect();
        for (before, item) in items {
            self.writes.journal.change(entry, &item, |target| {
                target.before = before.or(target.before.take());
                target.newest = sent.or(target.newest);
                target.state = State::Sending;
                target.sends = target.sends.saturating_add(1);
                target.at = at;
            });
        }
        self.shown.version += 1;
        self.write_down(entry, targets, Some(durable));
    }

    /// Takes a step of a write.
    pub fn settle(&mut self, progress: WriteProgress) {
        let WriteProgress { entry, targets, step, at } = progress;
        if matches!(step, WriteStep::Sending) {
            return self.begin_send(entry, &targets, at, Box::new(|_| {}));
        }
        let Some(kept) = self.writes.journal.get(entry) else { return };
        let items = kept.items(&targets);
        let touches = kept.intent.endpoint().touches;
        if items.is_empty() {
            return;
        }
        for item in &items {
            self.step(entry, item, &step, at);
        }
        self.step_domains(entry, &items);
        self.learn_ability(entry, &step);
        self.shown.version += 1;
        self.writes.under_way.uploads.remove(&entry);
        if matches!(step, WriteStep::Made(_)) {
            return self.write_down(entry, &targets, None);
        }
        self.uncheck(entry, &items);
        if let WriteStep::Refused(failure) = &step {
            if failure.code() == Some(errors::UNKNOWN_SETTINGS) {
                self.answers.stale(&[Resource::Schema, Resource::Settings, Resource::DomainSettings]);
            }
            let words = sentence(failure);
            for item in &items {
                self.proven_by_refusal(entry, item, &words, at);
            }
        }
        if let WriteStep::Refused(_)
        | WriteStep::SettledNotApplied { .. }
        | WriteStep::GivenUp { .. }
        | WriteStep::Dropped { .. } = &step
        {
            self.stop_after(entry, at);
        }
        self.write_down(entry, &targets, None);
        if matches!(step, WriteStep::Applied { .. } | WriteStep::SettledApplied { .. }) {
            self.keep_bits(items.iter().filter_map(|item| item.inquiry()));
        }
        if let WriteStep::Applied { .. } | WriteStep::SettledApplied { .. } | WriteStep::GivenUp { .. } = &step {
            self.answers.stale(touches);
            if touches.contains(&Resource::DomainSettings) && items.iter().all(|item| item.field.is_none()) {
                self.lists.settings.forget();
            }
            self.read_repriced(entry, &items, at);
        }
        match step {
            WriteStep::Unknown(_) => self.check(entry, items, Manner::Lost, at),
            WriteStep::Queued => self.check(entry, items, Manner::Queued, at),
            WriteStep::PassedOver | WriteStep::Taken => self.check(entry, items, Manner::Answered, at),
            _ => {}
        }
    }

    /// Takes a step for each target. Equal steps are taken together.
    pub(super) fn settle_each(&mut self, entry: EntryId, steps: Vec<(Item, WriteStep)>, at: Timestamp) {
        let mut alike: Vec<(WriteStep, Vec<Item>)> = Vec::new();
        for (item, step) in steps {
            match alike.iter_mut().find(|(known, _)| *known == step) {
                Some((_, items)) => items.push(item),
                None => alike.push((step, vec![item])),
            }
        }
        for (step, items) in alike {
            self.settle(WriteProgress { entry, targets: Which::These(items), step, at });
        }
    }

    /// Learns from the step of a write whether the token may write, because no read shows that.
    fn learn_ability(&mut self, entry: EntryId, step: &WriteStep) {
        if let (WriteStep::Refused(failure), Some(kept)) = (step, self.writes.journal.get(entry)) {
            self.session.no_campaign_calls |= Session::is_not_offered(kept.intent.endpoint(), failure);
        }
        let right = |kept: &Entry| kept.intent.ability().or_else(|| kept.intent.endpoint().right());
        let Some(ability) = self.writes.journal.get(entry).and_then(right) else { return };
        let proven = match step {
            WriteStep::Refused(failure) if failure.kind == FailureKind::Forbidden => {
                self.session.learn_from_refusal(ability, &sentence(failure))
            }
            WriteStep::Applied { .. } | WriteStep::Queued => self.session.proves(ability),
            _ => None,
        };
        if let (Some(proven), Some(disk)) = (proven, &self.disk) {
            disk.put_proven(proven);
        }
    }

    fn step(&mut self, entry: EntryId, item: &Item, step: &WriteStep, at: Timestamp) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
        let mark = kept.mark();
        let (state, evidence) = match step {
            WriteStep::Sending => return,
            WriteStep::Made(made) => {
                self.writes.journal.change(entry, item, |target| target.made = Some(*made));
                return;
            }
            WriteStep::Applied { .. } => (State::Acknowledged, String::new()),
            // The target of an undo no longer exists: nothing is left to undo, and another try would be refused, too.
            WriteStep::Refused(failure)
                if failure.kind == FailureKind::NotFound && kept.origin.reverses().is_some() =>
            {
                (State::Void, GONE.to_owned())
            }
            WriteStep::Refused(failure) => {
                let why = match kept.intent.refusal(failure, item) {
                    Refusal::Of(own) => own,
                    Refusal::Whole | Refusal::So => sentence(failure),
                };
                (State::Refused, why)
            }
            WriteStep::NotSent | WriteStep::Again => (State::Planned, String::new()),
            WriteStep::Unknown(failure) => (State::Unknown, sentence(failure)),
            WriteStep::Queued => (State::Unknown, "queued by the service".to_owned()),
            WriteStep::PassedOver => (State::Unknown, "passed over, reading back why".to_owned()),
            WriteStep::Taken => (State::Unknown, "saved, reading it back".to_owned()),
            WriteStep::SettledApplied { evidence, .. } => (State::SettledApplied, evidence.clone()),
            WriteStep::SettledNotApplied { evidence } => (State::SettledNotApplied, evidence.clone()),
            WriteStep::GivenUp { evidence } => (State::GivenUp, evidence.clone()),
            WriteStep::Dropped { why } => (State::Refused, why.clone()),
            WriteStep::TakenBack => (State::TakenBack, "undone before it was sent".to_owned()),
            WriteStep::Void { why } => (State::Void, why.clone()),
        };
        let intent = (state.applied() && item.field.is_some()).then(|| Arc::clone(&kept.intent));
        let may_repeat = !matches!(kept.intent.rule().again, Again::ByUser);
        let known = self.writes.journal.change(entry, item, |target| {
            target.state = state;
            target.at = at;
            target.evidence = evidence;
            match step {
                WriteStep::SettledApplied { made: Some(made), .. } => target.made = Some(*made),
                WriteStep::Refused(failure) => target.refused = Some(failure.kind.clone()),
                // A write refused for too many requests, or without a connection, does not count as sent.
                WriteStep::NotSent => target.sends = target.sends.saturating_sub(1),
                // A cancelled write is not sent again, even after a restart.
                WriteStep::Unknown(failure) if may_repeat && failure.kind == FailureKind::Cancelled => {
                    target.sends = MOST_SENDS;
                }
                _ => {}
            }
        });
        if !known {
            return;
        }
        match (item.inquiry(), mark) {
            (Some(id), Some(mark)) => self.step_mark(id, mark, step, state, at),
            (Some(_), None) => {}
            (None, _) => {
                let target = self.writes.journal.get(entry).and_then(|kept| kept.target(item));
                if let (Some(intent), Some(value)) = (intent, target.map(|target| target.after.clone()))
                    && let Some(values) = intent.values()
                {
                    values.acknowledge(&mut self.answers, item, &value);
                    self.setting_saved(item, &value);
                }
            }
        }
        if !state.pending() {
            self.lift(entry, item);
        }
    }

    /// Takes what the service says about a mark into the index.
    fn step_mark(&mut self, id: Id<Inquiry>, (mark, to): (Mark, bool), step: &WriteStep, state: State, at: Timestamp) {
        match step {
            WriteStep::Applied { marks: Some(marks) } => {
                self.index.inquiries.acknowledge_marks(id, marks);
                // The service may answer without the mark that it has changed.
                if value_of_mark(marks, mark).is_none() {
                    self.index.inquiries.acknowledge(id, mark, to);
                }
            }
            WriteStep::Applied { marks: None } | WriteStep::SettledApplied { .. } => {
                self.index.inquiries.acknowledge(id, mark, to);
            }
            _ => {}
        }
        if state.applied() {
            self.index.inquiries.told(id, at);
        }
    }

    /// Drops the later parts of a list after one has failed, because they are sent one after the other.
    fn stop_after(&mut self, entry: EntryId, at: Timestamp) {
        let Some(kept) = self.writes.journal.get(entry).filter(|kept| kept.intent.rule().travel == Travel::InOrder)
        else {
            return;
        };
        let Some(failed) = kept.targets.iter().find(|t| t.state.ended() && !t.state.applied()) else { return };
        let why = format!("not sent, because {} failed", failed.subject.words());
        let waiting: Vec<Item> =
            kept.targets.iter().filter(|target| target.state == State::Planned).map(Target::item).collect();
        if !waiting.is_empty() {
            let step = WriteStep::Dropped { why };
            self.settle(WriteProgress { entry, targets: Which::These(waiting), step, at });
        }
    }

    /// Notes the progress of an upload: bytes sent, and all bytes.
    pub fn uploaded(&mut self, entry: EntryId, sent: u64, of: u64) {
        self.shown.version += 1;
        self.writes.under_way.uploads.insert(entry, (sent, of));
    }

    /// Progress of an upload: bytes sent, and all bytes.
    pub fn upload(&self, entry: EntryId) -> Option<(u64, u64)> {
        self.writes.under_way.uploads.get(&entry).copied()
    }

    /// Takes the entries of an earlier run: shows their pending values again, and begins to read back unknown
    /// outcomes.
    pub(in crate::store) fn restore_journal(&mut self, entries: Vec<Entry>, now: Timestamp) {
        let entries_end = entries.iter().map(|entry| entry.id).max().unwrap_or_default();
        let changed = self.writes.journal.restore(entries, now);
        self.writes.under_way.journal_told = true;
        self.writes.under_way.earlier = entries_end;
        // Pending changes of the first page are in these entries, or have ended.
        self.index.inquiries.overlay.clear();
        self.writes.overlay.clear();
        self.index.domains.overlay.clear();
        // Entries come oldest first, so that the newest value is shown.
        let pending: Vec<_> = self
            .writes
            .journal
            .open()
            .map(|entry| {
                let unknown = entry.targets.iter().filter(|target| target.state == State::Unknown);
                let unknown: Vec<Item> = unknown.map(Target::item).collect();
                (entry.id, unknown, manner_after_restart(entry))
            })
            .collect();
        for (entry, unknown, manner) in pending {
            self.lay_over(entry, State::pending);
            if !unknown.is_empty() {
                self.check(entry, unknown, manner, now);
            }
        }
        for entry in changed {
            self.write_down(entry, &Which::All, None);
        }
        self.drop_applied(now);
        self.follow_all();
        self.plan_early(now);
    }

    /// Writes an entry, or some of its targets, to the journal on the disk.
    pub(super) fn write_down(&mut self, entry: EntryId, targets: &Which, durable: Option<Durable>) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
        match &self.disk {
            Some(disk) => disk.put_entry(kept, targets, durable),
            // Only tests write without a disk; there is nothing to wait for.
            None => {
                if let Some(durable) = durable {
                    durable(Ok(()));
                }
            }
        }
    }
}

/// Failure as a sentence: the service's words first, then the reason the program gave, else the kind of failure.
/// Details about a connection are in the request log only.
fn sentence(failure: &Failure) -> String {
    let own = matches!(failure.kind, FailureKind::NotFound | FailureKind::Conflict | FailureKind::NotUnderstood);
    if own && failure.errors.is_empty() && !failure.detail.is_empty() {
        return failure.detail.clone();
    }
    match failure.kind {
        FailureKind::Offline | FailureKind::Timeout | FailureKind::Broken | FailureKind::Cut => {
            Failure { detail: String::new(), ..failure.clone() }.sentence()
        }
        _ => failure.sentence(),
    }
}
