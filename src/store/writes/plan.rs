//! Planning: what the user confirmed becomes a journal entry, or a sentence why not. Undo and redo are in `undo.rs`.

use std::collections::HashSet;

use super::{NotPlanned, WriteProgress, WriteStep};
use crate::base::Timestamp;
use crate::store::Store;
use crate::store::intent::{Intent, Mark, Settles, Subject};
use crate::store::journal::{Entry, EntryId, Origin, State, Target, Which};

impl Store {
    /// Plans what the user confirmed: journal entry and overlay at once. See [`Store::plan_as`].
    pub fn plan(&mut self, intent: Intent, now: Timestamp) -> Result<EntryId, NotPlanned> {
        self.plan_as(intent, Origin::User, now)
    }

    /// Plans a write all the same where an earlier one could not be determined: that one stays so for good.
    pub fn plan_over(&mut self, intent: Intent, now: Timestamp) -> Result<EntryId, NotPlanned> {
        let subjects: HashSet<Subject> = intent.subjects().into_iter().collect();
        let topic = intent.topic();
        let given_up: Vec<(EntryId, Subject)> = self
            .journal
            .open()
            .filter(|entry| entry.topic() == topic)
            .flat_map(|entry| entry.targets.iter().map(move |target| (entry.id, target)))
            .filter(|(_, target)| target.state == State::GivenUp && subjects.contains(&target.subject))
            .map(|(entry, target)| (entry, target.subject.clone()))
            .collect();
        for (entry, subject) in given_up {
            self.journal.change(entry, &subject, |target| {
                target.state = State::Overruled;
                target.at = now;
            });
            self.write_down(entry, &subject.into(), None);
        }
        self.plan_as(intent, Origin::User, now)
    }

    /// Plans a write. Rows that already are as wanted are left out.
    ///
    /// # Errors
    /// Why not: nothing to change, writing is off, an earlier write of one of these is unknown.
    pub fn plan_as(&mut self, intent: Intent, origin: Origin, now: Timestamp) -> Result<EntryId, NotPlanned> {
        let no = |why: String| Err(NotPlanned::No(why));
        if let Some(why) = &self.session.readonly {
            return no(why.clone());
        }
        if !self.journal_is_read() {
            self.writes.early.push((intent, origin));
            return Err(NotPlanned::Early);
        }
        let mut subjects = intent.subjects();
        if subjects.is_empty() {
            return no("Nothing is selected.".to_owned());
        }
        subjects.sort_unstable();
        subjects.dedup();
        let left_out = self.take_out_blocked(&mut subjects, &intent, origin, now)?;
        let intent = if left_out.is_empty() { intent } else { intent.without(&left_out, &subjects) };
        if let Some(why) = self.why_not(&intent, self.service_time(now)) {
            return no(why);
        }
        let mut targets: Vec<Target> = match (&intent, intent.mark()) {
            (Intent::Mark { .. }, Some((mark, to))) => subjects
                .into_iter()
                .map(|subject| (self.shown(&subject, mark), subject))
                .filter(|(before, _)| *before != Some(to))
                .map(|(before, subject)| Target::planned(subject, before, now))
                .collect(),
            (_, Some((mark, _))) => subjects
                .into_iter()
                .map(|subject| Target::planned(subject.clone(), self.shown(&subject, mark), now))
                .collect(),
            (_, None) => subjects.into_iter().map(|subject| Target::planned(subject, None, now)).collect(),
        };
        if targets.is_empty() {
            let words = intent.rule().done;
            let one = intent.size() == 1;
            return no(if one { format!("Already {words}.") } else { format!("All are already {words}.") });
        }
        let intent = match intent {
            // What it says in words is what it really sets out to change.
            Intent::Mark { .. } => intent.about(targets.iter().map(|target| &target.subject)),
            other => other,
        };
        targets.extend(left_out);
        targets.sort_by(|a, b| a.subject.cmp(&b.subject));
        Ok(self.put_planned(intent, origin, targets, now))
    }

    /// Journal entry and overlay of a write.
    pub(super) fn put_planned(
        &mut self,
        intent: Intent,
        origin: Origin,
        targets: Vec<Target>,
        now: Timestamp,
    ) -> EntryId {
        let planned = targets.iter().filter(|target| target.state == State::Planned);
        let subjects: Vec<Subject> = planned.map(|target| target.subject.clone()).collect();
        let entry = self.journal.plan(intent, origin, targets, now);
        self.lay_over(entry, &subjects);
        self.version += 1;
        self.write_down(entry, &Which::All, None);
        entry
    }

    /// The journal on disk has told its entries, or there is none.
    pub fn journal_is_read(&self) -> bool {
        self.disk.is_none() || self.writes.journal_told
    }

