//! What the program starts with, resolved from flags, environment and files. Look first at [`resolve`].

use std::ffi::OsString;
use std::path::PathBuf;

use thiserror::Error;
use url::Url;

use super::config::{self, AccountConfig, Config, Problem};
use super::paths::{NoHome, Paths};
use super::secrets::{self, Kind, Origin, Owner, SecretError};
use super::terminal;
use crate::base::digest;
use crate::client::{ClientConfig, Secret};
use crate::sheets::NamesFile;

mod accounts;
#[cfg(test)]
mod tests;

pub use accounts::{DEMO, Demo};

/// Options of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub account: Option<String>,
    /// Name of the screen to open, as typed; there may be no such screen.
    pub screen: Option<String>,
    /// Input of the page for adding names.
    pub add: Option<Adding>,
    pub readonly: bool,
    pub ascii: bool,
    pub no_animation: bool,
}

/// Input of `parkade add`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adding {
    /// Names that were piped in; an empty text if nothing came.
    Piped(NamesFile),
    /// Path of a file, read once the page is open.
    File(String),
}

/// Account: the address of its service, and the credentials.
#[derive(Clone, Debug)]
pub struct Account {
    pub name: String,
    pub base_url: Url,
    pub token: Option<Secret>,
    pub token_origin: Option<Origin>,
    pub ads_key: Option<Secret>,
    pub ca_file: Option<PathBuf>,
    /// True if this account is read-only.
    pub readonly: bool,
}

impl Account {
    /// Digest that tells the account's credentials from others without revealing them.
    pub fn token_digest(&self) -> String {
        let secrets = [&self.token, &self.ads_key].map(|secret| secret.as_ref().map_or("", Secret::expose));
        digest(secrets.join("\n").as_bytes())
    }

    /// Configuration of a client for this account.
    pub fn client_config(&self) -> ClientConfig {
        ClientConfig {
            base_url: self.base_url.clone(),
            token: self.token.clone(),
            ads_key: self.ads_key.clone(),
            ca_file: self.ca_file.clone(),
            user_agent: format!("parkade/{}", env!("CARGO_PKG_VERSION")),
        }
    }
}

/// Everything a start needs.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Account to open; `None` opens the first-run page.
    pub account: Option<Account>,
    pub config: Config,
    /// Problems shown as a banner; the program starts all the same.
    pub problems: Vec<Problem>,
    pub screen: Option<String>,
    pub add: Option<Adding>,
    /// Reason why the run is read-only whatever the account allows: a flag, the config or the environment.
    pub readonly: Option<&'static str>,
    /// ASCII only, by flag or setting.
    pub ascii: bool,
    /// True to animate: as set, unless the flag switches it off.
    pub animation: bool,
    pub paths: Paths,
    /// The demo of `:account demo`; `None` in builds without it.
    pub demo: Option<Demo>,
    flags: Flags,
    /// Account that the address and token of the environment belong to: the one of the start. They are never sent to
    /// another account's service.
    environment_of: Option<String>,
    /// Account set up in the first run, if its token is kept for this run only.
    this_run: Option<Account>,
}

impl Launch {
    /// Reads the files again. The account stays the one the program was started with; a new address or token takes
    /// effect at the next start.
    pub fn reload(&mut self, env: impl Fn(&str) -> Option<OsString>) {
        let (mut config, mut problems) = config::load(&self.paths);
        let own = self.account.as_ref().map(|account| account.name.clone());
        let own = own.and_then(|name| config.accounts.iter().find(|known| known.name == name).cloned());
        config.refine(own.as_ref(), &env, &mut problems);
        let account = self.account.take();
        *self = self.with(account, config, problems, env);
    }

