//! The filter of an opened table: words, and words for one column.

use std::ops::{Bound, RangeBounds as _};

use ::csv::StringRecord;

use super::GridColumn;

/// One term; a row must match all of them.
#[derive(Debug)]
pub(super) struct Term {
    /// Column of the term; `None` for any column.
    column: Option<usize>,
    wanted: Wanted,
}

#[derive(Debug)]
enum Wanted {
    /// Text in lower case.
    Text(String),
    Number(Bound<f64>, Bound<f64>),
}

/// Terms of a filter line: `bin_price:>1000 shop`. A column is named by its title, with `_` for blanks; a word that
/// names no column is a text.
pub(super) fn read(line: &str, columns: &[GridColumn]) -> Vec<Term> {
    let term = |word: &str| {
        let called =
            |name: &str| columns.iter().position(|column| column.title.to_lowercase().replace(' ', "_") == name);
        let named = word.split_once(':').and_then(|(name, value)| Some((called(name)?, value)));
        match named {
            Some((at, value)) => Term { column: Some(at), wanted: wanted(value, columns[at].number) },
            None => Term { column: None, wanted: Wanted::Text(word.to_owned()) },
        }
    };
    line.to_lowercase().split_whitespace().map(term).collect()
}

/// Condition on a value: `>1000`, `<=1,000`, `500-900`, in a column of numbers also `100`; anything else is a text.
fn wanted(value: &str, is_number: bool) -> Wanted {
    let number = |text: &str| text.trim_start_matches(['$', '€', '£']).replace(',', "").parse::<f64>().ok();
    let bounds = || {
        let after = |sign: &str| value.strip_prefix(sign).map(number);
        let between = value.split_once('-').filter(|_| is_number);
        Some(if let Some(least) = after(">=") {
            (Bound::Included(least?), Bound::Unbounded)
        } else if let Some(most) = after("<=") {
            (Bound::Unbounded, Bound::Included(most?))
        } else if let Some(below) = after("<") {
            (Bound::Unbounded, Bound::Excluded(below?))
        } else if let Some(above) = after(">") {
            (Bound::Excluded(above?), Bound::Unbounded)
        } else if let Some((from, to)) = between {
            (Bound::Included(number(from)?), Bound::Included(number(to)?))
        } else {
            let exact = number(value).filter(|_| is_number)?;
            (Bound::Included(exact), Bound::Included(exact))
        })
    };
    bounds().map_or_else(|| Wanted::Text(value.to_owned()), |(from, to)| Wanted::Number(from, to))
}

impl Term {
    pub(super) fn fits(&self, row: &StringRecord) -> bool {
        match self.column {
            Some(at) => row.get(at).is_some_and(|cell| self.wanted.fits(cell)) || self.wanted.is_nothing(),
            None => row.iter().any(|cell| self.wanted.fits(cell)),
        }
    }
}

impl Wanted {
    fn is_nothing(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    fn fits(&self, cell: &str) -> bool {
        match self {
            Self::Text(text) => holds(cell, text),
            Self::Number(from, to) => cell.trim().parse::<f64>().is_ok_and(|value| (*from, *to).contains(&value)),
        }
    }
}

fn holds(cell: &str, filter: &str) -> bool {
    if cell.is_ascii() {
        let (cell, filter) = (cell.as_bytes(), filter.as_bytes());
        return filter.len() <= cell.len()
            && cell.windows(filter.len().max(1)).any(|piece| piece.eq_ignore_ascii_case(filter));
    }
    cell.to_lowercase().contains(filter)
}
