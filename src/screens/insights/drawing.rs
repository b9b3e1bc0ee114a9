//! Blocks of a report, drawn as far as they are in sight.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::blocks::{Block, Days, Figure, Rows, Series, Worth};
use super::grid;
use super::page::{Page, Seen, Spot};
use crate::ui::chart::TimeChart;
use crate::ui::text::{self, counted, grouped};
use crate::ui::{Look, Role};

/// Cells between two figures.
const BETWEEN: u16 = 3;

/// Block of a page that is drawn.
pub(super) struct Drawing<'a> {
    pub page: &'a Page<'a>,
    pub look: &'a Look<'a>,
    /// Index of the block.
    pub block: usize,
    /// Its area in the page's own coordinates.
    pub placed: Rect,
    pub seen: &'a Seen<'a>,
}

impl Drawing<'_> {
    pub fn render(&self, buf: &mut Buffer) {
        match &self.page.blocks[self.block] {
            Block::Figures(figures) => {
                for (figure, (column, line)) in figures.iter().zip(spread(figures, self.placed.width)) {
                    if let Some(row) = self.row(line) {
                        let width = row.width - column.min(row.width);
                        self::figure(self.look, figure, Rect { x: row.x + column, width, ..row }, buf);
                    }
                }
            }
            Block::Words(words) => {
                for (line, words) in (0_u16..).zip(text::wrap(words, usize::from(self.placed.width))) {
                    if let Some(row) = self.row(line) {
                        text::put(buf, row.x, row.y, row.width, &words, self.look.style(Role::Text));
                    }
                }
            }
            Block::Chart(series) => self.chart(series, buf),
            Block::Rows(rows) => self.rows(rows, buf),
            Block::Worth(worth) => self.worth(worth, buf),
            Block::Days(days) => self.days(days, buf),
        }
    }

    /// Row of the window for a line of the block; none where it is out of sight or already drawn.
    fn row(&self, line: u16) -> Option<Rect> {
        let Seen { area, top, is_kept } = *self.seen;
        let Rect { x, y, width, .. } = self.placed;
        let is_seen = y + line >= top && y + line < top + area.height;
        let y = is_seen.then(|| area.y + y + line - top).filter(|y| !is_kept(*y))?;
        Some(Rect { x: area.x + x, y, width, height: 1 })
    }

    /// Row of a title. A title without a row below it would look like an empty table.
    fn title_row(&self) -> Option<Rect> {
        self.row(0).filter(|row| row.y + 1 < self.seen.area.bottom())
    }

    fn title(&self, words: &str, buf: &mut Buffer) {
        if let Some(row) = self.title_row() {
            text::put_fit(buf, row.x, row.y, row.width, words, self.look.style(Role::Accent), self.look.ascii);
        }
    }

    fn note(&self, words: Option<&str>, line: usize, buf: &mut Buffer) {
        for (at, words) in note_lines(words, self.placed.width).iter().enumerate() {
            if let Some(row) = self.row((line + at) as u16) {
                text::put(buf, row.x + 2, row.y, row.width - 2, words, self.look.style(Role::Dim));
            }
        }
    }

    /// True while the cursor is on this row of the block.
    fn is_here(&self, row: usize) -> bool {
        self.page.cursor == Some(Spot { block: self.block, row: Some(row) })
    }

    /// Draws a chart completely or not at all, because half a chart has no axis.
    fn chart(&self, series: &Series, buf: &mut Buffer) {
        let is_read = self.page.cursor.is_some_and(|spot| spot.block == self.block);
        // Until the cursor is moved, the title shows the newest point, and the chart draws no cursor.
        let moved = self.page.reading.filter(|_| is_read);
        let reading = moved.or(is_read.then(|| series.points.len().saturating_sub(1)));
        let height = self.placed.height;
        if let (Some(row), Some(_)) = (self.row(0), self.row(height.saturating_sub(2))) {
            let has_peak = chart_title(self.look, series, reading, row, buf);
            let drawn = TimeChart { has_peak, cursor: moved, ..series.time_chart() };
            self::chart(self.look, series, &drawn, Rect { y: row.y + 1, height: height - 2, ..row }, buf);
        }
    }

    fn rows(&self, rows: &Rows, buf: &mut Buffer) {
        let grid = &self.page.laid.grid;
        self.title(&rows.head(), buf);
        if let Some(row) = self.title_row() {
            grid.days_head(self.look, self.block, row, buf);
        }
        let above = usize::from(self.seen.top.saturating_sub(self.placed.y + 1));
        for (at, bar) in rows.rows.iter().enumerate().skip(above).take(usize::from(self.seen.area.height)) {
            if let Some(row) = self.row(at as u16 + 1) {
                grid.row(self.look, self.block, bar, self.is_here(at), row, buf);
            }
        }
        self.note(rows.note.as_deref(), rows.rows.len() + 1, buf);
    }

    fn worth(&self, worth: &Worth, buf: &mut Buffer) {
        self.title(&worth.title, buf);
        let widths = grid::advice_widths(worth);
        for (at, line) in worth.lines.iter().enumerate() {
            if let Some(row) = self.row(at as u16 + 1) {
                grid::advice(self.look, widths, line, self.is_here(at), row, buf);
            }
        }
    }

    fn days(&self, days: &Days, buf: &mut Buffer) {
        self.title(&days.title, buf);
        let widths = grid::widths(days);
        for (at, cells) in [&days.heads].into_iter().chain(&days.rows).enumerate() {
            let here = at > 0 && self.is_here(at - 1);
            let role = match at {
                0 => Role::Dim,
                at if at > days.rows.len() - days.totals => Role::Accent,
                _ => Role::Text,
            };
            if let Some(row) = self.row(at as u16 + 1) {
                grid::cells(self.look, &widths, cells, (here, role), row, buf);
            }
        }
        self.note(days.note.as_deref(), days.rows.len() + 2, buf);
    }
}

