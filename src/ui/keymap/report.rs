//! Mistakes in the bindings, reported at the start and by `config check`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::super::Info;
use super::{Keymap, sequence, spell};

/// Mistake in the bindings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyProblem {
    /// Screen whose table has it, empty for everywhere; `None` when no line of the config is the cause.
    pub scope: Option<String>,
    /// Key of the line in spelled form; empty for the whole table.
    pub keys: String,
    /// Description of the problem, without its place.
    pub text: String,
    /// True when it may be intended, as a command without a key is.
    pub may_be_meant: bool,
}

impl fmt::Display for KeyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scope.as_deref() {
            None => {}
            Some("") => f.write_str("keys: ")?,
            Some(scope) => write!(f, "keys.{scope}: ")?,
        }
        if !self.keys.is_empty() {
            write!(f, "{}: ", self.keys)?;
        }
        f.write_str(&self.text)
    }
}

impl Keymap {
    /// Unknown commands and screens, commands left without a key, and keys with two commands.
    ///
    /// `screens` are all screens with every command each can have, the app's own included.
    pub fn problems(&self, screens: &[(&'static str, Vec<&'static Info>)]) -> Vec<KeyProblem> {
        let mut problems = BTreeSet::new();
        for scope in self.overrides.scopes() {
            if !scope.is_empty() && !screens.iter().any(|(screen, _)| *screen == scope) {
                let known = screens.iter().map(|(screen, _)| *screen).collect::<Vec<_>>().join(", ");
                let text = format!("unknown screen {scope:?}; available: {known}");
                problems.insert(KeyProblem {
                    scope: Some(scope.to_owned()),
                    keys: String::new(),
                    text,
                    may_be_meant: false,
                });
            }
        }
        for (screen, commands) in screens {
            self.problems_of(screen, commands, screens, &mut problems);
        }
        problems.into_iter().collect()
    }

    fn problems_of(
        &self,
        screen: &str,
        commands: &[&'static Info],
        screens: &[(&'static str, Vec<&'static Info>)],
        problems: &mut BTreeSet<KeyProblem>,
    ) {
        for scope in [screen, ""] {
            let mut say = |keys: &str, text: String, may_be_meant: bool| {
                let (scope, keys) = (Some(scope.to_owned()), keys.to_owned());
                problems.insert(KeyProblem { scope, keys, text, may_be_meant });
            };
            let mut taken: BTreeMap<String, Option<&str>> = BTreeMap::new();
            for (keys, name) in self.overrides.of(scope) {
                let spelled = spell(keys);
                if taken.insert(spelled.clone(), name).is_some() {
                    say(&spelled, "this key is given twice".to_owned(), false);
                }
                let Some(name) = name else { continue };
                if !commands.iter().any(|info| info.name == name) {
                    // A key for everywhere may name a command of another screen.
                    let all = || screens.iter().flat_map(|(_, commands)| commands.iter().map(|info| info.name));
                    if !scope.is_empty() || !all().any(|known| known == name) {
                        let own = || commands.iter().flat_map(|info| [info.name, info.verb()]);
                        let near = crate::base::nearest(name, own()).or_else(|| crate::base::nearest(name, all()));
                        let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
                        say(&spelled, format!("there is no command {name:?}{hint}"), false);
                    }
                    continue;
                }
                for displaced in commands {
                    let had = displaced.keys.iter().any(|key| sequence(key).is_ok_and(|bound| bound == keys));
                    if had && displaced.name != name && self.keys_of(screen, displaced).is_empty() {
                        let title = |info: &Info| if info.short.is_empty() { info.doc } else { info.short }.to_owned();
                        let of = commands
                            .iter()
                            .find(|info| info.name == name)
                            .map_or_else(|| name.to_owned(), |info| title(info));
                        let text = format!("now runs “{of}”; “{}” has no key", title(displaced));
                        say(&spelled, text, true);
                    }
                }
            }
        }
        self.doubles(screen, commands, problems);
    }

    /// Adds keys with two commands in one scope. Inner scopes may override outer ones.
    fn doubles(&self, screen: &str, commands: &[&'static Info], problems: &mut BTreeSet<KeyProblem>) {
        let mut owners: BTreeMap<(&str, String), &str> = BTreeMap::new();
        for info in commands {
            let scope = info.name.split('.').next().unwrap_or_default();
            for keys in self.keys_of(screen, info) {
                let spelled = spell(&keys);
                match owners.insert((scope, spelled.clone()), info.name) {
                    Some(other) if other != info.name => {
                        // Line of the config that bound the key, if any.
                        let line = [screen, ""].into_iter().find(|scope| {
                            self.overrides.of(scope).any(|(bound, name)| bound == keys && name.is_some())
                        });
                        let text = match line {
                            Some(_) => format!("it runs both {other} and {}", info.name),
                            None => format!("{screen}: {spelled} runs both {other} and {}", info.name),
                        };
                        let keys = if line.is_some() { spelled } else { String::new() };
                        let scope = line.map(str::to_owned);
                        problems.insert(KeyProblem { scope, keys, text, may_be_meant: false });
                    }
                    _ => {}
                }
            }
        }
    }
}
