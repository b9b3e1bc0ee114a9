//! Columns whose headings are known only when the program runs: those of a file.

use std::sync::{Arc, LazyLock};

use super::{Align, Column, Key, Table};

/// Columns a file may have in a table; further ones are not shown.
pub const MOST: usize = 1_000;

static IDS: LazyLock<Vec<String>> = LazyLock::new(|| (0..MOST).map(|place| format!("c{place}")).collect());
static LEFT: LazyLock<Vec<Column>> = LazyLock::new(|| pool(Align::Left));

fn pool(align: Align) -> Vec<Column> {
    let column = |(place, id): (usize, &'static String)| Column {
        id,
        title: id,
        min: 6,
        max: 40,
        align,
        // The first columns of a file are its most telling ones.
        keep: place.min(250) as u8,
        sort: Some(false),
        ..Column::BASE
    };
    IDS.iter().enumerate().map(column).collect()
}

/// One heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Cleaned.
    pub title: String,
    /// Cells its longest value takes, as far as known.
    pub width: u16,
    /// Its values are numbers.
    pub number: bool,
}

impl<K: Key> Table<K> {
    /// An empty table with these columns, of which the cells are asked for as `c0`, `c1` … ([`place_of`]).
    pub fn with_headings(headings: Vec<Heading>) -> Self {
        let many = headings.len().min(MOST);
        let mut table = Self::new(&LEFT[..many]);
        table.headings = Some(Arc::from(headings));
        table
    }

    fn heading_of(&self, column: &Column) -> Option<&Heading> {
        self.headings.as_ref()?.get(place_of(column.id)?)
    }

    /// What stands above a column.
    pub(super) fn title(&self, column: &'static Column) -> &str {
        self.heading_of(column).map_or(column.title, |heading| heading.title.as_str())
    }

    /// The least and the most cells of a column.
    pub(super) fn cells_of(&self, column: &Column) -> (u16, u16) {
        self.heading_of(column).map_or((column.min, column.max), |heading| {
            let known = heading.width.max(heading.title.len().min(20) as u16).clamp(4, column.max);
            // Values further down may be longer than those it is known by.
            (known.min(column.min * 3), (known + known / 2 + 4).min(column.max * 2))
        })
    }

    pub(super) fn align_of(&self, column: &Column) -> Align {
        let number = self.heading_of(column).is_some_and(|heading| heading.number);
        if number { Align::Right } else { column.align }
    }

    /// What people call a column.
    pub(super) fn word(&self, column: &'static Column) -> &str {
        if self.headings.is_some() { self.title(column) } else { column.id }
    }

    /// The column people call `word`: its id, or its heading.
    pub(super) fn called(&self, word: &str) -> Option<&'static Column> {
        let by_id = self.all.iter().find(|column| column.id == word && self.headings.is_none());
        by_id
            .or_else(|| self.all.iter().find(|column| self.title(column).eq_ignore_ascii_case(word)))
            .or_else(|| self.all.iter().find(|column| column.id == word))
    }
}

/// The place a column of [`Table::with_headings`] has in the file.
pub fn place_of(id: &str) -> Option<usize> {
    id.strip_prefix('c')?.parse().ok()
}
