//! Plans under review in the store: how they get there, the steps of the review, and what is left after a write.

use std::collections::HashSet;
use std::sync::Arc;

use crate::store::subject::{EntryId, Item};
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::{Plan, ReviewStep, Staging, Stepped};
use crate::store::{Entry, Store};

impl Store {
    /// Plan in front of the review.
    pub fn staging(&self) -> Option<&Staging> {
        self.writes.reviews.front()
    }

    /// Puts a plan in front of the review, in place of the one there.
    pub fn stage(&mut self, plan: Plan) {
        self.shown.version += 1;
        let plan = plan.priced(self);
        self.writes.reviews.stage(plan);
    }

    /// Puts plans that an earlier session has left under review, after those of this session.
    pub fn stage_kept(&mut self, plans: Vec<Plan>) {
        self.shown.version += 1;
        self.writes.reviews.stage_kept(plans);
    }

    /// Makes a step of the review.
    pub fn step_review(&mut self, step: ReviewStep) -> Stepped {
        self.shown.version += 1;
        self.keep_what_failed();
        let step = match step {
            ReviewStep::Add(plan) => ReviewStep::Add(Box::new(plan.priced(self))),
            ReviewStep::Show(plan) => ReviewStep::Show(Box::new(plan.priced(self))),
            other => other,
        };
        let is_saving = self.is_saving_review();
        self.writes.reviews.step(step, is_saving)
    }

    /// True when the last step of the review can be undone.
    pub fn can_take_back(&self) -> bool {
        self.writes.reviews.has_steps() && !self.is_saving_review()
    }

    /// True when undo would reverse the last write of the review.
    pub fn undoes_review(&self) -> bool {
        let saved = self.writes.reviews.saved().filter(|saved| !self.notes().undoes_before(Some(*saved)));
        saved.is_some() && self.writes.journal.undo_order(1, None).acts.first().copied() == saved
    }

    /// Number of changes in plans that are not in front.
    pub fn beside_review(&self) -> usize {
        self.writes.reviews.waiting()
    }

    /// Plans that are not being saved, to be kept for the next session.
    pub fn under_review(&self) -> impl Iterator<Item = &Arc<Plan>> {
        let front = self.staging().filter(|_| !self.is_saving_review());
        let parts = front.into_iter().flat_map(|staging| &staging.parts);
        self.writes.reviews.beside().chain(parts)
    }

    /// True while the write of the plan in front has not ended.
    pub fn is_saving_review(&self) -> bool {
        let entry = self.staging().and_then(|staging| staging.entry);
        entry.and_then(|entry| self.writes.journal.get(entry)).is_some_and(Entry::open)
    }

    /// Notes that the plan in front became this write.
    pub fn staged_became(&mut self, entry: EntryId) {
        self.shown.version += 1;
        self.writes.reviews.became(entry);
    }

    /// Reduces the plan in front to the changes that its write did not make, once the write has ended.
    pub fn keep_what_failed(&mut self) {
        let entry = self.staging().and_then(|staging| staging.entry);
        if entry.and_then(|entry| self.writes.journal.get(entry)).is_none_or(Entry::open) {
            return;
        }
        let left: HashSet<Item> = self.not_saved().iter().map(SettingEdit::item).collect();
        self.shown.version += 1;
        self.writes.reviews.keep_only(&left);
    }
}
