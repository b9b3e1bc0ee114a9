//! Widths of the texts in columns, so that columns leave unneeded cells to the names.
//!
//! They are measured on the whole list, not on the visible rows, because a column that changed its width while
//! scrolling would move everything beside it. Of a long list a spread sample is measured; a wider text that comes into
//! view later widens its column once. No column gets narrower while the list is open, so that none moves while a filter
//! is typed or an act takes rows away; what a filter leaves does not tell what is usual either.

use std::borrow::Cow;
use std::sync::Arc;

use super::super::super::text;
use super::{CellText, Key, Rows, Table};

/// Cells of the bar, the mark, the two signs and a blank.
pub(super) const GUTTER: u16 = 5;
/// Rows measured besides the visible ones.
const SAMPLE: usize = 400;

/// Cells for the columns in a table of that width.
pub(super) fn inside(width: u16) -> u16 {
    width.saturating_sub(GUTTER + text::edge(width))
}

/// Widths of a column's texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells {
    /// Width of the widest text, each in its short form.
    pub most: u16,
    /// Width of all short texts but the widest fortieth of a sample, so that if room is short a few wide rows do not
    /// take it from other columns.
    pub usual: u16,
    /// Width of the widest whole text.
    pub whole: u16,
}

impl Cells {
    fn of_sample<'a>(cells: impl Iterator<Item = Cow<'a, CellText<'a>>>) -> Self {
        let (mut whole, mut widths) = (0, Vec::new());
        for cell in cells {
            let wide = text::width(&cell.text) as u16;
            whole = wide.max(whole);
            widths.push(cell.short.as_ref().map_or(wide, |short| text::width(short) as u16));
        }
        widths.sort_unstable();
        let most = widths.last().copied().unwrap_or(0);
        Self { most, usual: widths.iter().rev().nth(widths.len() / 40).copied().unwrap_or(most), whole }
    }

    fn widened(self, other: Self) -> Self {
        let [most, usual, whole] =
            [(self.most, other.most), (self.usual, other.usual), (self.whole, other.whole)].map(|(a, b)| a.max(b));
        Self { most, usual, whole }
    }
}

/// Widths measured on the rows.
#[derive(Clone, Debug)]
pub(super) struct Measured<K> {
    ids: Arc<[K]>,
    /// Widths of each column by its place, and true if the sample of these rows is included.
    cells: Vec<(Cells, bool)>,
    /// Widths of each column by its place in the longest list so far, with the length of that list.
    longest: Vec<(Cells, usize)>,
}

impl<K> Measured<K> {
    /// No widths measured yet.
    pub fn new() -> Self {
        Self { ids: Arc::from([]), cells: Vec::new(), longest: Vec::new() }
    }
}

impl<K: Key> Table<K> {
    /// Widths of the texts of the columns at `places`. `shown` has the cells of visible rows, or a few of them, which
    /// widen a column; if they are a part of the rows, they do not determine its usual width.
    pub(super) fn measure(
        &self,
        places: &[usize],
        rows: &impl Rows<K>,
        shown: &[Vec<CellText<'_>>],
        is_part: bool,
    ) -> Vec<Cells> {
        let known = &mut *self.measured.borrow_mut();
        self.begin(known);
        let cells = places.iter().enumerate().map(|(at, place)| {
            let (cells, sampled) = &mut known.cells[*place];
            let of_shown = Cells::of_sample(shown.iter().map(|row| Cow::Borrowed(&row[at])));
            // A column gets its minimum as soon as a text needs it, so that the columns together fit.
            let (longest, rows_of_it) = &mut known.longest[*place];
            longest.most = longest.most.max(of_shown.most.min(self.all[*place].cells.0));
            let is_filtered = self.ids.len() < *rows_of_it;
            let without_usual = |of: Cells, is_part: bool| if is_part { Cells { usual: 0, ..of } } else { of };
            *cells = cells.widened(without_usual(of_shown, is_part || is_filtered));
            if !std::mem::replace(sampled, true) {
                *cells = cells.widened(without_usual(self.sample(*place, rows), is_filtered));
            }
            *cells
        });
        cells.collect()
    }

    /// Widths of the texts of all columns, by place, in the longest list so far, which a filter does not change. Only
    /// the columns at `places` are measured.
    pub(super) fn measure_longest(&self, places: &[usize], rows: &impl Rows<K>) -> Vec<Cells> {
        let mut known = self.measured.borrow_mut();
        self.begin(&mut known);
        for place in places {
            if self.ids.len() > known.longest[*place].1 {
                let sample = self.sample(*place, rows);
                known.longest[*place] = (sample, self.ids.len());
                known.cells[*place] = (known.cells[*place].0.widened(sample), true);
            }
        }
        known.longest.iter().map(|(cells, _)| *cells).collect()
    }

    /// Marks the rows as not sampled if they have changed.
    fn begin(&self, known: &mut Measured<K>) {
        known.cells.resize(self.all.len(), Default::default());
        known.longest.resize(self.all.len(), Default::default());
        if !Arc::ptr_eq(&known.ids, &self.ids) {
            for (_, sampled) in &mut known.cells {
                *sampled = false;
            }
            known.ids = Arc::clone(&self.ids);
        }
    }

    /// Widths of the texts of a column in a spread sample of the rows.
    fn sample(&self, place: usize, rows: &impl Rows<K>) -> Cells {
        let step = self.ids.len().div_ceil(SAMPLE);
        let cells = self.ids.iter().step_by(step).map(|key| rows.cell(key, &self.all[place].id));
        Cells::of_sample(cells.map(Cow::Owned))
    }
}
