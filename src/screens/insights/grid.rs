//! Tables of a report: rows with bars, aligned over the whole page, and charts as tables.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::blocks::{Block, Days, Line, Row, RowKind, Worth, percent};
use crate::base::work;
use crate::store::findings::LISTED;
use crate::ui::chart;
use crate::ui::text::{self, grouped};
use crate::ui::{Look, Role};

/// Width of a share.
const SHARE: u16 = 8;
/// Greatest width of a bar.
const BAR: u16 = 40;
/// Smallest width of a bar in one column, and in several columns. Shorter bars are hard to compare.
const SHORT: u16 = 16;
const SHORT_OF_TWO: u16 = 10;
/// Smallest width of any bar, and of the words after it.
const FEWEST: (u16, u16) = (6, 12);
/// Most rows of a table that may use the whole width for its bars and words; a longer table drops its bars for the
/// words.
const LOW: usize = 6;
/// Cells between two columns of tables, and most columns.
pub const GUTTER: u16 = 3;
const COLUMNS: u16 = 4;
/// Largest and smallest width of a label.
const LABEL: (u16, u16) = (32, 12);
/// Cells before a label, and further ones before the label of a part of another row.
const MARGIN: u16 = 2;
const NESTED: u16 = 2;
/// Cells between two columns of a chart shown as a table.
const APART: u16 = 2;

/// Widths of the parts of rows, shared by all tables of the page.
#[derive(Debug, Default)]
pub struct Grid {
    labels: u16,
    counts: u16,
    shares: u16,
    /// Width of a full bar, and the share it stands for: the largest on the page, so that bars mean the same in all
    /// tables.
    bar: u16,
    largest: f64,
    /// Width of the words after the bars in the short tables.
    beside: u16,
    /// True where these words are drawn in their short form.
    is_brief: bool,
    blocks: Vec<OfBlock>,
}

/// Words beside a step, in full and as they are where the full ones leave no room for its bar.
const OF_STEP: [&str; 2] = [" the step before", " previous"];

fn brief(words: &str) -> String {
    words.replace(OF_STEP[0], OF_STEP[1])
}

/// Measures shared by the rows of a block.
#[derive(Clone, Copy, Debug, Default)]
struct OfBlock {
    is_table: bool,
    /// Width of the words after the bars, and that of their short form.
    more: u16,
    brief: u16,
    /// True for a table short enough to use the whole width for its bars and words.
    is_low: bool,
    /// Largest count of a row.
    most: i64,
    /// True when the block's shares are of too few things for percentages, and true when bars are drawn.
    few: bool,
    bars: bool,
    /// Width of the bars of days, and the largest count of one day.
    days: u16,
    most_of_day: u32,
}

fn hits(row: &Row) -> String {
    if row.kind == RowKind::Share {
        return String::new();
    }
    grouped(usize::try_from(row.hits).unwrap_or(0))
}

fn label_cells(row: &Row) -> u16 {
    text::width(&row.label) as u16 + if row.parent.is_some() { NESTED } else { 0 }
}

impl Grid {
    /// Grid for all rows of the page.
    pub fn of(blocks: &[Block]) -> Self {
        let mut grid = Self::default();
        for block in blocks {
            let Block::Rows(rows) = block else {
                grid.blocks.push(OfBlock::default());
                continue;
            };
            let (few, bars, days, rows) = (rows.are_few(), rows.have_bars(), rows.days as u16, &rows.rows);
            work::looked_at(rows.len());
            let widest = |cells: &dyn Fn(&Row) -> usize| rows.iter().map(cells).max().unwrap_or(0) as u16;
            grid.labels = grid.labels.max(widest(&|row| usize::from(label_cells(row))));
            grid.counts = grid.counts.max(widest(&|row| hits(row).len()) + 2);
            let has_shares = !few && rows.iter().any(|row| row.share.is_some());
            grid.shares = grid.shares.max(if has_shares { SHARE } else { 0 });
            let parts = || rows.iter().filter(|row| matches!(row.kind, RowKind::Listed | RowKind::Share));
            let most = parts().map(|row| row.hits).max().unwrap_or(0);
            grid.largest = parts().filter_map(|row| row.share).fold(grid.largest, f64::max);
            let more = widest(&|row| text::width(&row.more_words(few)));
            let short = widest(&|row| text::width(&brief(&row.more_words(few))));
            let is_low = rows.len() <= LOW;
            if is_low {
                grid.beside = grid.beside.max(more);
            }
            let most_of_day = rows.iter().map(|row| chart::spark_most(&row.days)).max().unwrap_or(0);
            grid.blocks.push(OfBlock {
                is_table: true,
                more,
                brief: short,
                is_low,
                most,
                few,
                bars,
                days,
                most_of_day,
            });
        }
        grid
    }

