//! A report drawn: figures, then charts and bars, in two columns where there is room, scrolled so that the cursor is seen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::blocks::{Block, Figure, Row, Series, percent};
use crate::base::{Timestamp, work};
use crate::ui::chart::{self, TimeChart};
use crate::ui::text::{self, grouped};
use crate::ui::{Look, Role};

/// Cells from which bars stand in two columns, and between these.
const TWO: u16 = 100;
const GUTTER: u16 = 3;
/// Cells between two figures, and most and fewest rows of a chart with its title.
const BETWEEN: u16 = 3;
const CHART: (u16, u16) = (11, 6);

/// What the cursor can be on: a row of bars, a chart, or the figures above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub block: usize,
    /// `None`: the block itself.
    pub row: Option<usize>,
}

/// A report laid out for a view of one size.
#[derive(Debug, Default)]
pub struct Laid {
    /// The blocks in the page's own coordinates.
    placed: Vec<Rect>,
    /// The cells their rows take.
    widths: Vec<Widths>,
    /// Everything the cursor can be on, from top to bottom. Figures are where the view is too low to show them above their
    /// own chart, whatever further charts the report has below.
    pub spots: Vec<Spot>,
}

impl Laid {
    /// Lays the blocks out in a view of that size.
    pub fn of(blocks: &[Block], view: Rect) -> Self {
        let widths: Vec<Widths> = blocks.iter().map(Widths::of).collect();
        let placed = place(blocks, &widths, view);
        let is_low = |figures: usize| {
            let chart = (figures..blocks.len()).find(|block| matches!(blocks[*block], Block::Chart(_)));
            chart.is_some_and(|chart| placed[chart].bottom() - placed[figures].y > view.height)
        };
        let of = |(block, part): (usize, &Block)| match part {
            Block::Chart(_) => vec![Spot { block, row: None }],
            Block::Figures(_) if is_low(block) => vec![Spot { block, row: None }],
            Block::Rows(rows) => (0..rows.rows.len()).map(|row| Spot { block, row: Some(row) }).collect(),
            _ => Vec::new(),
        };
        let spots = blocks.iter().enumerate().flat_map(of).collect();
        Self { placed, widths, spots }
    }
}

/// The page and where the cursor is.
pub struct Page<'a> {
    pub blocks: &'a [Block],
    /// As it is laid out for the area it is drawn into.
    pub laid: &'a Laid,
    pub cursor: Option<Spot>,
    /// The point of the chart that is read.
    pub reading: Option<usize>,
}

