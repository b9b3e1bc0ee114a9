//! What is wrong with the bindings, said at the start and by `config check`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Info;
use super::{Keymap, sequence, spell};

impl Keymap {
    /// Problems as sentences: unknown commands and screens, commands left without a key, two commands on one key.
    ///
    /// `screens` are the screens with every command each can ever have, the app's own included.
    pub fn problems(&self, screens: &[(&'static str, Vec<&'static Info>)]) -> Vec<String> {
        let mut problems = BTreeSet::new();
        for scope in self.overrides.scopes() {
            if !scope.is_empty() && !screens.iter().any(|(screen, _)| *screen == scope) {
                let known = screens.iter().map(|(screen, _)| *screen).collect::<Vec<_>>().join(", ");
                problems.insert(format!("keys.{scope}: there is no screen {scope:?}; there is {known}"));
            }
        }
        for (screen, commands) in screens {
            self.problems_of(screen, commands, &mut problems);
        }
        problems.into_iter().collect()
    }

    fn problems_of(&self, screen: &str, commands: &[&'static Info], problems: &mut BTreeSet<String>) {
        for scope in [screen, ""] {
            let place = if scope.is_empty() { "keys".to_owned() } else { format!("keys.{scope}") };
            let mut taken: BTreeMap<String, Option<&str>> = BTreeMap::new();
            for (keys, name) in self.overrides.of(scope) {
                let spelled = spell(keys);
                if taken.insert(spelled.clone(), name).is_some() {
                    problems.insert(format!("{place}: {spelled} is given twice"));
                }
                let Some(name) = name else { continue };
                if !commands.iter().any(|info| info.name == name) {
                    // A global key may name a command of another screen.
                    if !scope.is_empty() || !name.contains('.') {
                        let names = commands.iter().map(|info| info.name);
                        let hint = super::super::command::nearest(name, names)
                            .map_or_else(String::new, |near| format!("; did you mean {near}?"));
                        problems.insert(format!("{place}: {spelled}: there is no command {name:?}{hint}"));
                    }
                    continue;
                }
                for displaced in commands {
                    let had = displaced.keys.iter().any(|key| sequence(key).is_ok_and(|bound| bound == keys));
                    if had && displaced.name != name && self.keys_of(screen, displaced).is_empty() {
                        problems.insert(format!(
                            "{place}: {spelled} runs {name} now, and {} has no key any more",
                            displaced.name
                        ));
                    }
                }
            }
        }
        self.doubles(screen, commands, problems);
    }

    /// Inner scopes may cover outer ones; inside one scope a key has one meaning.
    fn doubles(&self, screen: &str, commands: &[&'static Info], problems: &mut BTreeSet<String>) {
        let mut owners: BTreeMap<(&str, String), &str> = BTreeMap::new();
        for info in commands {
            let scope = info.name.split('.').next().unwrap_or_default();
            for keys in self.keys_of(screen, info) {
                let spelled = spell(&keys);
                match owners.insert((scope, spelled.clone()), info.name) {
                    Some(other) if other != info.name => {
                        problems.insert(format!("{screen}: {spelled} runs both {other} and {}", info.name));
                    }
                    _ => {}
                }
            }
        }
    }
}
