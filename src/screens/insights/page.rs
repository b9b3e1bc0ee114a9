//! Drawing of a report: figures, then charts and bars, side by side where there is room, scrolled to the cursor.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::blocks::{Block, Figure, Rows, Series};
use super::grid::{self, Grid};
use super::placing::{AROUND, CHART, place};
use crate::ui::chart::TimeChart;
use crate::ui::text::{self, counted, grouped};
use crate::ui::{Facts, Look, Role, RowFacts};

/// Cells between two figures.
const BETWEEN: u16 = 3;
/// Place for the cursor: a row of bars, a chart, or the figures above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub block: usize,
    /// Row of the block; `None` for the block itself.
    pub row: Option<usize>,
}

/// A report laid out for a view of one size.
#[derive(Debug, Default)]
pub struct Laid {
    /// Areas of the blocks, in the page's own coordinates.
    placed: Vec<Rect>,
    /// Column widths shared by the rows of all blocks.
    grid: Grid,
    /// Rows between the axes of the first chart.
    rows: u16,
    /// Places for the cursor, from top to bottom. Figures are a place only if the view is too low to show them together
    /// with their chart.
    pub spots: Vec<Spot>,
}

impl Laid {
    /// Layout of the blocks in a view of that size.
    pub fn of(blocks: &[Block], view: Rect) -> Self {
        let mut grid = Grid::of(blocks);
        let placed = place(blocks, &mut grid, view);
        let is_low = |figures: usize| {
            let chart = (figures..blocks.len()).find(|block| matches!(blocks[*block], Block::Chart(_)));
            chart.is_some_and(|chart| placed[chart].bottom() - placed[figures].y > view.height)
        };
        let of = |(block, part): (usize, &Block)| match part {
            Block::Chart(_) => vec![Spot { block, row: None }],
            Block::Figures(_) if is_low(block) => vec![Spot { block, row: None }],
            Block::Rows(rows) => (0..rows.rows.len()).map(|row| Spot { block, row: Some(row) }).collect(),
            Block::Worth(worth) => (0..worth.lines.len()).map(|row| Spot { block, row: Some(row) }).collect(),
            Block::Days(days) => (0..days.rows.len()).map(|row| Spot { block, row: Some(row) }).collect(),
            _ => Vec::new(),
        };
        let mut order: Vec<(usize, &Block)> = blocks.iter().enumerate().collect();
        // A short table may be placed above a wide one that comes before it.
        order.sort_by_key(|(block, _)| (placed[*block].y, placed[*block].x));
        let spots = order.into_iter().flat_map(of).collect();
        let is_chart = |(block, _): &(&Block, &Rect)| matches!(block, Block::Chart(_));
        let chart = blocks.iter().zip(&placed).find(is_chart);
        // Besides these rows, a chart has its title, its axis with the dates, and a blank row.
        let rows = chart.map_or(CHART.0, |(_, placed)| placed.height.saturating_sub(AROUND + 1));
        Self { placed, grid, rows, spots }
    }

    /// Rows between the axes of the chart.
    pub fn chart_rows(&self) -> u16 {
        self.rows.max(1)
    }
}

/// Part of a page that is drawn.
struct Seen<'a> {
    area: Rect,
    /// First line of the page in the area.
    top: u16,
    /// Function that is true for a line of the window that is already drawn.
    is_kept: &'a dyn Fn(u16) -> bool,
}

/// Page with its cursor.
pub struct Page<'a> {
    pub blocks: &'a [Block],
    /// Layout in the area it is drawn into.
    pub laid: &'a Laid,
    pub cursor: Option<Spot>,
    /// Point of the chart being read.
    pub reading: Option<usize>,
}

