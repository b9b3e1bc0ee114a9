//! Carries out what a reply comes to: templates from disk, the editor, the clipboard, the mail program.

use crate::app::reply::{Drafts, Next, Talk, sign, templates};
use crate::ui::{Reply, ReplyStep, Tone};

use super::turn::Loop;

impl Loop {
    /// Begins a reply.
    pub(super) fn reply(&mut self, mut reply: Reply) {
        let at = self.ms();
        sign(&mut reply.values, &self.launch.config);
        let Some(drafts) = self.outside.drafts().map(Drafts::new) else {
            self.shell.toast(Tone::Warn, "Without an account nobody can be replied to.", at);
            return;
        };
        // Read anew each time: the user may just have written one.
        let (templates, problems) = templates(&self.paths);
        for problem in problems {
            self.shell.toast(Tone::Warn, problem, at);
        }
        let (talk, next) = Talk::begin(reply, templates, drafts, self.zone);
        self.talk = Some(talk);
        self.carry_on(next);
    }

    /// Goes on with the reply in hand.
    pub(super) fn reply_step(&mut self, step: ReplyStep) {
        if let Some(next) = self.talk.as_mut().map(|talk| talk.step(step)) {
            self.carry_on(next);
        }
    }

    /// The editor has ended, or could not be started.
    pub(super) fn edited(&mut self, ended: Result<(), String>) {
        if let Some(editing) = self.editing.take() {
            return self.text_edited(&editing, ended);
        }
        if let Some(next) = self.talk.as_mut().map(|talk| talk.edited(ended)) {
            self.carry_on(next);
        }
    }

    pub(super) fn carry_on(&mut self, next: Next) {
        let at = self.ms();
        match next {
            Next::Say(tone, text) => self.shell.toast(tone, text, at),
            Next::Menu(menu) => self.shell.menu(menu, at),
            Next::Edit(file) => self.edit(&file),
            Next::Copy { what, text } => {
                let how = self.outside.copy(&text, &self.paths).map(|how| format!("{what}: {how}"));
                self.done(&how.unwrap_or_else(|why| why));
            }
            Next::Mail { inquiry, link, copy } => self.open_mail(inquiry, &link, copy.as_deref()),
        }
    }

    pub(super) fn done(&mut self, how: &str) {
        if let Some(next) = self.talk.as_ref().map(|talk| talk.done(how)) {
            self.carry_on(next);
        }
    }
}
