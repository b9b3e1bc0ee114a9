//! Undo and redo while they are not finished: they are planned before everything is known, wait until the write they
//! reverse is known to be done, are voided where it was not, and reported when they end (`undone.rs` has the words).

use super::undone::{NOT_KNOWN, UndoWords};
use crate::base::{Id, Timestamp};
use crate::store::subject::{EntryId, Item, Subject, Value};
use crate::store::writes::conflict::CHANGED;
use crate::store::writes::intent::{Intent, Job, Topic};
use crate::store::writes::journal::{Base, Entry, Origin, Reversal, State, Target, Which};
use crate::store::writes::under_way::Followed;
use crate::store::writes::{NotPlanned, WriteProgress, WriteStep};
use crate::store::{Pending, Store, WriteHold};

impl Store {
    /// Plans the undo of an act, or the redo of an undo. Targets that were not sent are dropped, those that are done
    /// are reversed now, and the others as soon as they are known to be done.
    ///
    /// # Errors
    /// Reason why it is not planned: nothing may be written, the journal is being read, or nothing is left to reverse.
    pub fn reverse(&mut self, id: EntryId, now: Timestamp) -> Result<EntryId, NotPlanned> {
        if let Some(why) = &self.session.readonly {
            return Err(NotPlanned::No(why.clone()));
        }
        if !self.journal_is_read() {
            return Err(NotPlanned::No("Reading the journal of changes; try again in a moment.".to_owned()));
        }
        let Some(reversal) = self.writes.journal.reversal(id, &self.grounds()) else {
            let is_undo = self.writes.journal.get(id).is_some_and(|kept| matches!(kept.origin, Origin::Undo(_)));
            let verb = if is_undo { "redo" } else { "undo" };
            return Err(NotPlanned::No(format!("Nothing of it is left to {verb}.")));
        };
        let Reversal { intent, origin, sends, drops, changed, unknown } = reversal;
        // Unsent targets are dropped first, so that after a power cut nothing is sent that the user has undone.
        if !drops.is_empty() {
            let targets = Which::These(drops.clone());
            self.settle(WriteProgress { entry: id, targets, step: WriteStep::TakenBack, at: now });
        }
        let target = |item: Item, state, evidence: &str| {
            // The undo expects the value that the reversed write has set.
            let of = self.writes.journal.get(id).and_then(|kept| kept.target(&item));
            // Own settings of a removed domain stay with its target until they are written back.
            let set = of.filter(|_| item.field.is_some()).map(|target| target.after.clone());
            let own = || of.filter(|target| target.own().is_some()).and_then(|target| target.before.clone());
            let (before, after) = (set.or_else(own), intent.after(&item));
            Target { state, evidence: evidence.to_owned(), ..Target::planned(item, before, after, now) }
        };
        let mut targets: Vec<Target> = sends.into_iter().map(|item| target(item, State::Planned, "")).collect();
        targets.extend(drops.into_iter().map(|item| target(item, State::Void, "nothing had been sent")));
        targets.extend(changed.into_iter().map(|item| target(item, State::Void, CHANGED)));
        targets.extend(unknown.into_iter().map(|item| target(item, State::Refused, NOT_KNOWN)));
        let entry = self.put_planned(intent, origin, targets, now);
        self.drop_restore(entry, now);
        self.plan_restore(entry, now);
        self.review(now);
        let said = self.writes.journal.get(entry).is_some_and(|kept| {
            let of = kept.origin.reverses().and_then(|of| self.writes.journal.get(of));
            self.session.write_hold == WriteHold::No
                && !of.is_some_and(|of| Self::takes_time(kept, of))
                && !kept.targets.iter().any(|t| self.holds_back(kept, t))
        });
        self.writes.under_way.followed.push(Followed { entry, said });
        Ok(entry)
    }

