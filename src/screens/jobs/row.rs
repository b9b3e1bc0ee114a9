//! Rows and lists as the strip knows them: the identity of a row, what each says of itself, and what a tab is made of. The
//! lists themselves are in the files of their rows.

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
    /// A write, in the two tabs made from the journal.
    Write(EntryId),
}

impl RowKey {
    /// The row as what it is.
    pub fn row(&self) -> &dyn Row {
        match self {
            Self::Import(id) => id,
            Self::Export(id) => id,
            Self::Line(key) => key,
            Self::Write(id) => id,
        }
    }
}

/// Why there is nothing to run again.
pub const NO_IMPORT: &str = "No import here.";

/// A row by its number; what is known of it is looked up with every question.
pub trait Row {
    /// Text of one cell.
    fn cell(&self, column: &str, cells: &Cells<'_>) -> CellText<'static>;

    /// All facts about it.
    fn facts(&self, cells: &Cells<'_>) -> Option<Sheet>;

    /// Parts shown below its facts beside the list.
    fn parts(&self, _: &World<'_>) -> Vec<Part> {
        Vec::new()
    }

    /// Texts to copy, each with what it is; empty ones are not offered.
    fn copies(&self, cells: &Cells<'_>) -> Vec<(&'static str, String)>;

    /// True while it runs at the service, and the time it ended.
    fn course(&self, _: &Store) -> (bool, Option<Timestamp>) {
        (false, None)
    }

    /// True for a row that is of no use any more.
    fn is_faded(&self, _: &World<'_>) -> bool {
        false
    }

    /// Wants what is shown of it beside the list.
    fn wants(&self, _: &World<'_>, _: &mut Wants) {}

    /// Opens it; false where enter shows its facts.
    fn open(&self, _: &mut Jobs, _: &mut Cx<'_>) -> bool {
        false
    }

    /// The file it has at the service.
    ///
    /// # Errors
    /// A sentence when it has no file.
    fn file(&self, _: &World<'_>) -> Result<Save, String> {
        Err("No file here.".to_owned())
    }

    /// On where it can be run again or sent all the same.
    fn when_again(&self, _: &World<'_>) -> When {
        When::Off(NO_IMPORT.to_owned())
    }

    /// Runs it again, or sends it all the same.
    fn again(&self, _: &mut Jobs, _: &mut Cx<'_>) -> Outcome {
        Outcome::Refused(NO_IMPORT.to_owned())
    }
}

/// A list of the strip.
#[derive(Clone, Copy)]
pub struct List {
    pub columns: &'static [Column],
    /// All rows that are known.
    pub rows: fn(&Jobs, &World<'_>) -> Vec<RowKey>,
    /// Number of rows, known or not, and of those that run.
    pub counts: fn(&Jobs, &World<'_>) -> [Known<u64>; 2],
    /// Known answer of one of its pages, and how often the first is asked for.
    pub page: for<'a> fn(u32, &World<'a>) -> Option<(Page<'a>, Every)>,
    /// Wants what is asked for besides its pages.
    pub wants: fn(&World<'_>, &mut Wants),
    /// Menu of what can be begun here.
    pub new: fn() -> Menu,
    /// Line above the footer.
    pub note: fn(&Jobs, &World<'_>) -> Option<String>,
}

/// The rows of one frame.
pub struct Cells<'a> {
    pub world: World<'a>,
    /// Lines of the opened import.
    pub lines: Option<&'a Lines>,
    /// The lines that are shown.
    pub only: Only,
    pub glyphs: &'static Glyphs,
}

impl<'a> Cells<'a> {
    /// Cells over the current data, with the lines of an opened import.
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
