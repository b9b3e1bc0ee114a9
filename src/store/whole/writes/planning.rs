//! Planning: a confirmed write becomes a journal entry, or there is a sentence why it cannot be written. Undo and redo
//! are planned in `undo.rs`.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::Store;
use crate::store::subject::{EntryId, Item, Subject, Value};
use crate::store::writes::intent::{Intent, Job, PricesIn, Topic};
use crate::store::writes::journal::{Entry, Origin, State, Target, Which};
use crate::store::writes::{CANCELLED, NotPlanned, WriteProgress, WriteStep};

impl Store {
    /// Plans a write that the user confirmed, as [`Store::plan_as`] does.
    pub fn plan(&mut self, intent: Intent, now: Timestamp) -> Result<EntryId, NotPlanned> {
        self.plan_as(intent, Origin::User, now)
    }

    /// Plans a write although the outcome of an earlier one about the same things is not known. The earlier outcome
    /// then stays unknown.
    pub fn plan_over(&mut self, intent: Intent, now: Timestamp) -> Result<EntryId, NotPlanned> {
        let subjects: HashSet<Subject> = intent.items().into_iter().map(|item| item.subject).collect();
        let topic = intent.topic();
        let given_up: Vec<(EntryId, Item)> = self
            .writes
            .journal
            .open()
            .filter(|entry| entry.topic() == topic)
            .flat_map(|entry| entry.targets.iter().map(move |target| (entry.id, target)))
            .filter(|(_, target)| target.state == State::GivenUp && subjects.contains(&target.subject))
            .map(|(entry, target)| (entry, target.item()))
            .collect();
        for (entry, item) in given_up {
            self.writes.journal.change(entry, &item, |target| {
                target.state = State::Overruled;
                target.at = now;
            });
            self.write_down(entry, &item.into(), None);
        }
        self.plan_as(intent, Origin::User, now)
    }

    /// Plans a write: journal entry and overlay. Rows that are as wanted already are left out.
    ///
    /// # Errors
    /// Reason why it is not planned: nothing to change, nothing may be written, or an earlier write about the things
    /// is unknown.
    pub fn plan_as(
        &mut self,
        intent: impl Into<Arc<Intent>>,
        origin: Origin,
        now: Timestamp,
    ) -> Result<EntryId, NotPlanned> {
        let intent = intent.into();
        let no = |why: String| Err(NotPlanned::No(why));
        if let Some(why) = &self.session.readonly {
            return no(why.clone());
        }
        if !self.journal_is_read() {
            self.writes.under_way.early.push((intent, origin));
            return Err(NotPlanned::Early);
        }
        let mut items = intent.items();
        if items.is_empty() {
            return no("Nothing is selected.".to_owned());
        }
        items.sort_unstable();
        items.dedup();
        let mut left_out = self.take_out_blocked(&mut items, &intent, origin, now)?;
        let target = |item: Item| {
            let (before, after) = (intent.before(&self.grounds(), &item), intent.after(&item));
            Target::planned(item, before, after, now)
        };
        let mut targets: Vec<Target> = items.into_iter().map(target).collect();
        left_out.extend(Self::take_out_unread(&mut targets, &intent, now)?);
        let intent = if left_out.is_empty() { intent } else { intent.without(&left_out, targets.iter()).into() };
        if let Some(why) = intent.why_not(&self.grounds(), self.service_time(now)) {
            return no(why);
        }
        let all = targets.len();
        if intent.rule().skips_so {
            targets.retain(|target| target.before.as_ref() != Some(&target.after));
        }
        if targets.is_empty() {
            let words = intent.rule().done;
            let one = intent.size() == 1;
            return no(if one { format!("Already {words}.") } else { format!("All are already {words}.") });
        }
        // The words of the write count only the targets that it changes.
        let intent = if targets.len() < all { intent.about(targets.iter()).into() } else { intent };
        targets.extend(left_out);
        Ok(self.put_planned(intent, origin, targets, now))
    }