/// Pieces of a figure: name, value, change, value before.
fn pieces(figure: &Figure) -> [(Role, String); 4] {
    let (change, before) = match &figure.change {
        Some(change) => (change.words(), change.before_words()),
        None => (String::new(), String::new()),
    };
    let role = match figure.change.and_then(|change| change.is_up) {
        Some(true) => Role::Good,
        Some(false) => Role::Warn,
        None => Role::Dim,
    };
    let before = if before.is_empty() { before } else { format!("· {before}") };
    [(Role::Dim, figure.label.clone()), (Role::Text, figure.value.clone()), (role, change), (Role::Dim, before)]
}

/// Positions of figures as column and line: in equal columns if two fit side by side, else one after the other.
fn spread(figures: &[Figure], width: u16) -> Vec<(u16, u16)> {
    let cells = |figure: &Figure| {
        let words = pieces(figure).into_iter().filter(|(_, words)| !words.is_empty());
        words.map(|(_, words)| text::width(&words) as u16 + 1).sum::<u16>()
    };
    let widest = figures.iter().map(cells).max().unwrap_or(0);
    let across = (width + BETWEEN) / (widest + BETWEEN);
    if across >= 2 {
        let wide = (width + BETWEEN) / across;
        return (0..figures.len() as u16).map(|at| (at % across * wide, at / across)).collect();
    }
    let (mut x, mut line) = (0, 0);
    let place = |figure: &Figure| {
        let cells = cells(figure);
        if x > 0 && x + cells > width + 1 {
            (x, line) = (0, line + 1);
        }
        let at = (x, line);
        x += cells + BETWEEN - 1;
        at
    };
    figures.iter().map(place).collect()
}

/// Height of a block in rows, including the blank one after it; that of a chart is `chart`.
pub(super) fn height(block: &Block, width: u16, chart: u16) -> u16 {
    1 + match block {
        Block::Figures(figures) => spread(figures, width).last().map_or(0, |(_, line)| line + 1),
        Block::Chart(_) => chart,
        Block::Rows(rows) => (rows.rows.len() + 1 + note_lines(rows.note.as_deref(), width).len()) as u16,
        Block::Worth(worth) => worth.lines.len() as u16 + 1,
        Block::Days(days) => (days.rows.len() + 2 + note_lines(days.note.as_deref(), width).len()) as u16,
        Block::Words(words) => text::wrap(words, usize::from(width)).len() as u16,
    }
}

/// Lines of the note below a table, which is indented by two cells.
fn note_lines(note: Option<&str>, width: u16) -> Vec<Cow<'_, str>> {
    note.map_or_else(Vec::new, |note| text::wrap(note, usize::from(width.saturating_sub(2))))
}

