//! A report drawn: figures, then charts and bars, in two columns where there is room, scrolled so that the cursor is seen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::blocks::{Block, Figure, Row, Rows, Series, percent};
use crate::ui::chart::{self, TimeChart};
use crate::ui::text::{self, grouped};
use crate::ui::{Look, Role};

/// Cells from which bars stand in two columns, and between these.
const TWO: u16 = 100;
const GUTTER: u16 = 3;
/// Cells of one figure, and most and fewest rows of a chart with its title.
const FIGURE: u16 = 44;
const CHART: (u16, u16) = (11, 6);

/// What the cursor can be on: a row of bars, or a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub block: usize,
    /// `None`: the chart itself.
    pub row: Option<usize>,
}

/// Everything the cursor can be on, from top to bottom.
pub fn spots(blocks: &[Block]) -> Vec<Spot> {
    let of = |(block, part): (usize, &Block)| match part {
        Block::Chart(_) => vec![Spot { block, row: None }],
        Block::Rows(rows) => (0..rows.rows.len()).map(|row| Spot { block, row: Some(row) }).collect(),
        _ => Vec::new(),
    };
    blocks.iter().enumerate().flat_map(of).collect()
}

/// The page and where the cursor is.
pub struct Page<'a> {
    pub blocks: &'a [Block],
    pub cursor: Option<Spot>,
    /// The point of the chart that is read.
    pub reading: Option<usize>,
}

/// A block in the page's own coordinates.
struct Placed {
    block: usize,
    area: Rect,
}

