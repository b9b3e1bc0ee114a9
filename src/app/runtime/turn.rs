//! One turn of the loop: sleep, take messages, let the ui react, request what is wanted, draw once.

use std::io;
use std::time::Duration;

use crate::app::terminal::{self, End, Painted};
use crate::client::Status;
use crate::store::Wants;
use crate::ui::shell::Shell;
use crate::ui::{Effect, Facts, Tone, World};

use super::disk_reads::DiskReads;
use super::inbox::Message;
use super::sleep::{self, Woken};
use super::state::{Ended, Loop};

/// Most rounds in which screens react to changes made by their own reactions.
const SYNCS: usize = 3;
/// Most messages taken in one turn, so that keys never wait for a long series of answers.
const MESSAGES: usize = 8;

impl Loop {
    /// Runs turns until something ends the loop.
    ///
    /// # Errors
    /// When the kernel or the terminal refuses.
    pub fn run(&mut self) -> io::Result<Ended> {
        loop {
            if let Some(ended) = self.ended.take() {
                self.end_editor();
                return Ok(ended);
            }
            // Draw first, because reads and requests of a key can wait until its frame is shown.
            if let Err(error) = self.draw() {
                self.lost(error)?;
                continue;
            }
            self.ask();
            // While an editor has the terminal, its keys are not read here.
            let keys = self.desktop.open_editor.is_none();
            let mut pressed = false;
            match self.events.sleeper.sleep(self.limit(), keys)? {
                Woken::HungUp => self.ended = Some(Ended::Outside(End::HangUp)),
                Woken::Look { keys } => {
                    self.keys(keys);
                    pressed = keys;
                }
            }
            if let Err(error) = self.notices() {
                self.lost(error)?;
            }
            // The frame of a key does not wait for answers, which come in hundreds while an account is read.
            if pressed
                && self.ended.is_none()
                && let Err(error) = self.draw()
            {
                self.lost(error)?;
                continue;
            }
            self.messages();
            self.deadlines();
        }
    }

    /// Treats an error of writing to a terminal that is gone as a hang-up, wherever it is noticed first.
    fn lost(&mut self, error: io::Error) -> io::Result<()> {
        if !terminal::is_gone(&error) {
            return Err(error);
        }
        self.ended = Some(Ended::Outside(End::HangUp));
        Ok(())
    }

