//! `:account`: another account is prepared on a thread; then the present session is dropped and a new one is built.

use crate::app::launch::DEMO;
use crate::app::terminal::isolated;
use crate::app::{AccountSource, Launch, MadeAccount};
use crate::base::reason;
use crate::screens;
use crate::store::home::Picture;
use crate::ui::shell::Shell;
use crate::ui::{Args, Confirm, Effect, Tone};

use super::brought::OpenedAccount;
use super::drawing::Drawing;
use super::effects::pending_words;
use super::inbox::Message;
use super::options;
use super::session::AccountSession;
use super::state::Loop;

impl Loop {
    /// `:account NAME`. Asks first while changes are open or files are being saved.
    pub(super) fn open_account(&mut self, name: String, force: bool) {
        let at = self.ms();
        if self.session.service.is_some() && self.session.store.session().account == name {
            self.say(Tone::Info, format!("{name} is open already."));
            return;
        }
        if !force && let Some(question) = self.leaving(&name, Effect::Account { name: name.clone(), force: true }) {
            self.shell.confirm(question, at);
            return;
        }
        self.accounts.request += 1;
        let (request, inbox) = (self.accounts.request, self.events.inbox.clone());
        let (launch, closing) = (self.launch.clone(), self.accounts.closing.clone());
        let open = move || {
            // The account may still be closing: wait for its lock and its service.
            closing.wait();
            let result = isolated(|| opened(&launch, &name)).unwrap_or_else(Err);
            inbox.send(Message::Account { request, result: result.map(Box::new) });
        };
        if let Err(error) = std::thread::Builder::new().name("account".to_owned()).spawn(open) {
            self.say(Tone::Bad, format!("The account was not opened: {}.", reason(&error)));
        }
    }

    /// Question before another account is opened; `None` if nothing is under way in this one.
    pub(super) fn leaving(&self, name: &str, effect: Effect) -> Option<Confirm> {
        let (waiting, unknown) = self.session.store.journal().pending();
        let saving = self.session.saving.count();
        if waiting + unknown + saving == 0 {
            return None;
        }
        let this = &self.session.store.session().account;
        let (what, way_back) = pending_words(waiting, unknown, &format!("when {this} is open again"));
        let title = match (waiting + unknown, saving) {
            (0, 1) => format!("Open {name} and stop saving a file?"),
            (0, n) => format!("Open {name} and stop saving {n} files?"),
            _ => format!("Open {name} with {what}?"),
        };
        let (samples, count) = self.open_writes();
        let consequence = match saving {
            0 => String::new(),
            _ if count == 0 => "The file is not written.".to_owned(),
            1 => "1 file being saved is not written.".to_owned(),
            n => format!("{n} files being saved are not written."),
        };
        let way_back = (count > 0).then_some(way_back);
        Some(Confirm { count, samples, consequence, way_back, ..Confirm::new(title, "open", vec![effect]) })
    }

    /// Takes the opened account, or the reason it cannot be opened.
    pub(super) fn account_opened(&mut self, request: u64, result: Result<Box<OpenedAccount>, String>) {
        if request != self.accounts.request {
            return;
        }
        match result {
            Ok(opened) if self.desktop.open_editor.is_some() => self.accounts.ready = Some(opened),
            Ok(opened) => self.enter(*opened),
            Err(why) => {
                self.say(Tone::Bad, why);
            }
        }
    }

    /// Opens the account that waited for the editor to end.
    pub(super) fn enter_ready(&mut self) {
        if let Some(opened) = self.accounts.ready.take() {
            self.enter(*opened);
        }
    }

    /// Connects to the demo's service, which runs now.
    pub(super) fn made(&mut self, made: MadeAccount) {
        self.connect(made.account, Some(made.keep));
        self.say(Tone::Info, DEMO_WORDS.to_owned());
    }

