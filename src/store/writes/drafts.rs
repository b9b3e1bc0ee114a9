//! Work the user began and has neither saved nor sent: changes of forms, plans under review, drafts of replies.
//!
//! The runtime keeps their files; here is what screens and the header say about them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::intent::Edit;
use super::plan::Plan;
use crate::sheets::Slot;

/// Slot under which plans under review are kept.
pub const REVIEW: Slot = "staged";
/// Slot under which names to be added are kept.
pub const NAMES: Slot = "add";

/// Unsaved changes of the fields of one thing.
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

    /// Notes the changes of a form; `true` where their number differs from before.
    pub(in crate::store) fn keep(&mut self, slot: Slot, all: Vec<FormDraft>) -> bool {
        let all: Vec<_> = all.into_iter().map(|draft| (draft.about, draft.edits.len())).collect();
        let before = if all.is_empty() { self.forms.remove(slot) } else { self.forms.insert(slot, all) };
        before.as_ref() != self.forms.get(slot)
    }
}
