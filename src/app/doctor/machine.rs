//! The doctor's findings on this machine: the terminal, its settings, and the files needed for a bug report.

use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use crate::app::config::{Config, PictureWay, Pictures, Theme};
use crate::app::paths::Paths;
use crate::app::terminal::Heard;
use crate::app::{external, terminal};
use crate::base::clean_line;
use crate::store::disk::{self, Places};
use crate::ui::Colours;
use crate::ui::text::{bytes, counted};

type Facts = Vec<(&'static str, String)>;

/// Facts about the terminal that explain how things look.
pub struct Terminal {
    pub(super) facts: Facts,
}

impl Terminal {
    /// Facts from the environment, the settings and the terminal itself; `heard` if it was asked.
    pub fn look(config: &Config, heard: Option<&Heard>, env: impl Fn(&str) -> Option<OsString>) -> Self {
        let screen = terminal::size();
        let is_terminal = std::io::stdout().is_terminal();
        let word = |name: &str| env(name).and_then(|value| value.into_string().ok()).filter(|value| !value.is_empty());
        let ascii = config.ascii || terminal::shows_only_ascii(&word);
        let mut facts = vec![
            ("output", if is_terminal { "a terminal".to_owned() } else { "not a terminal".to_owned() }),
            ("size", format!("{}x{}", screen.width, screen.height)),
            ("colours", colours(config, &word)),
            ("characters", if ascii { "ASCII only".to_owned() } else { "UTF-8".to_owned() }),
            ("pictures", pictures(config, ascii, heard, &word)),
            ("editor", editor(config, &env)),
        ];
        for name in ["TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "LANG", "LC_ALL"] {
            if let Some(value) = env(name) {
                facts.push((name, clean_line(&value.to_string_lossy()).into_owned()));
            }
        }
        for (name, variable) in [("tmux", "TMUX"), ("screen", "STY"), ("ssh", "SSH_CONNECTION")] {
            if env(variable).is_some() {
                // Show only that the variable is set, because its value holds addresses.
                facts.push((name, "yes".to_owned()));
            }
        }
        Self { facts }
    }
}

/// Number of colours in words, and the reason for it.
fn colours(config: &Config, env: &dyn Fn(&str) -> Option<String>) -> String {
    if env("NO_COLOR").is_some() {
        return "none (NO_COLOR)".to_owned();
    }
    if config.theme == Theme::Named("none") {
        return "none (theme)".to_owned();
    }
    let (many, from_screen) = (terminal::canvas(env).colours, env("STY").is_some());
    let words = match many {
        Colours::Full => "24-bit",
        Colours::Indexed => "256",
        Colours::Sixteen => "16",
        Colours::None => "none",
    };
    let why = match many {
        _ if from_screen => "GNU screen",
        Colours::Full if env("COLORTERM").is_some() => "COLORTERM",
        _ => "TERM",
    };
    format!("{words} ({why})")
}

/// Way in which pictures are shown, in words, and the reason for it.
fn pictures(config: &Config, ascii: bool, heard: Option<&Heard>, env: &dyn Fn(&str) -> Option<String>) -> String {
    let colours = terminal::canvas(env).colours;
    let few = matches!(colours, Colours::Sixteen | Colours::None);
    if !cfg!(feature = "images") {
        return "none (built without them)".to_owned();
    }
    if ascii || few || env("NO_COLOR").is_some() || config.theme == Theme::Named("none") {
        return format!("none ({})", if ascii { "ASCII only" } else { "too few colours" });
    }
    let shown = terminal::pictures_here(config.pictures, env, heard.unwrap_or(&Heard::default()));
    let way = match shown.way {
        PictureWay::Kitty => "kitty",
        PictureWay::Iterm2 => "iTerm2",
        PictureWay::Sixel => "sixel",
        PictureWay::Blocks => "half blocks",
        PictureWay::Off => "off",
    };
    // Only the running program asks the terminal, so it may choose another way than this one.
    let open =
        heard.is_none() && config.pictures == Pictures::Auto && shown.way == PictureWay::Blocks && !shown.is_within;
    format!("{way} ({}){}", shown.why, if open { ", unless the terminal says more when Parkade starts" } else { "" })
}

/// The program of the editor, and whether it is there.
fn editor(config: &Config, env: impl Fn(&str) -> Option<OsString>) -> String {
    let words = external::editor(config.editor.as_ref(), &env);
    let program = &words.0[0];
    let folders = env("PATH").unwrap_or_default();
    let there = Path::new(program).is_file()
        || (!program.contains('/') && std::env::split_paths(&folders).any(|folder| folder.join(program).is_file()));
    format!("{}{}", clean_line(program), if there { "" } else { " (not found)" })
}

/// Files that record what happened, for a bug report.
pub struct Files {
    pub(super) facts: Facts,
}

impl Files {
    /// Looks for the files, with those of this account.
    pub fn look(paths: &Paths, account: Option<&str>) -> Self {
        let newest = |start: &str, end: &str| newest(&paths.logs(), start, end);
        let mut facts = vec![
            ("config.toml", told(Some(paths.config_file()))),
            ("keys.toml", told(Some(paths.keys_file()))),
            ("newest log", told(newest("parkade", ".log"))),
            ("last crash", told(newest("panic-", ".txt"))),
        ];
        if let Some(account) = account {
            let places = Places::new(&paths.cache, &paths.data, account);
            let journal = told(Some(places.journal_db()));
            facts
                .push(("journal", disk::changes_kept(&places).map_or(journal.clone(), |kept| changes(&journal, kept))));
            facts.push(("cache", told(Some(places.cache_db()))));
            facts.push(("notes", told(Some(places.notes_db())) + synced(&places.notes_db()).unwrap_or_default()));
        }
        Self { facts }
    }
}

/// Words for the journal: its path and the number of changes. Changes without a known outcome are checked at the next
/// start.
fn changes(journal: &str, (kept, open): (usize, usize)) -> String {
    let kept = counted(kept as u64, "change", "changes");
    if open == 0 { format!("{journal}, {kept}") } else { format!("{journal}, {kept}, {open} not settled") }
}

/// A warning for a file in a folder that a program copies between machines: two copies of a database are not merged.
fn synced(path: &Path) -> Option<&'static str> {
    const FOLDERS: [&str; 8] =
        ["dropbox", "nextcloud", "owncloud", "onedrive", "google drive", "icloud", "mobile documents", "syncthing"];
    let here = path.to_string_lossy().to_lowercase();
    let found = FOLDERS.iter().any(|folder| here.split(['/', '\\']).any(|part| part.starts_with(folder)));
    found.then_some(
        ", in a synchronised folder: notes of two machines are lost there; use `parkade notes export` and `import`",
    )
}

/// Path and size of a file, or `none`.
fn told(path: Option<PathBuf>) -> String {
    let file = path.and_then(|path| Some((fs::metadata(&path).ok()?, path)));
    file.map_or_else(|| "none".to_owned(), |(file, path)| format!("{} ({})", path.display(), bytes(file.len())))
}

/// Newest file whose name has this beginning and end. Names contain the time, so the newest is the last one.
fn newest(folder: &Path, start: &str, end: &str) -> Option<PathBuf> {
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let last = names.filter(|name| name.starts_with(start) && name.ends_with(end)).max()?;
    Some(folder.join(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_notes_in_a_synchronised_folder_is_warned_of() {
        for (path, warned) in [
            ("/home/x/Dropbox/parkade/a/notes.db", true),
            ("/Users/x/Library/Mobile Documents/parkade/notes.db", true),
            ("/home/x/Nextcloud2/notes.db", true),
            ("/home/x/.local/share/parkade/a/notes.db", false),
            ("/home/mydropboxes/notes.db", false),
        ] {
            assert_eq!(synced(Path::new(path)).is_some(), warned, "{path}");
        }
    }
}
