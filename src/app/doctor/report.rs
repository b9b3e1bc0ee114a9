//! The report, as text and as JSON from the same values.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::app::config::Problem;
use crate::app::paths::Paths;
use crate::app::{Account, logs, secrets};
use crate::store::Grid;
use crate::ui::text::wrap;

use super::machine::{Files, Terminal};

/// Part of the report: its title, and rows of a name and a value.
pub type Part = (&'static str, Vec<(&'static str, String)>);

/// Width of a line of names, in cells.
const WIDE: usize = 76;

/// Part of the report on the token's abilities: a line of counts, then the names in groups.
pub fn abilities(grid: &Grid) -> Part {
    let mut rows: Vec<(&'static str, String)> = Vec::new();
    if let Some(failure) = &grid.stopped {
        rows.push(("The check stopped", failure.in_command("parkade login")));
    }
    rows.push(("Permissions", grid.counts()));
    for (label, names) in grid.groups() {
        let names = names.join(", ");
        rows.extend(wrap(&names, WIDE).iter().enumerate().map(|(at, line)| {
            let label = if at == 0 { label } else { "" };
            (label, line.to_string())
        }));
    }
    ("Token permissions", rows)
}

/// Results of the doctor.
pub struct Report<'a> {
    pub paths: &'a Paths,
    /// Sentence why the program would not start.
    pub trouble: Option<&'a str>,
    pub problems: &'a [Problem],
    pub account: Option<&'a Account>,
    pub grid: Option<&'a Grid>,
    pub terminal: Terminal,
    pub files: Files,
}

fn features() -> Vec<&'static str> {
    let mut features = Vec::new();
    if cfg!(feature = "sandbox") {
        features.push("sandbox");
    }
    if cfg!(feature = "keyring") {
        features.push("keyring");
    }
    if cfg!(feature = "images") {
        features.push("images");
    }
    features
}

impl Report<'_> {
    fn build() -> Vec<(&'static str, String)> {
        vec![
            ("version", crate::app::VERSION.to_owned()),
            ("build", if cfg!(debug_assertions) { "debug".to_owned() } else { "release".to_owned() }),
            ("features", features().join(", ")),
            ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
            ("keyring", if secrets::keyring_answers() { "may be there".to_owned() } else { "none".to_owned() }),
        ]
    }

    fn account(&self) -> Vec<(&'static str, String)> {
        let Some(account) = self.account else { return Vec::new() };
        let token = match (&account.token, &account.token_origin) {
            (Some(token), Some(origin)) => format!("ending in {}, from {origin}", token.last4()),
            (Some(token), None) => format!("ending in {}", token.last4()),
            (None, _) => "none; run `parkade login`".to_owned(),
        };
        vec![
            ("name", account.name.clone()),
            ("address", account.base_url.to_string()),
            ("token", token),
            ("ads key", if account.ads_key.is_some() { "there".to_owned() } else { "none".to_owned() }),
            ("read only", if account.readonly { "yes".to_owned() } else { "no".to_owned() }),
        ]
    }

    /// All parts of the report except the token's abilities.
    pub fn parts(&self) -> Vec<Part> {
        let rows = self.paths.rows();
        let folders = rows.iter().map(|row| (row.name, row.path.display().to_string())).collect();
        let alone = |words: String| vec![("-", words)];
        let problems: Vec<_> = self.problems.iter().map(|p| ("-", p.to_string())).collect();
        let settings = if problems.is_empty() { alone("no problems".to_owned()) } else { problems };
        let account = match (self.trouble, self.account) {
            (Some(trouble), _) => alone(trouble.to_owned()),
            (None, None) => alone("none is set up; run `parkade login`".to_owned()),
            (None, Some(_)) => self.account(),
        };
        vec![
            ("Parkade", Self::build()),
            ("Terminal", self.terminal.facts.clone()),
            ("Folders", folders),
            ("Files", self.files.facts.clone()),
            ("Settings", settings),
            ("Account", account),
        ]
    }

    /// Report as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (title, rows) in self.parts().into_iter().chain(self.grid.map(abilities)) {
            let _ = writeln!(text, "{title}");
            let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            for (name, value) in rows {
                let _ = writeln!(text, "  {name:<width$}  {value}");
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// Report as JSON.
    pub fn json(&self) -> String {
        let object = |rows: &[(&str, String)]| -> Value {
            rows.iter().map(|(name, value)| (name.replace(' ', "_"), Value::from(value.as_str()))).collect()
        };
        let rows = self.paths.rows();
        let folders: Vec<(&str, String)> = rows.iter().map(|row| (row.name, row.path.display().to_string())).collect();
        let abilities = self.grid.map(|grid| {
            let rows: Vec<(&str, String)> =
                grid.rows.iter().map(|(name, known)| (*name, known.word().to_owned())).collect();
            object(&rows)
        });
        let value = json!({
            "parkade": object(&Self::build()),
            "terminal": object(&self.terminal.facts),
            "folders": object(&folders),
            "files": object(&self.files.facts),
            "problems": self.problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "trouble": self.trouble,
            "account": self.account.map(|_| object(&self.account())),
            "abilities": abilities,
            "asking_ended_with": self.grid.and_then(|g| g.stopped.as_ref()).map(crate::client::Failure::sentence),
        });
        format!("{value:#}\n")
    }
}

/// Text with credentials removed and the home folder as `~`, so that it can be published.
pub fn scrub(text: &str, home: Option<&str>) -> String {
    let text = logs::scrub(text);
    match home.filter(|home| home.len() > 1) {
        Some(home) => text.replace(home, "~"),
        None => text,
    }
}
