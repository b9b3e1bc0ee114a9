//! Columns whose words are known only at run time, such as those of a file.

use std::cell::RefCell;
use std::collections::HashSet;

use super::measure::Measured;
use super::{Heading, Key, MOST, Order, Table};
use crate::base::unknown;

impl<K: Key> Table<K> {
    /// Sets other columns. Which are hidden and sorted by stays, by their ids.
    pub fn set_headings(&mut self, mut columns: Vec<Heading>) {
        columns.truncate(MOST);
        if self.all[..] == columns[..] {
            return;
        }
        let place = |id: &str| columns.iter().position(|column| column.id == id);
        self.sort = self.sort.and_then(|order| Some(Order { column: place(&self.all[order.column].id)?, ..order }));
        let was = |column: &Heading| self.all.iter().position(|known| known.id == column.id);
        self.shown = columns.iter().map(|column| was(column).map_or(column.shown, |at| self.shown[at])).collect();
        self.all = columns.into();
        self.measured = RefCell::new(Measured::new());
    }

    /// Shows only these columns, in this order, also in files.
    ///
    /// # Errors
    /// A sentence about the first name that is not a column; nothing has changed then.
    pub fn show_only<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        let place = |name: &'a str| {
            let known = || self.all.iter().map(|column| column.word());
            self.called(name).ok_or_else(|| {
                let known: Vec<_> = known().collect();
                unknown("column", name, known.iter().map(|word| &**word))
            })
        };
        let mut places = names.into_iter().map(place).collect::<Result<Vec<usize>, String>>()?;
        let mut seen = HashSet::new();
        places.retain(|place| seen.insert(*place));
        let chosen = places.len();
        places.extend((0..self.all.len()).filter(|place| !seen.contains(place)));
        self.sort = self.sort.and_then(|order| {
            let column = places.iter().position(|place| *place == order.column)?;
            Some(Order { column, ..order })
        });
        self.all = places.iter().map(|place| Heading { filed: false, ..self.all[*place].clone() }).collect();
        self.shown = (0..places.len()).map(|place| place < chosen).collect();
        (self.left_out, self.brought_in) = (&[], Vec::new());
        self.measured = RefCell::new(Measured::new());
        Ok(())
    }

    /// Index of the column called `word`: by its id, or its title, also as a single word.
    pub(super) fn called(&self, word: &str) -> Option<usize> {
        let single = |text: &str| text.to_lowercase().replace([' ', '_'], "-");
        let by_id = self.all.iter().position(|column| column.id == word);
        by_id.or_else(|| self.all.iter().position(|column| single(&column.title) == single(word)))
    }
}
