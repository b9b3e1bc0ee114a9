//! Columns: what they are, which are shown, and how the width is shared out.

use crate::base::clean_line;

use super::{Key, Table};

/// Where a cell's text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    #[default]
    Left,
    /// Numbers, money, ages.
    Right,
}

/// One column.
#[derive(Debug)]
pub struct Column {
    /// What `:sort`, `:cols` and [`super::Rows::cell`] call it: `offer`.
    pub id: &'static str,
    /// As in the heading: `offer`.
    pub title: &'static str,
    /// Cells it takes at least.
    pub min: u16,
    /// Cells it takes at most when there is room.
    pub max: u16,
    pub align: Align,
    /// Rank when the width is short: 1 stays longest.
    pub keep: u8,
    /// Shown unless the user hides it.
    pub shown: bool,
    /// Whether rows can be sorted by it, and the direction a first choice takes (true: descending).
    pub sort: Option<bool>,
}

impl Column {
    /// A shown, unsortable text column; fill the rest with struct update syntax.
    pub const BASE: Self =
        Self { id: "", title: "", min: 4, max: 20, align: Align::Left, keep: 5, shown: true, sort: None };
}

/// Cells between two columns.
pub(super) const GAP: u16 = 2;

impl<K: Key> Table<K> {
    /// Shows or hides a column; false when there is none of that name. The first one always stays.
    pub fn show_column(&mut self, id: &str, on: bool) -> bool {
        match self.all.iter().position(|column| column.id == id) {
            Some(0) => on,
            Some(place) => {
                self.shown[place] = on;
                true
            }
            None => false,
        }
    }

    /// The columns shown, by id, in order.
    pub fn columns(&self) -> Vec<&'static str> {
        self.all.iter().zip(&self.shown).filter(|(_, shown)| **shown).map(|(column, _)| column.id).collect()
    }

    /// The order by the column of that name; without a direction the other way round where it is in force already.
    ///
    /// # Errors
    /// A sentence naming what there is when it cannot be sorted by.
    pub fn order(&self, name: &str, descending: Option<bool>) -> Result<(&'static str, bool), String> {
        let Some((column, first)) = self.called(name).and_then(|column| Some((column, column.sort?))) else {
            let (name, known) = (clean_line(name), self.complete("table.sort").join(", "));
            return Err(format!("Cannot sort by “{name}”; there is {known}."));
        };
        let descending = descending.unwrap_or(match self.sort {
            Some((known, was)) if known == column.id => !was,
            _ => first,
        });
        Ok((column.id, descending))
    }

    /// Sorts by a column; the screen orders the rows. False when it cannot be sorted by.
    pub fn set_sort(&mut self, id: &str, descending: Option<bool>) -> bool {
        let order = self.order(id, descending).ok();
        self.sort = order.or(self.sort);
        order.is_some()
    }

    /// What stands above the column of that id.
    pub fn title_of<'a>(&'a self, id: &'a str) -> &'a str {
        self.all.iter().find(|column| column.id == id).map_or(id, |column| self.title(column))
    }

    /// How many columns can be scrolled out to the left.
    pub(super) fn last_skip(&self) -> usize {
        self.columns().len().saturating_sub(2)
    }

    /// Moves sideways by columns; false where there is nothing further.
    pub(super) fn sideways(&mut self, columns: isize) -> bool {
        let before = self.skip;
        self.skip = self.skip.saturating_add_signed(columns).min(self.last_skip());
        self.skip != before
    }

    /// The columns that fit into `width` cells, with the cells each gets.
    ///
    /// Columns of the highest `keep` number go first when the width is short; scrolled sideways, the first column
    /// stays and the next ones follow in order as far as they fit.
    pub(super) fn layout(&self, width: u16) -> Vec<(&'static Column, u16)> {
        let all = self.all.iter().zip(&self.shown).filter(|(_, shown)| **shown).map(|(column, _)| column);
        let mut columns: Vec<&'static Column> = all.collect();
        let skip = self.skip.min(columns.len().saturating_sub(2));
        if skip > 0 {
            columns.drain(1..=skip);
        }
        let need = |columns: &[&'static Column]| {
            columns.iter().map(|column| self.cells_of(column).0).sum::<u16>()
                + GAP * columns.len().saturating_sub(1) as u16
        };
        while columns.len() > 1 && need(&columns) > width {
            let worst = if skip > 0 {
                columns.len() - 1
            } else {
                let rank = |place: &usize| (columns[*place].keep, *place);
                (1..columns.len()).max_by_key(rank).unwrap_or(1)
            };
            columns.remove(worst);
        }
        let mut spare = width.saturating_sub(need(&columns));
        let mut sized: Vec<(&'static Column, u16)> =
            columns.into_iter().map(|column| (column, self.cells_of(column).0.min(width))).collect();
        // Even shares, round by round, until nobody wants more.
        while spare > 0 {
            let hungry = sized.iter().filter(|(column, cells)| *cells < self.cells_of(column).1).count() as u16;
            if hungry == 0 {
                break;
            }
            let each = (spare / hungry).max(1);
            for (column, cells) in &mut sized {
                let more = each.min(self.cells_of(column).1.saturating_sub(*cells)).min(spare);
                *cells += more;
                spare -= more;
            }
        }
        sized
    }
}
