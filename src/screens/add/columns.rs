//! The columns of the list and what stands in their cells.

use crate::api::domains::Tab;
use crate::base::{DomainName, clean_line};
use crate::screens::lookalike;
use crate::sheets::Status;
use crate::sheets::names::NameLine;
use crate::store::Store;
use crate::ui::Role;
use crate::ui::widgets::table::{Align, CellText, Column, Exact, RowFlags, Rows};

use super::state::{Add, held};

/// The columns; the line of the input first.
pub const COLUMNS: &[Column] = &[
    Column { id: "line", title: "line", min: 5, max: 7, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "name", title: "name", min: 18, max: 44, keep: 1, ..Column::BASE },
    Column { id: "punycode", title: "punycode", min: 20, max: 40, keep: 4, ..Column::BASE },
    Column { id: "fate", title: "what it becomes", min: 34, max: 70, keep: 2, ..Column::BASE },
];

/// The rows of one frame.
pub struct Cells<'a> {
    pub page: &'a Add,
    pub store: &'a Store,
}

impl Cells<'_> {
    fn line(&self, key: u32) -> Option<&NameLine> {
        self.page.names.lines().get(key as usize)
    }

    fn fate<'a>(&self, line: &'a NameLine) -> CellText<'a> {
        let Some(name) = line.name() else {
            let role = if line.verdict.status == Status::Doubled { Role::Dim } else { Role::Bad };
            return CellText::new(line.verdict.why.as_str(), role);
        };
        if line.verdict.status == Status::Held {
            let row = self.store.domains().row_of(name);
            let state = row.map_or(String::new(), |row| format!(", {}", clean_line(row.state_word())));
            let what = if self.page.again { "checked again" } else { "left out" };
            return CellText::new(format!("already there{state}: {what}"), Role::Dim);
        }
        if let Some(other) = name.lookalike() {
            return CellText::new(format!("{}; to add", lookalike::short(&other)), Role::Warn);
        }
        let from = match held(self.store, name) {
            Some(Tab::Detected) => "to add; it is on the detected list",
            Some(Tab::Removed) => "to add again; it was removed",
            _ if line.cut => "to add, taken from a web address",
            _ => "to add",
        };
        CellText::new(from, Role::Good)
    }
}

impl Rows<u32> for Cells<'_> {
    fn cell(&self, key: &u32, column: &str) -> CellText<'_> {
        let Some(line) = self.line(*key) else { return CellText::default() };
        match (column, &line.name) {
            ("line", _) => CellText::line(line.verdict.line),
            ("name", Some(name)) => name.unicode().into(),
            ("name", None) => clean_line(&line.typed).into_owned().into(),
            ("punycode", Some(name)) => {
                let shown = if name.unicode() == name.punycode() { "" } else { name.punycode() };
                CellText::new(shown, Role::Dim).exact(Exact::text(name.punycode()))
            }
            ("punycode", None) => CellText::default(),
            _ => self.fate(line),
        }
    }

    fn flags(&self, key: &u32) -> RowFlags {
        RowFlags { dim: !self.line(*key).is_some_and(|line| self.page.sends(line)), ..RowFlags::default() }
    }
}

/// State of a typed name if it were added, with its role. The warning comes first, because there is little room beside
/// the field.
pub fn becomes(name: &DomainName) -> (Role, String) {
    match name.lookalike() {
        Some(like) => (Role::Warn, format!("{} · {}", lookalike::short(&like), name.punycode())),
        None => (Role::Good, name.both()),
    }
}
