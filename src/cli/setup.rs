//! The setup a command runs with: environment, folders, settings, and the account.

use std::ffi::OsString;

use super::exit::{Exit, Fault};
use super::streams::say;
use crate::app::config::{self, Config, Severity};
use crate::app::launch::{self, Flags};
use crate::app::paths::Paths;
use crate::app::secrets::Origin;
use crate::app::{Account, Launch};
use crate::base::{Clock, SystemClock, Timestamp, clean_line};
use crate::store::disk::{FirstReads, Places, server_ahead};

/// Variable of the environment. Only this function reads it, so that other code can be tested with another
/// environment.
pub fn env(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Folders of the program, or a sentence why there are none.
pub fn folders() -> Result<Paths, Fault> {
    Paths::resolve(env).map_err(|e| Fault::failure(e.to_string()))
}

/// Launch of the program. Prints problems of the config, because a setting that was left out may restrict the
/// command.
pub fn launch(flags: &Flags) -> Result<Launch, Fault> {
    let launch = launch::resolve(flags, env)?;
    for problem in launch.problems.iter().filter(|problem| problem.severity == Severity::Error) {
        say(&format!("parkade: {problem}\n"));
    }
    Ok(launch)
}

/// Failure of a command that needs an account.
pub fn no_account() -> Fault {
    Fault::new(Exit::Token, "No account is set up yet. Run `parkade login`.")
}

/// Files of the chosen account, whose token is not needed.
pub fn places(flags: &Flags) -> Result<Places, Fault> {
    Ok(settled(flags)?.0)
}

/// Files of the chosen account, and the settings.
pub fn settled(flags: &Flags) -> Result<(Places, Config), Fault> {
    let paths = folders()?;
    let (settings, _) = config::load(&paths);
    let chosen = launch::choose(flags, &settings, env)?.ok_or_else(no_account)?;
    Ok((Places::new(&paths.cache, &paths.data, &chosen.name), settings))
}

/// Present time by the service's clock, as far as known, which dates notes.
pub fn told(places: &Places) -> Timestamp {
    Timestamp(SystemClock.now().0.saturating_add(server_ahead(&FirstReads::of(places))))
}

/// Checks that the account has a token.
pub fn with_token(account: &Account) -> Result<(), Fault> {
    if account.token.is_some() {
        tell_address(account);
        return Ok(());
    }
    let name = clean_line(&account.name);
    let text = format!("No token for the account “{name}”. Run `parkade login --account {name}` to set one up.");
    Err(Fault::new(Exit::Token, text))
}

/// Prints the address to which a token of the environment is sent, if the address is from the config, which somebody
/// else may have written.
fn tell_address(account: &Account) {
    let Some(Origin::Environment(variable)) = &account.token_origin else { return };
    if env("PARKADE_BASE_URL").is_none_or(|address| address.is_empty()) {
        let (address, name) = (&account.base_url, &account.name);
        say(&format!("parkade: {variable} is sent to {address}, the address of the account {name} in config.toml.\n"));
    }
}
