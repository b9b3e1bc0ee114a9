//! Rows of the history: the text of their cells, and which of them pass a filter.

use std::ops::Deref;

use crate::store::Subject;
use crate::store::filter::age;
use crate::store::shown::versions::Row;
use crate::ui::list::LocalRow;
use crate::ui::widgets::table::{CellText, Column, Exact, Field, RowFlags, columns_of, field_of};
use crate::ui::{Role, World};

/// The owner of the versions on a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    All,
    Account,
    Profile,
    Domains,
}

/// A row of the list.
#[derive(Debug)]
pub struct Version(pub Row);

impl Deref for Version {
    type Target = Row;

    fn deref(&self) -> &Row {
        &self.0
    }
}

/// Function that makes a cell of a version.
type Cell = for<'a> fn(&'a Row, &World<'_>) -> CellText<'a>;

const fn text(id: &'static str, title: &'static str, cells: (u16, u16), keep: u8) -> Column {
    Column::text(id, title, cells, keep).unsorted()
}

/// Fields of the list. The first one always stays. Names of domains are whole before the setting and its change share
/// what is left. At 120 columns the preview beside the list tells who made it, so the list shows the name of the
/// setting instead.
const FIELDS: [Field<Cell>; 6] = [
    (text("date", "saved", (6, 11), 1), |row, world| CellText::age_by_room(row.date, world.now, world.zone)),
    (text("of", "of", (16, 28), 0), |row, _| CellText::new(row.whose(), Role::Text)),
    (text("changed", "setting", (12, 30), 1), |row, world| {
        several(row.told(world.store).into_iter().map(|(label, _)| label), |more| format!(" and {more} more"))
    }),
    (text("change", "change", (18, 26), 0), |row, world| {
        several(row.told(world.store).into_iter().map(|(_, change)| change), |_| String::new())
    }),
    (text("by", "by", (9, 11), 6), |row, _| match (row.ours, &*row.by, row.made_in()) {
        (true, ..) => CellText::new("you, here", Role::Dim),
        // Show where the change was made rather than an empty name. A column of its own would take cells from the old
        // and new value.
        (_, "", "") => CellText::new("elsewhere", Role::Dim),
        (_, "", made_in) => CellText::new(made_in, Role::Dim),
        (_, by, _) => by.into(),
    }),
    (text("source", "source", (6, 9), 7).hidden(), |row, _| row.made_in().into()),
];

/// Cell with the first of several texts and how many more there are. A file gets all texts.
fn several(mut texts: impl ExactSizeIterator<Item = String>, more: fn(usize) -> String) -> CellText<'static> {
    let Some(first) = texts.next() else { return CellText::none() };
    let rest: Vec<String> = texts.collect();
    if rest.is_empty() {
        return first.into();
    }
    let shown = format!("{first}{}", more(rest.len()));
    let all = std::iter::once(first).chain(rest).collect::<Vec<_>>().join("; ");
    CellText::from(shown).exact(Exact::text(all))
}

/// The columns of the history.
pub const COLUMNS: &[Column] = &columns_of(&FIELDS);

impl LocalRow for Version {
    type Key = i64;
    type Tab = Whose;

    fn key(&self) -> i64 {
        self.id
    }

    fn is_in(&self, tab: &Whose) -> bool {
        match tab {
            Whose::All => true,
            Whose::Account => self.of == Subject::Account && self.scope.is_none(),
            Whose::Profile => self.of == Subject::Profile,
            Whose::Domains => self.of.name().is_some(),
        }
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        field_of(&FIELDS, column).map_or_else(CellText::default, |(_, cell)| cell(self, world))
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: !self.can_undo, ..RowFlags::default() }
    }
}

/// True when a version matches a typed word. The word is looked for in the names of settings, not in their values.
pub fn holds(row: &Row, typed: &str, world: &World<'_>) -> bool {
    let source = format!("{} {}", row.source, row.by).to_lowercase();
    match typed.split_once(':') {
        Some(("source", wanted)) => source.contains(wanted),
        Some(("by", "others")) => !row.ours,
        Some(("age", span)) if age(span).is_some() => row.is_aged(age(span), world.now),
        _ => {
            let names: Vec<&str> = row.changes.iter().map(|change| change.name.as_str()).collect();
            format!("{} {} {source}", row.whose(), names.join(" ")).to_lowercase().contains(typed)
        }
    }
}
