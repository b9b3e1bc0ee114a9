//! From keys to names of commands: the defaults in the tables of commands, and their changes in the config.
//!
//! Nothing here knows what a command does. Look first at `key.rs` (one key), then at [`Keymap::lookup`].

mod key;
mod overrides;
mod report;

use std::borrow::Cow;

use super::Info;

pub use key::{Key, sequence, spell};
pub use overrides::Overrides;
pub use report::KeyProblem;

/// Meaning of the keys typed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// Command to run.
    Run(&'static str),
    /// Beginning of longer sequences.
    Prefix,
    /// Unbound by the config; outer scopes are not asked.
    Nothing,
    /// Not bound to a command.
    Unknown,
}

/// Bindings in force.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    overrides: Overrides,
}

impl Keymap {
    /// Keymap with the defaults of the command tables and these changes.
    pub fn new(overrides: Overrides) -> Self {
        Self { overrides }
    }

    /// Meaning of `keys` on `screen`; `commands` are the commands available now, innermost scope first.
    pub fn lookup(&self, screen: &str, keys: &[Key], commands: &[&'static Info]) -> Lookup {
        let mut prefix = false;
        for scope in [screen, ""] {
            for (bound, name) in self.overrides.of(scope) {
                if bound == keys {
                    match name {
                        None => return Lookup::Nothing,
                        Some(name) => {
                            if let Some(info) = commands.iter().find(|info| info.name == name) {
                                return Lookup::Run(info.name);
                            }
                        }
                    }
                } else if bound.starts_with(keys)
                    && name.is_some_and(|name| commands.iter().any(|info| info.name == name))
                {
                    prefix = true;
                }
            }
        }
        if prefix {
            return Lookup::Prefix;
        }
        // Commands have their keys in spelled form, so that nothing needs parsing when a key is pressed.
        let spelled = spell(keys);
        for info in commands {
            for written in info.keys {
                let Some(rest) = written.strip_prefix(&*spelled) else { continue };
                let taken = || sequence(written).is_ok_and(|bound| self.overrides.takes(screen, &bound));
                if rest.is_empty() && !taken() {
                    return Lookup::Run(info.name);
                }
                if rest.starts_with(' ') && !taken() {
                    return Lookup::Prefix;
                }
            }
        }
        Lookup::Unknown
    }

    /// Sequences that run `info` on `screen`, in the order to show them.
    pub fn keys_of(&self, screen: &str, info: &Info) -> Vec<Vec<Key>> {
        let mut keys: Vec<Vec<Key>> = [screen, ""]
            .into_iter()
            .flat_map(|scope| self.overrides.of(scope))
            .filter(|(_, name)| *name == Some(info.name))
            .map(|(keys, _)| keys.to_vec())
            .collect();
        keys.extend(
            info.keys
                .iter()
                .filter_map(|written| sequence(written).ok())
                .filter(|bound| !self.overrides.takes(screen, bound)),
        );
        keys
    }

    /// First key of `info` as text, for footer and help.
    pub fn shown(&self, screen: &str, info: &Info) -> Option<Cow<'static, str>> {
        if self.overrides.is_empty() {
            return info.keys.first().map(|written| Cow::Borrowed(*written));
        }
        self.keys_of(screen, info).first().map(|keys| Cow::Owned(spell(keys)))
    }

    /// Continuations of `typed`, for the popup of a prefix: the remaining keys and the command.
    pub fn continuations(
        &self,
        screen: &str,
        typed: &[Key],
        commands: &[&'static Info],
    ) -> Vec<(String, &'static Info)> {
        let mut found: Vec<(String, &'static Info)> = Vec::new();
        for info in commands {
            for keys in self.keys_of(screen, info) {
                if keys.len() > typed.len() && keys.starts_with(typed) {
                    let rest = spell(&keys[typed.len()..]);
                    if found.iter().all(|(known, _)| *known != rest) {
                        found.push((rest, info));
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
