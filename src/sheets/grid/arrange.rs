//! Filtering and sorting the rows of a table.

use std::cmp::Ordering;

use super::{Grid, terms};

/// Filter and order of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// Words that a row must all contain in some cell, in any case, or in one column: `bin_price:>1000`.
    pub filter: String,
    /// Index of the column to sort by, and true for descending.
    pub sort: Option<(usize, bool)>,
}

/// Rows that pass the filter, in the chosen order; equal ones keep the order of the file.
pub fn arrange(bytes: &[u8], grid: &Grid, arrangement: &Arrangement) -> Vec<u32> {
    let Ok(text) = grid.written.encoding.decode(bytes) else { return Vec::new() };
    let terms = terms::read(&arrangement.filter, &grid.columns);
    let mut found: Vec<(Key, u32)> = Vec::new();
    let number = arrangement.sort.and_then(|(column, _)| grid.columns.get(column)).is_some_and(|column| column.number);
    for (row, record) in grid.written.records(&text).skip(1).enumerate().take(grid.len()) {
        let Ok((_, record)) = record else { continue };
        if terms.iter().all(|term| term.fits(&record)) {
            let cell = arrangement.sort.and_then(|(column, _)| record.get(column)).unwrap_or_default();
            let key = match (arrangement.sort, number) {
                (None, _) => Key::None,
                _ if cell.trim().is_empty() => Key::None,
                (_, true) => cell.trim().parse().map_or(Key::None, Key::Number),
                (_, false) => Key::Text(cell.to_lowercase().into()),
            };
            found.push((key, row as u32));
        }
    }
    if let Some((_, descending)) = arrangement.sort {
        found.sort_by(|(a, _), (b, _)| a.order(b, descending));
    }
    found.into_iter().map(|(_, row)| row).collect()
}

/// Sort key of rows.
enum Key {
    None,
    Number(f64),
    Text(Box<str>),
}

impl Key {
    /// Cells without a value come last in either direction.
    fn order(&self, other: &Self, descending: bool) -> Ordering {
        let turned = |order: Ordering| if descending { order.reverse() } else { order };
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => turned(a.total_cmp(b)),
            (Self::Text(a), Self::Text(b)) => turned(a.cmp(b)),
            (Self::None, Self::Number(_) | Self::Text(_)) => Ordering::Greater,
            (Self::Number(_) | Self::Text(_), Self::None) => Ordering::Less,
            // All cells of a column have the same kind of key.
            _ => Ordering::Equal,
        }
    }
}
