//! The columns of the history.

use super::screen::History;
use crate::base::{Timestamp, Zone};
use crate::store::Store;
use crate::ui::Role;
use crate::ui::widgets::table::{CellText, Column, RowFlags, Rows};

const TEXT: Column = Column { sort: None, ..Column::BASE };

/// The columns; the first one always stays.
pub const COLUMNS: &[Column] = &[
    Column { id: "date", title: "saved", min: 8, max: 11, keep: 1, ..TEXT },
    Column { id: "of", title: "of", min: 8, max: 28, keep: 1, ..TEXT },
    Column { id: "changed", title: "changed", min: 24, max: 100, keep: 1, ..TEXT },
    Column { id: "by", title: "by", min: 9, max: 24, keep: 3, ..TEXT },
    Column { id: "source", title: "source", min: 6, max: 9, keep: 4, shown: false, ..TEXT },
];

/// The rows of one frame.
pub struct Cells<'a> {
    pub screen: &'a History,
    pub store: &'a Store,
    pub now: Timestamp,
    pub zone: Zone,
}

impl Rows<i64> for Cells<'_> {
    fn cell(&self, key: &i64, column: &str) -> CellText<'_> {
        let Some(row) = self.screen.version(*key) else { return CellText::default() };
        match column {
            "date" => CellText::age(row.date, self.now, self.zone),
            "of" => CellText::new(row.whose(), Role::Text),
            "changed" => match row.words(self.store).as_slice() {
                [] => CellText::none(),
                [one] => one.clone().into(),
                [one, more @ ..] => format!("{one} and {} more", more.len()).into(),
            },
            "source" => row.made_in().into(),
            _ if row.ours => CellText::new("you, here", Role::Dim),
            // Where it was made says more than that nobody is named; old and new value need the cells of a second column.
            _ if row.by.is_empty() && row.made_in().is_empty() => CellText::new("elsewhere", Role::Dim),
            _ if row.by.is_empty() => CellText::new(row.made_in(), Role::Dim),
            _ => row.by.as_str().into(),
        }
    }

    fn flags(&self, key: &i64) -> RowFlags {
        let fixed = self.screen.version(*key).is_some_and(|row| !row.can_undo);
        RowFlags { dim: fixed, ..RowFlags::default() }
    }
}
