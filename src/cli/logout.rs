//! `parkade logout`: removes the stored credential, and reports what is not removed.

use std::fmt::Write as _;

use super::account::notes_stay;
use super::args::LogoutArgs;
use super::setup::{env, folders};
use super::streams::print;
use super::{Fault, Outcome};
use crate::app::config;
use crate::app::launch::{self, Flags};
use crate::app::secrets::{self, Kind};
use crate::store::disk::Places;

pub fn run(args: &LogoutArgs, flags: &Flags) -> Outcome {
    let paths = folders()?;
    let (settings, _) = config::load(&paths);
    let account = launch::choose(flags, &settings, env)?;
    let name = account.as_ref().map_or("main", |a| a.name.as_str());
    let mut text = String::new();
    for kind in [Kind::Token, Kind::AdsKey] {
        for origin in secrets::forget(kind, name, &paths)? {
            let _ = writeln!(text, "Removed the {} of the account {name} from {origin}.", kind.word());
        }
    }
    if text.is_empty() {
        let _ = writeln!(text, "Nothing was stored for the account {name}.");
    }
    for kind in [Kind::Token, Kind::AdsKey] {
        if env(kind.variable()).is_some() {
            let _ = writeln!(text, "{} is still set in this environment.", kind.variable());
        }
    }
    let commands = account.iter().filter_map(|a| a.token_command.as_ref());
    for words in commands {
        let program = crate::base::clean_line(&words.0[0]);
        let _ = writeln!(text, "token_command ({program}) in config.toml still gives a token.");
    }
    let kept = if args.forget {
        let places = Places::new(&paths.cache, &paths.data, name);
        let cannot = |why| Fault::failure(format!("{text}The account's files were not removed: {why}"));
        let what = if places.forget().map_err(cannot)? { "Removed" } else { "There was no" };
        let _ = writeln!(text, "{what} cache, journal and drafts of the account {name}.{}", notes_stay(&places));
        "settings stay"
    } else {
        "settings, cache, journal, drafts and notes stay (--forget removes cache, journal and drafts)"
    };
    let _ = writeln!(text, "The account's {kept}; the token stays valid at the service until you revoke it there.");
    print(&text)
}
