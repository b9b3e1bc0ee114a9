//! From the text of a file to settings and problems: whatever is wrong is reported and left out, the rest is used.

use crate::base::{Currency, Rates, nearest};
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::{Problem, Severity, Source};
use super::settings::{ACCOUNT, CLOSED, SETTINGS, Setting, TABLES, Wrong, is_about_readonly};
use super::types::{AccountConfig, Config, Given, KeyLine};

/// Keys whose value would be a secret; they are refused in this file.
const SECRETS: &[&str] = &["token", "ads_key", "password", "secret"];

/// Reads `config.toml` into `config`.
pub fn config(file: &Path, text: &str, config: &mut Config, problems: &mut Vec<Problem>) {
    let source = Source { file, text };
    let mut reader = Reader { source: &source, problems };
    let document = reader.parse();
    config.readonly |= reader.misplaced_readonly("", document.get_ref());
    config.readonly |= !reader.problems.is_empty() && text.lines().any(says_readonly);
    let mut default_account = None;
    for (key, value) in in_order(document.get_ref()) {
        let name = key.get_ref().as_ref();
        if name == "default_account" {
            default_account = Some(value);
        }
        match name {
            "accounts" => reader.accounts(value, config),
            "start_view" => reader.start_view(value, config),
            "rates" => reader.rates(value, config),
            "keys" => reader.keys("keys.", value, &mut config.keys),
            _ => {
                if let Some(setting) = SETTINGS.iter().find(|s| s.key == name) {
                    reader.set(setting, config, name, value);
                } else {
                    let known = SETTINGS.iter().map(|s| s.key).chain(TABLES.iter().copied());
                    reader.unknown(key, name, known);
                }
            }
        }
    }
    if let Some(value) = default_account {
        reader.default_account(value, config);
    }
}

/// Reads `keys.toml`: a table for each screen; lines outside a table count on every screen.
pub fn keys(file: &Path, text: &str, keys: &mut Vec<KeyLine>, problems: &mut Vec<Problem>) {
    let source = Source { file, text };
    let mut reader = Reader { source: &source, problems };
    let document = reader.parse();
    reader.key_table("", document.get_ref(), keys);
}

/// Value of an environment variable, written as in the file; what does not parse is taken as text.
pub fn given_in_environment(text: &str) -> Given {
    match DeValue::parse(text) {
        Ok(value) => match given(value.get_ref()) {
            Given::Other(_) => Given::Text(text.to_owned()),
            given => given,
        },
        Err(_) => Given::Text(text.to_owned()),
    }
}

/// Raw value of a setting, from the TOML of the file.
pub fn given(value: &DeValue<'_>) -> Given {
    match value {
        DeValue::String(text) => Given::Text(text.clone().into_owned()),
        DeValue::Boolean(on) => Given::Switch(*on),
        DeValue::Integer(number) => match i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()) {
            Ok(number) => Given::Number(number),
            Err(_) => Given::Other("a number that is too large"),
        },
        DeValue::Array(items) => {
            let texts: Option<Vec<String>> = items.iter().map(|i| i.get_ref().as_str().map(str::to_owned)).collect();
            texts.map_or(Given::Other("a list of values that are not strings"), Given::List)
        }
        DeValue::Table(_) => Given::Other("a table"),
        DeValue::Float(_) => Given::Other("a number with a fraction"),
        DeValue::Datetime(_) => Given::Other("a date"),
    }
}

type Entry<'t, 'i> = (&'t Spanned<std::borrow::Cow<'i, str>>, &'t Spanned<DeValue<'i>>);

/// Entries in the order of the file (the parser sorts them by key).
fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Entry<'t, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

struct Reader<'r, 's> {
    source: &'r Source<'s>,
    problems: &'r mut Vec<Problem>,
}

