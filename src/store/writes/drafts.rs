//! Work the user began and has neither saved nor sent: changes of forms, plans under review, drafts of replies.
//!
//! The runtime keeps their files; this module has what screens and the header show of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::intent::Edit;
use super::plan::Plan;
use crate::sheets::Slot;

/// Slot (name of a file of drafts) of the plans under review.
pub const REVIEW: Slot = "staged";
/// Slot of the domain names that the user is about to add.
pub const NAMES: Slot = "add";

/// Unsaved changes of the fields of one thing, such as one domain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormDraft {
    /// Name of that thing; empty for a form that has only one.
    #[serde(default)]
    pub about: String,
    pub edits: Vec<Edit>,
}

impl FormDraft {
    /// Reads the changes of a form, one element for each thing, from the text of its file.
    ///
    /// # Errors
    /// Clause about the mistake in the text.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        serde_json::from_str(text).map_err(|why| why.to_string())
    }
}

/// Drafts of one slot as read from their file.
#[derive(Debug)]
pub enum KeptDraft {
    Review(Vec<Plan>),
    Form(Slot, Vec<FormDraft>),
    /// Domain names to be added; their page reads the text itself.
    Names,
}

impl KeptDraft {
    /// Reads the text of the file of a slot.
    ///
    /// # Errors
    /// Clause about the mistake in the text.
    pub fn read(slot: Slot, text: &str) -> Result<Self, String> {
        match slot {
            REVIEW => Plan::all_from_json(text).map(Self::Review),
            NAMES if text.contains('\0') => Err("it is not a text".to_owned()),
            NAMES => Ok(Self::Names),
            form => FormDraft::read(text).map(|all| Self::Form(form, all)),
        }
    }
}

/// Numbers of unsaved changes in forms. Drafts of replies are not here, but among the marks of their inquiries.
#[derive(Debug, Default)]
pub struct Drafts {
    /// By form: the name of each thing with its number of changes.
    forms: BTreeMap<Slot, Vec<(String, usize)>>,
}

impl Drafts {
    /// Form, name of the thing and number of changes.
    pub fn forms(&self) -> impl Iterator<Item = (Slot, &str, usize)> {
        self.forms.iter().flat_map(|(slot, all)| all.iter().map(|(about, many)| (*slot, about.as_str(), *many)))
    }

    /// Notes the changes of a form; true if their number differs from before.
    pub(in crate::store) fn keep(&mut self, slot: Slot, all: Vec<FormDraft>) -> bool {
        let all: Vec<_> = all.into_iter().map(|draft| (draft.about, draft.edits.len())).collect();
        let before = if all.is_empty() { self.forms.remove(slot) } else { self.forms.insert(slot, all) };
        before.as_ref() != self.forms.get(slot)
    }
}
