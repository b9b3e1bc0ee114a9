//! Rows and lists as the screen uses them: the identity of a row, what each row can tell about itself, and the parts of
//! a tab. The lists themselves are in the files of their rows.

use crate::api::types::{Export, Import};
use crate::base::{Id, Timestamp};
use crate::store::lists::jobs::{LineKey, Lines, Only};
use crate::store::{EntryId, Every, Known, Store, Wants};
use crate::ui::list::Page;
use crate::ui::widgets::page::Part;
use crate::ui::widgets::table::{CellText, Column, RowFlags, Rows};
use crate::ui::{Cx, Glyphs, Menu, Outcome, Save, Sheet, When, World};

use super::state::Jobs;

/// Identity of a row of any of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKey {
    Import(Id<Import>),
    Export(Id<Export>),
    Line(LineKey),
    /// Write of the journal, in the tabs Bulk and Write queue.
    Write(EntryId),
}

impl RowKey {
    /// The row as a [`Row`].
    pub fn row(&self) -> &dyn Row {
        match self {
            Self::Import(id) => id,
            Self::Export(id) => id,
            Self::Line(key) => key,
            Self::Write(id) => id,
        }
    }
}

/// Refusal where there is nothing to run again.
pub const NO_IMPORT: &str = "No import here.";

/// Row identified by a number or key. Its data are looked up on each call.
pub trait Row {
    /// Text of one cell.
    fn cell(&self, column: &str, cells: &Cells<'_>) -> CellText<'static>;

    /// Sheet with all facts about the row.
    fn facts(&self, cells: &Cells<'_>) -> Option<Sheet>;

    /// Parts shown below these facts beside the list.
    fn parts(&self, _: &World<'_>) -> Vec<Part> {
        Vec::new()
    }

    /// Texts to copy, each with its name; empty ones are not offered.
    fn copies(&self, cells: &Cells<'_>) -> Vec<(&'static str, String)>;

    /// True while the job runs at the service, and the time it ended.
    fn course(&self, _: &Store) -> (bool, Option<Timestamp>) {
        (false, None)
    }

    /// True for a row that is drawn dim, because it is of no use any more.
    fn is_faded(&self, _: &World<'_>) -> bool {
        false
    }

    /// Wants the data shown about the row beside the list.
    fn wants(&self, _: &World<'_>, _: &mut Wants) {}

    /// Opens the row; false where enter shows its facts instead.
    fn open(&self, _: &mut Jobs, _: &mut Cx<'_>) -> bool {
        false
    }

    /// File of the row at the service.
    ///
    /// # Errors
    /// A sentence when it has no file.
    fn file(&self, _: &World<'_>) -> Result<Save, String> {
        Err("No file here.".to_owned())
    }

    /// On where the row can be run again, or sent although its outcome is unknown.
    fn when_again(&self, _: &World<'_>) -> When {
        When::Off(NO_IMPORT.to_owned())
    }

    /// Runs the row again, or sends it although its outcome is unknown.
    fn again(&self, _: &mut Jobs, _: &mut Cx<'_>) -> Outcome {
        Outcome::Refused(NO_IMPORT.to_owned())
    }
}

/// List of a tab.
#[derive(Clone, Copy)]
pub struct List {
    pub columns: &'static [Column],
    /// All rows that are known.
    pub rows: fn(&Jobs, &World<'_>) -> Vec<RowKey>,
    /// Number of all rows, known or not, and number of those that run.
    pub counts: fn(&Jobs, &World<'_>) -> [Known<u64>; 2],
    /// Known answer of a page, and how often the first page is read.
    pub page: for<'a> fn(u32, &World<'a>) -> Option<(Page<'a>, Every)>,
    /// Wants what is needed besides the pages.
    pub wants: fn(&World<'_>, &mut Wants),
    /// Menu of what can be started here.
    pub new: fn() -> Menu,
    /// Line above the footer.
    pub note: fn(&Jobs, &World<'_>) -> Option<String>,
}

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a> {
    pub world: World<'a>,
    /// Lines of the opened import.
    pub lines: Option<&'a Lines>,
    /// Kind of lines that is shown.
    pub only: Only,
    pub glyphs: &'static Glyphs,
}

impl<'a> Cells<'a> {
    /// Cells of the current data, with the lines of an opened import.
    pub fn new(world: &World<'a>, opened: Option<Id<Import>>, glyphs: &'static Glyphs) -> Self {
        let lines = opened.and_then(|id| world.store.jobs().lines(id));
        Self { world: *world, lines, only: Only::All, glyphs }
    }
}

impl Rows<RowKey> for Cells<'_> {
    fn cell(&self, key: &RowKey, column: &str) -> CellText<'_> {
        key.row().cell(column, self)
    }

    fn flags(&self, key: &RowKey) -> RowFlags {
        RowFlags { dim: key.row().is_faded(&self.world), ..RowFlags::default() }
    }
}
