//! What the user began and has neither saved nor sent: changes of forms, plans under review, drafts of replies.
//!
//! The files they are kept in are the runtime's; here is what they hold, as far as screens and the header say it.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::intent::Edit;
use super::plan::Plan;
use crate::base::Id;
use crate::sheets::Slot;
use crate::store::Store;
use crate::store::index::inquiries::ReplyDraft;

/// Under which what is under review is kept.
pub const REVIEW: Slot = "staged";
/// Under which names that are to be added are kept.
pub const NAMES: Slot = "add";

/// Changes of the fields of one thing that are not saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormDraft {
    /// What they are the fields of, where that is not always the same.
    #[serde(default)]
    pub about: String,
    pub edits: Vec<Edit>,
}

impl FormDraft {
    /// What is kept of a form, by thing; earlier versions kept the bare changes.
    ///
    /// # Errors
    /// What is wrong with it, a clause.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let bare = || serde_json::from_str(text).map(|edits| vec![Self { edits, ..Self::default() }]);
        serde_json::from_str(text).or_else(|_| bare()).map_err(|why| why.to_string())
    }
}

/// A draft as it was read back.
#[derive(Debug)]
pub enum KeptDraft {
    Review(Vec<Plan>),
    Form(Slot, Vec<FormDraft>),
    /// Their page reads them itself.
    Names,
}

impl KeptDraft {
    /// Reads what was kept under a slot.
    ///
    /// # Errors
    /// What is wrong with it, a clause.
    pub fn read(slot: Slot, text: &str) -> Result<Self, String> {
        match slot {
            REVIEW => Plan::all_from_json(text).map(Self::Review),
            NAMES if text.contains('\0') => Err("it is not a text".to_owned()),
            NAMES => Ok(Self::Names),
            form => FormDraft::read(text).map(|all| Self::Form(form, all)),
        }
    }
}

/// What forms hold of it; drafts of replies are marks of their inquiries.
#[derive(Debug, Default)]
pub struct Drafts {
    /// By form: what its changes are about, and how many there are.
    forms: BTreeMap<Slot, Vec<(String, usize)>>,
}

impl Drafts {
    /// What forms hold that is not saved: the form, what it is about, and how many changes.
    pub fn forms(&self) -> impl Iterator<Item = (Slot, &str, usize)> {
        self.forms.iter().flat_map(|(slot, all)| all.iter().map(|(about, many)| (*slot, about.as_str(), *many)))
    }
}

impl Store {
    /// What was begun and is neither saved nor sent.
    pub fn drafts(&self) -> &Drafts {
        &self.writes.drafts
    }

    /// A screen keeps this until the next session; nothing when it is empty.
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

    /// The draft of a reply was written, or is gone.
    pub fn reply_kept(&mut self, inquiry: Id<crate::api::types::Inquiry>, draft: Option<ReplyDraft>) {
        if self.index.inquiries.set_draft(inquiry, draft) {
            self.shown.version += 1;
        }
    }

    /// How many changes are not saved: those under review, and those of forms that are not there too.
    pub fn unsaved(&self) -> usize {
        let review: usize = self.under_review().map(|part| part.edits.len()).sum();
        let there = |slot, about| self.fields_under_review(slot, about).unwrap_or(0);
        let forms = self.writes.drafts.forms().map(|(slot, about, many)| many.saturating_sub(there(slot, about)));
        review + forms.sum::<usize>()
    }

    /// How many changes of forms that others are under review of are not among these: left out, or made since.
    pub fn beside_in_forms(&self) -> usize {
        let forms = self.writes.drafts.forms();
        forms.filter_map(|(slot, about, many)| Some(many.saturating_sub(self.fields_under_review(slot, about)?))).sum()
    }

    /// How many fields of a form are under review; `None` where it has nothing there.
    fn fields_under_review(&self, slot: Slot, about: &str) -> Option<usize> {
        let owner = owner(slot, about);
        let part = self.under_review().find(|part| part.by.as_ref() == Some(&owner))?;
        Some(part.edits.iter().map(|edit| edit.edit.field.as_str()).collect::<HashSet<_>>().len())
    }
}

/// What a plan says of the form that made it.
pub fn owner(slot: Slot, about: &str) -> String {
    format!("{slot} {about}")
}