impl Page<'_> {
    /// Draws what of it is seen.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let placed = &self.laid.placed;
        let total = placed.iter().map(|area| area.bottom()).max().unwrap_or(0).saturating_sub(1);
        // The line below a long page says how much more there is.
        let is_long = total > area.height;
        let whole = area;
        let area = Rect { height: area.height - u16::from(is_long), ..area };
        let most = total.saturating_sub(area.height);
        // A chart is seen whole, figures from the first one on, a row with some of what follows.
        let top = self.cursor.and_then(|spot| {
            let of = placed.get(spot.block)?;
            Some(match spot.row {
                None => (of.bottom() - 1).saturating_sub(area.height).min(of.y),
                Some(row) => (of.y + row as u16 + 1).saturating_sub(area.height * 2 / 3),
            })
        });
        let top = top.unwrap_or(0).min(most);
        // A chart of which the end alone would be seen is left out, not drawn as a gap.
        let cut = |(block, area): (usize, &Rect)| {
            matches!(self.blocks[block], Block::Chart(_)) && area.y < top && top < area.bottom()
        };
        let top = placed.iter().enumerate().find(|placed| cut(*placed)).map_or(top, |(_, area)| area.bottom());
        for (block, placed) in placed.iter().enumerate() {
            self.block(look, block, *placed, top, area, buf);
        }
        if is_long && top < most {
            let more = format!("{} {} more", look.glyphs().down, grouped(usize::from(most - top)));
            text::put_right(buf, whole.x, area.bottom(), whole.width, &more, look.style(Role::Dim), look.ascii);
        }
    }

    fn block(&self, look: &Look<'_>, block: usize, placed: Rect, top: u16, area: Rect, buf: &mut Buffer) {
        let Rect { x, y, width, height } = placed;
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
        match &self.blocks[block] {
            Block::Figures(figures) => {
                let (across, wide) = across(figures, width);
                for (at, figure) in (0_u16..).zip(figures) {
                    if let Some(y) = row(at / across) {
                        let area = Rect { x: x + at % across * wide, y, width: wide.min(width), height: 1 };
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
                let reading =
                    self.reading.filter(|_| is_read).or(is_read.then(|| series.points.len().saturating_sub(1)));
                // Whole or not at all: half a chart has no axis.
                if let (Some(y), Some(_)) = (row(0), row(height.saturating_sub(2))) {
                    chart_title(look, series, reading, Rect { x, y, width, height: 1 }, buf);
                    let y = y + 1;
                    chart(look, series, reading, Rect { x, y, width, height: height - 2 }, buf);
                }
            }
            Block::Rows(rows) => {
                title(&rows.title, buf);
                let widths = &self.laid.widths[block];
                let seen = usize::from(top.saturating_sub(y + 1));
                for (at, bar) in rows.rows.iter().enumerate().skip(seen).take(usize::from(area.height)) {
                    let here = self.cursor == Some(Spot { block, row: Some(at) });
                    if let Some(y) = row(at as u16 + 1) {
                        self::row(look, widths, bar, here, Rect { x, y, width, height: 1 }, buf);
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
                        heat(look, cells, &self.blocks[block], Rect { x, y, width, height: 1 }, buf);
                    }
                }
            }
        }
    }
}

fn place(blocks: &[Block], widths: &[Widths], view: Rect) -> Vec<Rect> {
    let width = view.width;
    let wide = width >= TWO;
    let half = if wide { (width - GUTTER) / 2 } else { width };
    let mut columns = [0_u16; 2];
    let mut area = |(part, widths): (&Block, &Widths)| {
        let in_column = wide
            && match part {
                Block::Rows(_) => widths.row() <= half,
                part => matches!(part, Block::Heat { .. }),
            };
        // A chart takes what is left below the figures, so that both are seen.
        let below = columns[0].max(columns[1]);
        let chart = CHART.0.min(view.height.saturating_sub(below + 2)).max(CHART.1);
        if in_column {
            let column = usize::from(columns[1] < columns[0]);
            let x = if column == 0 { 0 } else { half + GUTTER };
            let area = Rect { x, y: columns[column], width: half, height: height(part, half, chart) };
            columns[column] = area.bottom();
            area
        } else {
            let area = Rect { x: 0, y: below, width, height: height(part, width, chart) };
            columns = [area.bottom(); 2];
            area
        }
    };
    blocks.iter().zip(widths).map(&mut area).collect()
}

/// How many figures fit side by side, and the cells of one.
fn across(figures: &[Figure], width: u16) -> (u16, u16) {
    let cells = |figure: &Figure| [&figure.label, &figure.value, &figure.trend].map(|words| text::width(words) + 1);
    let widest = figures.iter().map(|figure| cells(figure).iter().sum::<usize>()).max().unwrap_or(0) as u16;
    let across = ((width + BETWEEN) / (widest + BETWEEN)).max(1);
    (across, (width + BETWEEN) / across)
}

/// Rows of a block, with the blank one after it; a chart has `chart`.
fn height(block: &Block, width: u16, chart: u16) -> u16 {
    1 + match block {
        Block::Figures(figures) => (figures.len() as u16).div_ceil(across(figures, width).0),
        Block::Chart(_) => chart,
        Block::Rows(rows) => rows.rows.len() as u16 + 1 + u16::from(rows.note.is_some()),
        Block::Heat { cells, .. } => 1 + cells.len().div_ceil(per_line(cells, width)) as u16,
        Block::Words(words) => text::wrap(words, usize::from(width)).len() as u16,
    }
}

fn figure(look: &Look<'_>, figure: &Figure, area: Rect, buf: &mut Buffer) {
    let mut x = area.x;
    for (role, words) in [(Role::Dim, &figure.label), (Role::Text, &figure.value), (Role::Dim, &figure.trend)] {
        let left = area.right().saturating_sub(x);
        x += text::put_fit(buf, x, area.y, left, words, look.style(role), look.ascii) + 1;
    }
}

/// `Visitors per day · ◆ peak 1,189 on 4 Mar`, with the sign that marks it on the axis, and on the right the value that is read; where both have no room, without
/// the peak.
fn chart_title(look: &Look<'_>, series: &Series, reading: Option<usize>, area: Rect, buf: &mut Buffer) {
    let day = |when: Timestamp| when.on_axis(look.world.zone, false);
    let count = |value: f64| grouped(value as usize);
    let read =
        reading.and_then(|at| Some((series.points.get(at)?, series.more.get(at)))).map(|((when, value), more)| {
            let more = more.filter(|more| !more.is_empty()).map(|more| format!(" · {more}")).unwrap_or_default();
            format!("{}: {} {}{more}", day(*when), count(*value), series.noun)
        });
    let read = read.unwrap_or_default();
    let left = area.width.saturating_sub(text::width(&read) as u16 + 2);
    let peak =
        series.peak().map(|(when, most)| format!(" · {} peak {} on {}", look.glyphs().peak, count(most), day(when)));
    let whole = format!("{}{}", series.title, peak.unwrap_or_default());
    let title = if text::width(&whole) <= usize::from(left) { &whole } else { &series.title };
    text::put_fit(buf, area.x, area.y, left, title, look.style(Role::Accent), look.ascii);
    text::put_right(buf, area.x, area.y, area.width, &read, look.style(Role::Text), look.ascii);
}

fn chart(look: &Look<'_>, series: &Series, cursor: Option<usize>, area: Rect, buf: &mut Buffer) {
    let words = |value: f64| if value.fract() == 0.0 { grouped(value as usize) } else { format!("{value:.1}") };
    TimeChart { points: &series.points, to: series.to, is_line: false, words: &words, cursor }.render(look, area, buf);
}

/// Cells of a share, most of a bar, and fewest of a bar and of what stands behind it.
const SHARE: u16 = 8;
const BAR: u16 = 40;
const FEWEST: (u16, u16) = (6, 12);
/// Cells below which a name may take the room of its bar.
const NARROW: u16 = 60;

fn hits(row: &Row) -> String {
    grouped(usize::try_from(row.hits).unwrap_or(0))
}

/// Cells of the parts of rows, each of its widest.
#[derive(Debug, Default)]
struct Widths {
    labels: u16,
    counts: u16,
    shares: u16,
    more: u16,
    /// The most that is counted in one.
    most: i64,
}

impl Widths {
    fn of(block: &Block) -> Self {
        let Block::Rows(rows) = block else { return Self::default() };
        let rows = &rows.rows;
        work::looked_at(rows.len());
        let widest = |words: fn(&Row) -> usize| rows.iter().map(words).max().unwrap_or(0) as u16;
        Self {
            labels: widest(|row| text::width(&row.label)),
            counts: widest(|row| hits(row).len()) + 2,
            shares: if rows.iter().any(|row| row.share.is_some()) { SHARE } else { 0 },
            more: widest(|row| text::width(&row.more)),
            most: rows.iter().map(|row| row.hits).max().unwrap_or(0),
        }
    }

    /// Cells a row takes without a bar.
    fn row(&self) -> u16 {
        self.labels + self.counts + self.shares + 4 + self.more
    }
}

/// `label  1,204  28.7 %  ██████  what else`.
fn row(look: &Look<'_>, widths: &Widths, bar: &Row, here: bool, area: Rect, buf: &mut Buffer) {
    let Widths { labels, counts, shares, more, most } = *widths;
    let room = area.width.saturating_sub(2 + counts + shares);
    let label = labels.min(if area.width < NARROW { room } else { area.width * 2 / 5 });
    let (sign, style) = if here { look.cursor() } else { (look.style(Role::Dim), look.style(Role::Text)) };
    if here {
        // The bar stays out of it: reversed it would read as its own absence.
        text::clear(buf, Rect { width: (3 + label + counts + shares).min(area.width), ..area }, style);
        text::put(buf, area.x, area.y, 1, look.glyphs().bar, sign);
    }
    let mut x = area.x + 2;
    text::put_fit(buf, x, area.y, label, &bar.label, style, look.ascii);
    x += label;
    text::put_right(buf, x, area.y, counts, &hits(bar), style, look.ascii);
    x += counts;
    let share = bar.share.map(percent).unwrap_or_default();
    text::put_right(buf, x, area.y, shares, &share, style, look.ascii);
    x += shares + 2;
    let left = area.right().saturating_sub(x);
    // Too little of it would be seen.
    let more = if left < more.min(FEWEST.1) { 0 } else { more };
    let room = left.saturating_sub(if more == 0 { 0 } else { more + 1 }).min(BAR);
    let tone = |bright| if here { bright } else { Role::Dim };
    if room >= FEWEST.0 {
        let style = look.style(tone(Role::Accent));
        chart::bar(look, bar.hits, most, Rect { x, width: room, ..area }, style, buf);
        x += room + 1;
    }
    if more > 0 {
        let left = area.right().saturating_sub(x);
        text::put_fit(buf, x, area.y, left, &bar.more, look.style(tone(Role::Text)), look.ascii);
    }
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
