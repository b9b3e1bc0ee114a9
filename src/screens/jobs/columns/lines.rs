//! The columns of an import's lines.

use super::super::words;
use super::Cells;
use crate::base::words_of;
use crate::store::lists::jobs::LineKey;
use crate::ui::Role;
use crate::ui::widgets::table::{Align, CellText, Column};

/// Columns of lines. At 80 columns those of `keep` up to 4 are shown.
pub const LINES: &[Column] = &[
    Column { id: "line", title: "line", min: 6, max: 7, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "domain", title: "domain", min: 10, max: 28, keep: 2, ..Column::BASE },
    Column { id: "outcome", title: "outcome", min: 14, max: 16, keep: 3, ..Column::BASE },
    Column { id: "notice", title: "what happened", min: 24, max: 200, keep: 4, ..Column::BASE },
    Column { id: "approve", title: "adding", min: 14, max: 22, keep: 5, shown: false, ..Column::BASE },
    Column { id: "verify", title: "verifying", min: 14, max: 22, keep: 6, shown: false, ..Column::BASE },
    Column { id: "punycode", title: "punycode", min: 18, max: 34, keep: 7, shown: false, ..Column::BASE },
];

pub fn cell(cells: &Cells<'_>, key: LineKey, column: &str) -> CellText<'static> {
    let Some(line) = cells.lines.and_then(|lines| lines.get(key)) else { return CellText::default() };
    let word = |word: Option<&str>| word.map_or_else(CellText::none, |word| words_of(word).into());
    match column {
        "line" if key.line > 0 => CellText::from(key.line.to_string()).exact(key.line),
        "line" => CellText::new("?", Role::Warn),
        "domain" => words::domain(line).into(),
        "outcome" => words::outcome(line, cells.only).into(),
        "notice" => words::what_happened(line).into(),
        "approve" => word(line.approve.as_deref()),
        "verify" => word(line.verify.as_deref()),
        "punycode" => line.domain().map_or_else(CellText::none, |name| name.punycode().to_owned().into()),
        _ => CellText::default(),
    }
}
