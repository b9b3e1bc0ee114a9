//! The tabs, each a row of one table: its name on the `:` line, its title, and what its empty page teaches; and the
//! identity of their rows.

use crate::api::types::{Export, Import};
use crate::base::Id;
use crate::store::EntryId;
use crate::store::lists::jobs::LineKey;
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

/// Identity of a row of any of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKey {
    Import(Id<Import>),
    Export(Id<Export>),
    Line(LineKey),
    /// A write, in the two tabs made from the journal.
    Write(EntryId),
}

/// The tabs from left to right, in the order of [`Tab`].
pub const TABS: &[TabRow<Tab>] = &[
    TabRow::called(Tab::Imports, "imports", "Imports")
        .empty("No imports yet.", "Press + to add names or import a CSV file."),
    TabRow::called(Tab::Exports, "exports", "Exports")
        .empty("No exports yet.", "Press + to export domains or inquiries as CSV; files are kept for 7 days."),
    TabRow::called(Tab::Bulk, "bulk", "Bulk")
        .empty("No bulk actions yet.", "Mark rows with space and act on them; the result appears here."),
    TabRow::called(Tab::Queue, "queue", "Write queue")
        .empty("Nothing is waiting.", "Changes appear here until their outcome is known."),
];
