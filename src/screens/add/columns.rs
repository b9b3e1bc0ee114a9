//! Columns of the list and the text of their cells.

use std::sync::Arc;

use crate::api::domains::Tab;
use crate::base::{DomainName, clean_line};
use crate::screens::lookalike;
use crate::sheets::Status;
use crate::sheets::names::NameLine;
use crate::store::Store;
use crate::ui::list::LocalRow;
use crate::ui::widgets::table::{Align, CellText, Column, Exact, RowFlags};
use crate::ui::{Role, World};

use super::state::held;

/// Columns of the list. The first is the line's number in the input.
pub const COLUMNS: &[Column] = &[
    Column { id: "line", title: "line", min: 5, max: 7, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "name", title: "name", min: 18, max: 44, keep: 1, ..Column::BASE },
    Column { id: "punycode", title: "punycode", min: 20, max: 40, keep: 4, ..Column::BASE },
    Column { id: "fate", title: "what it becomes", min: 34, max: 70, keep: 2, ..Column::BASE },
];

/// A line compared with the account.
#[derive(Debug)]
pub struct Row {
    place: u32,
    pub line: Arc<NameLine>,
    status: Status,
    /// True when names that are in the account already are sent, too.
    again: bool,
}

impl Row {
    pub fn new(place: u32, line: &Arc<NameLine>, again: bool, store: &Store) -> Self {
        let is_held = line.name().is_some_and(|name| held(store, name) == Some(Tab::MyDomains));
        let status = if is_held { Status::Owned } else { line.verdict.status };
        Self { place, line: Arc::clone(line), status, again }
    }

    /// True when the name of this line would be sent.
    pub fn is_sent(&self) -> bool {
        self.status == Status::Sent || (self.again && self.status == Status::Owned)
    }

    fn fate(&self, store: &Store) -> CellText<'_> {
        let Some(name) = self.line.name() else {
            let role = if self.status == Status::Doubled { Role::Dim } else { Role::Bad };
            return CellText::new(self.line.verdict.why.as_str(), role);
        };
        if self.status == Status::Owned {
            let row = store.domains().row_of(name);
            let state = row.map_or(String::new(), |row| format!(", {}", clean_line(row.state_word())));
            let what = if self.again { "checked again" } else { "left out" };
            return CellText::new(format!("already there{state}: {what}"), Role::Dim);
        }
        if let Some(other) = name.lookalike() {
            return CellText::new(format!("{}; to add", lookalike::short(&other)), Role::Warn);
        }
        let from = match held(store, name) {
            Some(Tab::Detected) => "to add; it is on the detected list",
            Some(Tab::Removed) => "to add again; it was removed",
            _ if self.line.cut => "to add, taken from a web address",
            _ => "to add",
        };
        CellText::new(from, Role::Good)
    }
}

impl LocalRow for Row {
    type Key = u32;
    type Tab = Option<Status>;

    fn key(&self) -> u32 {
        self.place
    }

    fn is_in(&self, tab: &Option<Status>) -> bool {
        tab.is_none_or(|status| self.status == status)
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        match (column, &self.line.name) {
            ("line", _) => CellText::line(self.line.verdict.line),
            ("name", Some(name)) => name.unicode().into(),
            ("name", None) => clean_line(&self.line.typed).into_owned().into(),
            ("punycode", Some(name)) => {
                let shown = if name.unicode() == name.punycode() { "" } else { name.punycode() };
                CellText::new(shown, Role::Dim).exact(Exact::text(name.punycode()))
            }
            ("punycode", None) => CellText::default(),
            _ => self.fate(world.store),
        }
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: !self.is_sent(), ..RowFlags::default() }
    }
}

/// Words beside the field for a typed name, with their role. A lookalike warning replaces the Unicode name, because
/// there is little room.
pub fn becomes(name: &DomainName) -> (Role, String) {
    match name.lookalike() {
        Some(like) => (Role::Warn, format!("{} · {}", lookalike::short(&like), name.punycode())),
        None => (Role::Good, name.both()),
    }
}
