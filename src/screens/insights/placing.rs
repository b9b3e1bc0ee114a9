//! Placement of the blocks of a report: side by side where there is room, each in the least filled column. A short
//! table may fill the gap above a wide one.

use ratatui::layout::Rect;

use super::blocks::Block;
use super::drawing::height;
use super::grid::{self, GUTTER, Grid};

/// Fewest and most rows between the axes of a chart, which takes a quarter of the view; rows of its title and axis; and
/// fewest rows of a whole chart, in a view too low for more and in any other (enough for a label in the middle).
pub const CHART: (u16, u16) = (8, 16);
pub const AROUND: u16 = 3;
const SMALLEST: (u16, u16) = (6, 6 + AROUND);
/// Indent of words shown in place of a report.
const SET_IN: u16 = 1;

/// Places of the blocks in the page's own coordinates.
pub fn place(blocks: &[Block], grid: &mut Grid, view: Rect) -> Vec<Rect> {
    let width = view.width;
    let many = grid.columns(width);
    let column = (width + GUTTER) / many - GUTTER;
    grid.fit(column, many);
    let mut filled = vec![0_u16; usize::from(many)];
    // Gaps above wide blocks, one per column.
    let mut gaps: Vec<Rect> = Vec::new();
    let mut area = |(block, part): (usize, &Block)| {
        // Number of columns the block takes: one, as many as the days beside names need, or all.
        let span = match part {
            Block::Rows(rows) => {
                let needs = grid.needs(block, rows.rows.len());
                let spans = (needs + GUTTER).div_ceil(column + GUTTER);
                if spans == 1 || grid.has_days(block) { spans.min(many) } else { many }
            }
            Block::Days(days) if grid::widths(days).iter().sum::<u16>() <= column => 1,
            _ => many,
        };
        let high = height(part, column, 0);
        let gap = |gap: &&mut Rect| span == 1 && many > 1 && gap.height >= high;
        if let Some(gap) = gaps.iter_mut().filter(gap).min_by_key(|gap| gap.y) {
            let area = Rect { x: gap.x * (column + GUTTER), y: gap.y, width: column, height: high };
            (gap.y, gap.height) = (gap.y + high, gap.height - high);
            return area;
        }
        let below = |from: u16| filled[usize::from(from)..usize::from(from + span)].iter().copied().max().unwrap_or(0);
        let from = (0..=many - span).min_by_key(|from| below(*from)).unwrap_or(0);
        let y = below(from);
        let chart = (view.height / 4).clamp(CHART.0, CHART.1) + AROUND;
        let least = view.height.saturating_sub(y + 1).clamp(SMALLEST.0, SMALLEST.1);
        // A chart takes the rows left below the figures, so that both are seen; a chart further down has a view of its
        // own.
        let left = view.height.checked_sub(y).map(|left| left.saturating_sub(2).max(least));
        let chart = left.map_or(chart, |left| chart.min(left));
        let chart = if let Block::Chart(series) = part { series.chart_height(chart - 1) + 1 } else { chart };
        let width = if span == many { width } else { span * (column + GUTTER) - GUTTER };
        let area = Rect { x: from * (column + GUTTER), y, width, height: height(part, width, chart) };
        let left = |column: u16| Rect {
            x: column,
            y: filled[usize::from(column)],
            width: 1,
            height: y - filled[usize::from(column)],
        };
        gaps.extend((from..from + span).map(left));
        filled[usize::from(from)..usize::from(from + span)].fill(area.bottom());
        area
    };
    let mut placed = vec![Rect::default(); blocks.len()];
    for block in order(blocks, view) {
        placed[block] = area((block, &blocks[block]));
    }
    // Words in place of a report are indented as on other pages that have nothing to show.
    if let ([Block::Words(_)], [words]) = (blocks, &mut placed[..]) {
        let width = words.width.saturating_sub(SET_IN);
        *words = Rect { x: words.x + SET_IN, width, height: height(&blocks[0], width, 0), ..*words };
    }
    placed
}

/// Indices of the blocks in the order they are placed: as given, but advice comes after the chart if the view is too
/// low for figures, advice and chart.
fn order(blocks: &[Block], view: Rect) -> Vec<usize> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    let worth = blocks.iter().position(|block| matches!(block, Block::Worth(_)));
    let chart = blocks.iter().position(|block| matches!(block, Block::Chart(_)));
    if let (Some(worth), Some(chart)) = (worth, chart) {
        let above: u16 = blocks[..chart].iter().map(|block| height(block, view.width, 0)).sum();
        if worth < chart && above + SMALLEST.0 + 1 > view.height {
            order[worth..=chart].rotate_left(1);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::super::blocks::{Row, Rows};
    use super::*;

    fn rows(label: &str, many: usize) -> Block {
        let row = |hits| Row { label: label.to_owned(), hits, ..Row::default() };
        let rows = (0..many as i64).map(row).collect();
        Block::Rows(Rows { title: label.to_owned(), rows, ..Rows::default() })
    }

    #[test]
    fn words_in_place_of_a_report_are_indented() {
        let blocks = [Block::Words("Nothing has been counted yet.".to_owned())];
        let placed = place(&blocks, &mut Grid::of(&blocks), Rect::new(0, 0, 20, 60));
        let high = height(&blocks[0], 20 - SET_IN, 0);
        assert_eq!(placed, [Rect { x: SET_IN, y: placed[0].y, width: 20 - SET_IN, height: high }]);
    }

    #[test]
    fn a_short_table_fills_the_gap_above_a_wide_one() {
        let wide = Block::Words("Over the whole page.".to_owned());
        let blocks = [rows("a", 20), rows("b", 4), rows("c", 4), wide, rows("d", 5)];
        let placed = place(&blocks, &mut Grid::of(&blocks), Rect::new(0, 0, 120, 60));
        let [tall, .., wide, last] = [0, 1, 2, 3, 4].map(|block| placed[block]);
        assert!(wide.y >= tall.bottom() && last.bottom() <= wide.y && last.x > 0, "{placed:?}");
        let overlap = |a: &Rect, b: &Rect| a.intersects(*b);
        let pairs = || (0..5).flat_map(|a| (0..a).map(move |b| (a, b)));
        assert!(pairs().all(|(a, b)| !overlap(&placed[a], &placed[b])), "{placed:?}");
    }
}
