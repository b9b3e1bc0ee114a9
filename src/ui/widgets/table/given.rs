//! Columns as a table holds them: their words may be known only when the program runs, as those of a file are.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;

use super::columns::ends_of;
use super::measure::Measured;
use super::{Align, Column, Key, Order, Table};
use crate::base::unknown;

/// Columns a file may have in a table; further ones are not shown.
pub const MOST: usize = 1_000;
/// Cells the column of a file takes at least, and those its widest known value counts for at most.
const OF_FILE: (u16, u16) = (6, 40);

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Name for [`super::Rows::cell`], unique in its table.
    pub id: Cow<'static, str>,
    pub title: Cow<'static, str>,
    /// Cells it takes at least, and at most when there is room.
    pub cells: (u16, u16),
    pub align: Align,
    /// Rank when the width is short: 1 stays longest.
    pub keep: u8,
    /// Shown unless the user hides it.
    pub shown: bool,
    /// Direction a first sort by it takes (true: descending); `None` if rows cannot be sorted by it.
    pub sort: Option<bool>,
    /// See [`Column::ends`].
    pub ends: (&'static str, &'static str),
    /// People call it by its title, not by its id.
    pub by_title: bool,
    /// See [`Column::drawn`].
    pub drawn: bool,
}

impl From<&'static Column> for Heading {
    fn from(column: &'static Column) -> Self {
        Self {
            id: column.id.into(),
            title: column.title.into(),
            cells: (column.min, column.max),
            align: column.align,
            keep: column.keep,
            shown: column.shown,
            sort: column.sort,
            ends: column.ends,
            by_title: false,
            drawn: column.drawn,
        }
    }
}

impl Heading {
    /// The column at that place of a file, with the cells its longest known value takes; `number` for one of numbers.
    pub fn of_file(place: usize, title: impl Into<Cow<'static, str>>, width: u16, number: bool) -> Self {
        let (title, (least, most)) = (title.into(), OF_FILE);
        let known = width.max(title.len().min(20) as u16).clamp(4, most);
        Self {
            id: format!("#{}", place + 1).into(),
            // Values further down may be longer than those it is known by.
            cells: (known.min(least * 3), (known + known / 2 + 4).min(most * 2)),
            title,
            align: if number { Align::Right } else { Align::Left },
            // The first columns of a file are its most telling ones.
            keep: place.min(250) as u8,
            shown: true,
            sort: Some(false),
            ends: ends_of(number),
            by_title: true,
            drawn: false,
        }
    }

    /// The name of its values in a file, the same in CSV and JSON: `best_offer`; a column of a file keeps its own.
    pub(super) fn field(&self) -> String {
        if self.by_title {
            return self.title.clone().into_owned();
        }
        let words = self.title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("_").to_lowercase()
    }

    /// Name to type: its title in a single word, `best-offer`; a column of a file keeps its own.
    pub(super) fn word(&self) -> Cow<'_, str> {
        if self.by_title { Cow::Borrowed(&*self.title) } else { self.title.to_lowercase().replace(' ', "-").into() }
    }
}

impl<K: Key> Table<K> {
    /// Takes other columns, known only now: what is hidden and sorted by stays by its id.
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

    /// Shows these columns and no others, in this order.
    ///
    /// # Errors
    /// A sentence about the first name that is none of a column; nothing has changed then.
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
        self.all = places.iter().map(|place| self.all[*place].clone()).collect();
        self.shown = (0..places.len()).map(|place| place < chosen).collect();
        (self.left_out, self.brought_in) = (&[], Vec::new());
        self.measured = RefCell::new(Measured::new());
        Ok(())
    }

    /// The place of the column people call `word`: its id, or its title, also in a single word.
    pub(super) fn called(&self, word: &str) -> Option<usize> {
        let single = |text: &str| text.to_lowercase().replace([' ', '_'], "-");
        let by_id = self.all.iter().position(|column| column.id == word);
        by_id.or_else(|| self.all.iter().position(|column| single(&column.title) == single(word)))
    }
}

/// The place a column of [`Heading::of_file`] has in the file.
pub fn place_of(id: &str) -> Option<usize> {
    id.strip_prefix('#')?.parse::<usize>().ok()?.checked_sub(1)
}
