//! Drawing of a table. Rows are painted cell by cell into the buffer: ratatui's `Table` builds owned rows for every
//! frame and cannot be limited to the visible part.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::super::{Does, Facts, Look, Role, RowFacts, Spot, text};
use super::fitting::GAP;
use super::measure::{GUTTER, inside};
use super::sections::Line;
use super::{Align, CellText, Cut, Empty, Head, Heading, Key, Rows, Table};
use crate::base::Timestamp;

impl<K: Key> Table<K> {
    /// Draws heading and rows into `area`, and notes in `facts` how many rows fit.
    pub fn render(
        &self,
        rows: &impl Rows<K>,
        empty: &Empty,
        look: &Look<'_>,
        area: Rect,
        buf: &mut Buffer,
        facts: &mut Facts,
    ) {
        let area = area.intersection(buf.area);
        if area.height < 2 || area.width <= GUTTER {
            return;
        }
        facts.list_rows = area.height - 1;
        if self.ids.is_empty() {
            // An empty list shows its message without headings.
            return super::super::notice::empty(empty, look, area, buf);
        }
        let top = self.top_for(self.rows_in(facts.list_rows as usize)).min(self.ids.len());
        let lines = self.lines(top, facts.list_rows as usize);
        let is_row: Vec<bool> = lines.iter().map(|line| matches!(line, Line::Row)).collect();
        let many = is_row.iter().filter(|is_row| **is_row).count();
        let below = Rect { y: area.y + 1, height: lines.len() as u16, ..area };
        let cursor = self.cursor as isize - top as isize;
        let mut drawn = RowFacts { area: below, is_row, cursor, top, changes_at: None };
        // While a range follows the cursor, other rows change, too.
        let mut last = drawn.in_last(&look.still).filter(|_| !self.has_range());
        let room = inside(area.width);
        let candidates = self.candidates();
        let fitting = || {
            let longest = self.measure_longest(&candidates, rows);
            let places = self.fitting(room, candidates.clone(), &longest);
            self.beside_texts(room, &places, &longest, area.width < facts.width)
        };
        // Row by row, and each cell only once for measuring and drawing.
        let cell = |key, place: &usize| rows.cell(key, &self.all[*place].id);
        let made = |last: Option<&RowFacts>, places: &[usize]| {
            let is_still = |place: &usize| last.is_some_and(|last| drawn.is_beside(last, *place));
            let anew: Vec<usize> = (0..many).filter(|place| !is_still(place)).collect();
            let row = |place: &usize| places.iter().map(|column| cell(&self.ids[top + place], column)).collect();
            let cells: Vec<Vec<CellText<'_>>> = anew.iter().map(row).collect();
            let columns = self.layout(room, places, &self.measure(places, rows, &cells, last.is_some()));
            (anew, cells, columns)
        };
        let mut places = fitting();
        let (mut anew, mut cells, mut columns) = made(last, &places);
        let widths = |columns: &[(&Heading, u16)]| columns.iter().map(|(_, cells)| *cells).collect::<Vec<u16>>();
        let fit = fitting();
        if fit != places || (last.is_some() && widths(&columns) != *self.widths.borrow()) {
            // A wider text has moved the columns, so other rows must be drawn again.
            (last, places) = (None, fit);
            (anew, cells, columns) = made(None, &places);
        }
        self.widths.replace(widths(&columns));
        let keys = anew.iter().map(|place| &self.ids[top + place]);
        self.heading(&columns, rows, look, area, buf, facts);
        let mut each = anew.iter().zip(keys).zip(&cells).peekable();
        let (mut places, mut changes_at) = (0..many, None);
        for (y, line) in (area.y + 1..).zip(&lines) {
            let at = Rect { y, height: 1, ..area };
            let place = if let Line::Row = line { places.next() } else { None };
            match (line, each.next_if(|((anew, _), _)| Some(**anew) == place)) {
                (Line::Row, Some(((place, key), cells))) => {
                    let selected = top + place == self.cursor;
                    if selected {
                        facts.cursor_line = Some(y);
                    }
                    self.row(key, rows, selected, cells, &columns, look, at, buf, &mut changes_at);
                }
                _ if last.is_some() => facts.kept.push(at),
                (Line::Head(head), _) => section(head, look, at, buf),
                (Line::Row, None) => break,
            }
        }
        facts.changes(drawn.with_last(last, changes_at));
        facts.rows = Some(drawn);
    }

    /// Words for the order, `by bin_price ↓`, for a list whose sorted column may be out of sight; empty if it is not
    /// sorted.
    pub fn sort_words(&self, look: &Look<'_>) -> String {
        let Some(order) = self.sort else { return String::new() };
        format!("by {} {}", self.all[order.column].title, arrow(order.descending, look))
    }

