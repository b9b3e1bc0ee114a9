//! Rows in sections: a line with a title above the first row of each, and above the first visible row.

use std::sync::Arc;

use super::{Key, Table};

/// First row of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Index of the row among all rows.
    pub at: usize,
    pub title: String,
    /// Number of rows in the section, in words.
    pub count: String,
}

/// Line below the headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Head(&'a Head),
    Row,
}

impl<K: Key> Table<K> {
    /// Sets where sections begin, in the order of the rows; empty without sections.
    pub fn set_heads(&mut self, heads: Arc<[Head]>) {
        self.heads = heads;
    }

    /// Number of rows for which there is room in `lines` lines, wherever sections begin.
    pub(super) fn rows_in(&self, lines: usize) -> usize {
        // Each visible row may begin a section.
        lines - self.heads.len().min(lines.div_ceil(2))
    }

    /// Lines from row `top` on. A section has its title above its first visible row only.
    pub(super) fn lines(&self, top: usize, lines: usize) -> Vec<Line<'_>> {
        let mut shown = Vec::new();
        let mut heads = self.heads.iter().peekable();
        let mut above = None;
        for place in top..self.ids.len() {
            while let Some(head) = heads.next_if(|head| head.at <= place) {
                above = Some(head);
            }
            let needed = 1 + usize::from(above.is_some());
            if shown.len() + needed > lines {
                break;
            }
            shown.extend(above.take().map(Line::Head));
            shown.push(Line::Row);
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::widgets::table::Column;

    fn table(heads: &[(usize, &str)]) -> Table<u64> {
        const COLUMNS: &[Column] = &[Column::text("a", "a", (4, 8), 1)];
        let mut table = Table::new(COLUMNS);
        table.set_ids((0..10).collect());
        let head = |(at, title): &(usize, &str)| Head { at: *at, title: (*title).to_owned(), count: String::new() };
        table.set_heads(heads.iter().map(head).collect());
        table
    }

    fn lines(table: &Table<u64>, top: usize, lines: usize) -> String {
        let word = |line: &Line<'_>| match line {
            Line::Head(head) => head.title.clone(),
            Line::Row => ".".to_owned(),
        };
        table.lines(top, lines).iter().map(word).collect()
    }

    #[test]
    fn a_section_is_named_above_its_first_row_and_above_the_first_in_sight() {
        let table = table(&[(0, "a"), (3, "b"), (4, "c")]);
        assert_eq!(lines(&table, 0, 20), "a...b.c......");
        assert_eq!(lines(&table, 1, 4), "a..", "no name without a row below it");
        assert_eq!(lines(&table, 5, 4), "c...");
        assert_eq!(lines(&table, 9, 9), "c.");
    }

    #[test]
    fn rows_without_sections_have_no_names_above_them() {
        assert_eq!(lines(&table(&[]), 2, 3), "...");
        assert_eq!(table(&[]).rows_in(7), 7);
    }

    #[test]
    fn the_cursor_is_in_sight_wherever_it_goes() {
        for height in 2..12 {
            let mut table = table(&[(0, "a"), (1, "b"), (2, "c"), (7, "d")]);
            for to in [0, 9, 3, 8, 1, 5, 0, 9] {
                table.drawn(height);
                table.go(to);
                let top = table.top_for(table.rows_in(height.into()));
                let rows = table.lines(top, height.into()).iter().filter(|line| **line == Line::Row).count();
                assert!((top..top + rows).contains(&to), "row {to} in {height} lines: {rows} from {top}");
            }
        }
    }
}