    /// Opens the account that the first run has tested and kept.
    pub(super) fn enter_accepted(&mut self) {
        if let Some(account) = self.accounts.accepted.take() {
            let is_first = self.accounts.adding.is_none();
            let mut launch = self.launch.clone();
            launch.signed_in(*account.clone());
            let grid = self.session.store.session_mut().grid.take();
            self.enter(OpenedAccount { launch, folder: account.name.clone(), account: *account, keep: None });
            if let Some(grid) = grid {
                self.session.store.session_mut().learnt(grid);
                self.leave_refused();
            }
            // After a first run, open Home's page of goals, unless another start screen is configured.
            if !is_first || self.launch.config.start_screen != screens::home::DEF.id {
                return;
            }
            let args = Args { text: screens::home::GOALS.to_owned(), ..Args::words([screens::home::GOALS]) };
            let effects = self.with_world(|shell, world| shell.open(screens::home::DEF.id, &args, world));
            self.carry_out(effects);
        }
    }

    /// Replaces the present session by one for this account; only settings of the whole program stay.
    fn enter(&mut self, opened: OpenedAccount) {
        let OpenedAccount { launch, folder, account, keep } = opened;
        let redact = self.session.store.session().redact;
        let line_history = self.shell.line_history().to_vec();
        let before = self.shell.current();
        let left = self.session.store.session().account.clone();
        let at = (self.session.store.service_time(self.now()), self.clocks.zone);
        let waited = Picture::keep(&self.session.store, at);
        let inbox = self.events.inbox.of_session(self.accounts.next_number());
        let session = std::mem::replace(&mut self.session, AccountSession::of(&launch, Some(&folder), inbox).0);
        self.accounts.close(session);
        self.accounts.adding = None;
        self.launch = launch;
        let mut options = options::shell(&self.launch);
        options.line_history = line_history;
        // Take the inquiries waiting in the account just left from memory, because its files are still being closed.
        if let Some(waited) = waited {
            options.waited.retain(|(name, _)| *name != left);
            options.waited.push((left, waited));
        }
        options.canvas = self.shell.canvas();
        self.shell = Shell::new(screens::ALL, options);
        self.arrange_pictures();
        self.drawing = Drawing { dirty: true, by_key: true, last: self.drawing.last, ..Drawing::default() };
        self.session.store.set_redact(redact);
        self.apply_settings();
        self.read_views();
        self.session.attach(self.now());
        self.read_drafts();
        self.connect(account, keep);
        let screen = screens::ALL.iter().find(|def| before == Some(def.id) && def.key != ' ');
        let screen = screen.map_or(self.launch.config.start_screen, |def| def.id);
        self.session.began_on = Some(screen);
        self.open_screen(screen);
        let name = self.session.store.session().account.clone();
        let words = match name.as_str() {
            DEMO => DEMO_WORDS.to_owned(),
            name => format!("Account {name}"),
        };
        self.say(Tone::Info, words);
        self.show_notices();
    }
}

/// Message when the demo is opened, short enough for the smallest window; the tour explains how to connect an
/// account.
const DEMO_WORDS: &str = "Demo with invented data · :help tour";

/// Finds the account's address and token, or starts the demo's service.
fn opened(launch: &Launch, name: &str) -> Result<OpenedAccount, String> {
    let launch = launch.of_account(name, |name| std::env::var_os(name)).map_err(|error| error.to_string())?;
    if let Some(account) = launch.account.clone() {
        if account.token.is_none() {
            return Err(format!(
                "No token for the account “{name}”. Run `parkade login --account {name}` to set one up."
            ));
        }
        return Ok(OpenedAccount { launch, folder: account.name.clone(), account, keep: None });
    }
    match launch.demo.as_ref().filter(|_| name == DEMO).map(|demo| demo.source(&launch.paths)) {
        Some(AccountSource::Made { folder, make }) => {
            let made = make().map_err(|error| format!("{error:#}"))?;
            Ok(OpenedAccount { launch, folder, account: made.account, keep: Some(made.keep) })
        }
        _ => Err("This build has no demo; it was made without the feature sandbox.".to_owned()),
    }
}