    fn heading(
        &self,
        columns: &[(&Heading, u16)],
        rows: &impl Rows<K>,
        look: &Look<'_>,
        area: Rect,
        buf: &mut Buffer,
        facts: &mut Facts,
    ) {
        let style = look.style(Role::Dim);
        let mut x = area.x + GUTTER;
        // End of the previous heading.
        let mut end = x;
        for (column, cells) in columns {
            let sorted = self.stands_by.or(self.sort()).filter(|(id, _)| *id == column.id);
            let arrow = sorted.map(|(_, descending)| arrow(descending, look));
            let title = arrow.map_or_else(
                || {
                    let beside = rows.beside_title(&column.id).map(|beside| format!("{}, {beside}", column.title));
                    let fits = |both: &String| text::width(both) <= usize::from(*cells);
                    match beside.filter(fits) {
                        Some(both) => both.into(),
                        // One cell has room for the first letter.
                        None if *cells == 1 => column.title.chars().take(1).collect::<String>().into(),
                        None => column.title.clone(),
                    }
                },
                |arrow| {
                    // The direction is visible even if a long title is cut.
                    let title = text::fit(&column.title, cells.saturating_sub(2) as usize, look.ascii);
                    format!("{title} {arrow}").into()
                },
            );
            let style = if sorted.is_some() { look.style(Role::Accent) } else { style };
            let (whole, right) = (text::width(&column.title) as u16, x + cells);
            if column.align == Align::Right && arrow.is_none() && whole > *cells && right > end + whole {
                // A heading over narrow figures may start in the free cells of the previous heading.
                text::put(buf, right - whole, area.y, whole, &column.title, style);
            } else {
                put_aligned(buf, x, area.y, *cells, &title, column.align, style, look.ascii);
            }
            end = if column.align == Align::Right { right } else { x + text::width(&title) as u16 };
            if column.sort.is_some() {
                let area = Rect { x, y: area.y, width: *cells, height: 1 };
                facts.spots.push(Spot { area, does: Does::Sort(column.id.to_string()) });
            }
            x += cells + GAP;
        }
        if self.skip > 0 {
            text::put(buf, area.x, area.y, GUTTER - 1, if look.ascii { "<" } else { "‹" }, style);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "everything one row's frame depends on")]
    fn row(
        &self,
        key: &K,
        rows: &impl Rows<K>,
        selected: bool,
        cells: &[CellText<'_>],
        columns: &[(&Heading, u16)],
        look: &Look<'_>,
        area: Rect,
        buf: &mut Buffer,
        changes_at: &mut Option<Timestamp>,
    ) {
        let (glyphs, flags) = (look.glyphs(), rows.flags(key));
        let (bar, selection) = look.cursor();
        // The selected row has one style throughout, so that the bar is unbroken; one style also costs few bytes.
        let selection = if flags.unread { look.theme.strong(selection) } else { selection };
        let style = |role: Role| -> Style { if selected { selection } else { look.style(role) } };
        if selected {
            for x in area.left()..area.right() {
                buf[(x, area.y)].set_style(selection);
            }
            text::put_sign(buf, area.x, area.y, glyphs.bar, bar);
        }
        if self.marks.contains(key) {
            text::put_sign(buf, area.x + 1, area.y, glyphs.mark, style(Role::Accent));
        }
        if flags.unread {
            text::put_sign(buf, area.x + 2, area.y, glyphs.unread, look.theme.strong(style(Role::Accent)));
        }
        if flags.starred {
            text::put_sign(buf, area.x + 3, area.y, glyphs.star, style(Role::Warn));
        }
        let mut x = area.x + GUTTER;
        for ((column, cells), cell) in columns.iter().zip(cells) {
            let role = match cell.tone {
                Role::Text if flags.dim => Role::Dim,
                tone => tone,
            };
            let bold = flags.unread && rows.is_bold(&column.id);
            let style = if bold { look.theme.strong(style(role)) } else { style(role) };
            let shown = if column.drawn {
                let over = cell.text.chars().count().saturating_sub(usize::from(*cells));
                cell.text.chars().skip(over).collect::<String>().into()
            } else {
                match cell.cut {
                    Cut::End => cell.within(*cells).into(),
                    Cut::Middle => text::fit_ends(&cell.text, *cells as usize, look.ascii),
                    Cut::Parts(stays) => text::parts_but(&cell.text, stays, *cells as usize),
                }
            };
            put_aligned(buf, x, area.y, *cells, &shown, column.align, style, look.ascii);
            if cell.swatch {
                let place = Rect { x, y: area.y, width: *cells, height: 1 };
                text::put_swatch(buf, place, cell.text.trim(), look.theme);
            }
            *changes_at = [*changes_at, cell.changes_at].into_iter().flatten().min();
            x += cells + GAP;
        }
    }
}

/// Draws the line above the rows of a section.
fn section(head: &Head, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let x = area.x + GUTTER;
    let title = look.style(Role::Accent);
    let cells = text::width(&head.title) as u16;
    text::put_fit(buf, x, area.y, area.right().saturating_sub(x), &head.title, title, look.ascii);
    let x = x + cells + GAP;
    text::put_fit(buf, x, area.y, area.right().saturating_sub(x), &head.count, look.style(Role::Dim), look.ascii);
}

/// Sign of the direction a list is sorted in.
fn arrow(descending: bool, look: &Look<'_>) -> &'static str {
    if descending { look.glyphs().down } else { look.glyphs().up }
}

#[expect(clippy::too_many_arguments, reason = "a place, a text and how to draw it")]
fn put_aligned(buf: &mut Buffer, x: u16, y: u16, cells: u16, words: &str, align: Align, style: Style, ascii: bool) {
    if words.is_empty() {
        return;
    }
    if words == text::NONE {
        // Half the cells of a list are empty: one cell each, nothing to measure.
        let sign = if ascii { "-" } else { text::NONE };
        let x = if align == Align::Right { x + cells.saturating_sub(1) } else { x };
        text::put_sign(buf, x, y, sign, style);
        return;
    }
    match align {
        Align::Left => {
            text::put_fit(buf, x, y, cells, words, style, ascii);
        }
        Align::Right => text::put_right(buf, x, y, cells, &text::whole_figures(words, cells.into()), style, ascii),
    }
}
