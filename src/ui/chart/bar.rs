//! Shares of something: a bar as long as its share, a patch as dark.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Charts;
use crate::ui::{Look, Role, text};

/// A share of `most` that is never negative.
fn share(hits: i64, most: i64) -> f64 {
    (hits.max(0) as f64 / most.max(1) as f64).min(1.0)
}

/// Draws `hits` as a bar in the first line of the area, which `most` fills.
pub fn bar(look: &Look<'_>, hits: i64, most: i64, area: Rect, style: Style, buf: &mut Buffer) {
    for (x, sign) in (area.x..).zip(Charts::of(look).right(share(hits, most), area.width)) {
        text::put_sign(buf, x, area.y, sign, style);
    }
}

/// Draws `hits` as a patch of two cells, the darker the nearer to `most`.
pub fn patch(look: &Look<'_>, hits: i64, most: i64, (x, y): (u16, u16), buf: &mut Buffer) {
    let quarters = (share(hits, most) * 4.0).ceil() as usize;
    text::rule(buf, x, y, 2, Charts::of(look).shade(quarters), look.style(Role::Accent));
}

/// A line of counts, the highest a whole cell high and none of them nothing; what is not known has a sign of its own.
fn signs(look: &Look<'_>, counts: &[Option<u32>]) -> impl Iterator<Item = &'static str> {
    let charts = Charts::of(look);
    let (columns, parts) = charts.parts();
    let most = counts.iter().flatten().copied().max().unwrap_or_default().max(1) as usize;
    let part = move |count: &Option<u32>, parts: usize| (count.unwrap_or(0) as usize * parts).div_ceil(most);
    counts.chunks(columns.max(1)).map(move |cell| match charts {
        _ if cell.iter().all(Option::is_none) => look.glyphs().dot,
        Charts::Ascii => charts.shade(cell.iter().map(|count| part(count, 4)).max().unwrap_or_default()),
        _ => charts.up(&cell.iter().map(|count| part(count, parts)).collect::<Vec<_>>()),
    })
}

/// A line of counts as text.
pub fn spark_text(look: &Look<'_>, counts: &[Option<u32>]) -> String {
    signs(look, counts).collect()
}

/// The cell of [`spark_text`] that holds the count at a place.
pub fn spark_cell(look: &Look<'_>, place: usize) -> usize {
    place / Charts::of(look).parts().0.max(1)
}

/// Draws a line of counts; gives the cells it took.
pub fn spark(look: &Look<'_>, counts: &[u32], area: Rect, style: Style, buf: &mut Buffer) -> u16 {
    let counts: Vec<Option<u32>> = counts.iter().copied().map(Some).collect();
    let mut x = area.x;
    for sign in signs(look, &counts).take(area.width as usize) {
        text::put_sign(buf, x, area.y, sign, style);
        x += 1;
    }
    x - area.x
}
