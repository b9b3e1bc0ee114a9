//! Changes of the default keys, as written in the config.

use super::super::Info;
use super::{Key, sequence};

/// Changed key: its scope, the key, and its command (`None` for `noop`).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Override {
    /// Name of a screen, or empty for everywhere.
    scope: String,
    keys: Vec<Key>,
    command: Option<String>,
}

/// The `[keys]` table of the config and its tables per screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    rows: Vec<Override>,
}

impl Overrides {
    /// Reads the text of the config. Returns a sentence, with its line, for each entry that is not a key or not a text;
    /// the other entries are used.
    ///
    /// ```toml
    /// [keys]
    /// "ctrl-l" = "app.refresh"
    /// [keys.inquiries]
    /// "x" = "noop"
    /// ```
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        let mut overrides = Self::default();
        let mut problems = Vec::new();
        let document = match toml_edit::Document::parse(text) {
            Ok(document) => document,
            Err(error) => return (overrides, vec![error.message().to_owned()]),
        };
        let Some(keys) = document.get("keys").and_then(|item| item.as_table_like()) else {
            return (overrides, problems);
        };
        for (name, item) in keys.iter() {
            if let Some(screen) = item.as_table_like() {
                for (key, command) in screen.iter() {
                    overrides.add(text, name, key, command, &mut problems);
                }
            } else {
                overrides.add(text, "", name, item, &mut problems);
            }
        }
        (overrides, problems)
    }

    /// True when no key is changed.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn add(&mut self, text: &str, scope: &str, key: &str, item: &toml_edit::Item, problems: &mut Vec<String>) {
        let line = item.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let Some(command) = item.as_str() else {
            problems.push(format!("line {line}: {key:?} needs the name of a command, or \"noop\""));
            return;
        };
        if let Err(problem) = self.set(scope, key, command) {
            problems.push(format!("line {line}: {problem}"));
        }
    }

    /// Binds `key` to `command` (`noop`: to nothing) on the screen `scope`, empty for everywhere.
    ///
    /// # Errors
    /// A sentence why `key` is not a key.
    pub fn set(&mut self, scope: &str, key: &str, command: &str) -> Result<(), String> {
        let keys = sequence(key)?;
        let command = (command != "noop").then(|| command.to_owned());
        self.rows.push(Override { scope: scope.to_owned(), keys, command });
        Ok(())
    }

    /// Replaces short names of commands (`archive`) by full ones. `screens` are all screens with every command each can
    /// have. A key for everywhere may name a command of any screen.
    pub fn resolve(&mut self, screens: &[(&'static str, Vec<&'static Info>)]) {
        for row in &mut self.rows {
            let Some(name) = &row.command else { continue };
            let scopes = screens.iter().filter(|(screen, _)| row.scope.is_empty() || *screen == row.scope);
            let mut commands = scopes.flat_map(|(_, commands)| commands);
            if let Some(info) = commands.find(|info| info.answers(name)) {
                row.command = Some(info.name.to_owned());
            }
        }
    }

    /// Rows of one scope, in the order written.
    pub(super) fn of<'a>(&'a self, scope: &'a str) -> impl Iterator<Item = (&'a [Key], Option<&'a str>)> {
        self.rows.iter().filter(move |row| row.scope == scope).map(|row| (row.keys.as_slice(), row.command.as_deref()))
    }

    /// True when the config binds `keys` on `screen` or everywhere.
    pub(super) fn takes(&self, screen: &str, keys: &[Key]) -> bool {
        self.rows.iter().any(|row| (row.scope == screen || row.scope.is_empty()) && row.keys == keys)
    }

    /// Scopes named in the config.
    pub(super) fn scopes(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row.scope.as_str())
    }
}
