//! Shares as a bar, and counts over time as a line of small bars.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::Charts;
use crate::ui::{Look, text};

/// Draws a share, from 0 to 1, as a bar in the first line of the area.
pub fn bar(look: &Look<'_>, share: f64, area: Rect, style: Style, buf: &mut Buffer) {
    let full = look.ink().solid(style);
    for (x, sign) in (area.x..).zip(look.ink().right(share.clamp(0.0, 1.0), area.width)) {
        let (sign, style) = if is_full(sign) { full } else { (sign, style) };
        text::put_sign(buf, x, area.y, sign, style);
    }
}

/// Full cell of a chart in a text, which [`put_full`] draws.
const FULL: char = '█';

/// Signs of a line of counts. `most` is a full cell, a count above 0 is always visible, an unknown count has a sign of
/// its own.
fn signs(look: &Look<'_>, counts: &[Option<u32>], most: u32) -> impl Iterator<Item = &'static str> {
    let charts = look.ink();
    let (columns, parts) = charts.parts();
    let most = most.max(1) as usize;
    let part = move |count: &Option<u32>, parts: usize| (count.unwrap_or(0) as usize * parts).div_ceil(most);
    counts.chunks(columns.max(1)).map(move |cell| match charts {
        _ if cell.iter().all(Option::is_none) => look.glyphs().dot,
        Charts::Ascii => charts.shade(cell.iter().map(|count| part(count, 4)).max().unwrap_or_default()),
        _ => charts.up(&cell.iter().map(|count| part(count, parts)).collect::<Vec<_>>()),
    })
}

/// Highest count of a line.
pub fn spark_most(counts: &[Option<u32>]) -> u32 {
    counts.iter().flatten().copied().max().unwrap_or_default()
}

/// Line of counts as text.
pub fn spark_text(look: &Look<'_>, counts: &[Option<u32>]) -> String {
    spark_text_of(look, counts, spark_most(counts))
}

/// Line of counts as text, in which `most` is a full cell.
pub fn spark_text_of(look: &Look<'_>, counts: &[Option<u32>], most: u32) -> String {
    signs(look, counts, most).collect()
}

/// Bars of counts as text in so many rows, from the top. Each row is in pieces, so that those of full cells can be drawn
/// as [`put_full`] does. `most` is as high as all rows.
pub fn spark_rows(look: &Look<'_>, counts: &[Option<u32>], most: u32, rows: usize) -> Vec<Vec<String>> {
    let charts = look.ink();
    let (columns, parts) = charts.parts();
    if rows < 2 {
        return vec![vec![spark_text_of(look, counts, most)]];
    }
    let height = |count: &Option<u32>| {
        let height = (count.unwrap_or(0) as usize * parts * rows).div_ceil(most.max(1) as usize);
        charts.settled(height)
    };
    let row = |row: usize| {
        let signs = counts.chunks(columns.max(1)).map(|cell| {
            let filled = |count| height(count).saturating_sub(row * parts).min(parts);
            match cell.iter().all(Option::is_none) {
                true if row == 0 => look.glyphs().dot,
                true => " ",
                false => charts.up(&cell.iter().map(filled).collect::<Vec<_>>()),
            }
        });
        let line = signs.collect::<Vec<_>>();
        line.chunk_by(|one, next| is_full(one) == is_full(next)).map(<[_]>::concat).collect()
    };
    (0..rows).rev().map(row).collect()
}

fn is_full(words: &str) -> bool {
    !words.is_empty() && words.chars().all(|c| c == FULL)
}

/// Draws a text of full cells by their background, so that no font leaves a seam between two rows, and returns its
/// width; `None` for any other text.
pub fn put_full(look: &Look<'_>, words: &str, at: Position, style: Style, buf: &mut Buffer) -> Option<u16> {
    let cells = words.chars().count() as u16;
    let (sign, style) = look.ink().solid(style);
    is_full(words).then(|| {
        (0..cells).for_each(|cell| text::put_sign(buf, at.x + cell, at.y, sign, style));
        cells
    })
}

/// Index of the cell of [`spark_text`] that shows the count at an index.
pub fn spark_cell(look: &Look<'_>, place: usize) -> usize {
    place / look.ink().parts().0.max(1)
}

/// Draws a line of counts in which `most` is a full cell, and returns its width.
pub fn spark(look: &Look<'_>, counts: &[Option<u32>], most: u32, area: Rect, style: Style, buf: &mut Buffer) -> u16 {
    let mut x = area.x;
    for sign in signs(look, counts, most).take(area.width as usize) {
        text::put_sign(buf, x, area.y, sign, style);
        x += 1;
    }
    x - area.x
}
