//! The columns of the list of exports.

use super::super::words;
use super::Cells;
use crate::api::types::{Export, JobState};
use crate::base::Id;
use crate::ui::widgets::table::{Align, CellText, Column};
use crate::ui::{Role, text};

const WHEN: Column = Column { min: 6, max: 11, align: Align::Right, ..Column::BASE };

/// Columns of exports. At 80 columns those of `keep` up to 8 are shown.
pub const COLUMNS: &[Column] = &[
    Column { id: "id", title: "export", min: 6, max: 8, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "holds", title: "of", min: 9, max: 9, keep: 2, ..Column::BASE },
    Column { id: "status", title: "status", min: 8, max: 13, keep: 3, ..Column::BASE },
    Column { id: "progress", title: "progress", min: 16, max: 16, keep: 4, ..Column::BASE },
    Column { id: "left", title: "left", min: 6, max: 8, align: Align::Right, keep: 9, ..Column::BASE },
    Column { id: "rows", title: "rows", min: 16, max: 17, align: Align::Right, keep: 6, ..Column::BASE },
    Column { id: "size", title: "size", min: 8, max: 9, align: Align::Right, keep: 8, ..Column::BASE },
    Column { id: "queued", title: "queued", keep: 7, ..WHEN },
    Column { id: "expires", title: "kept for", min: 8, max: 8, align: Align::Right, keep: 5, ..Column::BASE },
    Column { id: "filters", title: "only", min: 22, max: 64, keep: 10, ..Column::BASE },
    Column { id: "finished", title: "finished", min: 8, keep: 11, ..WHEN },
    Column { id: "file", title: "file", min: 28, max: 36, keep: 12, ..Column::BASE },
];

pub fn cell(cells: &Cells<'_>, id: Id<Export>, column: &str) -> CellText<'static> {
    let Some(known) = cells.store.jobs().export(id) else { return CellText::default() };
    let export = known.job();
    match column {
        "id" => CellText::from(id.to_string()).exact(id.get()),
        "holds" => words::holds(export).into_owned().into(),
        "status" => words::export_state(known, cells.now).into(),
        "progress" => cells.progress(known, export.state.is(&JobState::Failed)),
        "left" => cells.left(known),
        "rows" => rows(export).exact(export.total_fetched.copied()),
        "size" => {
            let shown = words::count(&export.total_bytes).filter(|bytes| *bytes > 0).map(text::bytes);
            CellText::or_none(shown.unwrap_or_default()).exact(export.total_bytes.copied())
        }
        "queued" => cells.age(&export.queue_date),
        "expires" => CellText::new(words::expires_in(export, cells.now), Role::Dim).exact(words::expires(export)),
        "filters" => CellText::new(words::filters(export), Role::Dim),
        "finished" => cells.age(&export.finish_date),
        "file" => {
            let name = export.file_name.get().map(|name| name.line().into_owned()).unwrap_or_default();
            CellText::new(name, Role::Dim)
        }
        _ => CellText::default(),
    }
}

/// Cell of the rows: `8,120 of 41,812` while it runs, the number alone when it is whole.
fn rows(export: &Export) -> CellText<'static> {
    match (words::count(&export.total_fetched), words::count(&export.total_expected)) {
        (Some(fetched), Some(expected)) if fetched != expected => {
            format!("{} of {}", text::grouped(fetched), text::grouped(expected)).into()
        }
        (Some(rows), _) | (None, Some(rows)) => text::grouped(rows).into(),
        (None, None) => CellText::none(),
    }
}