    /// Number of columns of tables: two if every label is whole, more only if bars stay long enough.
    pub fn columns(&self, width: u16) -> u16 {
        let label = self.labels.min(LABEL.0);
        // If most tables have words after their bars, a column must have room for these.
        let tables = self.blocks.iter().filter(|block| block.is_table);
        let (all, told) = tables.fold((0, 0), |(all, told), block| (all + 1, told + usize::from(block.more > 0)));
        let beside = if told * 2 > all && self.beside > 0 { self.beside + 1 } else { 0 };
        let fit = |bar: u16| (width + GUTTER) / (self.figures() + label + bar + beside + GUTTER);
        fit(SHORT).max(fit(SHORT_OF_TWO).min(2)).clamp(1, COLUMNS)
    }

    /// Width of a row without its label and its bar.
    fn figures(&self) -> u16 {
        MARGIN + self.counts + self.shares + 2
    }

    /// Sets the widths of labels and bars for a column of that width, one of `many`.
    pub fn fit(&mut self, column: u16, many: u16) {
        let bar = if many > 1 { SHORT_OF_TWO } else { FEWEST.0 };
        let room = column.saturating_sub(self.figures() + bar).max(LABEL.1);
        self.labels = self.labels.min(room);
        let left = column.saturating_sub(self.figures() + self.labels);
        // Tables with words after their bars stay in one column with shorter bars, as long as these can be compared.
        // Otherwise such a table takes the whole width.
        let fewest = if many > 1 { SHORT } else { FEWEST.0 };
        if many == 1 && left < self.beside + 1 + fewest {
            self.leave_room(left);
        }
        let shorter = left.saturating_sub(self.beside + 1);
        self.bar = if self.beside > 0 && shorter >= fewest { shorter } else { left }.min(BAR);
    }

    /// Chooses shorter words for bars to leave room for, in one column where the longest have none: those of the other
    /// tables, in their short form if more tables then keep their bars.
    fn leave_room(&mut self, left: u16) {
        let fitting = |words: fn(&OfBlock) -> u16| {
            let told = self.blocks.iter().filter(|block| block.is_low && block.more > 0).map(words);
            told.filter(|words| left > words + SHORT).fold((0, 0), |(many, most), words| (many + 1, words.max(most)))
        };
        let (full, brief) = (fitting(|block| block.more), fitting(|block| block.brief));
        self.is_brief = brief.0 > full.0;
        self.beside = if self.is_brief { brief.1 } else { full.1 };
        if self.is_brief {
            self.blocks.iter_mut().for_each(|block| block.more = block.brief);
        }
    }

    /// Width that a block of `rows` rows needs; if its rows show days, these take the place of a bar.
    pub fn needs(&self, block: usize, rows: usize) -> u16 {
        let OfBlock { more, days, .. } = self.blocks[block];
        let bar = if days == 0 && rows <= LOW && more > 0 { self.bar + 1 } else { days + u16::from(days * more > 0) };
        self.figures() + self.labels + bar + more
    }

    /// True when rows of the block show days.
    pub fn has_days(&self, block: usize) -> bool {
        self.blocks[block].days > 0
    }

    /// Start of the days of a row within that width, and whether its bar fits before them; `None` without room for
    /// days.
    fn place_of_days(&self, block: usize, width: u16) -> Option<(u16, bool)> {
        let OfBlock { more, days, .. } = self.blocks[block];
        let begin = self.figures() + self.labels;
        let room = width.checked_sub(begin + days).filter(|_| days > 0)?;
        let behind = if more > 0 { more + 1 } else { 0 };
        let after_bar = self.bar >= FEWEST.0 && room > self.bar + behind;
        Some((begin + if after_bar { self.bar + 1 } else { 0 }, after_bar))
    }

    /// Draws `most in a day 12` above the days of the rows.
    pub fn days_head(&self, look: &Look<'_>, block: usize, area: Rect, buf: &mut Buffer) {
        let OfBlock { days, most_of_day, .. } = self.blocks[block];
        let place = self.place_of_days(block, area.width).filter(|_| most_of_day > 0);
        if let Some((x, _)) = place {
            let words = format!("most in a day {}", grouped(most_of_day));
            let cells = days.max(text::width(&words) as u16);
            let x = area.x + x.min(area.width.saturating_sub(cells));
            text::put_right(buf, x, area.y, cells, &words, look.style(Role::Dim), look.ascii);
        }
    }

