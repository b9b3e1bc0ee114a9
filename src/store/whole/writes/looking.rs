//! Readings before a write is sent. They find the newest import or export, to recognize the one that the
//! write makes, and check that the file is the one that was checked, that names are where the user saw them, and that
//! values are those the user saw. The kind of a write declares what to read; it is done here.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::subject::{EntryId, Item, Subject, Value};
use crate::store::writes::conflict::{CHANGED, Conflict, Left, OTHER_CHANGED, Over};
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::{State, Target, Which};
use crate::store::writes::probe::{Asked, Compared, Found, Moved, Probe};
use crate::store::writes::{Batch, WriteProgress, WriteStep};
use crate::store::{Pending, Store};

/// Writes about which the user must decide: about the whole (`None`), or about these of their things.
type Undecided = HashMap<EntryId, Option<HashSet<Subject>>>;

/// Evidence for a thing left out of a write because it was as wanted already.
const SO: &str = "it was so already";

impl Store {
    /// Readings that are due before this batch may be sent; empty for most kinds of writes.
    pub fn looks(&self, batch: &Batch, now: Timestamp) -> Vec<Probe> {
        let Some(kept) = batch.targets.first().and_then(|(entry, _)| self.writes.journal.get(*entry)) else {
            return Vec::new();
        };
        // An undo sets a known value, and a mark set by opening an inquiry has no undo.
        if kept.mark().is_some() && !kept.origin.is_own() {
            return Vec::new();
        }
        let items: Vec<Item> = batch.targets.iter().map(|(_, item)| item.clone()).collect();
        kept.intent.reads_first(&self.grounds(), &items).iter().filter_map(|again| again.due(now)).collect()
    }

    /// Takes the results of these readings. Returns the batch without the targets that must not be sent any more,
    /// including those undone meanwhile, and a sentence if that leaves nothing of the write.
    pub fn looked(&mut self, batch: &Batch, found: &[Found], now: Timestamp) -> (Batch, Option<String>) {
        // Rows are read only after earlier writes about them have ended, so they include all confirmed changes.
        let began = self.clock();
        let promised = self.promised(batch);
        for found in found {
            self.take_found(found, began, now);
        }
        let newest = found.iter().find_map(Found::newest);
        let (mut out, mut so) = (self.broken(promised, found), HashSet::new());
        let (mut moved, mut within) = (HashMap::new(), Vec::new());
        for (entry, item) in &batch.targets {
            let Some((kept, target)) = self.kept_target(*entry, item) else { continue };
            for found in found {
                match kept.compare(target, found) {
                    Compared::Same => {}
                    Compared::So => drop(so.insert((*entry, item.clone()))),
                    Compared::Out(why) => drop(out.insert(item.clone(), why)),
                    Compared::Moved(value) => drop(moved.insert((*entry, item.clone()), value)),
                    Compared::MovedWithin(over, rows) => within.push((*entry, over, rows)),
                }
            }
        }
        let mut undecided = self.undecided(&moved, now);
        for (entry, over, moved) in within {
            self.writes.under_way.conflicts.push(Left { entry, over: Over::Whole(over), moved });
            undecided.insert(entry, None);
        }
        let (mut targets, mut dropped) = (Vec::new(), false);
        for (entry, item) in &batch.targets {
            if !self.is_planned(*entry, item) {
                continue;
            }
            let step = if so.contains(&(*entry, item.clone())) {
                self.was_so(*entry, item);
                Some(WriteStep::SettledApplied { evidence: SO.to_owned(), made: None })
            } else if let Some(why) = out.remove(item) {
                Some(WriteStep::Dropped { why })
            } else if undecided
                .get(entry)
                .is_some_and(|of| of.as_ref().is_none_or(|things| things.contains(&item.subject)))
            {
                let other = !moved.is_empty() && !moved.contains_key(&(*entry, item.clone()));
                let why = if other { OTHER_CHANGED } else { CHANGED };
                Some(WriteStep::Dropped { why: why.to_owned() })
            } else {
                // An undo leaves a value that somebody else has changed.
                moved.contains_key(&(*entry, item.clone())).then(|| self.nothing_to_send(*entry, CHANGED))
            };
            if let Some(step) = step {
                dropped = true;
                let progress =
                    WriteProgress { entry: *entry, targets: Which::These(vec![item.clone()]), step, at: now };
                self.settle(progress);
                continue;
            }
            self.keep_own(*entry, item);
            if let Some(newest) = newest {
                self.writes.journal.change(*entry, item, |target| target.newest = Some(newest));
            }
            targets.push((*entry, item.clone()));
        }
        let over = batch.targets.first().map(|(entry, _)| *entry).filter(|entry| self.is_over(*entry));
        let asked = over.is_some_and(|entry| undecided.contains_key(&entry));
        (Batch { targets }, over.filter(|_| dropped && !asked).and_then(|entry| self.outcome_words(entry)))
    }

