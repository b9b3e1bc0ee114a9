//! Drafts: work that the user has neither saved nor sent. They are counted here, and taken over from an earlier
//! session.

use std::collections::HashSet;

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::sheets::Slot;
use crate::store::Store;
use crate::store::index::inquiries::ReplyDraft;
use crate::store::writes::drafts::{Drafts, FormDraft, KeptDraft, NAMES};
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::PlanId;

impl Store {
    /// Drafts that are neither saved nor sent.
    pub fn drafts(&self) -> &Drafts {
        &self.writes.drafts
    }

    /// Notes the text that a screen keeps until the next session; an empty text removes it. True if changes that the
    /// screen no longer has were removed from the review.
    pub fn draft_kept(&mut self, slot: Slot, text: &str) -> bool {
        if slot == NAMES {
            return false;
        }
        let all = if text.is_empty() { Ok(Vec::new()) } else { FormDraft::read(text) };
        // A text that cannot be read does not show that anything was reverted.
        let is_reduced = all.as_ref().is_ok_and(|all| self.take_out_reverted(slot, all));
        self.form_kept(slot, all.unwrap_or_default());
        is_reduced
    }

    /// Removes changes that a form no longer has from the plans under review; true if there were some. The plan in
    /// front stays as it is while its write is pending, and after some of its changes were saved.
    fn take_out_reverted(&mut self, slot: Slot, all: &[FormDraft]) -> bool {
        let has = |about: &str, edit: &SettingEdit| {
            let mut edits = all.iter().filter(|draft| draft.about == about).flat_map(|draft| &draft.edits);
            edits.any(|kept| kept.field == edit.edit.field)
        };
        let written = self.staging().filter(|staging| staging.entry.is_some());
        let front = written
            .is_none_or(|staging| !self.is_saving_review() && self.not_saved().len() == staging.plan.edits.len());
        let goes = |id: &PlanId, edit: &SettingEdit| id.about(slot).is_some_and(|about| !has(about, edit));
        let is_reduced = self.writes.reviews.take_out(front, goes);
        self.shown.version += u64::from(is_reduced);
        is_reduced
    }

    fn form_kept(&mut self, slot: Slot, all: Vec<FormDraft>) {
        if self.writes.drafts.keep(slot, all) {
            self.shown.version += 1;
        }
    }

    /// Takes a draft that an earlier session has kept.
    pub fn take_draft(&mut self, draft: KeptDraft) {
        match draft {
            KeptDraft::Review(plans) => self.stage_kept(plans),
            KeptDraft::Form(slot, all) => self.form_kept(slot, all),
            KeptDraft::Names => {}
        }
    }

    /// Notes that the draft of a reply was written, or removed.
    pub fn reply_kept(&mut self, inquiry: Id<Inquiry>, draft: Option<ReplyDraft>) {
        if self.index.inquiries.set_draft(inquiry, draft) {
            self.shown.version += 1;
        }
    }

    /// Number of unsaved changes: those under review, and those in forms that are not.
    pub fn unsaved(&self) -> usize {
        let review: usize = self.under_review().map(|part| part.edits.len()).sum();
        let there = |slot, about| self.fields_under_review(slot, about).unwrap_or(0);
        let forms = self.writes.drafts.forms().map(|(slot, about, many)| many.saturating_sub(there(slot, about)));
        review + forms.sum::<usize>()
    }

    /// Number of changes in forms that are not under review, for forms with other changes that are.
    pub fn beside_in_forms(&self) -> usize {
        let forms = self.writes.drafts.forms();
        forms.filter_map(|(slot, about, many)| Some(many.saturating_sub(self.fields_under_review(slot, about)?))).sum()
    }

    /// Number of changed fields of a form that are under review; `None` if none is.
    fn fields_under_review(&self, slot: Slot, about: &str) -> Option<usize> {
        let form = PlanId::of_form(slot, about);
        let part = self.under_review().find(|part| part.id.as_ref() == Some(&form))?;
        Some(part.edits.iter().map(|edit| edit.edit.field.as_str()).collect::<HashSet<_>>().len())
    }
}