impl Page<'_> {
    /// Draws what of it is seen.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let placed = self.place(area);
        let total = placed.iter().map(|placed| placed.area.bottom()).max().unwrap_or(0).saturating_sub(1);
        // The line below a long page says how much more there is.
        let is_long = total > area.height;
        let whole = area;
        let area = Rect { height: area.height - u16::from(is_long), ..area };
        let most = total.saturating_sub(area.height);
        // A chart is seen whole, a row with some of what follows.
        let top = self.cursor.and_then(|spot| {
            let of = placed.iter().find(|placed| placed.block == spot.block)?.area;
            Some(match spot.row {
                None => (of.bottom() - 1).saturating_sub(area.height),
                Some(row) => (of.y + row as u16 + 1).saturating_sub(area.height * 2 / 3),
            })
        });
        let top = top.unwrap_or(0).min(most);
        for placed in &placed {
            self.block(look, placed, top, area, buf);
        }
        if is_long && top < most {
            let more = format!("{} {} more", look.glyphs().down, grouped(usize::from(most - top)));
            text::put_right(buf, whole.x, area.bottom(), whole.width, &more, look.style(Role::Dim), look.ascii);
        }
    }

    fn place(&self, view: Rect) -> Vec<Placed> {
        let width = view.width;
        let wide = width >= TWO;
        let half = if wide { (width - GUTTER) / 2 } else { width };
        let (mut placed, mut columns) = (Vec::new(), [0_u16; 2]);
        for (block, part) in self.blocks.iter().enumerate() {
            let in_column = wide
                && match part {
                    Block::Rows(rows) => rows.rows.iter().all(|row| row_width(rows, row) <= half),
                    part => matches!(part, Block::Heat { .. }),
                };
            // A chart takes what is left below the figures, so that both are seen.
            let below = columns[0].max(columns[1]);
            let chart = CHART.0.min(view.height.saturating_sub(below + 2)).max(CHART.1);
            let height = |width: u16| height(part, width, chart);
            if in_column {
                let column = usize::from(columns[1] < columns[0]);
                let x = if column == 0 { 0 } else { half + GUTTER };
                let height = height(half);
                placed.push(Placed { block, area: Rect { x, y: columns[column], width: half, height } });
                columns[column] += height;
            } else {
                let (y, height) = (below, height(width));
                placed.push(Placed { block, area: Rect { x: 0, y, width, height } });
                columns = [y + height; 2];
            }
        }
        placed
    }

    fn block(&self, look: &Look<'_>, placed: &Placed, top: u16, area: Rect, buf: &mut Buffer) {
        let Rect { x, y, width, height } = placed.area;
        if y + height <= top || y >= top + area.height {
            return;
        }
        let x = area.x + x;
        let row = |line: u16| (y + line >= top && y + line < top + area.height).then(|| area.y + y + line - top);
        let title = |words: &str, buf: &mut Buffer| {
            if let Some(y) = row(0) {
                text::put_fit(buf, x, y, width, words, look.style(Role::Accent), look.ascii);
            }
        };
        match &self.blocks[placed.block] {
            Block::Figures(figures) => {
                let across = (width / FIGURE).max(1);
                for (at, figure) in (0_u16..).zip(figures) {
                    if let Some(y) = row(at / across) {
                        self::figure(
                            look,
                            figure,
                            Rect { x: x + at % across * FIGURE, y, width: FIGURE.min(width), height: 1 },
                            buf,
                        );
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
                let is_read = self.cursor.is_some_and(|spot| spot.block == placed.block);
                let reading =
                    self.reading.filter(|_| is_read).or(is_read.then(|| series.points.len().saturating_sub(1)));
                let read = reading.and_then(|at| series.points.get(at)).map(|(when, value)| {
                    format!("{}: {} {}", when.on_axis(look.world.zone, false), grouped(*value as usize), series.noun)
                });
                title(&series.title, buf);
                if let (Some(y), Some(read)) = (row(0), read) {
                    text::put_right(buf, x, y, width, &read, look.style(Role::Text), look.ascii);
                }
                // Whole or not at all: half a chart has no axis.
                if let (Some(y), Some(_)) = (row(1), row(height.saturating_sub(2))) {
                    chart(look, series, reading, Rect { x, y, width, height: height - 2 }, buf);
                }
            }
            Block::Rows(rows) => {
                title(&rows.title, buf);
                for (at, bar) in (1_u16..).zip(&rows.rows) {
                    let here = self.cursor == Some(Spot { block: placed.block, row: Some(usize::from(at) - 1) });
                    if let Some(y) = row(at) {
                        self::row(look, rows, bar, here, Rect { x, y, width, height: 1 }, buf);
                    }
                }
                if let (Some(note), Some(y)) = (&rows.note, row(rows.rows.len() as u16 + 1)) {
                    text::put_fit(buf, x + 1, y, width - 1, note, look.style(Role::Dim), look.ascii);
                }
            }
            Block::Heat { title: words, cells } => {
                title(words, buf);
                for (line, cells) in (1_u16..).zip(cells.chunks(per_line(cells, width))) {
                    if let Some(y) = row(line) {
                        heat(look, cells, &self.blocks[placed.block], Rect { x, y, width, height: 1 }, buf);
                    }
                }
            }
        }
    }
}

/// Rows of a block, with the blank one after it; a chart has `chart`.
fn height(block: &Block, width: u16, chart: u16) -> u16 {
    1 + match block {
        Block::Figures(figures) => (figures.len() as u16).div_ceil((width / FIGURE).max(1)),
        Block::Chart(_) => chart,
        Block::Rows(rows) => rows.rows.len() as u16 + 1 + u16::from(rows.note.is_some()),
        Block::Heat { cells, .. } => 1 + cells.len().div_ceil(per_line(cells, width)) as u16,
        Block::Words(words) => text::wrap(words, usize::from(width)).len() as u16,
    }
}

fn figure(look: &Look<'_>, figure: &Figure, area: Rect, buf: &mut Buffer) {
    let mut x = area.x;
    for (role, words) in [(Role::Dim, &figure.label), (Role::Text, &figure.value), (Role::Dim, &figure.trend)] {
        let left = area.right().saturating_sub(x + 1);
        x += text::put_fit(buf, x, area.y, left, words, look.style(role), look.ascii) + 1;
    }
}

fn chart(look: &Look<'_>, series: &Series, cursor: Option<usize>, area: Rect, buf: &mut Buffer) {
    let words = |value: f64| if value.fract() == 0.0 { grouped(value as usize) } else { format!("{value:.1}") };
    TimeChart { points: &series.points, to: series.to, is_line: false, words: &words, cursor }.render(look, area, buf);
}

/// Cells of a count and of a share.
const FIGURES: u16 = 8;
const SHARE: u16 = 8;

fn label_width(rows: &Rows) -> u16 {
    rows.rows.iter().map(|row| text::width(&row.label)).max().unwrap_or(0) as u16
}

/// Cells a row takes without a bar.
fn row_width(rows: &Rows, row: &Row) -> u16 {
    label_width(rows) + FIGURES + SHARE + 4 + text::width(&row.more) as u16
}

/// `label   1,204  28.7 %  ██████  what else`.
fn row(look: &Look<'_>, rows: &Rows, bar: &Row, here: bool, area: Rect, buf: &mut Buffer) {
    let labels = label_width(rows);
    let label = labels.min((area.width * 2 / 5).max(12));
    let (sign, style) = if here { look.cursor() } else { (look.style(Role::Dim), look.style(Role::Text)) };
    let shares = if rows.rows.iter().any(|row| row.share.is_some()) { SHARE } else { 0 };
    if here {
        // The bar stays out of it: reversed it would read as its own absence.
        let words = (2 + label + FIGURES + shares).min(area.width);
        text::clear(buf, Rect { width: words, ..area }, style);
        text::put(buf, area.x, area.y, 1, look.glyphs().bar, sign);
    }
    let x = area.x + 2;
    text::put_fit(buf, x, area.y, label, &bar.label, style, look.ascii);
    let x = x + label;
    text::put_right(buf, x, area.y, FIGURES, &grouped(usize::try_from(bar.hits).unwrap_or(0)), style, look.ascii);
    let mut x = x + FIGURES;
    if shares > 0 {
        let share = bar.share.map(percent).unwrap_or_default();
        text::put_right(buf, x, area.y, shares, &share, style, look.ascii);
        x += shares;
    }
    let more = rows.rows.iter().map(|row| text::width(&row.more)).max().unwrap_or(0) as u16;
    let left = area.right().saturating_sub(x + 2);
    let most = rows.rows.iter().map(|row| row.hits).max().unwrap_or(0);
    let room = left.saturating_sub(if more == 0 { 0 } else { more + 1 }).min(40);
    if room >= 6 {
        let style = look.style(if here { Role::Accent } else { Role::Dim });
        chart::bar(look, bar.hits, most, Rect { x: x + 2, width: room, ..area }, style, buf);
        x += room + 1;
    }
    let left = area.right().saturating_sub(x + 2);
    text::put_fit(
        buf,
        x + 2,
        area.y,
        left,
        &bar.more,
        look.style(if here { Role::Text } else { Role::Dim }),
        look.ascii,
    );
}

/// Cells of a heat strip that fit side by side.
fn per_line(cells: &[(String, i64)], width: u16) -> usize {
    (usize::from(width) / cell_width(cells)).max(1)
}

fn cell_width(cells: &[(String, i64)]) -> usize {
    cells
        .iter()
        .map(|(label, hits)| text::width(label) + grouped(usize::try_from(*hits).unwrap_or(0)).len())
        .max()
        .unwrap_or(0)
        + 6
}

fn heat(look: &Look<'_>, cells: &[(String, i64)], of: &Block, area: Rect, buf: &mut Buffer) {
    let Block::Heat { cells: all, .. } = of else { return };
    let most = all.iter().map(|(_, hits)| *hits).max().unwrap_or(0);
    let wide = cell_width(all) as u16;
    for (x, (label, hits)) in (0_u16..).map(|at| area.x + 1 + at * wide).zip(cells) {
        chart::patch(look, *hits, most, (x, area.y), buf);
        let words = format!("{label} {}", grouped(usize::try_from(*hits).unwrap_or(0)));
        text::put_fit(buf, x + 3, area.y, wide.saturating_sub(4), &words, look.style(Role::Text), look.ascii);
    }
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
