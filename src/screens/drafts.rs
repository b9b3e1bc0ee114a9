//! Drafts of a screen's forms, by what each form is about: they outlive the form, the screen and the session.

use crate::sheets::{Files, Slot};
use crate::store::writes::drafts::FormDraft;
use crate::ui::{Cx, Effect, FileAsk};

/// The draft of one thing.
#[derive(Debug, Default)]
pub struct Draft {
    pub form: FormDraft,
    /// Left by an earlier session.
    pub old: bool,
}

/// The drafts of a screen.
#[derive(Debug, Default)]
pub struct Drafts {
    /// Under which they are kept.
    pub slot: Slot,
    /// Drafts of an earlier session were asked for, and the newest text taken.
    asked: bool,
    taken: u64,
    /// Drafts as they were kept last.
    kept: String,
    all: Vec<Draft>,
}

impl Drafts {
    /// No drafts yet; `slot` is the id of their screen.
    pub fn new(slot: Slot) -> Self {
        Self { slot, ..Self::default() }
    }

    /// Asks once for what an earlier session left.
    pub fn ask(&mut self, cx: &mut Cx<'_>) {
        if !std::mem::replace(&mut self.asked, true) {
            cx.push(Effect::File(FileAsk::Kept { slot: self.slot }));
        }
    }

    /// Takes over what an earlier session left; true where it has come.
    pub fn came(&mut self, files: &Files) -> bool {
        let Some((number, text)) = files.text(self.slot).filter(|(number, _)| *number > self.taken) else {
            return false;
        };
        self.taken = *number;
        let Ok(text) = text else { return false };
        self.kept = text.to_string();
        // Damaged drafts were set aside before.
        let drafts = FormDraft::read(text).unwrap_or_default();
        self.all = drafts.into_iter().map(|form| Draft { form, old: true }).collect();
        true
    }

    /// Takes out the newest draft of a thing.
    pub fn take(&mut self, about: &str) -> Option<Draft> {
        self.all.extract_if(.., |draft| draft.form.about == about).last()
    }

    /// Puts a draft beside those of other things; nothing where it has no changes.
    pub fn put(&mut self, draft: Draft) {
        self.all.extend(Some(draft).filter(|draft| !draft.form.edits.is_empty()));
    }

    /// Keeps them for the next session, with what is in a form now.
    pub fn keep(&mut self, now: &FormDraft, cx: &mut Cx<'_>) {
        let all = self.all.iter().map(|draft| &draft.form).chain([now]);
        let all: Vec<&FormDraft> = all.filter(|draft| !draft.edits.is_empty()).collect();
        let text = if all.is_empty() { String::new() } else { serde_json::to_string(&all).unwrap_or_default() };
        if text != self.kept {
            self.kept.clone_from(&text);
            cx.push(Effect::File(FileAsk::Keep { slot: self.slot, text }));
        }
    }
}
