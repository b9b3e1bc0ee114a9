//! Columns as data: those known when the program is built, and those a file brings.

use std::borrow::Cow;

/// Alignment of a cell's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    #[default]
    Left,
    /// Numbers, money, ages.
    Right,
}

/// One column, known when the program is built.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Name for `:sort`, `:cols` and [`super::Rows::cell`]: `offer`.
    pub id: &'static str,
    /// Heading: `offer`.
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
    /// Direction a first sort by it takes (true: descending); `None` if rows cannot be sorted by it.
    pub sort: Option<bool>,
    /// Words of the menu of orders for what comes first when sorted up and when sorted down.
    pub ends: (&'static str, &'static str),
    /// Its cells are drawn, which says nothing in a file.
    pub drawn: bool,
    /// In every file of the list, also where it is not shown: what a program finds the row by.
    pub filed: bool,
}

/// Words for what comes first in a column of numbers or of texts: see [`Column::ends`].
pub const fn ends_of(numbers: bool) -> (&'static str, &'static str) {
    if numbers { ("lowest first", "highest first") } else { ("A to Z", "Z to A") }
}

impl Column {
    /// A shown, unsortable text column; fill the rest with struct update syntax.
    pub const BASE: Self = Self {
        id: "",
        title: "",
        min: 4,
        max: 20,
        align: Align::Left,
        keep: 5,
        shown: true,
        sort: None,
        ends: ends_of(false),
        drawn: false,
        filed: false,
    };

    /// A column of texts, sorted from their beginning, with the cells it takes at least and at most.
    pub const fn text(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { id, title, min, max, keep, sort: Some(false), ..Self::BASE }
    }

    /// A column of numbers, sorted from the highest.
    pub const fn figure(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { align: Align::Right, sort: Some(true), ends: ends_of(true), ..Self::text(id, title, (min, max), keep) }
    }

    /// A column of dates or ages, sorted from the newest.
    pub const fn time(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { ends: ("oldest first", "newest first"), ..Self::figure(id, title, (min, max), keep) }
    }

    /// A column of lines over time, in no order and in no file; where it is short, their beginning is left out.
    pub const fn drawing(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { drawn: true, sort: None, ..Self::text(id, title, (min, max), keep) }
    }

    /// The column, by which rows cannot be sorted.
    pub const fn unsorted(self) -> Self {
        Self { sort: None, ..self }
    }

    /// The column, shown only once the user asks for it.
    pub const fn hidden(self) -> Self {
        Self { shown: false, ..self }
    }

    /// The column, in every file of the list.
    pub const fn filed(self) -> Self {
        Self { filed: true, ..self }
    }
}

/// A column of a table, and the direction rows are sorted in by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub(super) column: usize,
    pub(super) descending: bool,
}

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
    /// See [`Column::drawn`] and [`Column::filed`].
    pub drawn: bool,
    pub filed: bool,
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
            filed: column.filed,
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
            filed: false,
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

/// The place a column of [`Heading::of_file`] has in the file.
pub fn place_of(id: &str) -> Option<usize> {
    id.strip_prefix('#')?.parse::<usize>().ok()?.checked_sub(1)
}
