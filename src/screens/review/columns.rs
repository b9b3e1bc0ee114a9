//! The columns of the review.

use super::beside::domain;
use super::rows::Row;
use super::screen::Review;
use crate::screens::domain::words;
use crate::store::Store;
use crate::ui::Role;
use crate::ui::widgets::table::{CellText, Column, RowFlags, Rows};

/// The columns; the first one always stays.
pub const COLUMNS: &[Column] = &[
    Column { sort: None, ..Column::text("about", "domain", (14, 34), 1) },
    Column { sort: None, ..Column::text("setting", "setting", (10, 24), 2) },
    Column { sort: None, ..Column::figure("old", "now", (9, 26), 1) },
    Column { sort: None, ..Column::figure("new", "new", (9, 26), 1) },
    Column { sort: None, ..Column::figure("change", "change", (8, 10), 4) },
    Column { sort: None, ..Column::figure("best", "best offer", (10, 22), 5) },
    Column { sort: None, ..Column::text("check", "to check", (10, 48), 3) },
];

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a>(pub &'a Review, pub &'a Store);

impl Rows<u32> for Cells<'_> {
    fn cell(&self, key: &u32, column: &str) -> CellText<'_> {
        let Some(row) = self.0.row(*key) else { return CellText::default() };
        let Row { setting, old, new, change, about, check, failed, one } = row;
        match column {
            "about" => CellText::new(about, Role::Text),
            "setting" => setting.into(),
            "old" => CellText::new(old, Role::Dim),
            "new" => CellText::new(new, Role::Staged),
            "change" => change.into(),
            "best" => match one.and_then(|place| domain(place, self.1)) {
                Some(domain) => words::best_offer(&self.0.asked.figures(domain.punycode(), None).best),
                None => CellText::default(),
            },
            _ => CellText::new(check, if failed { Role::Bad } else { Role::Warn }),
        }
    }

    fn flags(&self, _: &u32) -> RowFlags {
        RowFlags::default()
    }
}