    /// Carries out effects, and shows the screens the changes at once, because keys typed ahead act on these.
    pub fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.effect(effect);
        }
        self.sync();
    }

    /// Lets the screens take over what the store has learnt, also what their own reactions changed in it.
    pub fn sync(&mut self) {
        for _ in 0..SYNCS {
            let version = self.session.store.version();
            if self.drawing.synced == Some(version) {
                return;
            }
            self.drawing.synced = Some(version);
            self.drawing.dirty = true;
            self.with_world(Shell::sync);
            self.unprompted();
        }
    }

    /// Runs what screens do without a key: announcing news, marking viewed inquiries as read.
    pub(super) fn unprompted(&mut self) {
        for effect in self.with_world(Shell::unprompted) {
            self.effect(effect);
        }
    }

    fn messages(&mut self) {
        for taken in 0..MESSAGES {
            if taken > 0 && sleep::key_waits() {
                break;
            }
            let Ok(envelope) = self.events.messages.try_recv() else { return };
            let Some(message) = self.session.inbox.open(envelope) else { continue };
            self.drawing.dirty = true;
            self.message(message);
        }
        // There may be more messages: look again after the keys.
        self.session.inbox.look_again();
    }

    fn message(&mut self, message: Message) {
        let now = self.now();
        if let Message::Query(reply) = &message {
            self.note_ability(reply.call.endpoint, reply.result.as_ref().err());
            self.first_answer(reply.call.endpoint, reply.result.is_ok());
        } else if let Some(endpoint) = message.walked() {
            self.note_ability(endpoint, None);
        }
        // What a read tells was not started by a key, so it waits behind an undo that is on offer.
        let is_news = matches!(message, Message::Query(_));
        let (notice, rest) = self.exchange().message(message);
        match notice {
            Some((tone, text)) if is_news => self.say_news(tone, text),
            notice => self.notify(notice),
        }
        self.ask_conflicts();
        let Some(message) = rest else { return };
        match message {
            Message::Details(inquiries, domains) => {
                // The row under the cursor is part of the answer to a key, even if it comes from the disk a moment
                // later.
                self.drawing.by_key = true;
                for inquiry in inquiries {
                    self.session.store.put_full(inquiry);
                }
                self.session.store.put_full_domains(domains);
            }
            Message::Disk(event) => {
                self.session.store.from_disk(event, now);
                self.planned_early();
                self.show_notices();
            }
            Message::Status(status) => self.status_changed(status),
            Message::Made(Ok(made)) => self.made(*made),
            Message::Made(Err(why)) => self.ended = Some(Ended::NotMade(why)),
            Message::Token(token) => self.resume_with(token),
            Message::Account { request, result } => self.account_opened(request, result),
            Message::AccountRemoved { name, result } => self.account_removed(&name, result),
            Message::Login(result) => self.login_ended(result),
            Message::Grid(grid) => self.session.store.session_mut().learnt(grid),
            Message::EditorEnded(status) => self.editor_ended(status),
            Message::Opened { what, result } => self.opened(what, result),
            Message::Piped(result) => self.piped(result),
            Message::Text { slot, text } => self.session.store.files_mut().put_text(slot, text),
            Message::Names { slot, read } => self.names_read(slot, read),
            Message::Drafts(found) => {
                if let Some(damaged) = found.hand_to(&mut self.session.store) {
                    self.say(Tone::Bad, damaged);
                }
            }
            Message::Listing(listing) => self.session.store.files_mut().put_listing(listing),
            Message::Table(news) => self.session.store.files_mut().put_grid(news),
            Message::Checked(report) => self.session.store.files_mut().put_csv(*report),
            Message::Images(images) => self.session.store.files_mut().put_images(images),
            Message::Preview(preview) => self.session.store.files_mut().put_preview(preview),
            Message::Encoded(encoded) => self.terminal.display.take_encoded(encoded),
            Message::Saving { number, bytes, total } => self.session.saving.progress(number, bytes, total),
            Message::Saved { number, ended } => self.saved(number, ended),
            _ => tracing::error!("a message without a receiver"),
        }
    }

    fn notify(&mut self, notice: super::writes::Notice) {
        if let Some((tone, text)) = notice {
            self.say(tone, text);
        }
    }

    pub fn show_notices(&mut self) {
        for notice in std::mem::take(&mut self.session.store.session_mut().notices) {
            self.say_news(Tone::Warn, notice);
        }
    }

    fn status_changed(&mut self, status: Status) {
        let was_refused = self.session.status.is_refused();
        if let Some(hint) = self.session.status.connection(status) {
            self.say_news(Tone::Warn, hint);
        }
        if self.session.status.is_refused() && !was_refused {
            // Earlier refusals were because of the token, not of missing abilities.
            self.session.store.session_mut().forget_missing();
            self.session.traffic.queries.refresh(self.ms());
        }
        if was_refused && !self.session.status.is_refused() {
            self.exchange().accepted();
        }
    }

    fn deadlines(&mut self) {
        let ms = self.ms();
        if self.shell.next_deadline().is_some_and(|at| at <= ms) {
            self.drawing.dirty = true;
        }
        self.shell.pass(ms);
        if std::mem::take(&mut self.drawing.makes_more) {
            self.drawing.synced = None;
            self.sync();
        }
        self.session.disk_due(ms);
        let at = (self.session.store.service_time(self.now()), self.clocks.zone);
        self.session.keep_home(self.drawing.last, ms, at);
        let said = self.session.store.alarms(self.now());
        if !said.is_empty() {
            self.drawing.dirty = true;
            self.ring(said);
        }
        if self.desktop.open_editor.is_none()
            && self.drawing.changes_at.is_some_and(|at| at <= self.session.store.service_time(self.now()).0)
        {
            self.drawing.dirty = true;
            self.unprompted();
            self.sync();
        }
    }

    /// Starts and cancels requests so that the running ones are the wanted ones.
    fn ask(&mut self) {
        if self.session.service.is_none() {
            return;
        }
        let mut wants = Wants::default();
        self.shell.wants(
            &World::of(&self.session.store, self.launch.config.prefs(), self.now(), self.clocks.zone),
            &mut wants,
        );
        self.session.store.watch_jobs(self.now(), &mut wants);
        let mut unknown = Vec::new();
        let notice = self.exchange().ask(wants.queries, |want| unknown.push(want.clone()));
        self.notify(notice);
        for want in &unknown {
            DiskReads::ask_kept(&self.session.store, want, &self.session.inbox);
        }
        self.session.disk_reads.ask_texts(wants.mail_texts, &self.session.store, &self.session.inbox);
        if !self.shell.leaves_side() {
            let (inquiries, domains) = (wants.full_inquiries, wants.full_domains);
            self.session.disk_reads.ask_details(&self.session.store, inquiries, domains, &self.session.inbox);
        }
        self.name_waiting();
    }

    /// Sets the words for what the user waits for; the header counts the same seconds.
    fn name_waiting(&mut self) {
        let ms = self.ms();
        // A wait the service asked for is shown before any other.
        let held = self.session.status.waiting_until(self.now()).is_some();
        let stalled = self.session.traffic.writes.stalled_since(ms).filter(|_| !held);
        let words = stalled.and_then(|_| self.session.traffic.writes.stalled_words(&self.session.store, ms));
        let asks = self.session.traffic.queries.waiting_since();
        let words =
            words.or_else(|| self.session.store.session().read_wait_words(self.now()).filter(|_| asks.is_some()));
        let waiting = [asks, self.session.saving.waiting_since(), stalled];
        self.shell.set_waiting(waiting.into_iter().flatten().min());
        self.shell.set_working(self.session.saving.words().or(words));
    }

    /// Longest sleep of the loop.
    fn limit(&self) -> Option<Duration> {
        let ms = self.ms();
        let now = self.now();
        // No frame is drawn while an editor has the terminal, so no time shown needs an update.
        let here = self.desktop.open_editor.is_none();
        // Times on the screen follow the service's clock; reads are due by the program's own.
        let shown = self.drawing.changes_at.filter(|_| here).map(|at| at - self.session.store.service_time(now).0);
        let read = self.session.store.next_reading().map(|at| at.0 - now.0);
        let alarm = self.session.store.next_alarm().map(|at| at.0 - now.0);
        let by_clock =
            [shown, read, alarm].into_iter().flatten().map(|left| ms + u64::try_from(left).unwrap_or(0) * 1000 + 20);
        let own = [self.shell.next_deadline(), self.session.next_due(), self.session.home_due(self.drawing.last)];
        let frame = (self.drawing.dirty && here).then_some(self.drawing.last + self.drawing.rest);
        let more = self.drawing.makes_more.then_some(ms);
        let keys = self.events.keyboard.patience().filter(|_| here);
        own.into_iter()
            .flatten()
            .chain(by_clock)
            .chain(frame)
            .chain(more)
            .min()
            .map(|at| Duration::from_millis(at.saturating_sub(ms)))
            .into_iter()
            .chain(keys)
            .min()
    }

    /// Draws if something changed and the frame is due.
    fn draw(&mut self) -> io::Result<()> {
        let ms = self.ms();
        if !self.drawing.is_due(ms) {
            return Ok(());
        }
        // Take over answers once per frame, because during a walk each answer changes lists of up to 100,000 rows.
        let later = self.drawing.leaves_answers(ms);
        if !later {
            self.sync();
            self.name_waiting();
        }
        if self.desktop.open_editor.is_none() {
            self.paint(ms)?;
        }
        if later {
            self.drawing.dirty = true;
        } else {
            self.drawing.synced_at = ms;
            self.drawing.took(self.ms() - ms);
        }
        Ok(())
    }

    /// Draws now.
    pub fn paint(&mut self, ms: u64) -> io::Result<()> {
        let mut status =
            self.session.status.line(&self.session.store, &self.session.traffic, self.clocks.zone, self.now(), ms);
        self.shell.tell_trouble(&mut self.session.store, status.connection.trouble());
        let world = World::of(&self.session.store, self.launch.config.prefs(), self.now(), self.clocks.zone);
        if let Some(worker) = self.session.worker().filter(|_| self.shell.layer_names().contains(&"requests")) {
            status.requests = super::status::requests(worker, self.clocks.zone);
        }
        let due = self.shell.next_deadline();
        let shell = &self.shell;
        let mut facts = Facts::default();
        self.terminal.display.draw(|is_shown, buffer| {
            facts = shell.render(&world, &status, is_shown, buffer);
            let (pictures, kept) = (facts.pictures.clone(), std::mem::take(&mut facts.kept));
            Painted { pictures, kept, ..Painted::default() }
        })?;
        self.encode_pictures();
        self.drawing.by_key = false;
        self.drawing.last = ms;
        let written = self.ms();
        // Draw again if the list learnt its height only in this frame, and may have to scroll, or if something came
        // due while the frame was drawn.
        self.drawing.dirty = self.drawing.list_rows != facts.list_rows || due.is_some_and(|at| at <= written);
        (self.drawing.list_rows, self.drawing.changes_at) = (facts.list_rows, facts.changes_at);
        self.shell.drawn(facts, written);
        Ok(())
    }
}