    /// Launch with another account and its settings; flags and folders stay.
    fn with(
        &self,
        account: Option<Account>,
        config: Config,
        problems: Vec<Problem>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Self {
        let (flags, paths) = (&self.flags, self.paths.clone());
        let Self { demo, environment_of, this_run, .. } = self.clone();
        Self { demo, this_run, ..launch(flags, account, config, problems, paths, environment_of, env) }
    }
}

/// Reasons why the program cannot start, each one sentence that says what to do.
#[derive(Debug, Error)]
pub enum LaunchError {
    #[error(transparent)]
    NoHome(#[from] NoHome),
    #[error("{0}")]
    Account(String),
    #[error("{0}")]
    Address(String),
    #[error(transparent)]
    Secret(#[from] SecretError),
}

/// The name of the account that comes from the environment alone.
pub const FROM_ENVIRONMENT: &str = "environment";

/// Resolves a start: flag over environment over account over file over default.
///
/// # Errors
/// When the account asked for does not exist, its address is no address, or its token must not be used. A config that
/// is partly wrong is not an error but a list of problems.
pub fn resolve(flags: &Flags, env: impl Fn(&str) -> Option<OsString>) -> Result<Launch, LaunchError> {
    let paths = Paths::resolve(&env)?;
    let (mut config, mut problems) = config::load(&paths);
    let chosen = choose(flags, &config, &env)?;
    config.refine(chosen.as_ref(), &env, &mut problems);
    let account = match chosen {
        Some(chosen) => account(flags.readonly || config.readonly, &chosen, &paths, &env)?,
        None => None,
    };
    let environment_of = account.as_ref().map(|account| account.name.clone());
    Ok(launch(flags, account, config, problems, paths, environment_of, env))
}

/// Resolves a start of the demo: settings count, accounts do not.
///
/// # Errors
/// When there are no folders.
pub fn resolve_demo(flags: &Flags, env: impl Fn(&str) -> Option<OsString>) -> Result<Launch, LaunchError> {
    let paths = Paths::resolve(&env)?;
    let (mut config, mut problems) = config::load(&paths);
    config.refine(None, &env, &mut problems);
    // Account that `:account` opens with the environment's address and token, as if the demo had not been asked for.
    let environment_of = choose(flags, &config, &env).ok().flatten().map(|account| account.name);
    Ok(launch(flags, None, config, problems, paths, environment_of, env))
}

fn launch(
    flags: &Flags,
    account: Option<Account>,
    config: Config,
    problems: Vec<Problem>,
    paths: Paths,
    environment_of: Option<String>,
    env: impl Fn(&str) -> Option<OsString>,
) -> Launch {
    Launch {
        account,
        ascii: flags.ascii || config.ascii || terminal::shows_only_ascii(&|name| text(&env, name)),
        animation: config.animation && !flags.no_animation,
        readonly: match (flags.readonly, config.readonly) {
            (true, _) => Some("Read-only session (--readonly)."),
            (false, true) => {
                Some("Read-only (readonly in config.toml, or PARKADE_READONLY; see `parkade config check`).")
            }
            (false, false) => None,
        },
        config,
        problems,
        screen: flags.screen.clone(),
        add: flags.add.clone(),
        paths,
        demo: None,
        flags: flags.clone(),
        environment_of,
        this_run: None,
    }
}

/// Account to start with, as in the file, or as the environment alone describes it.
pub fn choose(
    flags: &Flags,
    config: &Config,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Option<AccountConfig>, LaunchError> {
    let by_name = |name: &str, from: &str| {
        named(config, name).map(Some).ok_or_else(|| LaunchError::Account(unknown(name, from, config)))
    };
    if let Some(name) = &flags.account {
        return by_name(name, "--account");
    }
    if let Some(name) = text(&env, "PARKADE_ACCOUNT") {
        return by_name(&name, "PARKADE_ACCOUNT");
    }
    // Address and token both from the environment: an account with no file.
    if text(&env, "PARKADE_BASE_URL").is_some() && text(&env, "PARKADE_TOKEN").is_some() {
        return Ok(Some(from_environment()));
    }
    if let Some(name) = text(&env, "PARKADE_DEFAULT_ACCOUNT") {
        return by_name(&name, "PARKADE_DEFAULT_ACCOUNT");
    }
    if let Some(name) = &config.default_account {
        return by_name(name, "default_account in config.toml");
    }
    if let Some(first) = config.accounts.first() {
        return Ok(Some(first.clone()));
    }
    Ok(text(&env, "PARKADE_BASE_URL").is_some().then(from_environment))
}

/// The account of that name, as read from the file.
fn named(config: &Config, name: &str) -> Option<AccountConfig> {
    config.accounts.iter().find(|account| account.name == name).cloned()
}

/// The account that the environment alone describes.
fn from_environment() -> AccountConfig {
    AccountConfig { name: FROM_ENVIRONMENT.to_owned(), ..AccountConfig::default() }
}

/// Error for an account that is not in the file; `from` says where its name was given.
fn unknown(name: &str, from: &str, config: &Config) -> String {
    let typed = name;
    let name = crate::base::clean_line(typed);
    if name != typed {
        return format!("Unknown account “{name}” ({from}). The name of an account has no control characters.");
    }
    let names: Vec<&str> = config.accounts.iter().map(|a| a.name.as_str()).collect();
    match (names.is_empty(), crate::base::nearest(&name, names.iter().copied())) {
        (true, _) => format!("Unknown account “{name}” ({from}). No account is set up yet. Run `parkade login`."),
        (false, Some(near)) => format!("Unknown account “{name}” ({from}). Did you mean “{near}”?"),
        (false, None) => format!("Unknown account “{name}” ({from}). Available: {}.", names.join(", ")),
    }
}

fn account(
    readonly: bool,
    chosen: &AccountConfig,
    paths: &Paths,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Option<Account>, LaunchError> {
    let own = match &chosen.base_url {
        Some(text) => Some(address(text, &format!("accounts.{}.base_url in config.toml", chosen.name))?),
        None => None,
    };
    let given = match text(&env, "PARKADE_BASE_URL") {
        Some(text) => Some(address(&text, "PARKADE_BASE_URL")?),
        None => None,
    };
    let other_address = given.is_some() && given != own;
    let Some(base_url) = given.or(own) else {
        if chosen.exposed {
            return Err(LaunchError::Address(format!(
                "Others can write to config.toml or its folder, so the address of the account {} is not used. See \
                 `parkade config check`.",
                chosen.name
            )));
        }
        return Err(LaunchError::Address(format!(
            "The account {} has no base_url. Add it to config.toml, or run `parkade login`.",
            chosen.name
        )));
    };
    let owner = Owner { account: chosen, base_url: &base_url, other_address };
    let token = secrets::find(Kind::Token, &owner, paths, &env)?;
    let ads_key = secrets::find(Kind::AdsKey, &owner, paths, &env)?;
    Ok(Some(Account {
        name: chosen.name.clone(),
        token_origin: token.as_ref().map(|found| found.origin.clone()),
        token: token.map(|found| found.secret),
        ads_key: ads_key.map(|found| found.secret),
        ca_file: chosen.ca_file.clone(),
        readonly: readonly || chosen.readonly,
        base_url,
    }))
}

fn address(text: &str, from: &str) -> Result<Url, LaunchError> {
    ClientConfig::check_base_url(text).map_err(|why| LaunchError::Address(format!("{from}: {why}.")))
}

fn text(env: &impl Fn(&str) -> Option<OsString>, name: &str) -> Option<String> {
    env(name).map(|v| v.to_string_lossy().into_owned()).filter(|v| !v.is_empty())
}

/// Source of the account of a start.
pub enum AccountSource {
    /// [`Launch::account`] as it is; without one the first-run page opens.
    Configured,
    /// Account made while the program starts, after the first frame (the demo's own service); its files are in
    /// `folder`.
    Made { folder: String, make: Box<dyn FnOnce() -> anyhow::Result<MadeAccount> + Send> },
}

/// Account with the value that keeps its service running.
pub struct MadeAccount {
    pub account: Account,
    /// Value that keeps the service running; dropped at the program's end.
    pub keep: Box<dyn std::any::Any + Send>,
}

impl std::fmt::Debug for MadeAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MadeAccount").field("account", &self.account).finish_non_exhaustive()
    }
}
