//! Carrying out the effects of commands.

use std::time::Duration;

use crate::app::reply::Drafts;
use crate::base::Timestamp;
use crate::screens::domains;
use crate::store::{DomainTab, Store, Walked};
use crate::ui::text::counted;
use crate::ui::{Confirm, Effect, Tone, carry_out};

use super::options;
use super::session::AccountSession;
use super::state::{Ended, Loop};

/// Largest number of domains (ten pages) for which a refresh reads all pages.
const REREAD: u64 = 2_000;
/// Writes named in the question before quitting.
const NAMED: usize = 3;

impl Loop {
    /// Shows a message.
    pub(super) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        let at = self.ms();
        self.shell.toast(tone, text, at);
    }

    /// Shows a message about something the user did not start, after the present one.
    pub(super) fn say_news(&mut self, tone: Tone, text: impl Into<String>) {
        let at = self.ms();
        self.shell.tell(tone, text, at);
    }

    /// Reads the domains on the screen again. They may be on any of the service's pages, because the list is sorted
    /// here: a short list is read whole; of a long one only the first page and the totals are read, and a message says
    /// so. Totals that have changed begin a walk.
    fn refresh_domains(&mut self, now: Timestamp, at: u64) {
        if self.shell.current() != Some(domains::DEF.id) {
            return;
        }
        match self.session.store.domains().total(DomainTab::MyDomains) {
            Some(..=REREAD) => {
                self.session.traffic.walking.only(Some(Walked::Domains), &mut self.session.store, now, at);
            }
            Some(_) => {
                self.session.store.ask_domain_totals();
                self.say(Tone::Info, "The first page and the totals are read again; :sync reads all domains.");
            }
            None => {}
        }
    }

    /// Carries out one effect.
    pub fn effect(&mut self, effect: Effect) {
        let (now, at) = (self.now(), self.ms());
        let Some(effect) = carry_out(effect, &mut self.session.store, &mut self.shell, now, at) else { return };
        match effect {
            Effect::Refresh => {
                self.session.look_at_disk();
                let (asked, zone) = (self.session.status.waiting_until(now), self.clocks.zone);
                if let Some(question) = self.exchange().refresh(asked, zone) {
                    self.shell.confirm(question, at);
                }
                self.refresh_domains(now, at);
            }
            Effect::MakeMore => self.drawing.makes_more = true,
            Effect::SendNow => self.exchange().send_now(),
            Effect::TryAgain => {
                self.session.store.session_mut().forget_missing();
                if !self.look_for_token() {
                    self.resume_with(None);
                }
            }
            Effect::Cancel => self.cancel(),
            Effect::Copy { what, text } => self.copy(what, &text),
            Effect::Tell(news) => self.tell(&news),
            Effect::Reply(reply) => self.reply(*reply),
            Effect::ReplyStep(step) => self.reply_step(step),
            Effect::File(ask) => self.file(ask),
            Effect::Save(save) => {
                let AccountSession { saving, service, inbox, .. } = &mut self.session;
                let worker = service.as_ref().map(|service| &service.worker);
                if let Some((tone, why)) = saving.begin(*save, worker, inbox, at) {
                    self.say(tone, why);
                }
            }
            Effect::Pipe { line, input } => self.pipe(&line, &input),
            Effect::OpenUrl(address) => self.open_url(&address),
            Effect::SetZone(zone) => self.clocks.zone = zone,
            Effect::SetWatch(seconds) => {
                self.session.traffic.queries.set_pace(seconds.map(|seconds| Duration::from_secs(seconds.into())), at);
            }
            Effect::KeepSetting(key, word) => self.keep_setting(key, &word),
            Effect::KeepSwitch(key, on) => self.keep_switch(key, on),
            Effect::Quit { force } => self.quit(force),
            Effect::Suspend => self.suspend(),
            Effect::Login(login) => self.login(*login),
            Effect::GoOn => self.enter_accepted(),
            Effect::Doctor => self.doctor(),
            Effect::CheckAbilities => self.probe(),
            Effect::ReloadConfig => self.reload_config(),
            Effect::SaveView { screen, name, line } => self.save_view(screen, name, line),
            Effect::ForgetReplies(inquiries) => {
                let Some(drafts) = self.session.drafts().map(Drafts::new) else { return };
                for id in inquiries {
                    drafts.forget_sent(id);
                }
            }
            Effect::ForgetLines(address) => {
                self.shell.forget_lines(&address);
                if let Err(why) = options::keep_line_history(&self.launch.paths, self.shell.line_history()) {
                    self.say(Tone::Warn, format!("{why} Delete that file to be rid of the address."));
                }
            }
            Effect::PurgeCache => {
                self.session.store.purge_cache();
                self.session.traffic.queries.refresh(at);
                self.session.traffic.walking.again(&mut self.session.store, now, at);
                self.say(Tone::Good, "The cache is empty.");
            }
            Effect::PurgeMail => {
                self.session.store.purge_mail();
                self.session.traffic.queries.refresh(at);
                self.say(Tone::Good, "No mail is kept on this machine.");
            }
            Effect::Sync => {
                self.session.store.reread_own_settings(now);
                self.session.traffic.walking.again(&mut self.session.store, now, at);
            }
            Effect::Account { name, force } => self.open_account(name, force),
            Effect::AddAccount { name, force } => self.add_account(name, force),
            Effect::RemoveAccount(name) => self.remove_account(name),
            Effect::Write(_)
            | Effect::WriteOver(_)
            | Effect::TakeBack(_)
            | Effect::Opened(_)
            | Effect::Reverse(_)
            | Effect::Toast(..)
            | Effect::SetRedact(_)
            | Effect::Note { .. }
            | Effect::Notes { .. }
            | Effect::ForgetNotes { .. }
            | Effect::ReverseNotes { .. }
            | Effect::Stage(_)
            | Effect::ReadStaged
            | Effect::ReadValues(..)
            | Effect::WriteStaged(_)
            | Effect::KeepFailed
            | Effect::CheckAgain => tracing::error!("an effect was not carried out"),
            Effect::Go(_)
            | Effect::Open(..)
            | Effect::Visit(..)
            | Effect::Run(..)
            | Effect::Confirm(_)
            | Effect::Menu(_)
            | Effect::Aside(..)
            | Effect::Show(_)
            | Effect::Line(_)
            | Effect::Back => tracing::error!("the shell let through an effect of its own"),
        }
    }

    /// Tells the screen the ids of writes it had asked for before the journal was read.
    pub(super) fn planned_early(&mut self) {
        for entry in self.session.store.planned_early() {
            self.shell.wrote(entry);
        }
    }

    /// Asks about writes whose values were changed elsewhere since the user saw them (R-55).
    pub(super) fn ask_conflicts(&mut self) {
        while let Some(conflict) = self.session.store.conflict() {
            let (at, question) = (self.ms(), Confirm::of_conflict(&conflict, &self.session.store));
            self.shell.confirm(question, at);
        }
    }

    /// Ctrl+C: cancels what the user waits for, and takes back what has not been sent.
    fn cancel(&mut self) {
        let (now, at) = (self.now(), self.ms());
        // Saving a file reports its own end.
        self.session.saving.cancel();
        // A stalled write reports its own end; later writes are sent meanwhile.
        if self.session.traffic.writes.cancel_stalled(at) {
            return;
        }
        let running = self.session.traffic.queries.cancel();
        let dropped = self.session.traffic.writes.cancel(&mut self.session.store, now);
        // Drop the message about the ended undo, because the one below says what was cancelled.
        self.session.store.undo_ended();
        let text = match (running, dropped) {
            (_, 0) if running => "Cancelled; loaded data is kept.".to_owned(),
            (_, 0) => return,
            (_, 1) => "1 change was cancelled before it was sent.".to_owned(),
            (_, n) => format!("{n} changes cancelled before they were sent."),
        };
        self.say(Tone::Info, text);
    }

    /// Ends the program; asks first if changes are unfinished or unsaved.
    fn quit(&mut self, force: bool) {
        let store = &self.session.store;
        let ((waiting, unknown), unsaved) = (store.journal().pending(), Unsaved::of(store));
        if force || waiting + unknown == 0 && !unsaved.asks {
            self.ended = Some(Ended::Quit);
            return;
        }
        let at = self.ms();
        let (samples, count) = self.open_writes();
        self.shell.confirm(Confirm { count, samples, ..quitting(waiting, unknown, &unsaved) }, at);
    }

    /// Names of the first unfinished writes, and the number of all.
    pub(super) fn open_writes(&self) -> (Vec<String>, usize) {
        let open = self.session.store.journal().open().filter(|entry| entry.open());
        let mut open: Vec<String> = open.map(|entry| self.session.store.words_of(entry)).collect();
        let count = open.len();
        open.truncate(NAMED);
        (open, count)
    }

    fn copy(&mut self, what: &str, text: &str) {
        let (tone, text) = match self.desktop.copy(text, &self.launch.paths) {
            Ok(how) => (Tone::Good, format!("{what} {how}")),
            Err(why) => (Tone::Bad, why),
        };
        self.say(tone, text);
    }
}

