//! Carries out the steps of a reply: templates from disk, the editor, the clipboard, the mail program.

use crate::api::types::Inquiry;
use crate::app::external::{self, Copied};
use crate::app::reply::{Drafts, Next, ReplySession, sign, templates};
use crate::base::Id;
use crate::screens::turn::{after_reply, price_stands};
use crate::store::Mark;
use crate::store::index::inquiries::ReplyDraft;
use crate::ui::text::counted;
use crate::ui::{Effect, Reply, ReplyStep, Tone};

use super::brought::Opening;
use super::state::Loop;

impl Loop {
    /// Begins a reply.
    pub(super) fn reply(&mut self, mut reply: Reply) {
        sign(&mut reply.values, &self.launch.config);
        let Some(drafts) = self.session.drafts().map(Drafts::new) else {
            self.say(Tone::Warn, "No account open; reply is not possible.");
            return;
        };
        if let Err(why) = drafts.look(reply.inquiry) {
            self.say(Tone::Bad, why);
        }
        // Read the templates each time, because the user may have changed one.
        let (templates, problems) = templates(&self.launch.paths);
        for problem in problems {
            self.say(Tone::Warn, problem);
        }
        let (session, next) = ReplySession::begin(reply, templates, drafts, self.clocks.zone);
        self.session.reply = Some(session);
        self.reply_next(next);
        self.note_draft();
    }

    /// Continues the reply being written.
    pub(super) fn reply_step(&mut self, step: ReplyStep) {
        let Some(reply) = &mut self.session.reply else { return };
        let next = reply.step(step);
        self.reply_next(next);
        self.note_draft();
    }

    /// Notes that the reply was sent, so that it is the buyer's turn.
    fn replied(&mut self, priced: bool) {
        let Some(reply) = &self.session.reply else { return };
        let (answers, about) = (reply.answers(), reply.about().to_owned());
        let (now, store) = (self.now(), &mut self.session.store);
        let said = store.service_time(now);
        let (changes, done) = store.replied(&answers, said);
        let many = counted(answers.len() as u64, "inquiry", "inquiries");
        store.change_notes(changes, format!("{many} marked as answered{done}"), now);
        let row = |id: &Id<Inquiry>| store.inquiries().row(*id);
        let is_unread = |id: &Id<Inquiry>| row(id).is_some_and(|row| row.mark_known(Mark::Read) && !row.read());
        let unread: Vec<Id<Inquiry>> = answers.iter().copied().filter(is_unread).collect();
        for id in unread {
            // An answered inquiry counts as read.
            self.effect(Effect::Opened(id));
        }
        let at = self.ms();
        self.shell.menu(after_reply(&answers, &about, priced, (said, self.clocks.zone)), at);
    }

    /// Asks until when the price in the reply is valid.
    fn ask_price(&mut self) {
        let Some(reply) = &self.session.reply else { return };
        let menu = price_stands(&reply.answers(), self.session.store.service_time(self.now()), self.clocks.zone);
        let at = self.ms();
        self.shell.menu(menu, at);
    }

    /// Handles the end of the editor, or that it could not be started.
    pub(super) fn edited(&mut self, ended: Result<(), String>) {
        if let Some(editing) = self.session.editing.take() {
            return self.text_edited(&editing, ended);
        }
        if let Some(next) = self.session.reply.as_mut().map(|reply| reply.edited(ended)) {
            self.reply_next(next);
        }
        self.note_draft();
    }

    /// Tells the store whether the reply being written has a draft.
    fn note_draft(&mut self) {
        let Some(reply) = &self.session.reply else { return };
        let draft = reply.written_at().map(|at| ReplyDraft { at, old: false });
        self.session.store.reply_kept(reply.inquiry(), draft);
    }

    pub(super) fn reply_next(&mut self, next: Next) {
        let at = self.ms();
        match next {
            Next::Say(tone, text) => self.say(tone, text),
            Next::Menu(menu) => self.shell.menu(menu, at),
            Next::Sent { said, priced } => {
                self.say(Tone::Good, said);
                self.replied(priced);
            }
            Next::Price => self.ask_price(),
            Next::Edit(file) => self.edit(&file),
            Next::Copy { what, text } => {
                let how = self.desktop.copy(&text, &self.launch.paths).map(|how| {
                    // A text that was written to a file cannot be pasted.
                    let then = if matches!(how, Copied::File(_)) { "" } else { " · paste it into a mail" };
                    format!("{what} {how}{then}")
                });
                self.done(&how.unwrap_or_else(|why| why));
            }
            Next::Mail { inquiry, file } => {
                self.open(Opening::Mail(inquiry), external::mail_program(&file));
            }
        }
    }

    pub(super) fn done(&mut self, how: &str) {
        if let Some(next) = self.session.reply.as_ref().map(|reply| reply.done(how)) {
            self.reply_next(next);
        }
    }
}
