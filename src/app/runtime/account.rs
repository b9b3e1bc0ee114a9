//! Abilities of the token, as its calls show them, and the first run's test read.

use crate::api::Endpoint;
use crate::app::Account;
use crate::app::config::remember;
use crate::app::doctor;
use crate::app::keys;
use crate::app::paths::Paths;
use crate::app::secrets::{self, Kind, Store as Place};
use crate::app::terminal::isolated;
use crate::base::reason;
use crate::client::{Client, ClientConfig, Failure, FailureKind, Secret};
use crate::ui::widgets::page::Part;
use crate::ui::{Keep, Login, Role};

use super::inbox::Message;
use super::session::Service;
use super::state::Loop;

/// Name given to the first account in the configuration.
const FIRST: &str = "main";

impl Loop {
    /// Records an ability: missing after a refused read, present after an answered one.
    pub(super) fn note_ability(&mut self, endpoint: &'static Endpoint, failure: Option<&Failure>) {
        let Some(ability) = endpoint.right() else { return };
        match failure.map(|failure| &failure.kind) {
            None if !self.session.store.session().is_held(ability) => {
                self.session.store.session_mut().holds(ability);
            }
            Some(FailureKind::Forbidden) => self.session.store.session_mut().lacks(ability),
            _ => {}
        }
    }

    /// Looks for the token again after a refusal, because a new one may have been stored. Runs beside the loop,
    /// because a command or a keyring may be slow. True when [`Message::Token`] will follow.
    pub(super) fn look_for_token(&self) -> bool {
        let Some(account) = self.session.account().filter(|_| self.session.status.is_refused()).cloned() else {
            return false;
        };
        let (inbox, launch) = (self.session.inbox.clone(), self.launch.clone());
        let look = move || {
            let token = isolated(|| launch.token_now(&account, |name| std::env::var_os(name)));
            inbox.send(Message::Token(token.ok().flatten()));
        };
        std::thread::Builder::new().name("token".to_owned()).spawn(look).is_ok()
    }

    /// Lets requests be sent again, with this token if it is given.
    pub(super) fn resume_with(&mut self, token: Option<Secret>) {
        match (&mut self.session.service, token) {
            (Some(Service { account, worker, .. }), Some(token)) => {
                worker.client.resume_with(token.clone());
                account.token = Some(token);
                let digest = account.token_digest();
                self.session.store.session_mut().uses(digest);
            }
            (Some(Service { worker, .. }), None) => worker.client.resume(),
            (None, _) => {}
        }
        self.session.traffic.queries.refresh(self.ms());
        self.session.traffic.walking.at_once();
        self.session.traffic.writes.resume(true);
    }

    /// Tests a typed account with one read, beside the loop, and keeps it if the read works.
    pub(super) fn login(&mut self, login: Login) {
        let (inbox, paths) = (self.session.inbox.clone(), self.launch.paths.clone());
        let name = self.accounts.adding.as_ref().map_or(FIRST, |adding| &adding.name).to_owned();
        let tried = std::thread::Builder::new()
            .name("login".to_owned())
            .spawn(move || inbox.send(Message::Login(try_and_keep(name, &login, &paths).map(Box::new))));
        if let Err(error) = tried {
            self.shell.failed("token", &format!("The token could not be tested: {}.", reason(&error)));
        }
    }

    /// Opens the account, or shows the mistake beside its field.
    pub(super) fn login_ended(&mut self, result: Result<Box<Account>, (&'static str, String)>) {
        match result {
            Ok(account) => {
                self.session.store.session_mut().signed_in = true;
                self.accounts.accepted = Some(account);
                self.probe();
            }
            Err((what, why)) => self.shell.failed(what, &why),
        }
    }
}

impl Loop {
    /// `:doctor`: shows the facts known at once, and the results of testing the token as they come.
    pub(super) fn doctor(&mut self) {
        let at = self.ms();
        let (config, account) = (&self.launch.config, self.session.account());
        let problems = [self.launch.problems.clone(), keys::read(config).1].concat();
        let report = doctor::Report {
            paths: &self.launch.paths,
            trouble: None,
            problems: &problems,
            account,
            grid: None,
            terminal: doctor::Terminal::look(config, Some(&self.terminal.heard), |name| std::env::var_os(name)),
            files: doctor::Files::look(&self.launch.paths, account.map(|account| account.name.as_str())),
        };
        let mut facts = Vec::new();
        for (title, rows) in report.parts() {
            facts.push(Part::Blank);
            facts.push(Part::Title(title.to_owned()));
            facts.extend(rows.into_iter().map(|(name, value)| match name {
                "-" => Part::Text(Role::Text, value),
                name => Part::field(name, value),
            }));
        }
        self.session.store.session_mut().grid = None;
        self.shell.doctor(facts, at);
        self.probe();
    }

    /// Tests the token's abilities beside the loop; [`Message::Grid`] follows.
    pub(super) fn probe(&mut self) {
        let inbox = self.session.inbox.clone();
        self.session.store.session_mut().asking = self.session.service.is_some();
        match (&self.session.service, &self.accounts.accepted) {
            (Some(Service { account, worker, .. }), _) => {
                let (client, account) = (worker.client.clone(), account.clone());
                worker
                    .handle()
                    .spawn(async move { inbox.send(Message::Grid(doctor::grid_with(&client, &account).await)) });
            }
            (None, Some(account)) => {
                let account = account.as_ref().clone();
                let asked = std::thread::Builder::new().name("probe".to_owned()).spawn(move || {
                    match isolated(|| doctor::grid(&account)) {
                        Ok(Ok(grid)) => inbox.send(Message::Grid(grid)),
                        Ok(Err(why)) | Err(why) => tracing::warn!("the token's abilities could not be asked: {why}"),
                    }
                });
                if let Err(error) = asked {
                    tracing::warn!("the token's abilities could not be asked: {error}");
                }
            }
            _ => {}
        }
    }
}

fn try_and_keep(name: String, login: &Login, paths: &Paths) -> Result<Account, (&'static str, String)> {
    let base_url = ClientConfig::check_base_url(&login.base_url).map_err(|why| ("address", why))?;
    let account = Account {
        name,
        base_url,
        token: Some(login.token.clone()),
        token_origin: None,
        ads_key: None,
        ca_file: None,
        readonly: false,
    };
    test_read(&account)?;
    let place = match login.keep {
        Keep::ThisRun => return Ok(account),
        Keep::Keyring => Place::Keyring,
        Keep::File => Place::File,
    };
    secrets::keep(place, Kind::Token, &account.name, &account.base_url, &login.token, paths)
        .map_err(|why| ("keep", why.to_string()))?;
    remember(paths, &account).map_err(|why| ("keep", why))?;
    Ok(account)
}

/// Tests an account with one read or a few. A token that the service knows but that permits none of them is accepted.
fn test_read(account: &Account) -> Result<(), (&'static str, String)> {
    Client::new(account.client_config()).map_err(|error| ("address", error.to_string()))?;
    doctor::try_credential(account, Kind::Token).map(drop).map_err(|failure| {
        let what = if failure.kind == FailureKind::Unauthorized { "token" } else { "address" };
        (what, doctor::setup_words(&failure, &account.base_url))
    })
}