/// Drafts that are neither saved nor sent.
#[derive(Debug, Default)]
struct Unsaved {
    /// Words for unsaved changes, then for drafts of replies.
    words: Vec<String>,
    /// True when the program must ask before it ends: for any unsaved change, and for drafts of this session.
    asks: bool,
}

impl Unsaved {
    fn of(store: &Store) -> Self {
        let (changes, replies) = (store.unsaved(), store.inquiries().drafts());
        let changes_words =
            (changes > 0).then(|| format!("{} not saved", counted(changes as u64, "change", "changes")));
        let drafts = (!replies.is_empty()).then(|| match replies.len() {
            1 => "1 draft of a reply".to_owned(),
            many => format!("{many} drafts of replies"),
        });
        let asks = changes > 0 || replies.values().any(|draft| !draft.old);
        Self { words: changes_words.into_iter().chain(drafts).collect(), asks }
    }
}

/// The question before the program ends with changes that wait to be sent, whose outcome is not known yet, or that are
/// not saved.
fn quitting(waiting: usize, unknown: usize, unsaved: &Unsaved) -> Confirm {
    let kept = "kept; :drafts lists it at the next start.";
    let (what, way_back) = match (waiting + unknown, unsaved.words.join(" and ")) {
        (0, words) => (words, format!("All of it is {kept}")),
        (_, words) if words.is_empty() => pending_words(waiting, unknown, "next time"),
        (_, words) => {
            let (what, way_back) = pending_words(waiting, unknown, "next time");
            (what, format!("{way_back} There are also {words}: {kept}"))
        }
    };
    let title = format!("Quit with {what}?");
    Confirm { way_back: Some(way_back), ..Confirm::new(title, "quit", vec![Effect::Quit { force: true }]) }
}

