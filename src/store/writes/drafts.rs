//! Work the user began and has neither saved nor sent: changes of forms, plans under review, drafts of replies.
//!
//! The runtime keeps their files; here is what screens and the header say about them.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::intent::Edit;
use super::plan::{Plan, PlanId};
use crate::base::Id;
use crate::sheets::Slot;
use crate::store::Store;
use crate::store::index::inquiries::ReplyDraft;

/// Slot under which plans under review are kept.
pub const REVIEW: Slot = "staged";
/// Slot under which names to be added are kept.
pub const NAMES: Slot = "add";

/// Changes of the fields of one thing that are not saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormDraft {
    /// Name of the thing the fields belong to, if a form has several.
    #[serde(default)]
    pub about: String,
    pub edits: Vec<Edit>,
}

impl FormDraft {
    /// Reads the kept changes of a form, by thing.
    ///
    /// # Errors
    /// A clause about the mistake in the text.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        serde_json::from_str(text).map_err(|why| why.to_string())
    }
}

/// A draft as it was read back.
#[derive(Debug)]
pub enum KeptDraft {
    Review(Vec<Plan>),
    Form(Slot, Vec<FormDraft>),
    /// Names to be added, which their page reads itself.
    Names,
}

impl KeptDraft {
    /// Reads what was kept under a slot.
    ///
    /// # Errors
    /// The mistake, as a clause.
    pub fn read(slot: Slot, text: &str) -> Result<Self, String> {
        match slot {
            REVIEW => Plan::all_from_json(text).map(Self::Review),
            NAMES if text.contains('\0') => Err("it is not a text".to_owned()),
            NAMES => Ok(Self::Names),
            form => FormDraft::read(text).map(|all| Self::Form(form, all)),
        }
    }
}

/// Unsaved changes of forms; drafts of replies are marks of their inquiries.
#[derive(Debug, Default)]
pub struct Drafts {
    /// Things and their number of changes, by form.
    forms: BTreeMap<Slot, Vec<(String, usize)>>,
}

impl Drafts {
    /// Unsaved changes of forms: the form, the thing and the number of changes.
    pub fn forms(&self) -> impl Iterator<Item = (Slot, &str, usize)> {
        self.forms.iter().flat_map(|(slot, all)| all.iter().map(|(about, many)| (*slot, about.as_str(), *many)))
    }
}

impl Store {
    /// Drafts that are neither saved nor sent.
    pub fn drafts(&self) -> &Drafts {
        &self.writes.drafts
    }

    /// Notes what a screen keeps until the next session; an empty text removes it.
    pub fn draft_kept(&mut self, slot: Slot, text: &str) {
        if [REVIEW, NAMES].contains(&slot) {
            return;
        }
        self.form_kept(slot, FormDraft::read(text).unwrap_or_default());
    }

    fn form_kept(&mut self, slot: Slot, all: Vec<FormDraft>) {
        let all: Vec<_> = all.into_iter().map(|draft| (draft.about, draft.edits.len())).collect();
        let before = if all.is_empty() {
            self.writes.drafts.forms.remove(slot)
        } else {
            self.writes.drafts.forms.insert(slot, all)
        };
        if before.as_ref() != self.writes.drafts.forms.get(slot) {
            self.shown.version += 1;
        }
    }

    /// Takes what an earlier session kept.
    pub fn take_draft(&mut self, draft: KeptDraft) {
        match draft {
            KeptDraft::Review(plans) => self.stage_kept(plans),
            KeptDraft::Form(slot, all) => self.form_kept(slot, all),
            KeptDraft::Names => {}
        }
    }

    /// Notes that the draft of a reply was written, or is gone.
    pub fn reply_kept(&mut self, inquiry: Id<crate::api::types::Inquiry>, draft: Option<ReplyDraft>) {
        if self.index.inquiries.set_draft(inquiry, draft) {
            self.shown.version += 1;
        }
    }

    /// Number of unsaved changes: those under review, and those of forms that are not under review.
    pub fn unsaved(&self) -> usize {
        let review: usize = self.under_review().map(|part| part.edits.len()).sum();
        let there = |slot, about| self.fields_under_review(slot, about).unwrap_or(0);
        let forms = self.writes.drafts.forms().map(|(slot, about, many)| many.saturating_sub(there(slot, about)));
        review + forms.sum::<usize>()
    }

    /// Number of changes in forms with other changes under review that are not under review themselves: left out, or
    /// made since.
    pub fn beside_in_forms(&self) -> usize {
        let forms = self.writes.drafts.forms();
        forms.filter_map(|(slot, about, many)| Some(many.saturating_sub(self.fields_under_review(slot, about)?))).sum()
    }

    /// Number of fields of a form under review; `None` if it has none there.
    fn fields_under_review(&self, slot: Slot, about: &str) -> Option<usize> {
        let form = PlanId::of_form(slot, about);
        let part = self.under_review().find(|part| part.id.as_ref() == Some(&form))?;
        Some(part.edits.iter().map(|edit| edit.edit.field.as_str()).collect::<HashSet<_>>().len())
    }
}
