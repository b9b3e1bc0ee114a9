//! Every setting once: its name, its values, and the field they set. The file, the environment and the overrides of an
//! account are all read through this table; a test keeps `assets/config.toml` in step with it.

use super::types::{
    AccountConfig, ClipboardWay, Config, Given, Notify, NotifyWay, PictureWay, Pictures, Theme, TimeZone, Words,
};
use crate::base::nearest;
use crate::store::score::{Kind, Weights};
use crate::ui::chart::Charts;
use crate::ui::{MarkRead, ScreenId};

/// Error about a value that a setting cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Sentence that says what is wrong.
    pub message: String,
    pub suggestion: Option<String>,
}

type Read<T> = fn(&mut T, &Given) -> Result<(), Wrong>;

/// Key of a setting, and the function that reads its value.
pub struct Setting<T: 'static> {
    pub key: &'static str,
    pub read: Read<T>,
}

/// Settings of the file; each may be overridden by `PARKADE_` with its name in capitals, and in an account's table.
pub const SETTINGS: &[Setting<Config>] = &[
    Setting { key: "default_account", read: |c, g| text(g).map(|t| c.default_account = Some(t)) },
    Setting { key: "theme", read: |c, g| theme(g).map(|t| c.theme = t) },
    Setting { key: "ascii", read: |c, g| switch(g).map(|b| c.ascii = b) },
    Setting { key: "charts", read: |c, g| one_of(g, &Charts::ALL).map(|charts| c.charts = charts) },
    Setting {
        key: "pictures",
        read: |c, g| {
            let choices = [
                ("auto", Pictures::Auto),
                ("kitty", Pictures::Always(PictureWay::Kitty)),
                ("iterm2", Pictures::Always(PictureWay::Iterm2)),
                ("sixel", Pictures::Always(PictureWay::Sixel)),
                ("blocks", Pictures::Always(PictureWay::Blocks)),
                ("off", Pictures::Always(PictureWay::Off)),
            ];
            one_of(g, &choices).map(|pictures| c.pictures = pictures)
        },
    },
    Setting { key: "animation", read: |c, g| switch(g).map(|b| c.animation = b) },
    Setting { key: "mouse", read: |c, g| switch(g).map(|b| c.mouse = b) },
    Setting { key: "bell", read: |c, g| switch(g).map(|b| c.bell = b) },
    Setting {
        key: "notify",
        read: |c, g| {
            let choices = [
                ("off", Notify::Off),
                ("auto", Notify::Auto),
                ("osc9", Notify::Always(NotifyWay::Osc9)),
                ("osc99", Notify::Always(NotifyWay::Osc99)),
                ("osc777", Notify::Always(NotifyWay::Osc777)),
            ];
            one_of(g, &choices).map(|notify| c.notify = notify)
        },
    },
    Setting { key: "inquiry_command", read: |c, g| words(g).map(|w| c.inquiry_command = Some(w)) },
    Setting { key: "mark_read", read: |c, g| one_of(g, &MarkRead::ALL).map(|m| c.mark_read = m) },
    Setting { key: "start_screen", read: |c, g| one_of(g, &screens()).map(|screen| c.start_screen = screen) },
    Setting { key: "score_weights", read: |c, g| weights(g).map(|weights| c.score_weights = weights) },
    Setting { key: "keep_mail", read: |c, g| switch(g).map(|b| c.keep_mail = b) },
    Setting { key: "readonly", read: |c, g| restriction(g, &mut c.readonly) },
    Setting { key: "poll_seconds", read: |c, g| number(g, 30, 600).map(|n| c.poll_seconds = n) },
    Setting { key: "download_dir", read: |c, g| text(g).map(|t| c.download_dir = Some(home(&t))) },
    Setting { key: "my_name", read: |c, g| text(g).map(|t| c.my_name = Some(t)) },
    Setting {
        key: "signature",
        read: |c, g| match g {
            // An empty signature is allowed: replies then end with their last sentence.
            Given::Text(text) => {
                c.signature = Some(text.clone());
                Ok(())
            }
            other => wrong("a text in quotes", other),
        },
    },
    Setting { key: "editor", read: |c, g| words(g).map(|w| c.editor = Some(w)) },
    Setting {
        key: "clipboard",
        read: |c, g| {
            let choices = [
                ("auto", ClipboardWay::Auto),
                ("terminal", ClipboardWay::Terminal),
                ("program", ClipboardWay::Program),
                ("file", ClipboardWay::File),
            ];
            one_of(g, &choices).map(|w| c.clipboard = w)
        },
    },
    Setting { key: "time_zone", read: |c, g| time_zone(g).map(|z| c.time_zone = z) },
    Setting {
        key: "log_level",
        read: |c, g| {
            let choices = ["error", "warn", "info", "debug", "trace"].map(|l| (l, l.to_owned()));
            one_of(g, &choices).map(|l| c.log_level = l)
        },
    },
];

