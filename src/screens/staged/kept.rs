//! Drafts of several things: staged changes outlive the screen and the session.

use super::Staged;
use crate::screens::drafts::Draft;
use crate::store::writes::drafts::FormDraft;
use crate::ui::Cx;

impl Staged {
    /// Asks, once, for the drafts an earlier run left.
    pub fn ask_kept(&mut self, cx: &mut Cx<'_>) {
        self.drafts.ask(cx);
    }

    /// Shows the fields of another thing. Staged changes are kept until the earlier thing is opened again.
    pub fn turn_to(&mut self, about: String) {
        if self.about != about {
            let before = std::mem::replace(self, Self::new(self.drafts.slot, Vec::new()));
            let form = FormDraft { about: before.about.clone(), edits: before.edits() };
            (self.about, self.drafts) = (about, before.drafts);
            self.drafts.put(before.draft);
            self.drafts.put(Draft { form, old: before.old });
            self.take_draft();
        }
    }

    /// Takes the draft of the thing shown from those kept.
    fn take_draft(&mut self) {
        self.draft = self.drafts.take(&self.about).unwrap_or_default();
    }

    /// Takes a draft of an earlier run and text from the editor; then keeps what is staged.
    pub fn keep(&mut self, cx: &mut Cx<'_>) {
        self.form.take_written(cx.world.store.files());
        if self.drafts.came(cx.world.store.files()) {
            self.take_draft();
        }
        if !self.draft.form.edits.is_empty() {
            return;
        }
        let draft = FormDraft { about: self.about.clone(), edits: self.edits() };
        self.old &= !draft.edits.is_empty();
        self.drafts.keep(&draft, cx);
    }
}
