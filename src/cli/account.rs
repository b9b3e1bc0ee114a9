//! `parkade account list|rename|remove`.

use std::fmt::Write as _;
use std::path::Path;

use super::args::AccountAction;
use super::setup::{env, folders};
use super::streams::{is_yes, needs_terminal, print};
use super::{Exit, Fault, Outcome};
use crate::app::config::{self, AccountConfig, Config};
use crate::app::launch::{self, Flags};
use crate::app::paths::Paths;
use crate::app::secrets::{self, Kind};
use crate::base::{Clock, SystemClock, check_account_name, clean_line, unknown};
use crate::store::disk::Places;
use crate::store::home;

pub fn run(action: &AccountAction) -> Outcome {
    let paths = folders()?;
    let (settings, _) = config::load(&paths);
    match action {
        AccountAction::List => {
            let first = launch::choose(&Flags::default(), &settings, env).ok().flatten();
            let opens = |account: &AccountConfig| first.as_ref().is_some_and(|first| first.name == account.name);
            let mut text = String::new();
            for account in &settings.accounts {
                text.push_str(&told(account, opens(account), &paths));
            }
            if text.is_empty() {
                text = format!("{}\n", super::setup::no_account().message);
            }
            print(&text)
        }
        AccountAction::Rename { name, to } => {
            known(name, &settings)?;
            check_account_name(to).map_err(Fault::usage)?;
            if settings.accounts.iter().any(|account| account.name == *to) {
                return Err(Fault::usage(format!("There is an account {to} already.")));
            }
            // Change config.toml last, so that the command can be repeated if an earlier step fails.
            let places = |account: &str| Places::new(&paths.cache, &paths.data, account);
            places(name).rename(&places(to)).map_err(Fault::failure)?;
            secrets::rename(name, to, &paths)?;
            config::rename(&paths, name, to).map_err(Fault::failure)?;
            print(&format!("The account {name} is called {to} now; what is kept of it went with it.\n"))
        }
        AccountAction::Remove { name, forget, yes } => {
            known(name, &settings)?;
            if !yes && !confirmed(name, *forget)? {
                return Err(Fault::new(Exit::Interrupted, "Cancelled. Nothing was removed."));
            }
            let mut text = String::new();
            for kind in [Kind::Token, Kind::AdsKey] {
                for origin in secrets::forget(kind, name, &paths)? {
                    let _ = writeln!(text, "Removed its {} from {origin}.", kind.word());
                }
            }
            config::forget(&paths, name).map_err(Fault::failure)?;
            let _ = writeln!(text, "Removed the account {name} from {}.", paths.config_file().display());
            let kept = if *forget {
                let places = Places::new(&paths.cache, &paths.data, name);
                places.forget().map_err(|why| Fault::failure(format!("{text}Its files were not removed: {why}")))?;
                format!("Its cache, journal and drafts are removed.{}", notes_stay(&places))
            } else {
                "Its cache, journal, drafts and notes stay; `parkade paths` says where.".to_owned()
            };
            let _ = writeln!(text, "{kept} The token stays valid at the service until you revoke it there.");
            print(&text)
        }
    }
}

/// Refuses the name of an account that does not exist.
fn known(name: &str, settings: &Config) -> Result<(), Fault> {
    let names = settings.accounts.iter().map(|account| account.name.as_str());
    if names.clone().any(|known| known == name) {
        return Ok(());
    }
    Err(Fault::usage(unknown("account", name, names)))
}

fn confirmed(name: &str, forget: bool) -> Result<bool, Fault> {
    needs_terminal("use --yes to remove it")?;
    let what = if forget { "its token, its cache, journal and drafts" } else { "and its token" };
    let (comma, stay) = if forget { (",", " Your notes stay.") } else { ("", "") };
    let what = format!("Its address{comma} {what} are removed from this machine.{stay}");
    is_yes(&format!("{what}\nRemove the account {name}?"))
}

/// Sentence about the notes of a removed account: where they are, and how to remove them.
pub(super) fn notes_stay(places: &Places) -> String {
    let words = |folder: &Path| format!(" Your notes stay in {}; delete this folder to remove them.", folder.display());
    places.noted().map(words).unwrap_or_default()
}

/// Account in three lines, with the number of inquiries that were waiting when it was last open; `*` marks the
/// default one.
fn told(account: &AccountConfig, opens: bool, paths: &Paths) -> String {
    let mark = if opens { '*' } else { ' ' };
    let address = account.base_url.as_deref().map_or("no address".into(), clean_line);
    let token = match (&account.token_command, secrets::stored(Kind::Token, &account.name, paths).as_slice()) {
        (Some(words), _) => format!("token from the command {}", clean_line(&words.0[0])),
        (None, [place, ..]) => format!("token in {place}"),
        (None, []) => format!("no token; run `parkade login --account {}`", account.name),
    };
    let readonly = if account.readonly { "\n  read-only" } else { "" };
    let kept = home::waited(&Places::new(&paths.cache, &paths.data, &account.name));
    let waited = kept.map(|waited| format!("\n  {}", waited.words(SystemClock.now()))).unwrap_or_default();
    format!("{mark} {}\n  {address}\n  {token}{readonly}{waited}\n", account.name)
}
