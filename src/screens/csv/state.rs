//! State of the open table.

use std::sync::Arc;

use crate::sheets::grid::{Arrangement, Grid, GridColumn, Opened};
use crate::ui::list::{OwnList, TabRow};
use crate::ui::widgets::table::{CellText, Heading, MOST, Rows, Table, place_of};
use crate::ui::{Cx, Effect, FileAsk, World};

/// Number of rows read before and after the cursor.
const AROUND: usize = 300;
/// Number of rows before and after the visible ones that must be loaded; if fewer are, more are read.
const NEAR: usize = 60;

/// The only tab.
pub const TABS: &[TabRow<()>] =
    &[TabRow::called((), "rows", "Rows").empty("This table has no rows.", "esc goes back.")];

#[derive(Debug, Default)]
pub struct CsvPage {
    pub list: OwnList<Self>,
    pub grid: Option<Arc<Grid>>,
    /// Reason why no table is shown.
    pub problem: Option<String>,
    /// True while a file was asked for and has not come.
    pub waiting: bool,
    /// Numbers of the rows that pass the filter, in their order.
    pub rows: Arc<[u32]>,
    taken: u64,
    arranged: Arrangement,
    /// Filter that made `rows`.
    filtered: String,
    asked: Vec<u32>,
    /// True after sorting: the cursor goes to the first row once the rows have come in that order.
    to_top: bool,
}

impl CsvPage {
    /// Starts opening another file.
    pub fn open(&mut self, path: &str, title: &str, cx: &mut Cx<'_>) {
        *self = Self { taken: self.taken, waiting: true, ..Self::default() };
        cx.push(Effect::File(FileAsk::Open { path: path.to_owned(), title: title.to_owned() }));
    }

    /// Takes the newest reading of the table, if one came since the last turn.
    pub fn take(&mut self, world: &World<'_>) {
        let Some(opened) = world.store.files().grid().filter(|opened| opened.number > self.taken) else { return };
        self.taken = opened.number;
        self.waiting = false;
        match &opened.grid {
            Ok(grid) => {
                if self.grid.as_ref().is_none_or(|known| known.path != grid.path) {
                    let heading = |(place, column): (usize, &GridColumn)| {
                        Heading::of_file(place, column.title.clone(), column.width, column.number)
                    };
                    let columns = grid.columns.iter().take(MOST).enumerate().map(heading);
                    self.list.sheet_mut().table = Table::with_headings(columns.collect());
                    self.grid = Some(grid.clone());
                }
                self.rows = opened.rows.clone();
                // The rows that pass a filter arrive later than the filter itself.
                self.list.sheet_mut().refiltered |= opened.arrangement.filter != self.filtered;
                self.filtered.clone_from(&opened.arrangement.filter);
                self.problem.clone_from(&opened.problem);
            }
            Err(why) => self.problem = Some(why.clone()),
        }
    }

    /// True once, when the rows have come in the order they were sorted by.
    pub fn sorted(&mut self, world: &World<'_>) -> bool {
        let come = world.store.files().grid().is_some_and(|opened| opened.arrangement == self.arranged);
        self.to_top && come && std::mem::take(&mut self.to_top)
    }

    /// Asks for the rows near the cursor and their order, where they have not come yet.
    pub fn ask(&mut self, cx: &mut Cx<'_>) {
        let Some(grid) = &self.grid else { return };
        let sort = self.list.table().sort().and_then(|(id, down)| Some((place_of(id)?, down)));
        let wanted = Arrangement { filter: self.list.bar().value().to_owned(), sort };
        if wanted != self.arranged {
            self.to_top |= wanted.sort != self.arranged.sort && self.list.table().marked() == 0;
            self.arranged = wanted.clone();
            self.waiting = true;
            cx.push(Effect::File(FileAsk::Arrange { grid: grid.clone(), arrangement: wanted }));
        }
        let Some(opened) = cx.world.store.files().grid() else { return };
        let table = self.list.table();
        let missing = |rows: &[u32]| rows.iter().any(|row| !opened.cells.contains_key(row));
        if missing(table.visible()) || missing(table.neighbours(NEAR, NEAR)) {
            let rows = table.neighbours(AROUND, AROUND).to_vec();
            if rows != self.asked {
                self.asked.clone_from(&rows);
                cx.push(Effect::File(FileAsk::Rows { grid: grid.clone(), rows }));
            }
        }
    }
}

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a>(pub Option<&'a Opened>);

impl Rows<u32> for Cells<'_> {
    fn cell(&self, key: &u32, column: &str) -> CellText<'_> {
        let row = self.0.and_then(|opened| opened.cells.get(key));
        let cell = row.zip(place_of(column)).and_then(|(row, at)| row.get(at));
        cell.map_or_else(CellText::default, |cell| cell.as_str().into())
    }
}