    /// True when a target of an undo or redo must wait, because the reversed write is not known to be done or its
    /// import still runs.
    pub(super) fn waits(&self, entry: &Entry, target: &Target) -> bool {
        match self.writes.journal.base(entry, &target.item()) {
            Base::Write(_, base) if base.state.pending() => true,
            Base::Write(_, base) if matches!(entry.origin, Origin::Restore(_)) => !self.is_back(base),
            Base::Write(real, base) if real.intent.rule().job == Some(Job::Import) => self.import_runs(real, base),
            _ => entry.topic() == Topic::VALUES && self.is_coming_back(&target.subject),
        }
    }

    /// True when the import of a target is running, or its number is still looked for.
    fn import_runs(&self, of: &Entry, target: &Target) -> bool {
        match target.made {
            Some(made) => self.lists.jobs.import(Id::new(made)).is_some_and(|known| !known.row.value.is_over()),
            None => self.is_being_named(of.id, &target.item()),
        }
    }

    /// True while a removed domain is being added back. Until then its settings cannot be set.
    pub(super) fn is_coming_back(&self, subject: &Subject) -> bool {
        let adds = |entry: &&Entry| entry.intent.rule().pending == Some(Pending::AddingBack);
        subject.name().is_some()
            && self.writes.journal.entries().filter(adds).any(|entry| {
                let target = entry.target(subject);
                target.is_some_and(|target| {
                    target.state.pending() || target.state.applied() && self.import_runs(entry, target)
                })
            })
    }

    /// Value that an unfinished undo or redo sets for an item.
    pub fn restored_value(&self, item: &Item) -> Option<&Value> {
        let reverses = self.writes.journal.open_on(item).is_some_and(|entry| entry.origin.reverses().is_some());
        self.pending_value(item).filter(|_| reverses)
    }

    /// True when a planned target of an undo or redo must wait.
    pub(super) fn holds_back(&self, entry: &Entry, target: &Target) -> bool {
        target.state == State::Planned && self.waits(entry, target)
    }

    /// True unless undo or redo keep a target from being sent.
    pub(super) fn is_due(&self, entry: &Entry, target: &Target) -> bool {
        let waits = entry.origin.awaits().is_some();
        !waits || (!self.waits(entry, target) && self.verdict(entry, target).is_none())
    }

    /// Takes the targets for which nothing is to be sent out of waiting undos and redos, now that more is known.
    pub fn review(&mut self, now: Timestamp) {
        loop {
            let versions =
                [self.writes.journal.version(), self.index.inquiries.version(), self.index.domains.version()];
            if self.writes.under_way.reviewed.replace(versions) == Some(versions) {
                return;
            }
            let mut steps: Vec<(EntryId, WriteStep, Vec<Item>)> = Vec::new();
            let mut numbers = Vec::new();
            for entry in self.writes.journal.open().filter(|entry| entry.origin.awaits().is_some()) {
                for target in entry.targets.iter().filter(|target| target.state == State::Planned) {
                    let Some(step) = self.verdict(entry, target) else {
                        numbers.extend(self.number_for(entry, target));
                        continue;
                    };
                    let item = target.item();
                    match steps.iter_mut().find(|(id, known, _)| *id == entry.id && same(known, &step)) {
                        Some((.., items)) => items.push(item),
                        None => steps.push((entry.id, step, vec![item])),
                    }
                }
            }
            for (entry, subject, number) in numbers {
                if self.writes.journal.number(entry, &subject, number) {
                    self.write_down(entry, &Which::These(Vec::new()), None);
                }
            }
            for (entry, step, items) in steps {
                self.settle(WriteProgress { entry, targets: Which::These(items), step, at: now });
            }
        }
    }