/// Keys of `[accounts.NAME]`.
pub const ACCOUNT: &[Setting<AccountConfig>] = &[
    Setting {
        key: "base_url",
        read: |a, g| {
            let address = text(g)?;
            // Kept even when wrong: the account is then refused with the same sentence when it is used.
            a.base_url = Some(address.clone());
            let checked = crate::client::ClientConfig::check_base_url(&address);
            checked.map(drop).map_err(|why| Wrong { message: format!("{why}."), suggestion: None })
        },
    },
    Setting { key: "token_command", read: |a, g| words(g).map(|w| a.token_command = Some(w)) },
    Setting { key: "ads_key_command", read: |a, g| words(g).map(|w| a.ads_key_command = Some(w)) },
    Setting { key: "ca_file", read: |a, g| text(g).map(|t| a.ca_file = Some(home(&t))) },
    Setting { key: "readonly", read: |a, g| restriction(g, &mut a.readonly) },
];

/// Tables of the file besides the settings.
pub const TABLES: &[&str] = &["accounts", "start_view", "rates", "keys"];

fn wrong<T>(expected: &str, given: &Given) -> Result<T, Wrong> {
    let found = match given {
        Given::Text(text) => format!("the text {:?}", crate::base::clean_line(text)),
        Given::Number(number) => format!("the number {number}"),
        Given::Switch(on) => format!("{on}"),
        Given::List(_) => "a list".to_owned(),
        Given::Other(kind) => (*kind).to_owned(),
    };
    Err(Wrong { message: format!("Expected {expected}, found {found}."), suggestion: None })
}

/// The screens of the header by their names.
fn screens() -> Vec<(&'static str, ScreenId)> {
    crate::screens::ALL.iter().filter(|def| def.key != ' ').map(|def| (def.id, def.id)).collect()
}

/// Weights from lines such as `amount 30`; a term that is not named keeps its default.
fn weights(given: &Given) -> Result<Weights, Wrong> {
    let Given::List(lines) = given else { return wrong("a list of terms with their points", given) };
    let mut weights = Weights::default();
    for line in lines {
        let (name, points) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let Some(points) = points.trim().parse::<u8>().ok().filter(|points| *points <= 100) else {
            let message = format!("Expected points from 0 to 100 after {:?}.", crate::base::clean_line(name));
            return Err(Wrong { message, suggestion: None });
        };
        if !weights.set(name, points) {
            let near = nearest(name, Kind::ALL.into_iter().map(Kind::name));
            let message = format!("A score has no term {:?}.", crate::base::clean_line(name));
            return Err(Wrong { message, suggestion: near.map(str::to_owned) });
        }
    }
    Ok(weights)
}

fn text(given: &Given) -> Result<String, Wrong> {
    match given {
        Given::Text(text) if !text.trim().is_empty() => Ok(text.clone()),
        Given::Text(_) => Err(Wrong { message: "This text is empty.".to_owned(), suggestion: None }),
        other => wrong("a text in quotes", other),
    }
}

fn switch(given: &Given) -> Result<bool, Wrong> {
    match given {
        Given::Switch(on) => Ok(*on),
        other => wrong("true or false", other),
    }
}

