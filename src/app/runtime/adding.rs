//! `:account add` and `:account remove`, without a restart of the program.

use crate::app::config;
use crate::app::paths::Paths;
use crate::app::secrets::{self, Kind};
use crate::app::terminal::isolated;
use crate::base::reason;
use crate::screens;
use crate::ui::shell::Shell;
use crate::ui::{Args, Effect, Tone};

use super::accounts::Adding;
use super::drawing::Drawing;
use super::inbox::Message;
use super::options;
use super::session::AccountSession;
use super::state::Loop;

impl Loop {
    /// Leaves the account in use for the page that sets up another one; asks first if changes or saves are under way.
    pub(super) fn add_account(&mut self, name: String, force: bool) {
        let at = self.ms();
        if !force && let Some(question) = self.leaving(&name, Effect::AddAccount { name: name.clone(), force: true }) {
            self.shell.confirm(question, at);
            return;
        }
        let open = Some(self.session.store.session().account.clone()).filter(|open| !open.is_empty());
        let before = open.or_else(|| self.accounts.adding.take().and_then(|adding| adding.before));
        self.accounts.adding = Some(Adding { name, before });
        let mut launch = self.launch.clone();
        launch.account = None;
        let inbox = self.events.inbox.of_session(self.accounts.next_number());
        let session = std::mem::replace(&mut self.session, AccountSession::of(&launch, None, inbox).0);
        self.accounts.close(session);
        let mut options = options::shell(&self.launch);
        options.line_history = self.shell.line_history().to_vec();
        options.canvas = self.shell.canvas();
        self.shell = Shell::new(screens::FIRST_RUN, options);
        self.arrange_pictures();
        self.drawing = Drawing { dirty: true, by_key: true, last: self.drawing.last, ..Drawing::default() };
        self.open_first_run();
    }

    /// Opens the page that sets up an account.
    pub(super) fn open_first_run(&mut self) {
        let mut args = Args::words([self.launch.paths.credentials_file().display().to_string()]);
        if secrets::keyring_answers() {
            args.options.push("keyring".to_owned());
        }
        if let Some(Adding { name, before }) = &self.accounts.adding {
            args.words.push(name.clone());
            args.words.extend(before.clone());
        }
        let effects = self.with_world(|shell, world| shell.open(screens::FIRST_RUN[0].id, &args, world));
        self.carry_out(effects);
    }

    /// Removes an account that is not in use from the config file, with its credentials. Runs beside the loop,
    /// because a keyring may be slow.
    pub(super) fn remove_account(&mut self, name: String) {
        let (inbox, paths) = (self.events.inbox.clone(), self.launch.paths.clone());
        let removing = move || {
            let result = isolated(|| removed(&name, &paths)).unwrap_or_else(Err);
            inbox.send(Message::AccountRemoved { name, result });
        };
        if let Err(error) = std::thread::Builder::new().name("account".to_owned()).spawn(removing) {
            self.say(Tone::Bad, format!("The account was not removed: {}.", reason(&error)));
        }
    }

    /// Reports the result of a removal.
    pub(super) fn account_removed(&mut self, name: &str, result: Result<(), String>) {
        match result {
            Ok(()) => {
                self.launch.removed(name);
                self.shell.set_accounts(self.launch.accounts());
                let words = format!("Removed {name}. Its token stays valid at the service until you revoke it there.");
                self.say(Tone::Good, words);
            }
            Err(why) => self.say(Tone::Bad, format!("{name} was not removed: {why}")),
        }
    }
}

fn removed(name: &str, paths: &Paths) -> Result<(), String> {
    for kind in [Kind::Token, Kind::AdsKey] {
        secrets::forget(kind, name, paths).map_err(|error| error.to_string())?;
    }
    config::forget(paths, name)
}
