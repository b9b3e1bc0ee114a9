//! Settings and keys: `config.toml`, `keys.toml`, the environment, an account's own values.
//!
//! Every default is defined once, and the service is never asked. The keymap decides what a line of keys.toml means.
//! Look first at `settings.rs`, the table of all settings, and at [`load`].

mod problem;
mod read;
mod remember;
mod settings;
mod source;
#[cfg(test)]
mod tests;
mod types;

use std::ffi::OsString;
use std::io;
use std::path::Path;

pub use problem::{Place, Problem, Severity, Source};
pub use remember::{forget, remember, remember_setting, rename};
pub use settings::split;
pub use source::{Counts, sources};
pub use types::{
    AccountConfig, ClipboardWay, Config, Given, KeyLine, Notify, NotifyWay, PictureWay, Pictures, Theme, TimeZone,
    Words,
};

use crate::base::{Links, capital, open_to_others, reason, text_plain};
use crate::ui::Prefs;
use settings::SETTINGS;

/// Default config.toml with every line commented out, written by `parkade config init`.
pub const DEFAULT: &str = include_str!("../../../assets/config.toml");

/// Size of the largest settings file read, in bytes; a larger file is not a settings file.
const LARGEST: u64 = 1024 * 1024;

/// Reads config.toml and keys.toml. A missing file counts as empty; whatever is wrong becomes a problem and is left
/// out.
pub fn load(paths: &super::paths::Paths) -> (Config, Vec<Problem>) {
    let mut config = Config::default();
    let mut problems = Vec::new();
    let file = paths.config_file();
    match text_of(&file, &mut problems) {
        Some(text) => {
            read::config(&file, &text, &mut config, &mut problems);
            if let Some(why) = open_to_others(&file) {
                config.distrust();
                let message = format!("{}. {LEFT_OUT}", capital(&why));
                let source = Source { file: &file, text: "" };
                problems.push(source.problem(Severity::Error, 0..0, "", message));
            }
        }
        // Read-only, because a config that exists but cannot be read may say `readonly`.
        None => config.readonly = !problems.is_empty(),
    }
    let file = paths.keys_file();
    if let Some(text) = text_of(&file, &mut problems) {
        read::keys(&file, &text, &mut config.keys, &mut problems);
    }
    problems.sort_by_key(|p| std::cmp::Reverse(p.severity));
    (config, problems)
}

/// The text of a file of the configuration; `None` where it is not there.
///
/// # Errors
/// A clause: why it cannot be read.
pub fn own_text(file: &Path) -> Result<Option<String>, String> {
    match text_plain(file, LARGEST, Links::Follow) {
        Ok(text) => Ok(Some(text)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(format!("cannot be read: {}.", reason(&e))),
    }
}

fn text_of(file: &Path, problems: &mut Vec<Problem>) -> Option<String> {
    own_text(file).unwrap_or_else(|why| {
        let source = Source { file, text: "" };
        problems.push(source.problem(Severity::Error, 0..0, "", format!("The file {why}")));
        None
    })
}

/// Sentence for a file that others can write to: some of its settings are not used.
const LEFT_OUT: &str =
    "Until then its editor, inquiry_command, base_url, ca_file, token_command and ads_key_command are not used.";

/// Misspellings of `PARKADE_READONLY` that make the run read-only, too.
const MISSPELT: &[&str] = &["PARKADE_READ_ONLY", "PARKADE_READONLY_MODE"];

impl Config {
    /// Settings that screens use.
    pub fn prefs(&self) -> Prefs {
        Prefs { mark_read: self.mark_read, weights: self.score_weights }
    }

    /// Leaves out the settings that run a program or say which address and authorities to trust, because others can
    /// write to the file.
    fn distrust(&mut self) {
        (self.editor, self.inquiry_command) = (None, None);
        for account in &mut self.accounts {
            *account = AccountConfig {
                name: std::mem::take(&mut account.name),
                readonly: account.readonly,
                exposed: true,
                overrides: account
                    .overrides
                    .drain(..)
                    .filter(|(key, _)| !matches!(*key, "editor" | "inquiry_command"))
                    .collect(),
                ..AccountConfig::default()
            };
        }
    }

    /// Applies the account's own settings, then the environment (`PARKADE_THEME=dark`), which wins.
    pub fn refine(
        &mut self,
        account: Option<&AccountConfig>,
        env: impl Fn(&str) -> Option<OsString>,
        problems: &mut Vec<Problem>,
    ) {
        for (key, given) in account.iter().flat_map(|account| &account.overrides) {
            if let Some(setting) = SETTINGS.iter().find(|s| s.key == *key) {
                // The value was checked when the file was read.
                let _ = (setting.read)(self, given);
            }
        }
        self.readonly |= MISSPELT.iter().any(|name| env(name).is_some_and(|value| !value.is_empty() && value != "0"));
        for setting in SETTINGS {
            let variable = variable(setting.key);
            let Some(text) = env(&variable).filter(|v| !v.is_empty()) else { continue };
            let given = read::given_in_environment(&text.to_string_lossy());
            if let Err(wrong) = (setting.read)(self, &given) {
                let source = Source { file: Path::new("environment"), text: "" };
                let mut problem = source.problem(Severity::Error, 0..0, &variable, wrong.message);
                problem.suggestion = wrong.suggestion;
                problem.place.line = 0;
                problems.push(problem);
            }
        }
    }
}

/// The environment variable of a setting.
fn variable(key: &str) -> String {
    format!("PARKADE_{}", key.to_uppercase())
}
