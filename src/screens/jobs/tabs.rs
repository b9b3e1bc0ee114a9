//! The tabs, each a row of one table: its name on the `:` line, its title, and what its empty page teaches.

use crate::ui::list::WrongLine;

/// A tab of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Imports,
    Exports,
    /// Acts on many things at once, from the journal.
    Bulk,
    /// Writes that are on their way or could not be determined.
    Queue,
}

/// What is said about a tab.
#[derive(Debug)]
pub struct TabRow {
    pub tab: Tab,
    /// The word `:tab` and `:jobs` take.
    pub name: &'static str,
    pub title: &'static str,
    /// Two sentences for when nothing is here: what that means, and what to do.
    pub empty: [&'static str; 2],
}

/// The tabs from left to right, in the order of [`Tab`].
pub const TABS: &[TabRow] = &[
    TabRow {
        tab: Tab::Imports,
        name: "imports",
        title: "Imports",
        empty: [
            "Nothing was imported yet.",
            "Adding names or reading a CSV file makes an import; + begins one, and it is followed here line by line.",
        ],
    },
    TabRow {
        tab: Tab::Exports,
        name: "exports",
        title: "Exports",
        empty: [
            "There is no export.",
            "An export is a CSV file of all domains or inquiries; + makes one, a finished one is kept for 7 days.",
        ],
    },
    TabRow {
        tab: Tab::Bulk,
        name: "bulk",
        title: "Bulk",
        empty: [
            "Nothing was done to many things at once yet.",
            "Mark rows with space and act on them: what the service made of it stands here.",
        ],
    },
    TabRow {
        tab: Tab::Queue,
        name: "queue",
        title: "Write queue",
        empty: [
            "Everything that was sent is known.",
            "Changes stand here while they wait, are sent or are being checked.",
        ],
    },
];

/// The place of the tab with that name.
pub fn place(name: &str) -> Option<usize> {
    TABS.iter().position(|row| row.name.eq_ignore_ascii_case(name))
}

/// Why the screen cannot start with this line: only the name of a tab, or nothing, opens it.
pub fn wrong(line: &str) -> Option<WrongLine> {
    let word = line.trim();
    let names: Vec<&'static str> = TABS.iter().map(|row| row.name).collect();
    if word.is_empty() || place(word).is_some() {
        return None;
    }
    let message = format!("“{}” is not a tab; there is {}.", crate::base::clean_line(word), names.join(", "));
    Some(WrongLine { meant: crate::base::nearest(word, names).map(str::to_owned), ..WrongLine::certain(message) })
}
