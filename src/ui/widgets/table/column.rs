//! Columns as data: those known when the program is built, and those of a file.

use std::borrow::Cow;

/// Alignment of a cell's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    #[default]
    Left,
    /// Numbers, money, ages.
    Right,
}

/// Column known when the program is built.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Name for `:sort`, `:cols` and [`super::Rows::cell`]: `offer`.
    pub id: &'static str,
    /// Heading: `offer`.
    pub title: &'static str,
    /// Fewest cells it takes.
    pub min: u16,
    /// Most cells it takes if there is room.
    pub max: u16,
    pub align: Align,
    /// Rank when the width is short: 1 stays longest.
    pub keep: u8,
    /// True if it is shown unless the user hides it.
    pub shown: bool,
    /// Direction of the first sort by it (true: descending); `None` if rows cannot be sorted by it.
    pub sort: Option<bool>,
    /// Words in the sort menu for what comes first in ascending and in descending order.
    pub ends: (&'static str, &'static str),
    /// True if its cells are drawings, which files leave out.
    pub drawn: bool,
    /// True if every file of the list has it, even when it is not shown, because programs find the row by it.
    pub filed: bool,
}

/// Words for what comes first in a column of numbers or of texts; see [`Column::ends`].
pub const fn ends_of(numbers: bool) -> (&'static str, &'static str) {
    if numbers { ("lowest first", "highest first") } else { ("A to Z", "Z to A") }
}

impl Column {
    /// Text column that is shown and cannot be sorted by; set the rest with struct update syntax.
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

    /// Column of texts, sorted from A, with its fewest and most cells.
    pub const fn text(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { id, title, min, max, keep, sort: Some(false), ..Self::BASE }
    }

    /// Column of numbers, sorted from the highest.
    pub const fn figure(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { align: Align::Right, sort: Some(true), ends: ends_of(true), ..Self::text(id, title, (min, max), keep) }
    }

    /// Column of dates or ages, sorted from the newest.
    pub const fn time(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { ends: ("oldest first", "newest first"), ..Self::figure(id, title, (min, max), keep) }
    }

    /// Column of small charts over time, which is not sorted and not in files. If it is narrow, the beginning of the
    /// charts is cut.
    pub const fn drawing(id: &'static str, title: &'static str, (min, max): (u16, u16), keep: u8) -> Self {
        Self { drawn: true, sort: None, ..Self::text(id, title, (min, max), keep) }
    }

    /// The same column, but rows cannot be sorted by it.
    pub const fn unsorted(self) -> Self {
        Self { sort: None, ..self }
    }

    /// The same column, but shown only once the user asks for it.
    pub const fn hidden(self) -> Self {
        Self { shown: false, ..self }
    }

    /// The same column, but in every file of the list.
    pub const fn filed(self) -> Self {
        Self { filed: true, ..self }
    }
}

/// Column that rows are sorted by, with the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub(super) column: usize,
    pub(super) descending: bool,
}

/// Most columns of a file that a table shows.
pub const MOST: usize = 1_000;
/// Fewest cells of a file's column, and most cells that its widest known value counts for.
const OF_FILE: (u16, u16) = (6, 40);

/// Column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Id for [`super::Rows::cell`], unique in its table.
    pub id: Cow<'static, str>,
    pub title: Cow<'static, str>,
    /// Fewest cells it takes, and most if there is room.
    pub cells: (u16, u16),
    pub align: Align,
    /// Rank when the width is short: 1 stays longest.
    pub keep: u8,
    /// True if it is shown unless the user hides it.
    pub shown: bool,
    /// Direction of the first sort by it (true: descending); `None` if rows cannot be sorted by it.
    pub sort: Option<bool>,
    /// See [`Column::ends`].
    pub ends: (&'static str, &'static str),
    /// True if users call it by its title and not by its id.
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
    /// Column at that place of a file; `width` is that of its longest known value, `number` is true for a column of
    /// numbers.
    pub fn of_file(place: usize, title: impl Into<Cow<'static, str>>, width: u16, number: bool) -> Self {
        let (title, (least, most)) = (title.into(), OF_FILE);
        let known = width.max(title.len().min(20) as u16).clamp(4, most);
        Self {
            id: format!("#{}", place + 1).into(),
            // Values further down may be longer than the known ones.
            cells: (known.min(least * 3), (known + known / 2 + 4).min(most * 2)),
            title,
            align: if number { Align::Right } else { Align::Left },
            // The first columns of a file are usually the most telling ones.
            keep: place.min(250) as u8,
            shown: true,
            sort: Some(false),
            ends: ends_of(number),
            by_title: true,
            drawn: false,
            filed: false,
        }
    }

    /// True for a column of a file or an answer, which is not known when the program is built.
    pub(super) const fn is_of_data(&self) -> bool {
        matches!(self.id, Cow::Owned(_))
    }

    /// Name of its values in files, the same in CSV and JSON: `best_offer`; a column of a file keeps its own name.
    pub(super) fn field(&self) -> String {
        if self.by_title {
            return self.title.clone().into_owned();
        }
        let words = self.title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("_").to_lowercase()
    }

    /// Name to type, its title as a single word: `best-offer`; a column of a file keeps its own name.
    pub(super) fn word(&self) -> Cow<'_, str> {
        if self.by_title { Cow::Borrowed(&*self.title) } else { self.title.to_lowercase().replace(' ', "-").into() }
    }
}

/// Place in the file of a column made by [`Heading::of_file`].
pub fn place_of(id: &str) -> Option<usize> {
    id.strip_prefix('#')?.parse::<usize>().ok()?.checked_sub(1)
}
