//! Moving the cursor by lines, by pages and to the ends. The view turns by whole pages.

use super::{Key, Table};

/// Rows of the previous page that stay visible when the cursor turns the page.
const CONTEXT: usize = 2;

impl<K: Key> Table<K> {
    /// Moves the cursor to row `to`, at most the last one.
    pub fn go(&mut self, to: usize) {
        self.cursor = to.min(self.ids.len().saturating_sub(1));
        self.selected = self.ids.get(self.cursor).cloned();
        self.top = self.top_for(self.rows);
        self.extend_range();
    }

    /// Moves the cursor to that row; false if it is not in the list.
    pub fn select(&mut self, key: &K) -> bool {
        let place = self.position(key, self.cursor);
        if let Some(place) = place {
            self.go(place);
        }
        place.is_some()
    }

    /// Moves the cursor by `rows`, turning pages as single steps do; false if it was at the end already.
    pub fn step(&mut self, rows: isize) -> bool {
        let before = self.cursor;
        let to = self.cursor.saturating_add_signed(rows).min(self.ids.len().saturating_sub(1));
        loop {
            let page = self.top..self.top + self.rows;
            let next = to.clamp(page.start.saturating_sub(1), page.end);
            self.go(if page.contains(&self.cursor) { next } else { to });
            if self.cursor == to {
                return self.cursor != before;
            }
        }
    }

    /// Moves by whole pages; the cursor keeps its height.
    pub(super) fn page(&mut self, pages: isize) {
        let rows = self.rows.max(1);
        let by = pages.saturating_mul(rows as isize);
        let height = self.cursor.saturating_sub(self.top);
        let last_top = self.ids.len().saturating_sub(rows);
        let before = self.top;
        self.top = self.top.saturating_add_signed(by).min(last_top);
        if self.top == before {
            // On the first or last page the cursor goes to the end.
            self.go(if pages < 0 { 0 } else { usize::MAX });
        } else {
            self.go(self.top + height);
        }
    }

    /// Moves by half pages.
    pub(super) fn half_page(&mut self, times: isize) {
        let half = (self.rows / 2).max(1) as isize;
        self.step(times.saturating_mul(half));
    }

    /// Index of the first visible row in a view of `rows` rows; the last page is always full.
    ///
    /// At the edge of the view the page turns instead of scrolling by one line. A move by one line then changes two
    /// rows of cells instead of all, which keeps the bytes per key small on a slow connection. The rows the cursor came
    /// from stay visible.
    pub(super) fn top_for(&self, rows: usize) -> usize {
        if rows == 0 {
            return self.top;
        }
        let context = CONTEXT.min(rows / 4);
        let top = if self.cursor < self.top {
            (self.cursor + context + 1).saturating_sub(rows)
        } else if self.cursor >= self.top + rows {
            self.cursor - context
        } else {
            self.top
        };
        top.min(self.ids.len().saturating_sub(rows))
    }
}
