//! The tabs, each a row of one table: its name on the `:` line, its title, and what its empty page teaches.

use crate::ui::list::TabRow;

/// A tab of the screen; its place in [`TABS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Imports,
    Exports,
    /// Acts on many things at once, from the journal.
    Bulk,
    /// Writes that are on their way or could not be determined.
    Queue,
}

/// The tabs from left to right, in the order of [`Tab`].
pub const TABS: &[TabRow<Tab>] = &[
    TabRow::called(Tab::Imports, "imports", "Imports").empty(
        "Nothing was imported yet.",
        "Adding names or reading a CSV file makes an import; + begins one, and it is followed here line by line.",
    ),
    TabRow::called(Tab::Exports, "exports", "Exports").empty(
        "No export.",
        "An export is a CSV file of all domains or inquiries; + makes one, a finished one is kept for 7 days.",
    ),
    TabRow::called(Tab::Bulk, "bulk", "Bulk").empty(
        "Nothing was done to many things at once yet.",
        "Mark rows with space and act on them: what the service made of it stands here.",
    ),
    TabRow::called(Tab::Queue, "queue", "Write queue").empty(
        "Everything that was sent is known.",
        "Changes stand here while they wait, are sent or are being checked.",
    ),
];
