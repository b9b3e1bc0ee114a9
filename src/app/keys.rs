//! Checks the keys of the configuration against the existing commands, for the banner at the start and `config
//! check`.

use super::config::{Config, KeyLine, Problem, Severity};
use crate::screens;
use crate::ui::keymap::{Keymap, Overrides, sequence, spell};
use crate::ui::reference::everything;

/// Bindings of the configuration, and problems with the place of their lines. Lines that are not bindings are left
/// out.
pub fn read(config: &Config) -> (Overrides, Vec<Problem>) {
    // Return early, because checking every key of every screen would take most of the time of a start.
    if config.keys.is_empty() {
        return (Overrides::default(), Vec::new());
    }
    let mut keys = Overrides::default();
    let mut problems = Vec::new();
    for line in &config.keys {
        if let Err(why) = keys.set(&line.screen, &line.key, &line.command) {
            problems.push(problem(line, Severity::Error, &why));
        }
    }
    // The commands of the first-run page are left out: no key of the config is about them.
    let commands = everything(screens::ALL);
    keys.resolve(&commands);
    for wrong in Keymap::new(keys.clone()).problems(&commands) {
        let blamed = |line: &&KeyLine| {
            wrong.scope.as_deref() == Some(line.screen.as_str())
                && (wrong.keys.is_empty() || sequence(&line.key).is_ok_and(|keys| spell(&keys) == wrong.keys))
        };
        // Skip problems without a line in the config: those are the program's own, and its tests look for them.
        let Some(line) = config.keys.iter().rev().find(blamed) else { continue };
        let severity = if wrong.may_be_meant { Severity::Warning } else { Severity::Error };
        let found = problem(line, severity, &wrong.text);
        if !problems.contains(&found) {
            problems.push(found);
        }
    }
    (keys, problems)
}

fn problem(line: &KeyLine, severity: Severity, message: &str) -> Problem {
    let path = match line.screen.as_str() {
        "" => format!("keys.{}", line.key),
        screen => format!("keys.{screen}.{}", line.key),
    };
    let path = crate::base::clean_line(&path).into_owned();
    let message = crate::base::clean_line(message).into_owned();
    Problem { place: line.place.clone(), severity, path, message, suggestion: None, line: String::new(), width: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::config::Place;

    fn line(number: usize, screen: &str, key: &str, command: &str) -> KeyLine {
        let place = Place { file: "keys.toml".into(), line: number, column: 1 };
        KeyLine { screen: screen.to_owned(), key: key.to_owned(), command: command.to_owned(), place }
    }

    fn problems(keys: Vec<KeyLine>) -> Vec<String> {
        read(&Config { keys, ..Config::default() }).1.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_keys_of_the_default_config_are_valid() {
        assert_eq!(problems(Vec::new()), Vec::<String>::new());
        assert_eq!(problems(vec![line(1, "inquiries", "B", "archive")]), Vec::<String>::new());
    }

    #[test]
    fn every_mistake_in_keys_names_its_line() {
        let found = problems(vec![
            line(1, "inquiries", "hyper-x", "archive"),
            line(2, "inquiries", "ctrl-x", "archvie"),
            line(3, "nowhere", "x", "archive"),
            line(4, "", "ctrl-l", "app.refersh"),
            line(5, "inquiries", "a", "star"),
        ]);
        for (place, words) in [
            ("keys.toml:1:1: ", "hyper"),
            ("keys.toml:2:1: keys.inquiries.ctrl-x: ", "no command \"archvie\"; did you mean archive?"),
            ("keys.toml:3:1: keys.nowhere.x: ", "unknown screen \"nowhere\""),
            ("keys.toml:4:1: keys.ctrl-l: ", "did you mean app.refresh?"),
            ("keys.toml:5:1: keys.inquiries.a: ", "“archive” has no key"),
        ] {
            assert!(found.iter().any(|said| said.starts_with(place) && said.contains(words)), "{place}: {found:#?}");
        }
    }
}
