//! The configuration in the ui's terms: theme, keys, and lines about problems.

use std::path::{Path, PathBuf};

use crate::app::Launch;
use crate::app::paths::{Paths, write_own};
use crate::app::reply::templates;
use crate::app::{config, keys, terminal};
use crate::base::{Links, reason, text_plain};
use crate::store::disk::Places;
use crate::store::home::{self, Waited};
use crate::ui::Theme;
use crate::ui::shell::ShellOptions;

/// Size of the largest theme or history file read, in bytes.
const LARGEST: u64 = 1 << 20;
/// Lines of the `:` history kept between runs.
const HISTORY: usize = 500;

/// A variable of the environment that is not empty.
pub(super) fn env(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

/// Options of the shell. A wrong setting becomes a line of the banner; the others are used.
pub fn shell(launch: &Launch) -> ShellOptions {
    let config = &launch.config;
    let mut problems: Vec<String> = launch.problems.iter().map(ToString::to_string).collect();
    let (keys, wrong) = keys::read(config);
    problems.extend(wrong.iter().map(ToString::to_string));
    let theme = match env("NO_COLOR") {
        Some(_) => Theme::without_colour(),
        None => theme(&config.theme, &launch.paths, &mut problems),
    };
    ShellOptions {
        ascii: launch.ascii,
        mouse: config.mouse,
        charts: config.charts,
        animation: launch.animation,
        theme,
        canvas: terminal::canvas(&env),
        keys,
        problems,
        config: launch.paths.rows().iter().map(|row| format!("{:7} {}", row.name, row.path.display())).collect(),
        about: vec![
            format!("Parkade {}", crate::app::VERSION),
            "A terminal client for parked domains. MIT or Apache-2.0.".to_owned(),
            "It talks to the service you configured and to nothing else.".to_owned(),
        ],
        line_history: line_history(&launch.paths),
        waited: waited(launch),
        accounts: launch.accounts(),
        templates: templates(&launch.paths).0.into_iter().map(|template| template.name).collect(),
        watch: Some(u32::try_from(config.poll_seconds).unwrap_or(u32::MAX)),
        ..ShellOptions::default()
    }
}

/// Number of inquiries that waited in each account that is not open, from its own files; no service is asked.
fn waited(launch: &Launch) -> Vec<(String, Waited)> {
    let opened = launch.account.as_ref().map(|account| account.name.as_str());
    let others = launch.accounts().into_iter().filter(|name| Some(name.as_str()) != opened);
    others
        .filter_map(|name| {
            let places = Places::new(&launch.paths.cache, &launch.paths.data, &name);
            home::waited(&places).map(|waited| (name, waited))
        })
        .collect()
}

fn theme(chosen: &config::Theme, paths: &Paths, problems: &mut Vec<String>) -> Theme {
    match chosen {
        config::Theme::Named(name) => Theme::named(name).unwrap_or_default(),
        config::Theme::File(file) => theme_file(file, paths, problems),
    }
}

fn theme_file(file: &Path, paths: &Paths, problems: &mut Vec<String>) -> Theme {
    let path = if file.components().count() > 1 { file.to_owned() } else { paths.config.join("themes").join(file) };
    let read = text_plain(&path, LARGEST, Links::Follow)
        .map_err(|error| vec![format!("{} cannot be read: {}.", path.display(), reason(&error))]);
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    match read.and_then(|text| Theme::parse(&name, &text)) {
        Ok(theme) => theme,
        Err(wrong) => {
            problems.extend(wrong.iter().map(ToString::to_string));
            Theme::default()
        }
    }
}

fn history_file(paths: &Paths) -> PathBuf {
    paths.state.join("line-history")
}

fn line_history(paths: &Paths) -> Vec<String> {
    let text = text_plain(&history_file(paths), LARGEST, Links::Refuse).unwrap_or_default();
    text.lines().map(|line| crate::base::clean_line(line).into_owned()).collect()
}

/// Keeps the lines typed after `:` for the next run.
///
/// # Errors
/// Why the file could not be written, a sentence.
pub fn keep_line_history(paths: &Paths, lines: &[String]) -> Result<(), String> {
    let (file, newest) = (history_file(paths), &lines[lines.len().saturating_sub(HISTORY)..]);
    let kept = write_own(&file, newest.join("\n").as_bytes());
    kept.map_err(|error| format!("The history of the : line in {} was not kept: {}.", file.display(), reason(&error)))
}