fn figure(look: &Look<'_>, figure: &Figure, area: Rect, buf: &mut Buffer) {
    let mut x = area.x;
    for (role, words) in pieces(figure).iter().filter(|(_, words)| !words.is_empty()) {
        let left = area.right().saturating_sub(x);
        x += text::put_fit(buf, x, area.y, left, words, look.style(*role), look.ascii) + 1;
    }
}

/// Draws the legend, `Visitors per day · ◆ peak 1,189 on 4 Mar · ─ 5 weeks earlier · 12 Feb in part`, and at the right
/// the value under the cursor. True if there was room for the peak.
fn chart_title(look: &Look<'_>, series: &Series, reading: Option<usize>, area: Rect, buf: &mut Buffer) -> bool {
    let zone = look.world.zone;
    let sign = Some(look.ink().before()).filter(|_| !series.before.is_empty());
    let before = sign.map(|sign| format!(" · {sign} {}", series.before_words()));
    let none = || series.none_before.map(|why| format!(" · {}", why.words()));
    let mut before = before.or_else(none).unwrap_or_default();
    // The name of the line of the window before gets its room first; the values under the cursor get what is left.
    let named = text::width(&series.title) + if sign.is_some() { text::width(&before) } else { 0 };
    let beside = usize::from(area.width).saturating_sub(named + 2);
    let read = reading.and_then(|at| series.read(at, beside, zone)).unwrap_or_default();
    let left = area.width.saturating_sub(text::width(&read) as u16 + 2);
    let peak = series.told_peak();
    let [peak, short] = [true, false].map(|is_whole| {
        let peak =
            peak.map(|(when, most)| (format!(" · {} peak {}", look.glyphs().peak, grouped(most as usize)), when));
        let on = |(words, when)| if is_whole { format!("{words} {}", series.within(when, zone)) } else { words };
        peak.map(on).unwrap_or_default()
    });
    if series.unread > 0 {
        let unread = counted(series.unread as u64, "part", "parts");
        before.extend([" · ", &unread, " could not be read"]);
    }
    // The last point is described at the right, so only the first is named as partial here.
    let part = series.is_part(0).then(|| format!(" · {} in part", series.point(series.points[0].0, zone)));
    let mut legend = [peak, before, part.unwrap_or_default()];
    let room = usize::from(left).saturating_sub(text::width(&series.title));
    // Without room, drop first the day of the peak, which the axis marks. The name of a drawn line is dropped last; the
    // words for a missing line are dropped before the peak.
    let last = if sign.is_some() { [0, 1] } else { [1, 0] };
    for (piece, shorter) in [(0, short)].into_iter().chain([2, last[0], last[1]].map(|piece| (piece, String::new()))) {
        if text::width(&legend.concat()) > room {
            legend[piece] = shorter;
        }
    }
    let has_peak = !legend[0].is_empty();
    let legend = legend.concat();
    let x = area.x + text::put_fit(buf, area.x, area.y, left, &series.title, look.style(Role::Accent), look.ascii);
    text::put_fit(buf, x, area.y, (area.x + left).saturating_sub(x), &legend, look.style(Role::Dim), look.ascii);
    text::put_right(buf, area.x, area.y, area.width, &read, look.style(Role::Text), look.ascii);
    has_peak
}

fn chart(look: &Look<'_>, series: &Series, chart: &TimeChart<'_>, area: Rect, buf: &mut Buffer) {
    chart.render(look, area, buf);
    // Bars of equal width may leave cells free at the right of the chart.
    let x = area.x + chart.cells(look, area) + 2;
    means(look, series, Rect { x, width: area.right().saturating_sub(x), ..area }, buf);
}

/// Draws means beside a chart, if there is room for all of them.
fn means(look: &Look<'_>, series: &Series, area: Rect, buf: &mut Buffer) {
    let means = series.means(look.world.zone);
    let widest = |cells: fn(&(String, String)) -> usize| means.iter().map(cells).max().unwrap_or(0) as u16;
    let (labels, figures) = (widest(|(label, _)| text::width(label)), widest(|(_, figure)| text::width(figure)));
    if labels + figures + 2 > area.width || means.len() > area.height.into() {
        return;
    }
    for (y, (label, figure)) in (area.y..).zip(&means) {
        text::put(buf, area.x, y, labels, label, look.style(Role::Dim));
        text::put_right(buf, area.x + labels + 2, y, figures, figure, look.style(Role::Text), look.ascii);
    }
}