    /// Draws `label  1,204  28.7 %  ━━━━━━  ▁▂▄█▅  what else`. A full bar is the largest share on the page, or in rows
    /// without shares the largest count.
    pub fn row(&self, look: &Look<'_>, block: usize, row: &Row, here: bool, area: Rect, buf: &mut Buffer) {
        let OfBlock { more, most, few, bars, days, most_of_day, .. } = self.blocks[block];
        let place_of_days = self.place_of_days(block, area.width);
        let (counts, shares) = (self.counts, self.shares);
        let label = self.labels.min(area.width.saturating_sub(MARGIN + counts + shares));
        let plain = match row.kind {
            RowKind::Listed | RowKind::Share => Role::Text,
            RowKind::Others | RowKind::Total => Role::Dim,
        };
        // The cursor's style covers label and figures only: a reversed bar would look like a gap.
        let style = begin(look, plain, here, MARGIN + 1 + label + counts + shares, area, buf);
        let mut x = area.x + MARGIN;
        let nested = if row.parent.is_some() { NESTED } else { 0 };
        text::put_fit(buf, x + nested, area.y, label.saturating_sub(nested), &row.label, style, look.ascii);
        x += label;
        text::put_right(buf, x, area.y, counts, &hits(row), style, look.ascii);
        x += counts;
        let share = row.share.filter(|_| !few).map(percent).unwrap_or_default();
        text::put_right(buf, x, area.y, shares, &share, style, look.ascii);
        x += shares + 2;
        let left = area.right().saturating_sub(x);
        // With less room, too little of the words could be read, so they are left out.
        let more = if left < more.min(FEWEST.1) { 0 } else { more };
        // A bar has its full scale or is left out: a shorter scale could not be compared.
        let room = if left >= self.bar + more + u16::from(more > 0) { self.bar } else { 0 };
        let tone = |bright| if here { bright } else { Role::Dim };
        if bars && room >= FEWEST.0 && place_of_days.is_none_or(|(_, after_bar)| after_bar) {
            let style = look.style(tone(Role::Accent));
            let of_most = || row.hits as f64 / most.max(1) as f64;
            let part = match (row.kind, row.share) {
                (RowKind::Total | RowKind::Others, _) => 0.0,
                (_, Some(share)) => share / self.largest.max(f64::EPSILON),
                _ => of_most(),
            };
            chart::bar(look, part, Rect { x, width: room, ..area }, style, buf);
            x += room + 1;
        }
        if let Some((at, _)) = place_of_days {
            x = area.x + at;
            let room = Rect { x, width: days, ..area };
            if row.days.is_empty() && row.kind == RowKind::Listed && row.has_days() {
                // Empty space or a dash would look as if nobody came. Below the table a note explains rows without
                // days.
                text::put(buf, x, area.y, days, "not read", look.style(Role::Dim));
            } else {
                chart::spark(look, &row.days, most_of_day, room, look.style(Role::Accent), buf);
            }
            x += days + 1;
        }
        if more > 0 {
            let left = area.right().saturating_sub(x);
            let words = row.more_words(few);
            let words = if self.is_brief { brief(&words) } else { words };
            let words = text::whole_figures(&words, left.into());
            text::put_fit(buf, x, area.y, left, &words, look.style(tone(Role::Text)), look.ascii);
        }
    }
}

/// Starts a line of `cells` cells, with the cursor's bar if it is `here`, and returns the style of its text.
fn begin(look: &Look<'_>, role: Role, here: bool, cells: u16, area: Rect, buf: &mut Buffer) -> Style {
    if !here {
        return look.style(role);
    }
    let (bar, style) = look.cursor();
    text::clear(buf, Rect { width: cells.min(area.width), ..area }, style);
    text::put(buf, area.x, area.y, 1, look.glyphs().bar, bar);
    style
}

/// Widths of the figures and of the words in the advice.
pub fn advice_widths(worth: &Worth) -> (u16, u16) {
    let widest = |cells: fn(&Line) -> usize| worth.lines.iter().map(cells).max().unwrap_or(0) as u16;
    (widest(|line| text::width(&figure(line))), widest(|line| text::width(&line.words)))
}