impl Page<'_> {
    /// First line of the page shown in a view of `height` lines, number of lines shown, and the last line that could be
    /// first.
    fn window(&self, height: u16) -> (u16, u16, u16) {
        let placed = &self.laid.placed;
        let total = placed.iter().map(|area| area.bottom()).max().unwrap_or(0).saturating_sub(1);
        let height = height.saturating_sub(u16::from(total > height));
        let most = total.saturating_sub(height);
        // Show a chart completely, figures from the first one on, and a row with some of what follows.
        let top = self.cursor.and_then(|spot| {
            let of = placed.get(spot.block)?;
            Some(match spot.row {
                None => (of.bottom() - 1).saturating_sub(height).min(of.y),
                Some(row) => (of.y + row as u16 + 1).saturating_sub(height * 2 / 3),
            })
        });
        let top = top.unwrap_or(0).min(most);
        // A chart of which only the end would be seen is left out.
        let cut = |(block, area): (usize, &Rect)| {
            matches!(self.blocks[block], Block::Chart(_)) && area.y < top && top < area.bottom()
        };
        let top = placed.iter().enumerate().find(|placed| cut(*placed)).map_or(top, |(_, area)| area.bottom());
        (top, height, most)
    }

    /// Tables of which a view of `height` lines shows at least one row.
    pub fn tables(&self, height: u16) -> impl Iterator<Item = &Rows> {
        let (top, height, _) = self.window(height);
        let is_seen = move |placed: &Rect| placed.y + 1 < top + height && placed.bottom() > top + 1;
        let seen = self.blocks.iter().zip(&self.laid.placed).filter(move |(_, placed)| is_seen(placed));
        seen.filter_map(|(block, _)| if let Block::Rows(rows) = block { Some(rows) } else { None })
    }

    /// Draws the visible part. If only the cursor moved over rows and nothing scrolled, other lines are kept.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let placed = &self.laid.placed;
        let whole = area;
        let (top, height, most) = self.window(area.height);
        // The line below a long page says how much more there is.
        let is_long = height < area.height;
        let area = Rect { height, ..area };
        let line = |spot: Spot| Some(placed.get(spot.block)?.y + 1 + spot.row? as u16);
        let cursor =
            self.cursor.and_then(line).map(|line| isize::from(line.cast_signed()) - isize::from(top.cast_signed()));
        let is_row = vec![true; area.height.into()];
        let drawn = |cursor| RowFacts { area, is_row, cursor, top: top.into(), changes_at: None };
        // A chart under the cursor changes in more than one line, so nothing is kept.
        facts.lines = cursor.map(drawn);
        let last = facts.lines.as_ref().and_then(|drawn| Some((drawn, drawn.in_last(&look.still)?)));
        let is_kept = |y: u16| last.is_some_and(|(drawn, last)| drawn.is_beside(last, (y - area.y).into()));
        let kept = (area.top()..area.bottom()).filter(|y| is_kept(*y)).map(|y| Rect { y, height: 1, ..area });
        facts.kept.extend(kept);
        let seen = Seen { area, top, is_kept: &is_kept };
        for (block, placed) in placed.iter().enumerate() {
            self.block(look, block, *placed, &seen, buf);
        }
        if is_long && top < most {
            let more = format!("{} {} more", look.glyphs().down, grouped(usize::from(most - top)));
            text::put_right(buf, whole.x, area.bottom(), whole.width, &more, look.style(Role::Dim), look.ascii);
        }
    }

    fn block(&self, look: &Look<'_>, block: usize, placed: Rect, seen: &Seen<'_>, buf: &mut Buffer) {
        let Rect { x, y, width, height } = placed;
        let Seen { area, top, is_kept } = *seen;
        if y + height <= top || y >= top + area.height {
            return;
        }
        let x = area.x + x;
        let row = |line: u16| {
            let is_seen = y + line >= top && y + line < top + area.height;
            is_seen.then(|| area.y + y + line - top).filter(|y| !is_kept(*y))
        };
        let title = |words: &str, buf: &mut Buffer| {
            // A title without a row below it would look like an empty table.
            if let Some(y) = row(0).filter(|y| y + 1 < area.bottom()) {
                text::put_fit(buf, x, y, width, words, look.style(Role::Accent), look.ascii);
            }
        };
        let note = |words: Option<&str>, line: usize, buf: &mut Buffer| {
            for (at, words) in note_lines(words, width).iter().enumerate() {
                if let Some(y) = row((line + at) as u16) {
                    text::put(buf, x + 2, y, width - 2, words, look.style(Role::Dim));
                }
            }
        };
        match &self.blocks[block] {
            Block::Figures(figures) => {
                for (figure, (column, line)) in figures.iter().zip(spread(figures, width)) {
                    if let Some(y) = row(line) {
                        let area = Rect { x: x + column, y, width: width - column.min(width), height: 1 };
                        self::figure(look, figure, area, buf);
                    }
                }
            }
            Block::Words(words) => {
                for (line, words) in (0_u16..).zip(text::wrap(words, usize::from(width))) {
                    if let Some(y) = row(line) {
                        text::put(buf, x, y, width, &words, look.style(Role::Text));
                    }
                }
            }
            Block::Chart(series) => {
                let is_read = self.cursor.is_some_and(|spot| spot.block == block);
                // Until the cursor is moved, the title shows the newest point, and the chart draws no cursor.
                let moved = self.reading.filter(|_| is_read);
                let reading = moved.or(is_read.then(|| series.points.len().saturating_sub(1)));
                // A chart is drawn completely or not at all, because half a chart has no axis.
                if let (Some(y), Some(_)) = (row(0), row(height.saturating_sub(2))) {
                    let has_peak = chart_title(look, series, reading, Rect { x, y, width, height: 1 }, buf);
                    let drawn = TimeChart { has_peak, cursor: moved, ..series.time_chart() };
                    let y = y + 1;
                    chart(look, series, &drawn, Rect { x, y, width, height: height - 2 }, buf);
                }
            }
            Block::Rows(rows) => {
                title(&rows.head(), buf);
                if let Some(y) = row(0).filter(|y| y + 1 < area.bottom()) {
                    self.laid.grid.days_head(look, block, Rect { x, y, width, height: 1 }, buf);
                }
                let seen = usize::from(top.saturating_sub(y + 1));
                for (at, bar) in rows.rows.iter().enumerate().skip(seen).take(usize::from(area.height)) {
                    let here = self.cursor == Some(Spot { block, row: Some(at) });
                    if let Some(y) = row(at as u16 + 1) {
                        self.laid.grid.row(look, block, bar, here, Rect { x, y, width, height: 1 }, buf);
                    }
                }
                note(rows.note.as_deref(), rows.rows.len() + 1, buf);
            }
            Block::Worth(worth) => {
                title(&worth.title, buf);
                let widths = grid::advice_widths(worth);
                for (at, line) in worth.lines.iter().enumerate() {
                    let here = self.cursor == Some(Spot { block, row: Some(at) });
                    if let Some(y) = row(at as u16 + 1) {
                        grid::advice(look, widths, line, here, Rect { x, y, width, height: 1 }, buf);
                    }
                }
            }
            Block::Days(days) => {
                title(&days.title, buf);
                let widths = grid::widths(days);
                for (at, cells) in [&days.heads].into_iter().chain(&days.rows).enumerate() {
                    let here = at > 0 && self.cursor == Some(Spot { block, row: Some(at - 1) });
                    let role = match at {
                        0 => Role::Dim,
                        at if at > days.rows.len() - days.totals => Role::Accent,
                        _ => Role::Text,
                    };
                    if let Some(y) = row(at as u16 + 1) {
                        grid::cells(look, &widths, cells, (here, role), Rect { x, y, width, height: 1 }, buf);
                    }
                }
                note(days.note.as_deref(), days.rows.len() + 2, buf);
            }
        }
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
    // words that there is no such line are dropped before the peak.
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

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
