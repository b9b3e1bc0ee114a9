//! `parkade login`: address, hidden token, a test read. Nothing is kept before the test.

use std::io::{self, BufRead, IsTerminal};

use url::Url;

use super::args::{LoginArgs, StoreArg};
use super::exit::{Exit, Fault, Outcome};
use super::setup::{env, folders};
use super::streams::say;
use crate::app::config::{self, AccountConfig};
use crate::app::doctor;
use crate::app::launch::{self, Account, Flags};
use crate::app::secrets::{self, Kind, Origin, Prompted, Store};
use crate::base::{check_account_name, clean_line};
use crate::client::{ClientConfig, Secret};

/// The name of the first account when none is given.
const FIRST: &str = "main";

pub fn run(args: &LoginArgs, flags: &Flags) -> Outcome {
    let paths = folders()?;
    let (settings, _) = config::load(&paths);
    // A name that no account has creates a new account.
    let known = match &flags.account {
        Some(name) => settings.accounts.iter().find(|a| &a.name == name).cloned(),
        None => launch::choose(flags, &settings, env)?.filter(|a| a.name != launch::FROM_ENVIRONMENT),
    };
    let name = flags.account.clone().or(known.as_ref().map(|a| a.name.clone())).unwrap_or_else(|| FIRST.to_owned());
    check_account_name(&name).map_err(Fault::usage)?;
    if known.is_none() && name == launch::DEMO {
        return Err(Fault::usage("demo is the name of the built-in demo. Choose another one with --account."));
    }
    let kind = if args.ads_key { Kind::AdsKey } else { Kind::Token };
    let base_url = address(args, known.as_ref())?;
    let store = match args.store {
        #[cfg(feature = "keyring")]
        Some(StoreArg::Keyring) if !secrets::keyring_answers() => {
            return Err(Fault::usage("No keyring answers on this system. Use --store file."));
        }
        #[cfg(feature = "keyring")]
        Some(StoreArg::Keyring) => Store::Keyring,
        Some(StoreArg::File) => Store::File,
        None => secrets::proposed_store(),
    };
    let place = secrets::destination(store, &paths);
    // Name the place before anything is typed, so that the user can still choose another.
    let word = kind.word();
    let stored = secrets::stored(kind, &name, &paths);
    let instead = if stored.contains(&place) { ", in place of the one stored there" } else { "" };
    say(&format!("The {word} of the account {name} will be sent to {base_url} and saved in {place}{instead}.\n"));
    if let Some(words) = known.as_ref().and_then(|account| secrets::command_of(kind, account)) {
        let program = clean_line(&words.0[0]);
        say(&format!("The command {program} in config.toml gives a {word} too, and that one is used.\n"));
    }
    if base_url.scheme() == "http" {
        let whom = format!("The program at that port of this machine will receive the {word}");
        say(&format!("The connection to {base_url} is not encrypted. {whom}; use it for a sandbox only.\n"));
    }
    let secret = ask(kind, &place)?;
    let account = Account {
        name: name.clone(),
        base_url: base_url.clone(),
        token: (kind == Kind::Token).then(|| secret.clone()),
        token_origin: None,
        ads_key: (kind == Kind::AdsKey).then(|| secret.clone()),
        ca_file: args.ca_file.clone().or(known.as_ref().and_then(|a| a.ca_file.clone())),
        readonly: true,
    };
    say("Testing it with one read…\n");
    test_read(&account, kind, args.force)?;
    secrets::keep(store, kind, &name, &base_url, &secret, &paths)?;
    config::remember(&paths, &account).map_err(Fault::failure)?;
    say(&format!(
        "Saved the {word} ending in {} in {place}.\nSee what it may do with `parkade doctor`, start with `parkade`.\n",
        secret.last4()
    ));
    Ok(Exit::Success)
}

/// Address from the flag, the environment, the account, or a question.
fn address(args: &LoginArgs, known: Option<&AccountConfig>) -> Result<Url, Fault> {
    let given = args.base_url.clone().map(|text| (text, "--base-url"));
    let given = given.or_else(|| {
        let text = env("PARKADE_BASE_URL")?.to_string_lossy().into_owned();
        (!text.is_empty()).then_some((text, "PARKADE_BASE_URL"))
    });
    let given = given.or_else(|| Some((known?.base_url.clone()?, "base_url in config.toml")));
    if let Some((text, from)) = given {
        return ClientConfig::check_base_url(&text).map_err(|why| Fault::usage(format!("{from}: {why}.")));
    }
    if !io::stdin().is_terminal() {
        return Err(Fault::usage("No address yet. Give it with --base-url."));
    }
    let mut likely: Option<Url> = None;
    loop {
        match &likely {
            Some(url) => say(&format!("Use {url}? enter takes it, or type another address: ")),
            None => say("Address of the service, such as https://parking.example.com: "),
        }
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Err(Fault::new(Exit::Interrupted, "Cancelled; nothing was saved."));
        }
        if let Some(url) = likely.take_if(|_| ["", "y", "yes"].contains(&line.trim())) {
            return Ok(url);
        }
        likely = ClientConfig::likely_base_url(&line);
        match ClientConfig::check_base_url(&line) {
            Ok(url) => return Ok(url),
            Err(why) if likely.is_none() => say(&format!("{why}.\n")),
            Err(_) => {}
        }
    }
}

fn ask(kind: Kind, place: &Origin) -> Result<Secret, Fault> {
    let question = format!("{} (not shown): ", if kind == Kind::Token { "Token" } else { "Ads key" });
    match secrets::read_hidden(&question)? {
        Prompted::Cancelled => Err(Fault::new(Exit::Interrupted, "Cancelled; nothing was saved.")),
        Prompted::Text(text) => secrets::checked(kind, text, place).map_err(|_| {
            Fault::new(
                Exit::Token,
                format!(
                    "Not a valid {}: empty, or contains spaces or other invalid characters. Nothing was saved.",
                    kind.word()
                ),
            )
        }),
    }
}

/// Tests the new credential with one harmless read or a few.
///
/// # Errors
/// When the credential is refused, when none of the reads is permitted and `force` is not set, or when the service
/// cannot be asked; then nothing is kept.
fn test_read(account: &Account, kind: Kind, force: bool) -> Result<(), Fault> {
    let word = kind.word();
    match doctor::try_credential(account, kind) {
        Ok(true) => say("The service answered.\n"),
        Ok(false) if force => say(&format!("The service permits this {word} none of the lists it was tested with.\n")),
        Ok(false) => {
            let text = format!(
                "The service permits this {word} none of the lists it was tested with. Nothing was saved. Add --force to save it all the same."
            );
            return Err(Fault::new(Exit::Permission, text));
        }
        Err(failure) => {
            let why = doctor::setup_words(&failure, &account.base_url);
            return Err(Fault::new(Exit::of(&failure), format!("{why} Nothing was saved.")));
        }
    }
    Ok(())
}
