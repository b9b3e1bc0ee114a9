//! The columns of the list of imports.

use super::super::words;
use super::{Cells, tally};
use crate::api::types::{Import, ImportStatus};
use crate::base::Id;
use crate::ui::Role;
use crate::ui::widgets::table::{Align, CellText, Column};

const COUNT: Column = Column { min: 6, max: 8, align: Align::Right, ..Column::BASE };
/// A day of another year takes eleven cells.
const WHEN: Column = Column { min: 11, max: 11, align: Align::Right, ..Column::BASE };

/// Columns of imports. At 80 columns those of `keep` up to 7 are shown.
pub const COLUMNS: &[Column] = &[
    Column { id: "id", title: "import", min: 6, max: 8, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "data", title: "of", min: 5, max: 6, keep: 8, ..Column::BASE },
    Column { id: "status", title: "status", min: 10, max: 13, keep: 2, ..Column::BASE },
    Column { id: "progress", title: "progress", min: 16, max: 16, keep: 3, ..Column::BASE },
    Column { id: "left", title: "left", min: 6, max: 8, align: Align::Right, keep: 9, ..Column::BASE },
    Column { id: "new", title: "new", min: 5, keep: 5, ..COUNT },
    Column { id: "updated", title: "updated", min: 7, keep: 10, ..COUNT },
    Column { id: "ignored", title: "ignored", min: 7, keep: 11, ..COUNT },
    Column { id: "warnings", title: "warned", keep: 6, ..COUNT },
    Column { id: "errors", title: "errors", keep: 4, ..COUNT },
    Column { id: "queued", title: "queued", keep: 7, ..WHEN },
    Column { id: "finished", title: "finished", keep: 12, ..WHEN },
];

pub fn cell(cells: &Cells<'_>, id: Id<Import>, column: &str) -> CellText<'static> {
    let Some(known) = cells.store.jobs().import(id) else { return CellText::default() };
    let import = known.job();
    match column {
        "id" => CellText::from(id.to_string()).exact(id.get()),
        "data" => CellText::new(words::data(import), Role::Dim),
        "status" => words::import_status(known, cells.now).into(),
        "progress" => cells.progress(known, import.status.is(&ImportStatus::Failed)),
        "left" => cells.left(known),
        "new" => tally(&import.new_count, Role::Text),
        "updated" => tally(&import.update_count, Role::Text),
        "ignored" => tally(&import.ignore_count, Role::Text),
        "warnings" => tally(&import.warning_count, Role::Warn),
        "errors" => tally(&import.error_count, Role::Bad),
        "queued" => cells.age(&import.queue_date),
        "finished" => cells.age(&import.finish_date),
        _ => CellText::default(),
    }
}
