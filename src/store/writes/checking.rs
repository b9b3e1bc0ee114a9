//! Writes whose outcome is not known: which are read when, and what a reading leads to.

use std::collections::BTreeSet;

use super::probe::{Found, Probe};
use super::settle::{Manner, PASSED_OVER, Settling, Verdict};
use super::{WriteProgress, WriteStep};
use crate::api::types::{Export, Import};
use crate::base::{Id, Timestamp};
use crate::store::intent::{Again, Intent, Settles, Subject};
use crate::store::journal::{Entry, EntryId, State, Which};
use crate::store::{DomainTab, Store};

/// Targets of one write that became unknown together, and are read together.
#[derive(Clone, Debug)]
pub struct Check {
    pub number: u64,
    pub entry: EntryId,
    pub settling: Settling,
}

/// A reading that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Which check it belongs to; hand it back with what was found.
    pub check: u64,
    pub probe: Probe,
}

/// What a reading led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// Proven not done, and sent once more by itself: the user did not change it since.
    pub again: Vec<(EntryId, Subject)>,
    /// The write no target of which is open any more; what was clear before apart.
    pub over: Option<EntryId>,
}

impl Store {
    /// Begins to read what became of these targets; where nothing tells they are given up at once.
    pub(super) fn check(&mut self, entry: EntryId, subjects: Vec<Subject>, manner: Manner, now: Timestamp) {
        let Some(kept) = self.journal.get(entry) else { return };
        if kept.probe(&subjects).is_none() {
            let evidence = untold(kept).to_owned();
            let targets = Which::These(subjects);
            return self.settle(WriteProgress { entry, targets, step: WriteStep::GivenUp { evidence }, at: now });
        }
        let manner = match (manner, kept.intent.rule().settles) {
            // While the service works them off the mailing times come one by one; then they tell.
            (Manner::Queued, _) | (_, Settles::Marks) => manner,
            (_, Settles::Mailed) => Manner::Untold,
            (manner, _) => manner,
        };
        self.writes.count += 1;
        let settling = Settling::new(manner, subjects, now);
        self.writes.checks.push(Check { number: self.writes.count, entry, settling });
    }

    /// Looks for the import that carries these targets, which are done.
    pub(super) fn name_import(&mut self, entry: EntryId, targets: &Which, now: Timestamp) {
        let Some(kept) = self.journal.get(entry) else { return };
        let subjects = kept.subjects(targets);
        if kept.intent.rule().settles != Settles::Import || kept.probe(&subjects).is_none() {
            return;
        }
        self.writes.count += 1;
        let settling = Settling::new(Manner::Naming, subjects, now);
        self.writes.checks.push(Check { number: self.writes.count, entry, settling });
    }

    /// True while the number of the import that carries a target is looked for.
    pub(super) fn is_being_named(&self, entry: EntryId, subject: &Subject) -> bool {
        let names = |check: &&Check| check.entry == entry && check.settling.is_naming();
        self.writes.checks.iter().filter(names).any(|check| check.settling.left().any(|left| left == subject))
    }

    /// The fate of these targets was told another way.
    pub(super) fn uncheck(&mut self, entry: EntryId, subjects: &[Subject]) {
        for check in self.writes.checks.iter_mut().filter(|check| check.entry == entry) {
            for subject in subjects {
                check.settling.forget(subject);
            }
        }
        self.writes.checks.retain(|check| !check.settling.is_over());
    }

    /// Readings due at `now`; each is told as begun by [`Store::begin_reading`].
    pub fn readings_due(&self, now: Timestamp) -> Vec<Ask> {
        let due = |check: &&Check| check.settling.due().is_some_and(|at| at <= now);
        let ask = |check: &Check| {
            let subjects: Vec<Subject> = check.settling.left().cloned().collect();
            let probe = self.journal.get(check.entry)?.probe(&subjects)?;
            Some(Ask { check: check.number, probe })
        };
        self.writes.checks.iter().filter(due).filter_map(ask).collect()
    }

    /// When the next reading is due.
    pub fn next_reading(&self) -> Option<Timestamp> {
        self.writes.checks.iter().filter_map(|check| check.settling.due()).min()
    }