    /// Puts the entry of a write into the journal, and its values over those of the service.
    pub(super) fn put_planned(
        &mut self,
        intent: impl Into<Arc<Intent>>,
        origin: Origin,
        targets: Vec<Target>,
        now: Timestamp,
    ) -> EntryId {
        let mut intent = intent.into();
        // The undo of a write that is on its way is confirmed over what that write makes of the currencies; another undo
        // brings those of its write.
        let is_open = intent.prices_in().is_some_and(|noted| *noted == PricesIn::default());
        if origin.awaits().is_none() && is_open {
            let prices_in = self.prices_in(&targets);
            Arc::make_mut(&mut intent).note_prices_in(prices_in);
        }
        let entry = self.writes.journal.plan(intent, origin, targets, now);
        self.lay_over(entry, |state| state == State::Planned);
        self.shown.version += 1;
        self.write_down(entry, &Which::All, None);
        entry
    }

    /// True once the disk has sent the journal's entries, or if there is no disk.
    pub fn journal_is_read(&self) -> bool {
        self.disk.is_none() || self.writes.under_way.journal_told
    }

    /// Removes the things from the user's write that must wait for an earlier write, if others are left. Returns each
    /// as a target with the reason.
    fn take_out_blocked(
        &self,
        items: &mut Vec<Item>,
        intent: &Intent,
        origin: Origin,
        now: Timestamp,
    ) -> Result<Vec<Target>, NotPlanned> {
        let blocked = self.writes.journal.blocked(intent.topic());
        let checks = intent.topic() == Topic::DOMAINS && intent.rule().job == Some(Job::Import);
        let checked = if checks { self.grounds().being_checked(now) } else { HashSet::new() };
        let by = |item: &Item| blocked.get(&item.subject).filter(|_| !matches!(item.subject, Subject::Part(_)));
        let waits = |item: &Item| by(item).is_some() || checked.contains(&item.subject);
        let Some(first) = items.iter().find(|item| waits(item)) else { return Ok(Vec::new()) };
        if !origin.is_own() || items.iter().all(waits) {
            return Err(match by(first) {
                Some(entry) => self.blocked(*entry, first),
                None if items.len() == 1 => {
                    NotPlanned::No(format!("{} is being checked already.", self.name_of(first)))
                }
                None => NotPlanned::No("They are being checked already.".to_owned()),
            });
        }
        let out = items.extract_if(.., |item| waits(item)).map(|item| {
            let kept = by(&item).and_then(|entry| self.writes.journal.get(*entry)?.target(&item.subject));
            let undetermined = kept.is_some_and(|target| target.state == State::GivenUp);
            let why = if undetermined { "the outcome of its last change is unknown" } else { "still being checked" };
            let after = intent.after(&item);
            Target::left_out(item, after, why, now)
        });
        Ok(out.collect())
    }

    /// Removes the targets whose present value was not read, if others are left. Returns each with the reason.
    fn take_out_unread(targets: &mut Vec<Target>, intent: &Intent, now: Timestamp) -> Result<Vec<Target>, NotPlanned> {
        let is_value = |target: &Target| intent.topic() == Topic::VALUES && target.field.is_some();
        let unread: Vec<Target> =
            targets.extract_if(.., |target| is_value(target) && target.before.is_none()).collect();
        if !unread.is_empty() && targets.is_empty() {
            let what = if unread.len() == 1 { "its present value was" } else { "the present values were" };
            return Err(NotPlanned::No(format!("Not {}: {what} not read.", intent.rule().done)));
        }
        let out = |target: Target| Target::left_out(target.item(), target.after, "its present value was not read", now);
        Ok(unread.into_iter().map(out).collect())
    }

    /// Plans the writes that were asked for before the journal was read.
    pub(in crate::store) fn plan_early(&mut self, now: Timestamp) {
        for (intent, origin) in std::mem::take(&mut self.writes.under_way.early) {
            match self.plan_as(intent, origin, now) {
                Ok(entry) if origin == Origin::User => self.writes.under_way.planned_early.push(entry),
                Ok(_) => {}
                Err(why) => self.session.notices.push(why.why().to_owned()),
            }
        }
    }

    /// Takes the ids of writes that were asked for before the journal was read, and have been planned since.
    pub fn planned_early(&mut self) -> Vec<EntryId> {
        std::mem::take(&mut self.writes.under_way.planned_early)
    }

