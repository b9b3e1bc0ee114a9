//! `parkade paths`.

use std::fmt::Write as _;

use serde_json::Value;

use super::args::PathsArgs;
use super::{Outcome, folders, print};

pub fn run(args: &PathsArgs) -> Outcome {
    let paths = folders()?;
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
        let all = folders.into_iter().chain(files);
        let all: Value = all.map(|(name, path)| (name.to_owned(), path.display().to_string())).collect();
        return print(&format!("{all:#}\n"));
    }
    let mut text = String::new();
    for row in paths.rows() {
        let _ = writeln!(text, "{:<7} {}\n        {} ({})", row.name, row.path.display(), row.holds, row.variable);
    }
    let _ = writeln!(text, "logs    {}", paths.logs().display());
    print(&text)
}
