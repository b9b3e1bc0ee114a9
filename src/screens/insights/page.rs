//! Page of a report: figures, then charts and bars, side by side where there is room, scrolled to the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::blocks::{Block, Rows};
use super::drawing::Drawing;
use super::grid::Grid;
use super::placing::{AROUND, CHART, place};
use crate::ui::text::{self, grouped};
use crate::ui::{Facts, Look, Role, RowFacts};

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
    pub(super) grid: Grid,
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
pub(super) struct Seen<'a> {
    pub area: Rect,
    /// First line of the page in the area.
    pub top: u16,
    /// Function that is true for a line of the window that is already drawn.
    pub is_kept: &'a dyn Fn(u16) -> bool,
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
            if placed.bottom() > top && placed.y < top + area.height {
                Drawing { page: self, look, block, placed: *placed, seen: &seen }.render(buf);
            }
        }
        if is_long && top < most {
            let more = format!("{} {} more", look.glyphs().down, grouped(usize::from(most - top)));
            text::put_right(buf, whole.x, area.bottom(), whole.width, &more, look.style(Role::Dim), look.ascii);
        }
    }
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
