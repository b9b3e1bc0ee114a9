//! Value in force of every setting, and where it comes from.

use std::ffi::OsString;
use std::fmt;

use toml::de::DeTable;
use toml_edit::value;

use super::problem::Source;
use super::settings::{SETTINGS, Setting};
use super::types::{AccountConfig, Config, Given};
use super::{DEFAULT, LARGEST, read, variable};
use crate::app::paths::Paths;
use crate::base::{Links, text_plain};

/// Value in force of a setting, and its source.
#[derive(Debug, PartialEq, Eq)]
pub struct Counts {
    pub key: &'static str,
    /// Value as it would be written in the file.
    pub value: String,
    /// Source of the value: `default`, a variable, an account, or a line of the file.
    pub from: String,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(value(text.as_str()).to_string().trim()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Switch(on) => write!(f, "{on}"),
            Self::List(words) => f.write_str(value(words.iter().collect::<toml_edit::Array>()).to_string().trim()),
            Self::Other(kind) => f.write_str(kind),
        }
    }
}

/// Every setting in force with its source; the environment wins over the account, the account over the file.
pub fn sources(
    config: &Config,
    account: Option<&AccountConfig>,
    paths: &Paths,
    env: impl Fn(&str) -> Option<OsString>,
) -> Vec<Counts> {
    let file = paths.config_file();
    let text = text_plain(&file, LARGEST, Links::Follow).unwrap_or_default();
    let source = Source { file: &file, text: &text };
    let (document, _) = DeTable::parse_recoverable(&text);
    let in_file = |key: &str| {
        let (name, value) = document.get_ref().iter().find(|(name, _)| name.get_ref().as_ref() == key)?;
        Some((read::given(value.get_ref()), source.place(name.span().start).to_string()))
    };
    // `readonly` of an account is a field of its own, not one of its overrides.
    let readonly = config.readonly || account.is_some_and(|account| account.readonly);
    let effective = Config { readonly, ..config.clone() };
    let of = |setting: &Setting<Config>| {
        let key = setting.key;
        let name = variable(key);
        let in_env = env(&name).filter(|text| !text.is_empty());
        let in_env = in_env.map(|text| (read::given_in_environment(&text.to_string_lossy()), name));
        let own = account.and_then(|account| {
            if key == "readonly" && account.readonly {
                return Some((Given::Switch(true), format!("account {}", account.name)));
            }
            let (_, given) = account.overrides.iter().find(|(own, _)| *own == key)?;
            Some((given.clone(), format!("account {}", account.name)))
        });
        let given = [in_env, own, in_file(key), default(setting).map(|given| (given, "default".to_owned()))];
        // Take the first value that gives the config in force: a wrong value, or one that a stricter setting
        // overrides, does not.
        let counts = given.into_iter().flatten().find(|(given, _)| {
            let mut tried = Config { readonly: readonly && key != "readonly", ..effective.clone() };
            (setting.read)(&mut tried, given).is_ok() && tried == effective
        });
        match counts {
            Some((given, from)) => Counts { key, value: given.to_string(), from },
            None if key == "readonly" => {
                let from = "closed: see `parkade config check`".to_owned();
                Counts { key, value: readonly.to_string(), from }
            }
            None => Counts { key, value: "not set".to_owned(), from: "default".to_owned() },
        }
    };
    SETTINGS.iter().map(of).collect()
}

/// Default of a setting in the commented file; `None` if the line there is only an example.
fn default(setting: &Setting<Config>) -> Option<Given> {
    let start = format!("# {} = ", setting.key);
    let text = DEFAULT.lines().find_map(|line| line.strip_prefix(&start))?;
    let given = read::given_in_environment(text);
    let mut config = Config::default();
    ((setting.read)(&mut config, &given).is_ok() && config == Config::default()).then_some(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str, variables: &[(&str, &str)]) -> Vec<Counts> {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let paths = Paths { config: at("c"), data: at("d"), cache: at("k"), state: at("s") };
        crate::app::paths::write_private(&paths.config_file(), text.as_bytes()).unwrap();
        let env = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into());
        let (mut config, mut problems) = super::super::load(&paths);
        let account = config.accounts.first().cloned();
        config.refine(account.as_ref(), env, &mut problems);
        let mut all = sources(&config, account.as_ref(), &paths, env);
        for one in &mut all {
            one.from = one.from.replace(&format!("{}/", paths.config.display()), "");
        }
        all
    }

    fn of<'a>(all: &'a [Counts], key: &str) -> (&'a str, &'a str) {
        let one = all.iter().find(|one| one.key == key).unwrap();
        (&one.value, &one.from)
    }

    #[test]
    fn every_setting_says_where_its_value_comes_from() {
        let all = counts(
            "theme = \"dark\"\nmouse = true\neditor = [\"vim\", \"-n\"]\n[accounts.a]\nmouse = false\n",
            &[("PARKADE_POLL_SECONDS", "90"), ("PARKADE_CHARTS", "ascii")],
        );
        assert_eq!(of(&all, "theme"), ("\"dark\"", "config.toml:1:1"));
        assert_eq!(of(&all, "editor"), ("[\"vim\", \"-n\"]", "config.toml:3:1"));
        assert_eq!(of(&all, "mouse"), ("false", "account a"));
        assert_eq!(of(&all, "poll_seconds"), ("90", "PARKADE_POLL_SECONDS"));
        assert_eq!(of(&all, "charts"), ("\"ascii\"", "PARKADE_CHARTS"));
        assert_eq!(of(&all, "bell"), ("false", "default"));
        assert_eq!(of(&all, "my_name"), ("not set", "default"));
        assert_eq!(all.len(), SETTINGS.len());
    }

    #[test]
    fn a_wrong_value_does_not_count_except_that_of_read_only() {
        let all = counts("theme = \"drak\"\nmouse = true\nread_only = true\n", &[("PARKADE_MOUSE", "maybe")]);
        assert_eq!(of(&all, "theme"), ("\"default\"", "default"));
        assert_eq!(of(&all, "mouse"), ("true", "config.toml:2:1"));
        assert_eq!(of(&all, "readonly"), ("true", "closed: see `parkade config check`"));
        let all = counts("[accounts.a]\nreadonly = true\n", &[]);
        assert_eq!(of(&all, "readonly"), ("true", "account a"));
        let all = counts("readonly = true\n", &[("PARKADE_READONLY", "false")]);
        assert_eq!(of(&all, "readonly"), ("true", "config.toml:1:1"));
    }
}
