//! Columns of a table: which the user and the screen show, and the order of the rows.

use crate::base::clean_line;

use super::{Heading, Key, Order, Table};

impl<K: Key> Table<K> {
    /// Shows or hides a column; false if there is no such column. The first one always stays.
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

    /// Leaves out columns without a meaning for the present rows, whatever the user shows and hides.
    pub fn leave_out(&mut self, ids: &'static [&'static str]) {
        self.left_out = ids;
    }

    /// Sets the columns in which no row has a value: they are not drawn, but are in files.
    pub fn leave_blank_out(&mut self, ids: Vec<&'static str>) {
        self.blank = ids;
    }

    /// Shows columns that are hidden otherwise, because they matter for the present rows.
    pub fn bring_in(&mut self, ids: impl IntoIterator<Item = &'static str>) {
        self.brought_in = ids.into_iter().collect();
    }

    /// Shows these hidden columns, too.
    pub fn bring_in_too(&mut self, ids: impl IntoIterator<Item = &'static str>) {
        self.brought_in.extend(ids);
    }

    /// Marks this column as the one the rows are sorted by (true: descending), whatever order the user has chosen.
    pub fn stand_by(&mut self, order: Option<(&'static str, bool)>) {
        self.stands_by = order;
    }

    /// Order of the rows, as shown in the heading.
    pub(super) fn stands(&self) -> Option<Order> {
        let place = |id: &str| self.all.iter().position(|column| column.id == id);
        let own = self.stands_by.and_then(|(id, descending)| Some(Order { column: place(id)?, descending }));
        own.or(self.sort)
    }

    /// True if a column with that id is shown.
    pub fn shows(&self, id: &str) -> bool {
        self.columns().any(|column| column.id == id)
    }

    /// Ids of all columns, including hidden ones.
    pub fn column_ids(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|column| column.id.as_ref())
    }

    /// Columns shown, in order.
    pub(super) fn columns(&self) -> impl Iterator<Item = &Heading> {
        self.places().map(|place| &self.all[place])
    }

    /// Columns of a file: those shown, and those that are in every file.
    pub(super) fn filed(&self) -> impl Iterator<Item = &Heading> {
        let shown: Vec<usize> = self.places().collect();
        self.all.iter().enumerate().filter(move |(place, of)| of.filed || shown.contains(place)).map(|(_, of)| of)
    }

    /// Indices of the columns shown.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        let among = |ids: &[&str], place: usize| ids.iter().any(|id| *id == self.all[place].id);
        let shown = move |place: &usize| self.shown[*place] || among(&self.brought_in, *place);
        (0..self.all.len()).filter(shown).filter(move |place| !among(self.left_out, *place))
    }

    /// Order by the column with that name. Without a direction, the present one is reversed if the column is sorted
    /// already.
    ///
    /// # Errors
    /// A sentence listing the columns when it cannot be sorted by that.
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

    /// Order in force.
    pub fn ordered(&self) -> Option<Order> {
        self.sort
    }

    /// Sets the order; the screen sorts the rows.
    pub fn set_order(&mut self, order: Order) {
        self.sort = Some(order);
        self.chosen = true;
    }

    /// Restores the order of a place the user comes back to; `None` if the list was in its own order there.
    pub fn restore_order(&mut self, order: Option<Order>) {
        self.sort = order;
        self.chosen = order.is_some();
    }

    /// Sorts because the user asked for it: the column is shown, and the list starts at its first row unless rows are
    /// marked.
    pub(super) fn sort_by(&mut self, order: Order) {
        self.set_order(order);
        self.shown[order.column] = true;
        self.skip = 0;
        self.begin_at_top();
    }

    /// Starts the next rows at their first one, unless rows are marked.
    pub fn begin_at_top(&mut self) {
        self.to_top = self.marks.is_empty();
    }

    /// Sorts by a column; false if it cannot be sorted by.
    pub fn set_sort(&mut self, id: &str, descending: Option<bool>) -> bool {
        let order = self.order(id, descending).ok();
        self.sort = order.or(self.sort);
        order.is_some()
    }

    /// Number of columns that can be scrolled out to the left.
    pub(super) fn last_skip(&self) -> usize {
        self.columns().count().saturating_sub(2)
    }

    /// Scrolls sideways by columns; false if there is nothing further.
    pub(super) fn sideways(&mut self, columns: isize) -> bool {
        let before = self.skip;
        self.skip = self.skip.saturating_add_signed(columns).min(self.last_skip());
        self.skip != before
    }
}