    /// Writes of the user whose values were changed elsewhere, with the things about which the user must decide. They
    /// are added to the conflicts.
    fn undecided(&mut self, moved: &HashMap<(EntryId, Item), Value>, now: Timestamp) -> Undecided {
        let mut undecided = Undecided::new();
        for (entry, _) in moved.keys() {
            let Some(kept) = self.writes.journal.get(*entry) else { continue };
            if kept.origin.awaits().is_some() || undecided.contains_key(entry) {
                continue;
            }
            let is_now = |target: &Target| moved.get(&(*entry, target.item())).cloned();
            let things = kept.intent.rule().singly.then(|| {
                let things = moved.keys().filter(|(other, _)| other == entry).map(|(_, item)| item.subject.clone());
                things.collect::<HashSet<_>>()
            });
            let asked = |target: &&Target| things.as_ref().is_none_or(|things| things.contains(&target.subject));
            let over = kept.targets.iter().filter(asked).cloned().map(|mut target| {
                target.before = is_now(&target).or(target.before);
                target.at = now;
                target
            });
            let over: Vec<Target> = over.filter(Target::would_change).collect();
            let rows = kept.targets.iter().filter_map(|target| {
                let label = kept.intent.called(&target.item(), &self.index.inquiries);
                let (yours, seen) = (target.after.clone(), target.before.clone());
                Some(Moved { item: target.item(), label, yours, seen, now: is_now(target)? })
            });
            let rows: Vec<Moved> = rows.collect();
            match self.writes.under_way.conflicts.iter_mut().find(|left| left.entry == *entry) {
                Some(Left { over: Over::Targets(targets), moved, .. }) => {
                    targets.extend(over);
                    moved.extend(rows);
                }
                _ => {
                    self.writes.under_way.conflicts.push(Left {
                        entry: *entry,
                        over: Over::Targets(over),
                        moved: rows,
                    });
                }
            }
            undecided.insert(*entry, things);
        }
        undecided
    }

    /// Oldest write about which the user must decide between values, once nothing of it waits to be sent. For a plan
    /// under review the formulas are applied to the present values.
    pub fn conflict(&mut self) -> Option<Conflict> {
        let waits = |target: &Target| matches!(target.state, State::Planned | State::Sending);
        let goes_on = |entry| self.writes.journal.get(entry).is_some_and(|kept| kept.targets.iter().any(waits));
        let place = self.writes.under_way.conflicts.iter().position(|left| !goes_on(left.entry))?;
        let Left { entry, mut over, mut moved } = self.writes.under_way.conflicts.remove(place);
        let staged = self.staging().filter(|staging| staging.entry == Some(entry));
        if let (Some(staging), Over::Targets(targets)) = (staged, &mut over) {
            staging.plan.made_again(targets, &mut moved, self);
        }
        let staged = staged.is_some();
        if moved.is_empty() {
            return self.conflict();
        }
        let over = match over {
            Over::Targets(targets) => self.writes.journal.get(entry)?.intent.about(targets.iter()),
            Over::Whole(over) => *over,
        };
        Some(Conflict { entry, over, moved, staged })
    }

    /// Takes what was read for a write, so that screens show it; `began` is the store's clock when the reading began.
    pub(in crate::store) fn take_found(&mut self, found: &Found, began: u64, now: Timestamp) {
        if let Found::OwnSettings(own) = found {
            self.own_settings_read(own, now);
        }
        if let Found::Inquiries(rows) = found {
            for row in rows.values().flatten() {
                self.take_row(row, began, now);
            }
        }
        if let Found::Answer(Asked { call, .. }, answer, body) = found {
            let answer: Arc<dyn Any + Send + Sync> = Arc::clone(answer);
            self.shown.version += 1;
            self.answers.read_beside(call, now, answer);
            // The next run would otherwise begin with the currency or the value of before.
            if let Some(disk) = &self.disk {
                disk.put_reply(call, now, body.clone());
            }
        }
    }

    /// Keeps own settings of a domain that were read only now with its removal.
    fn keep_own(&mut self, entry: EntryId, item: &Item) {
        let removes = |(kept, target): (&Intent, &Target)| {
            kept.rule().pending == Some(Pending::Removing) && target.before.is_none()
        };
        if self.kept_target(entry, item).is_some_and(removes)
            && let Some(own) = self.grounds().own_as_kept(&item.subject)
        {
            self.writes.journal.change(entry, item, |target| target.before = Some(own));
        }
    }

    pub(super) fn kept_target(&self, entry: EntryId, item: &Item) -> Option<(&Intent, &Target)> {
        let kept = self.writes.journal.get(entry)?;
        Some((&kept.intent, kept.target(item)?))
    }

    fn is_over(&self, entry: EntryId) -> bool {
        self.writes.journal.get(entry).is_some_and(|kept| !kept.open())
    }

    fn is_planned(&self, entry: EntryId, item: &Item) -> bool {
        self.kept_target(entry, item).is_some_and(|(_, target)| target.state == State::Planned)
    }
}