/// Words about changes that wait to be sent or whose outcome is not known yet: their number, and what happens to them
/// `later`.
pub(super) fn pending_words(waiting: usize, unknown: usize, later: &str) -> (String, String) {
    match (waiting, unknown) {
        (1, 0) => ("1 unsent change".to_owned(), format!("It is saved and will be sent {later}.")),
        (n, 0) => (format!("{n} unsent changes"), format!("They are saved and will be sent {later}.")),
        (0, 1) => ("1 change being checked".to_owned(), format!("It is checked again {later}.")),
        (0, n) => (format!("{n} changes being checked"), format!("They are checked again {later}.")),
        (n, m) => {
            let more = format!("{} unsent and {m} being checked", counted(n as u64, "change", "changes"));
            (more, format!("They are saved, then sent and checked {later}."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_before_quitting_says_what_happens_to_unsent_changes() {
        let words = |waiting, unknown| {
            let question = quitting(waiting, unknown, &Unsaved::default());
            (question.title, question.way_back.unwrap_or_default())
        };
        let both = |title: &str, after: &str| (title.to_owned(), after.to_owned());
        let sent = "They are saved and will be sent next time.";
        assert_eq!(words(5, 0), both("Quit with 5 unsent changes?", sent));
        assert_eq!(words(1, 0), both("Quit with 1 unsent change?", "It is saved and will be sent next time."));
        assert_eq!(words(0, 2).0, "Quit with 2 changes being checked?");
        assert_eq!(words(3, 1).0, "Quit with 3 changes unsent and 1 being checked?");
    }

    #[test]
    fn the_question_before_quitting_names_unsaved_changes() {
        let mut store = Store::new("test");
        assert!(!Unsaved::of(&store).asks);
        let draft = |old| crate::store::index::inquiries::ReplyDraft { at: crate::base::Timestamp(1), old };
        store.reply_kept(crate::base::Id::new(7), Some(draft(true)));
        assert!(!Unsaved::of(&store).asks, "a draft that was there before is marked in its list");
        store.reply_kept(crate::base::Id::new(8), Some(draft(false)));
        let question = |store: &Store, waiting| quitting(waiting, 0, &Unsaved::of(store));
        assert!(Unsaved::of(&store).asks);
        assert_eq!(question(&store, 0).title, "Quit with 2 drafts of replies?");
        store.draft_kept("settings", r#"[{"about":"","edits":[{"field":"a","before":[1],"after":2}]}]"#);
        assert_eq!(question(&store, 0).title, "Quit with 1 change not saved and 2 drafts of replies?");
        let way_back = question(&store, 1).way_back.unwrap_or_default();
        assert!(way_back.contains("There are also 1 change not saved and 2 drafts of replies: kept"), "{way_back}");
    }
}
