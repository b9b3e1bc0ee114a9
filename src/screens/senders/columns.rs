//! The columns of the list and what stands in their cells.

use crate::api::types::SenderKind;
use crate::base::{Timestamp, Zone, clean_line};
use crate::store::inquiries::COVER;
use crate::store::{SenderKey, ShownSender};
use crate::ui::Role;
use crate::ui::widgets::table::{CellText, Column, RowFlags, Rows};

use super::screen::row_of;

/// The columns; the first one always stays.
pub const COLUMNS: &[Column] = &[
    Column::text("address", "address", (24, 60), 1),
    Column::text("type", "type", (6, 10), 2),
    Column::time("since", "since", (11, 11), 3),
];

/// The rows of one frame.
pub struct Cells<'a> {
    pub rows: &'a [ShownSender],
    pub now: Timestamp,
    pub zone: Zone,
    /// Addresses are personal data.
    pub masked: bool,
}

impl Rows<SenderKey> for Cells<'_> {
    fn cell(&self, key: &SenderKey, column: &str) -> CellText<'_> {
        let Some(row) = row_of(self.rows, *key) else { return CellText::default() };
        match column {
            "address" if self.masked => COVER.into(),
            "address" => clean_line(&row.address).into_owned().into(),
            "type" => match &row.kind {
                Some(SenderKind::Ip) => "IP address".into(),
                Some(kind) => clean_line(kind.as_str()).into_owned().into(),
                None => CellText::none(),
            },
            _ if matches!(row.key, SenderKey::Adding(..)) => CellText::new("adding", Role::Staged).exact(row.date),
            _ => CellText::age(row.date, self.now, self.zone),
        }
    }

    fn flags(&self, key: &SenderKey) -> RowFlags {
        let staged = matches!(key, SenderKey::Adding(..));
        RowFlags { dim: staged, ..RowFlags::default() }
    }
}
