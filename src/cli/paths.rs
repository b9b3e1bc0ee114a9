//! `parkade paths`.

use std::fmt::Write as _;

use serde_json::Value;

use super::Outcome;
use super::args::PathsArgs;
use super::setup::{folders, places};
use super::streams::print;
use crate::app::launch::Flags;

pub fn run(args: &PathsArgs, flags: &Flags) -> Outcome {
    let paths = folders()?;
    // Files of the account in use, if there is one.
    let account = places(flags).ok().map(|places| (places.notes_db(), places.notes_copies()));
    if args.json {
        let folders = paths.rows().map(|row| (row.name, row.path.to_owned()));
        let files = [
            ("config_file", paths.config_file()),
            ("keys_file", paths.keys_file()),
            ("views_file", paths.views_file()),
            ("credentials_file", paths.credentials_file()),
            ("templates", paths.templates()),
            ("logs", paths.logs()),
        ];
        let notes = account.into_iter().flat_map(|(file, copies)| [("notes_file", file), ("notes_copies", copies)]);
        let all = folders.into_iter().chain(files).chain(notes);
        let all: Value = all.map(|(name, path)| (name.to_owned(), path.display().to_string())).collect();
        return print(&format!("{all:#}\n"));
    }
    let mut text = String::new();
    for row in paths.rows() {
        let _ = writeln!(text, "{:<7} {}\n        {} ({})", row.name, row.path.display(), row.holds, row.variable);
    }
    let _ = writeln!(text, "logs    {}", paths.logs().display());
    if let Some((file, copies)) = account {
        let _ = writeln!(text, "notes   {}\n        a copy of each day in {}", file.display(), copies.display());
    }
    print(&text)
}
