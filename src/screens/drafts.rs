//! Drafts of a screen's forms, one per thing a form is about. They outlive the form, the screen and the session.

use crate::sheets::{Files, Slot};
use crate::store::writes::drafts::FormDraft;
use crate::ui::{Cx, Effect, FileAsk};

/// The draft of one thing.
#[derive(Debug, Default)]
pub struct Draft {
    pub form: FormDraft,
    /// True when an earlier session left the draft.
    pub old: bool,
}

/// The drafts of a screen.
#[derive(Debug, Default)]
pub struct Drafts {
    /// Slot the drafts are kept in.
    pub slot: Slot,
    /// True once drafts of an earlier session were asked for; `taken` is the number of the newest text taken.
    asked: bool,
    taken: u64,
    /// Drafts as last kept, as text.
    kept: String,
    all: Vec<Draft>,
}

impl Drafts {
    /// Empty list of drafts; `slot` is the id of their screen.
    pub fn new(slot: Slot) -> Self {
        Self { slot, ..Self::default() }
    }

    /// Asks, once, for the drafts an earlier session left.
    pub fn ask(&mut self, cx: &mut Cx<'_>) {
        if !std::mem::replace(&mut self.asked, true) {
            cx.push(Effect::File(FileAsk::Kept { slot: self.slot }));
        }
    }

    /// Takes the drafts an earlier session left; true when they have come.
    pub fn came(&mut self, files: &Files) -> bool {
        let Some((number, text)) = files.text(self.slot).filter(|(number, _)| *number > self.taken) else {
            return false;
        };
        self.taken = *number;
        let Ok(text) = text else { return false };
        self.kept = text.to_string();
        // Damaged drafts were set aside when the file was read.
        let drafts = FormDraft::read(text).unwrap_or_default();
        self.all = drafts.into_iter().map(|form| Draft { form, old: true }).collect();
        true
    }

    /// Removes and returns the newest draft of a thing.
    pub fn take(&mut self, about: &str) -> Option<Draft> {
        self.all.extract_if(.., |draft| draft.form.about == about).last()
    }

    /// Adds a draft, unless it has no changes.
    pub fn put(&mut self, draft: Draft) {
        self.all.extend(Some(draft).filter(|draft| !draft.form.edits.is_empty()));
    }

    /// Keeps all drafts for the next session, with that of the form open now.
    pub fn keep(&mut self, now: &FormDraft, cx: &mut Cx<'_>) {
        let all = self.all.iter().map(|draft| &draft.form).chain([now]);
        let all: Vec<&FormDraft> = all.filter(|draft| !draft.edits.is_empty()).collect();
        let text = if all.is_empty() { String::new() } else { serde_json::to_string(&all).unwrap_or_default() };
        if text != self.kept {
            self.kept.clone_from(&text);
            cx.push(Effect::File(FileAsk::keep(self.slot, text)));
        }
    }
}
