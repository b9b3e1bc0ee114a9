//! The columns of the list and what stands in their cells.

use crate::api::types::SenderKind;
use crate::base::{Timestamp, Zone, clean_line};
use crate::store::inquiries::COVER;
use crate::ui::Role;
use crate::ui::widgets::table::{CellText, Column, Exact, RowFlags, Rows};

use super::screen::{Key, Row};

/// The columns; the first one always stays.
pub const COLUMNS: &[Column] = &[
    Column::text("address", "address", (24, 60), 1),
    Column::text("type", "type", (6, 10), 2),
    Column::figure("since", "since", (11, 11), 3),
];

/// The rows of one frame.
pub struct Cells<'a> {
    pub rows: &'a [Row],
    pub now: Timestamp,
    pub zone: Zone,
    /// Addresses are personal data.
    pub masked: bool,
}

impl Rows<Key> for Cells<'_> {
    fn cell(&self, key: &Key, column: &str) -> CellText<'_> {
        let Some(row) = Row::of(self.rows, *key) else { return CellText::default() };
        match column {
            "address" if self.masked => COVER.into(),
            "address" => clean_line(&row.address).into_owned().into(),
            "type" => match &row.kind {
                Some(SenderKind::Ip) => "IP address".into(),
                Some(kind) => clean_line(kind.as_str()).into_owned().into(),
                None => CellText::none(),
            },
            _ if matches!(row.key, Key::Adding(_)) => CellText::new("adding", Role::Staged),
            _ => row.date.map_or_else(CellText::none, |date| date.age(self.now, self.zone).text.into()),
        }
    }

    fn value(&self, key: &Key, column: &str) -> Exact<'_> {
        match column {
            "since" => Row::of(self.rows, *key).and_then(|row| row.date).into(),
            _ => self.as_shown(key, column),
        }
    }

    fn flags(&self, key: &Key) -> RowFlags {
        let staged = matches!(key, Key::Adding(_));
        RowFlags { dim: staged, ..RowFlags::default() }
    }
}
