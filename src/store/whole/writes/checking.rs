//! Writes whose outcome is unknown: when each is read back, and the step that follows from a reading.

use std::collections::BTreeSet;

use crate::api::types::{Export, Import};
use crate::base::{Id, Timestamp};
use crate::store::subject::{EntryId, Item};
use crate::store::writes::check::{Ask, Check, Learnt, to_check};
use crate::store::writes::intent::{Again, Job};
use crate::store::writes::journal::{Entry, State, Which};
use crate::store::writes::probe::Found;
use crate::store::writes::settle::{Manner, PASSED_OVER, Settling, Verdict};
use crate::store::writes::{WriteProgress, WriteStep};
use crate::store::{Pending, Store};

/// Most times that a write is sent. All but the first are automatic.
pub(super) const MOST_SENDS: u8 = 2;

impl Store {
    /// Begins to read back these targets. If no reading can show their outcome, they are given up at once.
    pub(super) fn check(&mut self, entry: EntryId, items: Vec<Item>, manner: Manner, now: Timestamp) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
        if kept.intent.probe(kept, &items).is_none() {
            let evidence = why_undetermined(kept).to_owned();
            let targets = Which::These(items);
            return self.settle(WriteProgress { entry, targets, step: WriteStep::GivenUp { evidence }, at: now });
        }
        // While the service emails a write's inquiries in the background, the times of emailing appear one by one.
        let no_reading = kept.intent.rule().by_time && manner != Manner::Queued;
        let manner = if no_reading { Manner::NoReading } else { manner };
        self.writes.under_way.count += 1;
        let settling = Settling::new(manner, items, now);
        self.writes.under_way.checks.push(Check { number: self.writes.under_way.count, entry, settling });
    }

    /// Looks for the number of the import in which the service does these targets, which it has accepted.
    pub(super) fn name_import(&mut self, entry: EntryId, targets: &Which, now: Timestamp) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
        let items = kept.items(targets);
        if kept.intent.rule().job != Some(Job::Import) || kept.intent.probe(kept, &items).is_none() {
            return;
        }
        self.writes.under_way.count += 1;
        let settling = Settling::new(Manner::Naming, items, now);
        self.writes.under_way.checks.push(Check { number: self.writes.under_way.count, entry, settling });
    }

    /// True while the number of a target's import is looked for.
    pub(super) fn is_being_named(&self, entry: EntryId, item: &Item) -> bool {
        let names = |check: &&Check| check.entry == entry && check.settling.is_naming();
        self.writes.under_way.checks.iter().filter(names).any(|check| check.settling.left().any(|left| left == item))
    }

    /// Stops reading back these targets, because their outcome is known otherwise.
    pub(super) fn uncheck(&mut self, entry: EntryId, items: &[Item]) {
        for check in self.writes.under_way.checks.iter_mut().filter(|check| check.entry == entry) {
            for item in items {
                check.settling.forget(item);
            }
        }
        self.writes.under_way.checks.retain(|check| !check.settling.is_over());
    }

    /// Readings due at `now`. Call [`Store::begin_reading`] when one begins.
    pub fn readings_due(&self, now: Timestamp) -> Vec<Ask> {
        let due = |check: &&Check| check.settling.due().is_some_and(|at| at <= now);
        let ask = |check: &Check| {
            let items: Vec<Item> = check.settling.left().cloned().collect();
            let kept = self.writes.journal.get(check.entry)?;
            let probe = kept.intent.probe(kept, &items)?;
            Some(Ask { check: check.number, probe })
        };
        self.writes.under_way.checks.iter().filter(due).filter_map(ask).collect()
    }

    /// Time of the next reading; `None` if nothing is to be read.
    pub fn next_reading(&self) -> Option<Timestamp> {
        self.writes.under_way.checks.iter().filter_map(|check| check.settling.due()).min()
    }

    /// Number of targets that were not done at the last reading, for a write that the service does in the background.
    /// `Some(0)` until a second reading confirms that all are done.
    pub fn left_of(&self, entry: EntryId) -> Option<usize> {
        let of = |check: &&Check| check.entry == entry && !check.settling.is_naming();
        let checks = || self.writes.under_way.checks.iter().filter(of);
        let read = checks().map(|check| check.settling.to_do()).reduce(|a, b| a + b)?;
        let Some(tab) = self.writes.journal.get(entry).and_then(|kept| kept.intent.rule().leaves) else {
            return Some(read);
        };
        // While a list gets shorter, its pages prove nothing about single names, but its total less the known rows
        // that are no targets is the number of targets still on it.
        let open: usize = checks().map(|check| check.settling.left().len()).sum();
        let others = self.index.domains.known(tab).saturating_sub(open) as u64;
        let by_total = self.index.domains.told(tab).map(|told| told.saturating_sub(others));
        Some(by_total.and_then(|left| usize::try_from(left).ok()).map_or(read, |left| left.min(read)))
    }

    /// Notes that a reading has begun.
    pub fn begin_reading(&mut self, check: u64, now: Timestamp) {
        if let Some(check) = self.writes.under_way.checks.iter_mut().find(|known| known.number == check) {
            check.settling.begin(now);
        }
    }

    /// True when the domain was removed after this value was sent, so that its present value shows nothing.
    fn is_removed_since(&self, entry: EntryId, item: &Item) -> bool {
        let removes = |kept: &Entry| {
            let is_sent = || kept.target(&item.subject).is_some_and(|target| target.sends > 0);
            kept.intent.rule().pending == Some(Pending::Removing) && is_sent()
        };
        item.field.is_some() && self.writes.journal.entries().take_while(|kept| kept.id > entry).any(removes)
    }

    /// Takes a reading; `began` is the store's clock when it began.
    pub fn reading(&mut self, check: u64, found: &Found, began: u64, now: Timestamp) -> Learnt {
        let mut learnt = Learnt::default();
        let Some(place) = self.writes.under_way.checks.iter().position(|known| known.number == check) else {
            return learnt;
        };
        let entry = self.writes.under_way.checks[place].entry;
        let Some(kept) = self.writes.journal.get(entry) else { return learnt };
        let job = kept.intent.rule().job;
        let read = |item: &Item| kept.intent.reading(kept, item, found);
        let clear = self.writes.under_way.checks[place].settling.reading(now, read);
        self.shown.version += 1;
        if let Found::Shrinking(tab, total) = &found {
            self.index.domains.walk.tell(*tab, *total);
        }
        self.take_found(found, began, now);
        let mut imports = BTreeSet::new();
        if self.writes.under_way.checks[place].settling.is_naming() {
            for (item, verdict) in clear {
                if let Verdict::Applied { made: Some(made), .. } = verdict {
                    let step = WriteStep::Made(made);
                    self.settle(WriteProgress { entry, targets: Which::These(vec![item]), step, at: now });
                    imports.insert(Id::new(made));
                }
            }
            self.read_those_over(imports, now);
            self.writes.under_way.checks.retain(|check| !check.settling.is_over());
            return learnt;
        }
        let running = matches!(&found, Found::Exports(exports) if exports.iter().any(runs));
        let any = !clear.is_empty();
        let mut steps = Vec::new();
        for (item, verdict) in clear {
            let step = match verdict {
                Verdict::Applied { evidence, made } => {
                    if job == Some(Job::Import) {
                        imports.extend(made.map(Id::new));
                    }
                    let evidence = found_as(job, made).unwrap_or(evidence);
                    WriteStep::SettledApplied { evidence, made }
                }
                Verdict::NotApplied(_) if self.is_removed_since(entry, &item) => {
                    WriteStep::GivenUp { evidence: "the domain was removed since".to_owned() }
                }
                Verdict::NotApplied(_) if self.goes_again(entry, &item, running) => {
                    // The write is sent once more automatically: to send it twice changes nothing, and no later write
                    // sets another value.
                    learnt.again.push((entry, item.clone()));
                    WriteStep::Again
                }
                Verdict::NotApplied(evidence) => {
                    WriteStep::SettledNotApplied { evidence: self.with_cause(entry, &item, evidence) }
                }
                Verdict::GivenUp(evidence) => WriteStep::GivenUp { evidence },
            };
            steps.push((item, step));
        }
        self.settle_each(entry, steps, now);
        self.read_those_over(imports, now);
        let open = |entry: &Entry| entry.targets.iter().any(|target| target.state.pending());
        if any && self.writes.journal.get(entry).is_some_and(|kept| !open(kept)) {
            learnt.over = Some(entry);
        }
        learnt
    }

    /// Evidence of readings, after the reason why the answer was lost, if that explains why the write was not done.
    fn with_cause(&self, entry: EntryId, item: &Item, evidence: String) -> String {
        let target = self.writes.journal.get(entry).and_then(|kept| kept.target(item));
        match target.map(|target| target.evidence.trim_end_matches('.')) {
            Some(cause) if !cause.is_empty() && !evidence.starts_with(PASSED_OVER) => {
                format!("{cause} {}", evidence.trim_start())
            }
            _ => evidence,
        }
    }

    /// Reads the results of imports that had ended before their number was known.
    fn read_those_over(&mut self, imports: BTreeSet<Id<Import>>, now: Timestamp) {
        for import in imports {
            if self.lists.jobs.import(import).is_some_and(|known| known.row.value.is_over()) {
                self.read_imported(import, now);
            }
        }
    }

    /// True when a write that was not done is sent again automatically: once, unless the user cancelled it or a later
    /// write sets the same mark.
    fn goes_again(&self, entry: EntryId, item: &Item, running: bool) -> bool {
        let Some(kept) = self.writes.journal.get(entry) else { return false };
        let allowed = match kept.intent.rule().again {
            Again::ByUser => false,
            Again::Once => true,
            Again::WhileRunning => running,
        };
        let sends = kept.target(item).map_or(u8::MAX, |target| target.sends);
        allowed && sends < MOST_SENDS && self.session.readonly.is_none() && !self.writes.journal.superseded(entry, item)
    }

    /// Reads back again, at the user's request, the targets whose outcome could not be determined. Returns their
    /// number.
    pub fn check_again(&mut self, entry: EntryId, now: Timestamp) -> usize {
        let Some(kept) = self.writes.journal.get(entry) else { return 0 };
        let items = to_check(kept);
        let count = items.len();
        if count == 0 {
            return 0;
        }
        for item in &items {
            self.writes.journal.change(entry, item, |target| {
                target.state = State::Unknown;
                target.at = now;
                target.evidence.clear();
            });
        }
        self.lay_over(entry, |state| state == State::Unknown);
        self.uncheck(entry, &items);
        self.check(entry, items, Manner::Lost, now);
        self.shown.version += 1;
        self.write_down(entry, &Which::All, None);
        count
    }

    /// Takes a refusal whose words say that the thing was done before. It settles an earlier write of the same kind
    /// about the same thing whose outcome is not known.
    pub(super) fn proven_by_refusal(&mut self, entry: EntryId, item: &Item, words: &str, now: Timestamp) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
        let verb = kept.intent.verb();
        if !kept.intent.rule().refusal_proves || !says_done_before(words) {
            return;
        }
        let states = || {
            self.writes
                .journal
                .entries()
                .filter(|earlier| earlier.id < entry && earlier.intent.verb() == verb)
                .filter_map(|earlier| Some((earlier.id, earlier.target(item)?.state)))
        };
        // If an earlier write is known to be done, it explains the refusal, which then shows nothing about one whose
        // answer was lost.
        if states().any(|(_, state)| state.applied()) {
            return;
        }
        let undetermined = |state| matches!(state, State::GivenUp | State::Overruled | State::Unknown);
        let earlier = states().find(|(_, state)| undetermined(*state));
        if let Some((earlier, _)) = earlier {
            let evidence = format!("the service refused a second one: {words}");
            let step = WriteStep::SettledApplied { evidence, made: None };
            self.settle(WriteProgress { entry: earlier, targets: item.clone().into(), step, at: now });
        }
    }
}

/// Reason why no reading can show the outcome of a write.
fn why_undetermined(entry: &Entry) -> &'static str {
    match entry.intent.rule().job {
        Some(_) => "what was there before could not be read",
        None => "not visible in what the service shows; it may have been done",
    }
}

/// Evidence that a job was made: its number.
fn found_as(job: Option<Job>, made: Option<i64>) -> Option<String> {
    Some(match job? {
        Job::Import => format!("found as import {}", made?),
        Job::Export => format!("found as export {}", made?),
    })
}

/// True when a refusal says that the thing was done before. Only its words show that.
fn says_done_before(words: &str) -> bool {
    let words = words.to_lowercase();
    ["already", "recently"].iter().any(|word| words.contains(word))
}

fn runs(export: &Export) -> bool {
    !export.is_over()
}

/// Manner of a target that was unknown before a restart. Work in the background is watched as such again.
pub(super) fn manner_after_restart(entry: &Entry) -> Manner {
    if entry.is_queued() { Manner::Queued } else { Manner::Lost }
}