impl<'s> Reader<'_, 's> {
    fn parse(&mut self) -> Spanned<DeTable<'s>> {
        let (document, errors) = DeTable::parse_recoverable(self.source.text);
        for error in errors {
            let message = format!("This is not TOML: {}.", error.message().trim_end_matches('.'));
            self.report(Severity::Error, error.span().unwrap_or(0..0), "", message, None);
        }
        document
    }

    fn report(
        &mut self,
        severity: Severity,
        span: std::ops::Range<usize>,
        path: &str,
        message: String,
        suggestion: Option<String>,
    ) {
        let mut problem = self.source.problem(severity, span, path, message);
        problem.suggestion = suggestion;
        self.problems.push(problem);
    }

    fn wrong(&mut self, path: &str, value: &Spanned<DeValue<'_>>, wrong: Wrong) {
        self.report(Severity::Error, value.span(), path, wrong.message, wrong.suggestion);
    }

    fn set<T>(&mut self, setting: &Setting<T>, target: &mut T, path: &str, value: &Spanned<DeValue<'_>>) {
        if let Err(wrong) = (setting.read)(target, &given(value.get_ref())) {
            self.wrong(path, value, wrong);
        }
    }

    /// Reports every line about `readonly` that has no effect because it is misplaced or misspelt; true if there is
    /// one.
    fn misplaced_readonly(&mut self, path: &str, table: &DeTable<'_>) -> bool {
        let mut found = false;
        for (key, value) in in_order(table) {
            let name = key.get_ref().as_ref();
            let place = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let has_effect = path.is_empty() || path.strip_prefix("accounts.").is_some_and(|of| !of.contains('.'));
            match value.get_ref() {
                DeValue::Table(_) if place == "keys" => {}
                DeValue::Table(inner) => found |= self.misplaced_readonly(&place, inner),
                _ if name == "readonly" && has_effect => {}
                _ if is_about_readonly(name) => {
                    found = true;
                    let message = format!("This has no effect here. {CLOSED}");
                    let meant = Some("readonly at the top or in [accounts.NAME]".to_owned());
                    let place = crate::base::clean_line(&place).into_owned();
                    self.report(Severity::Error, key.span(), &place, message, meant);
                }
                _ => {}
            }
        }
        found
    }

    fn unknown<'n>(
        &mut self,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        path: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let name = key.get_ref().as_ref();
        if is_about_readonly(name) {
            // Reported already as a line that turns writing off.
            return;
        }
        let path = crate::base::clean_line(path).into_owned();
        if SECRETS.contains(&name) {
            let message =
                "A token does not belong in this file. Remove the line and run `parkade login`, or set token_command.";
            // The line is not shown again: it holds the secret.
            let mut problem = self.source.problem(Severity::Error, key.span(), &path, message.to_owned());
            problem.line.clear();
            self.problems.push(problem);
            return;
        }
        let suggestion = nearest(name, known).map(str::to_owned);
        self.report(Severity::Warning, key.span(), &path, "Unknown setting.".to_owned(), suggestion);
    }

    fn table<'v, 'i>(&mut self, path: &str, value: &'v Spanned<DeValue<'i>>) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            let message = format!("This is a table: write [{path}] on a line of its own.");
            self.report(Severity::Error, value.span(), path, message, None);
        }
        table
    }

    fn accounts(&mut self, value: &Spanned<DeValue<'_>>, config: &mut Config) {
        let Some(accounts) = self.table("accounts", value) else { return };
        for (key, value) in in_order(accounts) {
            let name = crate::base::clean_line(key.get_ref()).into_owned();
            let path = format!("accounts.{name}");
            let Some(table) = self.table(&path, value) else { continue };
            let mut account = AccountConfig { name, ..AccountConfig::default() };
            for (key, value) in in_order(table) {
                let name = key.get_ref().as_ref();
                let path = format!("{path}.{name}");
                if let Some(setting) = ACCOUNT.iter().find(|s| s.key == name) {
                    self.set(setting, &mut account, &path, value);
                } else if let Some(setting) = overridable(name) {
                    // Check the value on a throwaway config, because it takes effect only when this account is used.
                    let given = given(value.get_ref());
                    match (setting.read)(&mut Config::default(), &given) {
                        Ok(()) => account.overrides.push((setting.key, given)),
                        Err(wrong) => self.wrong(&path, value, wrong),
                    }
                } else {
                    let known = ACCOUNT.iter().map(|s| s.key).chain(SETTINGS.iter().map(|s| s.key));
                    self.unknown(key, &path, known);
                }
            }
            config.accounts.push(account);
        }
    }

    /// Reports a `default_account` that is not an account of the file; the two may be written in any order.
    fn default_account(&mut self, value: &Spanned<DeValue<'_>>, config: &Config) {
        let Some(name) = &config.default_account else { return };
        let names = || config.accounts.iter().map(|account| account.name.as_str());
        if names().any(|known| known == name) {
            return;
        }
        let message = format!("Unknown account “{}”.", crate::base::clean_line(name));
        self.wrong("default_account", value, Wrong { message, suggestion: nearest(name, names()).map(str::to_owned) });
    }

    fn start_view(&mut self, value: &Spanned<DeValue<'_>>, config: &mut Config) {
        let Some(table) = self.table("start_view", value) else { return };
        for (key, value) in in_order(table) {
            let path = format!("start_view.{}", key.get_ref());
            match value.get_ref().as_str() {
                Some(view) => {
                    if let Some(wrong) = crate::screens::wrong_start_view(key.get_ref(), view) {
                        let severity = if wrong.may_be_meant { Severity::Warning } else { Severity::Error };
                        self.report(severity, value.span(), &path, wrong.message, wrong.meant);
                    }
                    config.start_view.insert(key.get_ref().to_string(), view.to_owned());
                }
                None => self.wrong(&path, value, not_a_text("the name of a view")),
            }
        }
    }

    fn rates(&mut self, value: &Spanned<DeValue<'_>>, config: &mut Config) {
        let Some(table) = self.table("rates", value) else { return };
        for (key, value) in in_order(table) {
            let (code, path) = (key.get_ref().trim(), format!("rates.{}", key.get_ref()));
            let worth = match value.get_ref() {
                DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', "").parse().ok(),
                DeValue::Float(number) => number.as_str().replace('_', "").parse().ok(),
                _ => None,
            };
            let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
            let message = match worth {
                _ if !is_code => "Expected the code of a currency, such as EUR.",
                Some(worth) if config.rates.set(Currency::new(code), worth) => continue,
                _ => "Expected what one unit is worth, a number above 0 such as 1.08.",
            };
            self.wrong(&path, value, Wrong { message: message.to_owned(), suggestion: None });
        }
        if !config.rates.is_empty() && !config.rates.has_unit() {
            let message = "No currency here is worth 1. Name the one that the others are told in, such as USD = 1.";
            self.wrong("rates", value, Wrong { message: message.to_owned(), suggestion: None });
            config.rates = Rates::default();
        }
    }

    fn keys(&mut self, prefix: &str, value: &Spanned<DeValue<'_>>, keys: &mut Vec<KeyLine>) {
        if let Some(table) = self.table("keys", value) {
            self.key_table(prefix, table, keys);
        }
    }

    /// Reads a table of keys: lines such as `"ctrl-x" = "command"` count everywhere, those of a table on the screen it
    /// names.
    fn key_table(&mut self, prefix: &str, table: &DeTable<'_>, keys: &mut Vec<KeyLine>) {
        for (key, value) in in_order(table) {
            match value.get_ref() {
                DeValue::Table(screen) => {
                    let name = crate::base::clean_line(key.get_ref()).into_owned();
                    // Accept both the name in the key reference and the one people guess.
                    let of = if ["app", "global"].contains(&name.as_str()) { "" } else { name.as_str() };
                    for (key, value) in in_order(screen) {
                        self.key_line(of, &format!("{prefix}{name}.{}", key.get_ref()), key, value, keys);
                    }
                }
                _ => self.key_line("", &format!("{prefix}{}", key.get_ref()), key, value, keys),
            }
        }
    }

    fn key_line(
        &mut self,
        screen: &str,
        path: &str,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        keys: &mut Vec<KeyLine>,
    ) {
        match value.get_ref().as_str() {
            Some(command) => keys.push(KeyLine {
                screen: screen.to_owned(),
                key: key.get_ref().to_string(),
                command: command.to_owned(),
                place: self.source.place(key.span().start),
            }),
            None => self.wrong(path, value, not_a_text("the name of a command")),
        }
    }
}

/// True for a line that turns on something like `readonly`. It is read as plain text, because a file with problems may
/// not parse.
fn says_readonly(line: &str) -> bool {
    let key = line.split_once('=').map_or("", |(key, _)| key.trim());
    let off = line.trim_end().ends_with("false");
    !key.starts_with('#') && !off && key.rsplit('.').next().is_some_and(is_about_readonly)
}

/// Setting of that name, if an account may override it: every one but `default_account`.
fn overridable(name: &str) -> Option<&'static Setting<Config>> {
    SETTINGS.iter().find(|s| s.key == name && name != "default_account")
}

fn not_a_text(what: &str) -> Wrong {
    Wrong { message: format!("Expected {what} in quotes."), suggestion: None }
}