    /// Final step of a target that was not sent; `None` if it waits or is to be sent.
    fn verdict(&self, entry: &Entry, target: &Target) -> Option<WriteStep> {
        let nothing = |why: &str| Some(self.nothing_to_send(entry.id, why));
        match self.writes.journal.base(entry, &target.item()) {
            Base::Write(_, base) if base.state.pending() => None,
            Base::Write(real, base) if base.state.applied() => {
                if !base.would_change() {
                    return nothing("it was so already");
                }
                if !self.is_busy_before(entry, target) && self.changed_elsewhere(&real.intent, base) {
                    return nothing(CHANGED);
                }
                let numberless = entry.intent.rule().needs_number && self.number_for(entry, target).is_none();
                numberless.then(|| WriteStep::Dropped { why: "its number in the list is unknown".to_owned() })
            }
            Base::Write(_, base) if matches!(base.state, State::GivenUp | State::Overruled) => {
                // For a restore the list of domains also shows whether the domains are in the account again.
                entry.origin.reverses()?;
                Some(WriteStep::Dropped { why: NOT_KNOWN.to_owned() })
            }
            Base::Write(real, _) => nothing(&format!("it was not {}", real.intent.rule().done)),
            Base::Never => None,
            Base::Gone => nothing("nothing of it is left"),
        }
    }

    /// True when somebody else has changed the value since the write set it.
    fn changed_elsewhere(&self, intent: &Intent, target: &Target) -> bool {
        let row = || {
            let Subject::Domain(name) = &target.subject else { return None };
            self.index.domains.row(self.index.domains.find(name)?)
        };
        // The domain is on the tab that it had left.
        let is_back = intent.rule().leaves.is_some_and(|tab| row().is_some_and(|row| row.on(tab)));
        is_back || intent.truth(&self.grounds(), &target.item()).is_some_and(|now| now != target.after)
    }

    /// True while an older write of the user about the same thing is pending, so that the service's value is not
    /// final.
    fn is_busy_before(&self, entry: &Entry, of: &Target) -> bool {
        let older = self.writes.journal.open().take_while(|other| other.id < entry.id);
        older.filter(|other| other.topic() == entry.topic()).any(|other| {
            other.target(&of.subject).is_some_and(|_| {
                let mut same = other.targets.iter().filter(|target| target.subject == of.subject);
                same.any(|target| target.state.pending())
            })
        })
    }

    /// Number that an undo needs, such as that of an address in the list of ignored senders. It comes from the newest
    /// write that put the thing there, because each write gives it a new one.
    fn number_for(&self, entry: &Entry, target: &Target) -> Option<(EntryId, Subject, i64)> {
        if !entry.intent.rule().needs_number {
            return None;
        }
        let older = self.writes.journal.entries().skip_while(|other| other.id >= entry.id);
        let makes = older.filter(|other| other.topic() == entry.topic() && !other.intent.rule().needs_number);
        let mut applied =
            makes.filter_map(|other| other.target(&target.subject)).filter(|target| target.state.applied());
        // The answer to a write may lack the number if the thing was there before.
        Some((entry.id, target.subject.clone(), applied.find_map(|target| target.made)?))
    }

    /// Follows all open undos and redos after a restart.
    pub(super) fn follow_all(&mut self) {
        let open = self.writes.journal.open().filter(|entry| entry.open() && entry.origin.awaits().is_some());
        self.writes.under_way.followed = open.map(|entry| Followed { entry: entry.id, said: false }).collect();
    }

    /// Words about an undo or redo that has ended since the last call, unless they were shown before.
    pub fn undo_ended(&mut self) -> Option<UndoWords> {
        let journal = &self.writes.journal;
        let mut ended = None;
        self.writes.under_way.followed.retain_mut(|followed| {
            let Some(kept) = journal.get(followed.entry) else { return false };
            // A target that ended otherwise than announced is reported, even if in the end all is well.
            let rule = kept.intent.rule();
            followed.said &= (rule.at_once || rule.job == Some(Job::Import))
                && !kept.is_queued()
                && !kept.targets.iter().any(|target| target.state == State::Unknown);
            if kept.open() {
                return true;
            }
            if !followed.said || kept.targets.iter().any(|target| target.state.failed()) {
                ended = Some(followed.entry);
            }
            false
        });
        self.undo_words(ended?)
    }
}

/// True when two final steps have the same reason.
fn same(a: &WriteStep, b: &WriteStep) -> bool {
    match (a, b) {
        (WriteStep::Void { why: a }, WriteStep::Void { why: b })
        | (WriteStep::Dropped { why: a }, WriteStep::Dropped { why: b }) => a == b,
        _ => false,
    }
}
