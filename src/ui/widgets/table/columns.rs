//! Columns: what they are, which are shown, and how the width is shared out.

use crate::base::clean_line;

use super::{Heading, Key, Table};

/// Where a cell's text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    #[default]
    Left,
    /// Numbers, money, ages.
    Right,
}

/// One column, known when the program is built.
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

    /// A column of texts, sorted from their beginning, with the cells it takes at least and at most.
    pub const fn text(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { id, title, min, max, keep, sort: Some(false), ..Self::BASE }
    }

    /// A column of numbers or ages, sorted from the highest.
    pub const fn figure(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { align: Align::Right, sort: Some(true), ..Self::text(id, title, (min, max), keep) }
    }

    /// The same, shown only once the user asks for it.
    pub const fn hidden(self) -> Self {
        Self { shown: false, ..self }
    }
}

/// A column of a table, and the direction rows are sorted in by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub(super) column: usize,
    pub(super) descending: bool,
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

    /// Leaves columns out that have no meaning for the rows there are now, whatever the user shows and hides.
    pub fn leave_out(&mut self, ids: &'static [&'static str]) {
        self.left_out = ids;
    }

    /// The columns shown, in order.
    pub(super) fn columns(&self) -> impl Iterator<Item = &Heading> {
        let meant = |column: &Heading| !self.left_out.iter().any(|id| *id == column.id);
        self.all
            .iter()
            .zip(&self.shown)
            .filter(move |(column, shown)| **shown && meant(column))
            .map(|(column, _)| column)
    }

    /// The order by the column of that name; without a direction the other way round where it is in force already.
    ///
    /// # Errors
    /// A sentence naming what there is when it cannot be sorted by.
    pub fn order(&self, name: &str, descending: Option<bool>) -> Result<Order, String> {
        let found = self.called(name).and_then(|column| Some((column, self.all[column].sort?)));
        let Some((column, first)) = found else {
            let (name, known) = (clean_line(name), self.complete("table.sort").join(", "));
            return Err(match known.as_str() {
                "" => format!("Cannot sort by “{name}”: this list has one order only."),
                known => format!("Cannot sort by “{name}”. Available: {known}."),
            });
        };
        let descending = descending.unwrap_or(match self.sort {
            Some(now) if now.column == column => !now.descending,
            _ => first,
        });
        Ok(Order { column, descending })
    }

    /// The order in force.
    pub fn ordered(&self) -> Option<Order> {
        self.sort
    }

    /// Sorts as said; the screen orders the rows.
    pub fn set_order(&mut self, order: Order) {
        self.sort = Some(order);
        self.chosen = true;
    }

    /// Sorts because the user asked for it: the column is shown, and the list begins at its first row, unless rows are
    /// marked.
    pub(super) fn sort_by(&mut self, order: Order) {
        self.set_order(order);
        self.shown[order.column] = true;
        self.skip = 0;
        self.to_top = self.marks.is_empty();
    }

    /// Sorts by a column. False when it cannot be sorted by.
    pub fn set_sort(&mut self, id: &str, descending: Option<bool>) -> bool {
        let order = self.order(id, descending).ok();
        self.sort = order.or(self.sort);
        order.is_some()
    }

    /// What is written above the column of that id.
    pub fn title_of<'a>(&'a self, id: &'a str) -> &'a str {
        self.all.iter().find(|column| column.id == id).map_or(id, |column| &column.title)
    }

    /// How many columns can be scrolled out to the left.
    pub(super) fn last_skip(&self) -> usize {
        self.columns().count().saturating_sub(2)
    }

    /// Moves sideways by columns; false where there is nothing further.
    pub(super) fn sideways(&mut self, columns: isize) -> bool {
        let before = self.skip;
        self.skip = self.skip.saturating_add_signed(columns).min(self.last_skip());
        self.skip != before
    }

    /// The columns that fit into `width` cells, with the cells each gets.
    ///
    /// Columns of the highest `keep` number go first when the width is short, one the user sorted by last; scrolled sideways,
    /// the first column stays and the next ones follow in order as far as they fit.
    pub(super) fn layout(&self, width: u16) -> Vec<(&Heading, u16)> {
        let mut columns: Vec<&Heading> = self.columns().collect();
        let skip = self.skip.min(columns.len().saturating_sub(2));
        if skip > 0 {
            columns.drain(1..=skip);
        }
        let need = |columns: &[&Heading]| {
            columns.iter().map(|column| column.cells.0).sum::<u16>() + GAP * columns.len().saturating_sub(1) as u16
        };
        while columns.len() > 1 && need(&columns) > width {
            let worst = if skip > 0 {
                columns.len() - 1
            } else {
                let sorted = |place: usize| self.chosen && self.sort().is_some_and(|(id, _)| id == columns[place].id);
                let rank = |place: &usize| (!sorted(*place), columns[*place].keep, *place);
                (1..columns.len()).max_by_key(rank).unwrap_or(1)
            };
            columns.remove(worst);
        }
        let mut spare = width.saturating_sub(need(&columns));
        let mut sized: Vec<(&Heading, u16)> =
            columns.into_iter().map(|column| (column, column.cells.0.min(width))).collect();
        // Even shares, round by round, until nobody wants more.
        while spare > 0 {
            let hungry = sized.iter().filter(|(column, cells)| *cells < column.cells.1).count() as u16;
            if hungry == 0 {
                break;
            }
            let each = (spare / hungry).max(1);
            for (column, cells) in &mut sized {
                let more = each.min(column.cells.1.saturating_sub(*cells)).min(spare);
                *cells += more;
                spare -= more;
            }
        }
        sized
    }
}
