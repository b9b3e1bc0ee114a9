//! The columns of the two lists made from the journal: bulk acts and what the service said to them, and writes still on
//! their way.

use super::super::journal;
use super::Cells;
use crate::store::EntryId;
use crate::ui::Role;
use crate::ui::widgets::table::{Align, CellText, Column};

const COUNT: Column = Column { min: 7, max: 9, align: Align::Right, ..Column::BASE };

/// Columns of the bulk acts. At 80 columns those of `keep` up to 6 are shown.
pub const BULK: &[Column] = &[
    Column { id: "age", title: "age", min: 6, max: 11, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "what", title: "what", min: 24, max: 56, keep: 2, ..Column::BASE },
    Column { id: "state", title: "state", min: 12, max: 30, keep: 3, ..Column::BASE },
    Column { id: "matched", title: "matched", keep: 5, ..COUNT },
    Column { id: "applied", title: "applied", keep: 4, ..COUNT },
    Column { id: "left", title: "queued", keep: 7, ..COUNT },
    Column { id: "missing", title: "not found", min: 9, keep: 6, ..COUNT },
];

/// Columns of the write queue. At 80 columns those of `keep` up to 4 are shown.
pub const QUEUE: &[Column] = &[
    Column { id: "age", title: "age", min: 6, max: 11, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "what", title: "what", min: 24, max: 56, keep: 2, ..Column::BASE },
    Column { id: "state", title: "state", min: 18, max: 24, keep: 3, ..Column::BASE },
    Column { id: "waits", title: "waits for", min: 18, max: 80, keep: 4, ..Column::BASE },
];

pub fn cell(cells: &Cells<'_>, id: EntryId, column: &str) -> CellText<'static> {
    let kept = cells.store.journal();
    let Some(entry) = kept.get(id) else { return CellText::default() };
    let count = |count: Option<u64>, role| count.map_or_else(CellText::none, |count| CellText::figure(count, role));
    let sums = || journal::Sums::of(entry);
    match column {
        "age" => CellText::age(Some(cells.store.service_time(entry.at)), cells.now, cells.zone).exact(entry.at),
        "what" => journal::what(entry, cells.store).into(),
        "state" => journal::state(entry, cells.store).into(),
        "matched" => count(sums().matched, Role::Text),
        "applied" => count(sums().applied, Role::Text),
        "left" => {
            let left = cells.store.left_of(id).filter(|_| entry.is_queued());
            left.map_or_else(CellText::default, |left| CellText::figure(left as u64, Role::Accent))
        }
        "missing" => count(Some(sums().missing), Role::Warn),
        "waits" => CellText::new(journal::waits_for(entry, cells.store, cells.now, cells.zone), Role::Dim),
        _ => CellText::default(),
    }
}