    /// How far work in the background is, for a write some of whose targets the service works off: how many were still
    /// to do when the lists were last read. `Some(0)` while a second reading is to make sure.
    pub fn left_of(&self, entry: EntryId) -> Option<usize> {
        let of = |check: &&Check| check.entry == entry && !check.settling.is_naming();
        let checks = || self.writes.checks.iter().filter(of);
        let read = checks().map(|check| check.settling.to_do()).reduce(|a, b| a + b)?;
        let tab = match self.journal.get(entry).map(|kept| kept.intent.rule().settles) {
            Some(Settles::Account) => DomainTab::MyDomains,
            Some(Settles::Detected) => DomainTab::Detected,
            _ => return Some(read),
        };
        // A list that shrinks while it is read tells no names, but its total does: what is on it beyond the others.
        let open: usize = checks().map(|check| check.settling.left().len()).sum();
        let others = self.domains.known(tab).saturating_sub(open) as u64;
        let by_total = self.domains.told(tab).map(|told| told.saturating_sub(others));
        Some(by_total.and_then(|left| usize::try_from(left).ok()).map_or(read, |left| left.min(read)))
    }

    /// A reading goes out.
    pub fn begin_reading(&mut self, check: u64, now: Timestamp) {
        if let Some(check) = self.writes.checks.iter_mut().find(|known| known.number == check) {
            check.settling.begin(now);
        }
    }

    /// Takes a reading, begun at `began` by the store's clock.
    pub fn reading(&mut self, check: u64, found: &Found, began: u64, now: Timestamp) -> Learnt {
        let mut learnt = Learnt::default();
        let Some(place) = self.writes.checks.iter().position(|known| known.number == check) else { return learnt };
        let entry = self.writes.checks[place].entry;
        let Some(kept) = self.journal.get(entry) else { return learnt };
        let kept_settles = kept.intent.rule().settles;
        let clear = self.writes.checks[place].settling.reading(now, |subject| kept.reading(subject, found));
        self.version += 1;
        if let Found::Shrinking(tab, total) = &found {
            self.domains.walk.tell(*tab, *total);
        }
        if let Found::Inquiries(rows) = &found {
            for row in rows.values().flatten() {
                self.take_row(row, began, now);
            }
        }
        let mut imports = BTreeSet::new();
        if self.writes.checks[place].settling.is_naming() {
            for (subject, verdict) in clear {
                if let Verdict::Applied { made: Some(made), .. } = verdict {
                    let step = WriteStep::Made(made);
                    self.settle(WriteProgress { entry, targets: Which::These(vec![subject]), step, at: now });
                    imports.insert(Id::new(made));
                }
            }
            self.read_those_over(imports, now);
            self.writes.checks.retain(|check| !check.settling.is_over());
            return learnt;
        }
        let running = matches!(&found, Found::Exports(exports) if exports.iter().any(runs));
        let any = !clear.is_empty();
        for (subject, verdict) in clear {
            let targets = Which::These(vec![subject.clone()]);
            let step = match verdict {
                Verdict::Applied { evidence, made } => {
                    if kept_settles == Settles::Import {
                        imports.extend(made.map(Id::new));
                    }
                    let evidence = found_as(kept_settles, made).unwrap_or(evidence);
                    WriteStep::SettledApplied { evidence, made }
                }
                Verdict::NotApplied(_) if self.goes_again(entry, &subject, running) => {
                    // Once more, by itself: the effect is the same when repeated, and nobody wants it otherwise by now.
                    learnt.again.push((entry, subject));
                    WriteStep::Again
                }
                Verdict::NotApplied(evidence) => {
                    WriteStep::SettledNotApplied { evidence: self.with_cause(entry, &subject, evidence) }
                }
                Verdict::GivenUp(evidence) => WriteStep::GivenUp { evidence },
            };
            self.settle(WriteProgress { entry, targets, step, at: now });
        }
        self.read_those_over(imports, now);
        let open = |entry: &Entry| entry.targets.iter().any(|target| target.state.pending());
        if any && self.journal.get(entry).is_some_and(|kept| !open(kept)) {
            learnt.over = Some(entry);
        }
        learnt
    }

    /// What readings proved, after the reason the answer was lost: why it was not done, as far as anybody knows.
    fn with_cause(&self, entry: EntryId, subject: &Subject, evidence: String) -> String {
        let target = self.journal.get(entry).and_then(|kept| kept.target(subject));
        match target.map(|target| target.evidence.trim_end_matches('.')) {
            Some(cause) if !cause.is_empty() && !evidence.starts_with(PASSED_OVER) => {
                format!("{cause} {}", evidence.trim_start())
            }
            _ => evidence,
        }
    }

