//! The accounts that can be opened while the program runs.

use std::ffi::OsString;
use std::sync::Arc;

use super::{Account, AccountSource, FROM_ENVIRONMENT, Launch, LaunchError, account, from_environment, named, unknown};
use crate::app::config;
use crate::app::paths::Paths;
use crate::client::Secret;

/// The name of the demo among the accounts.
pub const DEMO: &str = crate::ui::DEMO;

/// Environment variables that are about one account.
const OF_ACCOUNT: [&str; 5] =
    ["PARKADE_ACCOUNT", "PARKADE_DEFAULT_ACCOUNT", "PARKADE_BASE_URL", "PARKADE_TOKEN", "PARKADE_ADS_KEY"];

/// Function that makes the source of the demo's account.
#[derive(Clone)]
pub struct Demo(Arc<dyn Fn(&Paths) -> AccountSource + Send + Sync>);

impl Demo {
    /// A demo made by this function.
    pub fn new(make: impl Fn(&Paths) -> AccountSource + Send + Sync + 'static) -> Self {
        Self(Arc::new(make))
    }

    /// Source of the demo's account.
    pub fn source(&self, paths: &Paths) -> AccountSource {
        (self.0)(paths)
    }
}

impl std::fmt::Debug for Demo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Demo")
    }
}

impl Launch {
    /// Names of the accounts that can be opened, the demo last.
    pub fn accounts(&self) -> Vec<String> {
        let mut names: Vec<String> = self.config.accounts.iter().map(|account| account.name.clone()).collect();
        let others = [
            self.account.as_ref().map(|account| account.name.clone()),
            self.environment_of.clone(),
            self.this_run.as_ref().map(|account| account.name.clone()),
            self.demo.as_ref().map(|_| DEMO.to_owned()),
        ];
        for name in others.into_iter().flatten() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Launch with another account: reads the files again and looks for its token. A launch of the demo has no
    /// account.
    ///
    /// # Errors
    /// When there is no such account, its address is invalid, or its token must not be used.
    pub fn of_account(&self, name: &str, env: impl Fn(&str) -> Option<OsString>) -> Result<Self, LaunchError> {
        let given = self.environment_of.as_deref() == Some(name);
        let env = |variable: &str| if given || !OF_ACCOUNT.contains(&variable) { env(variable) } else { None };
        let (mut config, mut problems) = config::load(&self.paths);
        let kept = self.this_run.as_ref().filter(|account| account.name == name).cloned();
        let chosen = match named(&config, name) {
            Some(chosen) => Some(chosen),
            None if given && name == FROM_ENVIRONMENT => Some(from_environment()),
            None if kept.is_some() || (name == DEMO && self.demo.is_some()) => None,
            None => return Err(LaunchError::Account(unknown(name, ":account", &config))),
        };
        config.refine(chosen.as_ref(), env, &mut problems);
        let found = match &chosen {
            Some(chosen) => account(self.flags.readonly || config.readonly, chosen, &self.paths, env)?,
            None => None,
        };
        let account = match (found, kept) {
            (Some(found), Some(kept)) if found.token.is_none() && found.base_url == kept.base_url => Some(kept),
            (None, kept) => kept,
            (found, _) => found,
        };
        Ok(self.with(account, config, problems, env))
    }

    /// Makes the account that the first run has tested the account of this launch.
    pub fn signed_in(&mut self, account: Account) {
        self.this_run = Some(account.clone());
        self.account = Some(account);
    }

    /// Forgets an account that was removed from the file, or whose token was kept for this run only.
    pub fn removed(&mut self, name: &str) {
        self.config.accounts.retain(|account| account.name != name);
        self.this_run.take_if(|account| account.name == name);
    }

    /// Token of an account as it is stored now, read again because `parkade login` may have stored a new one. `None`
    /// when there is none, or when the account has another address by now: a token is sent only to the address it was
    /// stored for.
    pub fn token_now(&self, now: &Account, env: impl Fn(&str) -> Option<OsString>) -> Option<Secret> {
        let found = self.of_account(&now.name, env).ok()?.account?;
        (found.base_url == now.base_url).then_some(found.token).flatten()
    }
}