fn figure(line: &Line) -> String {
    line.figure.as_ref().map(text::count).unwrap_or_default()
}

/// Draws a line of advice: `≥ 4  domains off the market among the most visited   ≥ 45 visits, seg.net`.
pub fn advice(look: &Look<'_>, (figures, words): (u16, u16), line: &Line, here: bool, area: Rect, buf: &mut Buffer) {
    let style = begin(look, Role::Text, here, area.width, area, buf);
    let mut x = area.x + MARGIN;
    text::put_right(buf, x, area.y, figures, &figure(line), style, look.ascii);
    x += if figures > 0 { figures + 2 } else { 0 };
    text::put_fit(buf, x, area.y, area.right().saturating_sub(x), &line.words, style, look.ascii);
    // The words beside are aligned after the longest words, or follow the line's own words if too little room is left.
    let short = |room: u16| text::parts_but(&line.beside, LISTED, room.into());
    let fits = |x: &u16| {
        let room = area.right().saturating_sub(*x);
        text::width(&short(room)) <= room.into()
    };
    let own = text::width(&line.words) as u16;
    if let Some(x) = [x + words + GUTTER, x + own + GUTTER].into_iter().find(fits) {
        let style = if here { style } else { look.style(Role::Dim) };
        let room = area.right().saturating_sub(x);
        text::put(buf, x, area.y, room, &short(room), style);
    }
}

/// Widths of the columns of a chart shown as a table.
pub fn widths(days: &Days) -> Vec<u16> {
    let all = || [&days.heads].into_iter().chain(&days.rows);
    let widest = |column: usize| all().map(|cells| text::width(&cells[column])).max().unwrap_or(0) as u16;
    (0..days.heads.len()).map(|column| widest(column) + APART).collect()
}

/// Draws a line of a chart shown as a table: the weekday at the left, everything else at the right.
pub fn cells(
    look: &Look<'_>,
    widths: &[u16],
    cells: &[String],
    (here, role): (bool, Role),
    area: Rect,
    buf: &mut Buffer,
) {
    let style = begin(look, role, here, widths.iter().sum::<u16>() + 1, area, buf);
    let mut x = area.x;
    for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let room = (*width).min(area.right().saturating_sub(x));
        if at == 1 {
            text::put_fit(buf, x + APART, area.y, room.saturating_sub(APART), cell, style, look.ascii);
        } else {
            text::put_right(buf, x, area.y, room, cell, style, look.ascii);
        }
        x += width;
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::{Fact, Rows};
    use super::*;

    fn row(label: &str, hits: i64, more: &str) -> Row {
        Row {
            label: label.to_owned(),
            hits,
            share: Some(hits as f64 / 10.0),
            more: vec![Fact::text("more", more, more.to_owned())],
            ..Row::default()
        }
    }

    #[test]
    fn long_words_of_another_table_take_no_bars_from_the_steps_of_a_funnel() {
        let steps = vec![row("Address confirmed and emailed to you", 710, "79.8 % of the step before")];
        let offers = vec![row("USD", 24, "$45 to $12,500 · median $1,000 · 18 names")];
        let blocks = [steps, offers].map(|rows| Block::Rows(Rows { rows, ..Rows::default() }));
        for (width, is_brief) in [(88, true), (98, false)] {
            let mut grid = Grid::of(&blocks);
            grid.fit(width, 1);
            assert!(grid.bar >= SHORT && grid.needs(0, 1) <= width, "{width}: {grid:?}");
            assert_eq!(grid.is_brief, is_brief, "{width}");
        }
    }

    #[test]
    fn a_bar_of_a_hundred_percent_is_long_enough_to_compare_at_every_width() {
        let funnel = vec![row("Visitors", 1_000, ""), row("Started the form", 200, "20.0 % of the step before")];
        let steps = vec![row("Address confirmed and emailed to you", 71, ""); LOW + 1];
        for rows in [vec![funnel.clone()], vec![funnel, steps]] {
            let blocks: Vec<Block> =
                rows.into_iter().map(|rows| Block::Rows(Rows { rows, ..Rows::default() })).collect();
            for width in 98..=238 {
                let mut grid = Grid::of(&blocks);
                let many = grid.columns(width);
                grid.fit((width + GUTTER) / many - GUTTER, many);
                assert!(grid.bar >= SHORT_OF_TWO, "{width}: {many} columns with bars of {}", grid.bar);
            }
        }
    }
}