    /// Takes the things out that must wait for an earlier write of theirs, where a write of the user's can go ahead with
    /// the others; each as a target that says why.
    fn take_out_blocked(
        &self,
        subjects: &mut Vec<Subject>,
        intent: &Intent,
        origin: Origin,
        now: Timestamp,
    ) -> Result<Vec<Target>, NotPlanned> {
        let blocked = self.journal.blocked(intent.topic());
        let checks = matches!(intent, Intent::Domains { .. }) && intent.rule().settles == Settles::Import;
        let checked = if checks { self.being_checked(now) } else { HashSet::new() };
        let by = |subject: &Subject| blocked.get(subject).filter(|_| !matches!(subject, Subject::Part(_)));
        let waits = |subject: &Subject| by(subject).is_some() || checked.contains(subject);
        let Some(first) = subjects.iter().find(|subject| waits(subject)) else { return Ok(Vec::new()) };
        if origin != Origin::User || subjects.iter().all(waits) {
            return Err(match by(first) {
                Some(entry) => self.blocked(*entry, first),
                None if subjects.len() == 1 => {
                    NotPlanned::No(format!("{} is being checked already.", self.name_of(first)))
                }
                None => NotPlanned::No("They are being checked already.".to_owned()),
            });
        }
        let out = subjects.extract_if(.., |subject| waits(subject)).map(|subject| {
            let kept = by(&subject).and_then(|entry| self.journal.get(*entry)?.target(&subject));
            let undetermined = kept.is_some_and(|target| target.state == State::GivenUp);
            let why = if undetermined { "the outcome of its last change is unknown" } else { "still being checked" };
            Target::left_out(subject, why, now)
        });
        Ok(out.collect())
    }

    /// Plans what was asked for while the journal was still being read.
    pub(in crate::store) fn plan_early(&mut self, now: Timestamp) {
        for (intent, origin) in std::mem::take(&mut self.writes.early) {
            if let Err(why) = self.plan_as(intent, origin, now) {
                self.session.notices.push(why.why().to_owned());
            }
        }
    }

    /// Takes back what of a write has not been sent; how many things that were.
    pub fn take_back(&mut self, entry: EntryId, now: Timestamp) -> usize {
        let Some(kept) = self.journal.get(entry) else { return 0 };
        let planned = kept.targets.iter().filter(|target| target.state == State::Planned);
        let subjects: Vec<Subject> = planned.map(|target| target.subject.clone()).collect();
        let count = subjects.len();
        if count > 0 {
            let step = WriteStep::Dropped { why: "taken back before it was sent".to_owned() };
            self.settle(WriteProgress { entry, targets: Which::These(subjects), step, at: now });
        }
        count
    }

    fn shown(&self, subject: &Subject, mark: Mark) -> Option<bool> {
        self.book.shown(subject.inquiry()?, mark)
    }

    /// Lays what a write assigns over what the service told.
    pub(super) fn lay_over(&mut self, entry: EntryId, subjects: &[Subject]) {
        self.lay_over_domains(entry, subjects);
        let Some((mark, to)) = self.journal.get(entry).and_then(Entry::mark) else { return };
        for id in subjects.iter().filter_map(Subject::inquiry) {
            self.book.overlay.push(entry, id, mark, to);
        }
    }

    fn blocked(&self, entry: EntryId, subject: &Subject) -> NotPlanned {
        let name = self.name_of(subject);
        let Some(entry) = self.journal.get(entry) else { return NotPlanned::No(name) };
        let done = entry.intent.rule().done;
        if entry.target(subject).is_some_and(|target| target.state == State::GivenUp) {
            let how = match entry.intent.rule().settles {
                Settles::Mailed => "a mail may already be out",
                Settles::Nothing => "a mail to the buyer may already be out",
                _ => "check it again with :check first",
            };
            NotPlanned::Undetermined(format!("Whether {name} was {done} could not be determined; {how}."))
        } else {
            NotPlanned::No(format!("Still checking whether {name} was {done}; try again in a moment."))
        }
    }

    /// What a thing is called: `solarpark.de (Anna Lindqvist)` for an inquiry, else its own name.
    pub fn name_of(&self, subject: &Subject) -> String {
        subject.called(&self.book)
    }

    /// An entry in words for people: [`Entry::words`].
    pub fn words_of(&self, entry: &Entry) -> String {
        entry.words(&self.journal, &self.book)
    }

    /// Everything about an entry in one or a few sentences: [`Entry::told`].
    pub fn told(&self, entry: EntryId) -> Option<String> {
        self.journal.get(entry).map(|kept| kept.told(&self.journal, &self.book))
    }
}
