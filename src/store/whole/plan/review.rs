//! Plans under review in the store: staging them, their steps, and what is left of a plan after its write.

use std::collections::HashSet;
use std::sync::Arc;

use crate::store::subject::{EntryId, Item};
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::{Plan, ReviewStep, Staging, Stepped};
use crate::store::{Entry, Store};

impl Store {
    /// The plan in front of the review.
    pub fn staging(&self) -> Option<&Staging> {
        self.writes.reviews.front()
    }

    /// Puts a plan under review in place of the one in front.
    pub fn stage(&mut self, plan: Plan) {
        self.shown.version += 1;
        let plan = plan.priced(self);
        self.writes.reviews.stage(plan);
    }

    /// Puts plans that an earlier session left under review, below those of this session.
    pub fn stage_kept(&mut self, plans: Vec<Plan>) {
        self.shown.version += 1;
        self.writes.reviews.stage_kept(plans);
    }

    /// Takes a step of the review.
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

    /// True when the last step of the review can be taken back.
    pub fn can_take_back(&self) -> bool {
        self.writes.reviews.has_steps() && !self.is_saving_review()
    }

    /// True when undo would take back what was saved of the review last.
    pub fn undoes_review(&self) -> bool {
        let saved = self.writes.reviews.saved().filter(|saved| !self.notes().undoes_before(Some(*saved)));
        saved.is_some() && self.writes.journal.undo_order(1, None).acts.first().copied() == saved
    }

    /// Number of changes that wait beside the plan in front.
    pub fn beside_review(&self) -> usize {
        self.writes.reviews.waiting()
    }

    /// Plans that are not being saved, to be kept for the next session.
    pub fn under_review(&self) -> impl Iterator<Item = &Arc<Plan>> {
        let front = self.staging().filter(|_| !self.is_saving_review());
        let parts = front.into_iter().flat_map(|staging| &staging.parts);
        self.writes.reviews.beside().chain(parts)
    }

    /// True when the plan in front is being saved.
    pub fn is_saving_review(&self) -> bool {
        let entry = self.staging().and_then(|staging| staging.entry);
        entry.and_then(|entry| self.writes.journal.get(entry)).is_some_and(Entry::open)
    }

    /// Notes that the plan under review became a write.
    pub fn staged_became(&mut self, entry: EntryId) {
        self.shown.version += 1;
        self.writes.reviews.became(entry);
    }

    /// Reduces the plan under review to the changes its write did not make, once the write is over.
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
