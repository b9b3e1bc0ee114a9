//! What is staged outlives the screen and the session: drafts by thing.

use super::Staged;
use crate::store::writes::drafts::FormDraft;
use crate::ui::{Cx, Effect, FileAsk};

/// The draft of one thing.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub form: FormDraft,
    /// It was left by an earlier session.
    pub old: bool,
}

impl Staged {
    /// Asks once for what an earlier run left unsaved.
    pub fn ask_kept(&mut self, cx: &mut Cx<'_>) {
        if !std::mem::replace(&mut self.asked, true) {
            cx.push(Effect::File(FileAsk::Kept { slot: self.slot }));
        }
    }

    /// Fields of something else: what is staged stays for when the thing before is opened again.
    pub fn turn_to(&mut self, about: String) {
        if self.about != about {
            let before = std::mem::replace(self, Self::new(self.slot, Vec::new()));
            let form = FormDraft { about: before.about.clone(), edits: before.edits() };
            let left = Draft { form, old: before.old };
            (self.about, self.asked, self.taken, self.kept) = (about, before.asked, before.taken, before.kept);
            self.others = before.others;
            self.others.extend([before.draft, left].into_iter().filter(|draft| !draft.form.edits.is_empty()));
            self.take_draft();
        }
    }

    /// The draft of what is shown, from among those kept.
    fn take_draft(&mut self) {
        let mine = self.others.extract_if(.., |draft| draft.form.about == self.about);
        self.draft = mine.last().unwrap_or_default();
    }

    /// Takes over a draft of an earlier run and what was written in the editor; keeps what is staged.
    pub fn keep(&mut self, cx: &mut Cx<'_>) {
        self.form.take_written(cx.world.store.files());
        if let Some((number, text)) = cx.world.store.files().text(self.slot).filter(|(number, _)| *number > self.taken)
        {
            self.taken = *number;
            if let Ok(text) = text {
                self.kept = text.to_string();
                // What is damaged was set aside before it was asked for.
                let drafts = FormDraft::read(text).unwrap_or_default();
                self.others = drafts.into_iter().map(|form| Draft { form, old: true }).collect();
                self.take_draft();
            }
        }
        if !self.draft.form.edits.is_empty() {
            return;
        }
        let draft = FormDraft { about: self.about.clone(), edits: self.edits() };
        self.old &= !draft.edits.is_empty();
        let drafts = self.others.iter().map(|other| &other.form).chain([&draft]);
        let drafts: Vec<&FormDraft> = drafts.filter(|draft| !draft.edits.is_empty()).collect();
        let text = if drafts.is_empty() { String::new() } else { serde_json::to_string(&drafts).unwrap_or_default() };
        if text != self.kept {
            self.kept.clone_from(&text);
            cx.push(Effect::File(FileAsk::Keep { slot: self.slot, text }));
        }
    }
}