    /// An import whose number is learnt only after it has ended: what it did is read now.
    fn read_those_over(&mut self, imports: BTreeSet<Id<Import>>, now: Timestamp) {
        for import in imports {
            if self.jobs.import(import).is_some_and(|known| known.row.value.is_over()) {
                self.read_imported(import, now);
            }
        }
    }

    /// Whether a write proven not done goes again by itself: once, unless a later write assigns the same mark.
    fn goes_again(&self, entry: EntryId, subject: &Subject, running: bool) -> bool {
        let Some(kept) = self.journal.get(entry) else { return false };
        let allowed = match (kept.intent.rule().again, &kept.intent) {
            // What was not known here when it was asked cannot be asked again as it was.
            (_, Intent::MarkAll { .. }) | (Again::ByUser, _) => false,
            (Again::Once, _) => true,
            (Again::WhileRunning, _) => running,
        };
        let sends = kept.target(subject).map_or(u8::MAX, |target| target.sends);
        allowed && sends < 2 && self.session.readonly.is_none() && !self.journal.superseded(entry, subject)
    }

    /// The user asks to check what could not be determined again.
    pub fn check_again(&mut self, entry: EntryId, now: Timestamp) -> usize {
        let Some(kept) = self.journal.get(entry) else { return 0 };
        let open = |state| matches!(state, State::GivenUp | State::Unknown);
        let subjects: Vec<Subject> = kept.targets.iter().filter(|t| open(t.state)).map(|t| t.subject.clone()).collect();
        if subjects.is_empty() || kept.probe(&subjects).is_none() {
            return 0;
        }
        let count = subjects.len();
        for subject in &subjects {
            self.journal.change(entry, subject, |target| {
                target.state = State::Unknown;
                target.at = now;
                target.evidence.clear();
            });
        }
        self.lay_over(entry, &subjects);
        self.uncheck(entry, &subjects);
        self.check(entry, subjects, Manner::Lost, now);
        self.version += 1;
        self.write_down(entry, &Which::All, None);
        count
    }

    /// A refusal of a second try that proves the first one done: an earlier write of the same kind on the same thing
    /// that could not be determined is clear by it.
    pub(super) fn proven_by_refusal(&mut self, entry: EntryId, subject: &Subject, words: &str, now: Timestamp) {
        let Some(kept) = self.journal.get(entry) else { return };
        let verb = kept.intent.verb();
        if !matches!(kept.intent.rule().settles, Settles::Mailed | Settles::Nothing) || !says_done_before(words) {
            return;
        }
        let states = || {
            self.journal
                .entries()
                .filter(|earlier| earlier.id < entry && earlier.intent.verb() == verb)
                .filter_map(|earlier| Some((earlier.id, earlier.target(subject)?.state)))
        };
        // One that is known to be done explains the refusal, and says nothing of another whose answer was lost.
        if states().any(|(_, state)| state.applied()) {
            return;
        }
        let undetermined = |state| matches!(state, State::GivenUp | State::Overruled | State::Unknown);
        let earlier = states().find(|(_, state)| undetermined(*state));
        if let Some((earlier, _)) = earlier {
            let evidence = format!("the service refused a second one: {words}");
            let step = WriteStep::SettledApplied { evidence, made: None };
            self.settle(WriteProgress { entry: earlier, targets: subject.clone().into(), step, at: now });
        }
    }
}

/// Why no reading can tell what became of a write.
fn untold(entry: &Entry) -> &'static str {
    match entry.intent.rule().settles {
        Settles::Import | Settles::Export => "what was there before it was sent could not be read, so nothing tells",
        _ => "no reading tells whether it was done; it may have been",
    }
}

/// The evidence for a job that was made: its number.
fn found_as(settles: Settles, made: Option<i64>) -> Option<String> {
    match settles {
        Settles::Import => Some(format!("found as import {}", made?)),
        Settles::Export => Some(format!("found as export {}", made?)),
        _ => None,
    }
}

/// The words of a refusal are the only thing that tells "it was done before" from other reasons.
fn says_done_before(words: &str) -> bool {
    let words = words.to_lowercase();
    ["already", "recently"].iter().any(|word| words.contains(word))
}

fn runs(export: &Export) -> bool {
    !export.is_over()
}

/// What a restart makes of a target that was unknown: background work is still watched as such.
pub(super) fn manner_after_restart(entry: &Entry) -> Manner {
    if entry.is_queued() { Manner::Queued } else { Manner::Lost }
}