/// Reads a switch that restricts: once on it stays on, whatever is read later, and an unreadable value turns it on.
fn restriction(given: &Given, on: &mut bool) -> Result<(), Wrong> {
    let (is, read) = match given {
        Given::Number(0) => (false, Ok(())),
        Given::Number(1) => (true, Ok(())),
        given => match switch(given) {
            Ok(is) => (is, Ok(())),
            Err(wrong) => (true, Err(Wrong { message: format!("{} {CLOSED}", wrong.message), ..wrong })),
        },
    };
    *on |= is;
    read
}

/// Sentence added to a problem with a line about read-only.
pub const CLOSED: &str = "Read-only until this is mended.";

/// True for `readonly` in any spelling that is near it.
pub fn is_about_readonly(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    plain.contains("readonly") || nearest(&plain, ["readonly"]).is_some()
}

fn number(given: &Given, least: u64, most: u64) -> Result<u64, Wrong> {
    match given {
        Given::Number(n) => match u64::try_from(*n) {
            Ok(n) if (least..=most).contains(&n) => Ok(n),
            _ => wrong(&format!("a number from {least} to {most}"), given),
        },
        other => wrong(&format!("a number from {least} to {most}"), other),
    }
}

fn one_of<T: Clone>(given: &Given, choices: &[(&str, T)]) -> Result<T, Wrong> {
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let Given::Text(text) = given else { return wrong(&format!("one of {}", names.join(", ")), given) };
    if let Some((_, value)) = choices.iter().find(|(name, _)| name == text) {
        return Ok(value.clone());
    }
    let message = format!("{:?} is not one of {}.", crate::base::clean_line(text), names.join(", "));
    Err(Wrong { message, suggestion: nearest(text, names).map(str::to_owned) })
}

fn theme(given: &Given) -> Result<Theme, Wrong> {
    if let Given::Text(text) = given
        && std::path::Path::new(text).extension().is_some_and(|ending| ending == "toml")
    {
        return Ok(Theme::File(home(text)));
    }
    let choices: Vec<_> = crate::ui::Theme::NAMES.split('|').map(|name| (name, Theme::Named(name))).collect();
    one_of(given, &choices).map_err(|mut wrong| {
        if matches!(given, Given::Text(_)) && wrong.suggestion.is_none() {
            wrong.message.push_str(" A theme of your own is named by its file, which ends in .toml.");
        }
        wrong
    })
}

fn time_zone(given: &Given) -> Result<TimeZone, Wrong> {
    match text(given)?.as_str() {
        "local" => Ok(TimeZone::Local),
        "utc" | "UTC" => Ok(TimeZone::Utc),
        name if jiff::tz::TimeZone::get(name).is_ok() => Ok(TimeZone::Named(name.to_owned())),
        name => Err(Wrong {
            message: format!(
                "unknown time zone {:?}; use local, utc or a name such as Europe/Berlin.",
                crate::base::clean_line(name)
            ),
            suggestion: None,
        }),
    }
}

fn words(given: &Given) -> Result<Words, Wrong> {
    let words = match given {
        Given::List(words) => words.clone(),
        Given::Text(text) => split(text)
            .ok_or_else(|| Wrong { message: "A quote in this command is not closed.".to_owned(), suggestion: None })?,
        other => return wrong("a command as a text or a list of texts", other),
    };
    match words.first() {
        Some(program) if !program.is_empty() => Ok(Words(words)),
        _ => Err(Wrong { message: "This command is empty.".to_owned(), suggestion: None }),
    }
}

/// Words as a shell splits them: spaces, single and double quotes, backslash. Nothing is expanded, nothing is run.
pub fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\'') | None, '\'') | (None, '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some('"') | None, '\\') => word.get_or_insert_default().push(chars.next()?),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return None;
    }
    words.extend(word);
    Some(words)
}

/// Path with a leading `~/` replaced by the home folder.
fn home(text: &str) -> std::path::PathBuf {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => text.into(),
    }
}