    /// Drops what an earlier `parkade apply` has left unsent, because a user who ended that command does not want
    /// another one to send it. Does nothing while another program may still send it.
    pub(in crate::store) fn drop_applied(&mut self, now: Timestamp) {
        if self.session.readonly_by_disk {
            return;
        }
        let earlier = self.writes.under_way.earlier;
        let left = self.writes.journal.open().filter(|entry| entry.origin == Origin::Applied && entry.id <= earlier);
        let left: Vec<EntryId> = left.map(|entry| entry.id).collect();
        for entry in left {
            if self.drop_unsent(entry, "parkade apply ended before it was sent", now) > 0 {
                let words = self.outcome_words(entry);
                self.session.notices.extend(words);
            }
        }
    }

    /// Drops the unsent part of a write because the user cancels it. Returns the number of targets in it.
    pub fn take_back(&mut self, entry: EntryId, now: Timestamp) -> usize {
        self.drop_unsent(entry, CANCELLED, now)
    }

    /// Drops the unsent targets of a write; `why` is the reason, as a clause. Returns their number.
    pub fn drop_unsent(&mut self, entry: EntryId, why: &str, now: Timestamp) -> usize {
        let Some(kept) = self.writes.journal.get(entry) else { return 0 };
        let planned = kept.targets.iter().filter(|target| target.state == State::Planned);
        let items: Vec<Item> = planned.map(Target::item).collect();
        let count = items.len();
        if count > 0 {
            let step = WriteStep::Dropped { why: why.to_owned() };
            self.settle(WriteProgress { entry, targets: Which::These(items), step, at: now });
        }
        count
    }

    /// Value that a write sets for an item, until its outcome is known.
    pub fn pending_value(&self, item: &Item) -> Option<&Value> {
        self.writes.overlay.value(item)
    }

    /// Puts the values of a write's targets in these states over those of the service.
    pub(super) fn lay_over(&mut self, entry: EntryId, lies: impl Fn(State) -> bool) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
        let doing = kept.intent.rule().pending;
        let of_inquiries = kept.targets.first().is_some_and(|target| matches!(target.subject, Subject::Inquiry(_)));
        let values = if of_inquiries { &mut self.index.inquiries.overlay } else { &mut self.writes.overlay };
        values.reserve(kept.targets.iter().filter(|target| target.field.is_some() && lies(target.state)).count());
        for target in kept.targets.iter().filter(|target| lies(target.state)) {
            if let (Some(doing), Subject::Domain(name)) = (doing, &target.subject) {
                self.index.domains.overlay.lay(entry, &**name, (), doing);
            }
            let Some(field) = target.field.clone() else { continue };
            values.lay(entry, target.subject.clone(), field, target.after.clone());
        }
    }

    /// Removes the value that a write has put over an item.
    pub(super) fn lift(&mut self, entry: EntryId, item: &Item) {
        if let Subject::Domain(name) = &item.subject {
            self.index.domains.overlay.lift(entry, &**name, None);
        }
        for values in [&mut self.index.inquiries.overlay, &mut self.writes.overlay] {
            values.lift(entry, &item.subject, item.field.as_ref());
        }
    }

    fn blocked(&self, entry: EntryId, item: &Item) -> NotPlanned {
        let Some(entry) = self.writes.journal.get(entry) else { return NotPlanned::No(self.name_of(&item.subject)) };
        // All files of a kind count as one thing, so the name is that of the file that is being checked.
        let is_file = matches!(item.subject, Subject::File(_));
        let name = if is_file { entry.intent.what() } else { self.name_of(&item.subject) };
        let done = entry.intent.rule().done;
        if entry.target(&item.subject).is_some_and(|target| target.state == State::GivenUp) {
            let how = entry.intent.rule().undetermined;
            NotPlanned::Undetermined(format!("Not known whether {name} was {done}; {how}."))
        } else {
            NotPlanned::No(format!("Still checking whether {name} was {done}; try again in a moment."))
        }
    }

    /// Name of a thing: for an inquiry `solarpark.de (Anna Lindqvist)`, else its own name.
    pub fn name_of(&self, subject: &Subject) -> String {
        subject.called(&self.index.inquiries)
    }

    /// Entry in words: [`Entry::words`].
    pub fn words_of(&self, entry: &Entry) -> String {
        entry.words(&self.writes.journal, &self.index.inquiries, &self.sayer())
    }

    /// Outcome of an entry in sentences: [`Entry::outcome_words`].
    pub fn outcome_words(&self, entry: EntryId) -> Option<String> {
        self.writes
            .journal
            .get(entry)
            .map(|kept| kept.outcome_words(&self.writes.journal, &self.index.inquiries, &self.sayer()))
    }
}
