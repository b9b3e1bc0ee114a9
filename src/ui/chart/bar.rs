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

/// Draws a line of counts, the highest a whole cell high and none of them nothing; gives the cells it took.
pub fn spark(look: &Look<'_>, counts: &[u32], area: Rect, style: Style, buf: &mut Buffer) -> u16 {
    let charts = Charts::of(look);
    let (columns, parts) = charts.parts();
    let most = counts.iter().copied().max().unwrap_or_default().max(1) as usize;
    let part = |count: &u32, parts: usize| (*count as usize * parts).div_ceil(most);
    let cells = counts.chunks(columns.max(1)).take(area.width as usize);
    let mut x = area.x;
    for cell in cells {
        let sign = match charts {
            Charts::Ascii => charts.shade(cell.iter().map(|count| part(count, 4)).max().unwrap_or_default()),
            _ => charts.up(&cell.iter().map(|count| part(count, parts)).collect::<Vec<_>>()),
        };
        text::put_sign(buf, x, area.y, sign, style);
        x += 1;
    }
    x - area.x
}
