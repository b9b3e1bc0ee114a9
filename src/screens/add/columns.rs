//! The columns of the list and what stands in their cells.

use crate::api::domains::Tab;
use crate::base::DomainName;
use crate::screens::lookalike;
use crate::sheets::names::{NameLine, Reading};
use crate::store::Store;
use crate::ui::Role;
use crate::ui::widgets::table::{Align, CellText, Column, Exact, RowFlags, Rows};

use super::state::{Add, Fate, held};

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
    fn line(&self, key: u32) -> Option<(&NameLine, Fate)> {
        Some((self.page.names.lines().get(key as usize)?, *self.page.fates.get(key as usize)?))
    }
}

impl Rows<u32> for Cells<'_> {
    fn cell(&self, key: &u32, column: &str) -> CellText<'_> {
        let Some((line, fate)) = self.line(*key) else { return CellText::default() };
        match column {
            "line" => CellText::new(line.line.to_string(), Role::Dim).exact(i64::from(line.line)),
            "name" => match &line.read {
                Reading::Name { name, .. } | Reading::Doubled { name, .. } => name.unicode().into(),
                Reading::None(_) => crate::base::clean_line(&line.typed).into_owned().into(),
            },
            "punycode" => match &line.read {
                Reading::Name { name, .. } | Reading::Doubled { name, .. } => {
                    let shown = if name.unicode() == name.punycode() { "" } else { name.punycode() };
                    CellText::new(shown, Role::Dim).exact(Exact::text(name.punycode()))
                }
                Reading::None(_) => CellText::default(),
            },
            _ => self.fate(line, fate),
        }
    }

    fn flags(&self, key: &u32) -> RowFlags {
        let fate = self.line(*key).map(|(_, fate)| fate);
        RowFlags {
            dim: fate != Some(Fate::Add) && !(self.page.again && fate == Some(Fate::Held)),
            ..RowFlags::default()
        }
    }
}

impl Cells<'_> {
    fn fate<'a>(&self, line: &'a NameLine, fate: Fate) -> CellText<'a> {
        match (&line.read, fate) {
            (Reading::None(why), _) => CellText::new(why.as_str(), Role::Bad),
            (Reading::Doubled { first, .. }, _) => CellText::new(format!("the same as line {first}"), Role::Dim),
            (Reading::Name { name, .. }, Fate::Held) => {
                let row = self.store.domains().row_of(name);
                let state = row.map_or(String::new(), |row| format!(", {}", crate::base::clean_line(row.state_word())));
                let what = if self.page.again { "checked again" } else { "left out" };
                CellText::new(format!("already there{state}: {what}"), Role::Dim)
            }
            (Reading::Name { name, cut }, _) => {
                if let Some(other) = name.lookalike() {
                    return CellText::new(format!("{}; to add", lookalike::short(&other)), Role::Warn);
                }
                let from = match held(self.store, name) {
                    Some(Tab::Detected) => "to add; it is on the detected list",
                    Some(Tab::Removed) => "to add again; it was removed",
                    _ if *cut => "to add, taken from a web address",
                    _ => "to add",
                };
                CellText::new(from, Role::Good)
            }
        }
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
