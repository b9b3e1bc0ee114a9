//! Differences between two frames, row by row. Nearly all rows of a frame are equal, and most others have only
//! characters of one cell. ratatui's own comparison measures every cell first, so it is used only for rows with wide
//! characters.
//!
//! Some unchanged cells are sent, too, where that takes fewer bytes: a few between two changed cells, and the blanks
//! after a row's last character, which are one erase.

use std::ops::Range;

use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::layout::Rect;

use super::pen::{is_alike, is_bare};
use super::rows::line;

/// Most equal cells between two changed ones that are written again, because moving the cursor takes three bytes or
/// more.
const BRIDGED: usize = 4;

/// Numbers of the rows that differ outside of their `kept` parts, in order.
pub fn lines(shown: &Buffer, next: &Buffer, kept: &[Rect]) -> Vec<u16> {
    let differs = |y: u16| {
        let (old, new) = (line(shown, y), line(next, y));
        let mut kept: Vec<&Rect> = kept.iter().filter(|kept| (kept.top()..kept.bottom()).contains(&y)).collect();
        kept.sort_unstable_by_key(|kept| kept.x);
        let mut from = 0;
        let ends = kept.iter().map(|kept| (kept.left(), kept.right())).chain([(next.area.width, 0)]);
        ends.into_iter().any(|(end, begin)| {
            let part = from..usize::from(end).max(from);
            from = from.max(begin.into());
            !are_same(&old[part.clone()], &new[part])
        })
    };
    (0..next.area.height).filter(|&y| differs(y)).collect()
}

/// True when both rows have the same cells.
pub fn are_same(old: &[Cell], new: &[Cell]) -> bool {
    old.iter().zip(new).all(|(old, new)| is_same(old, new))
}

/// Comparison of cells like `==`, without a call for texts of one byte, which nearly all are.
fn is_same(old: &Cell, new: &Cell) -> bool {
    let look = |cell: &Cell| (cell.fg, cell.bg, cell.underline_color, cell.modifier);
    look(old) == look(new)
        && match (old.symbol().as_bytes(), new.symbol().as_bytes()) {
            ([old], [new]) => old == new,
            (old, new) => old == new,
        }
}

/// Cells to send, in order, including all that changed; `lines` are the rows that differ.
pub fn cells<'a>(shown: &Buffer, next: &'a Buffer, lines: &[u16]) -> Vec<(u16, u16, &'a Cell)> {
    let mut cells = Vec::new();
    for &y in lines {
        let (old, new) = (line(shown, y), line(next, y));
        let Some(wide) = wide(old, new) else {
            narrow(old, new, |x| cells.push((x as u16, y, &new[x])));
            continue;
        };
        let cell = |x: usize| (x as u16, y, &new[x]);
        cells.extend((0..wide.start).filter(|&x| !is_same(&old[x], &new[x])).map(cell));
        let (before, after) = (row_of(&old[wide.clone()]), row_of(&new[wide.clone()]));
        cells.extend(before.diff(&after).into_iter().map(|(x, ..)| cell(wide.start + usize::from(x))));
        narrow(&old[wide.end..], &new[wide.end..], |x| cells.push(cell(wide.end + x)));
    }
    cells
}

/// Calls `send` with the index of each cell to send, for a row of characters of one cell.
fn narrow(old: &[Cell], new: &[Cell], mut send: impl FnMut(usize)) {
    let end = new.iter().rposition(|cell| !is_bare(cell)).map_or(0, |last| last + 1);
    let changed = |from: usize, to: usize| (from..to).filter(|&x| !is_same(&old[x], &new[x]));
    let mut last: Option<usize> = None;
    for x in changed(0, end) {
        let between = last.map_or(0..0, |last| last + 1..x);
        let bridged = between.len() <= BRIDGED && between.clone().all(|x| is_alike(&new[between.start - 1], &new[x]));
        between.filter(|_| bridged).for_each(&mut send);
        send(x);
        last = Some(x);
    }
    let mut blanked = changed(end, new.len());
    match blanked.next() {
        Some(first) if blanked.nth(BRIDGED - 1).is_some() => (first..new.len()).for_each(send),
        _ => changed(end, new.len()).for_each(send),
    }
}

/// Cells of a row as a buffer, for ratatui's comparison.
fn row_of(cells: &[Cell]) -> Buffer {
    Buffer { area: Rect::new(0, 0, cells.len() as u16, 1), content: cells.to_vec() }
}

/// The part of a row outside of which every symbol is one column wide, in both frames; `None` where all of it is.
fn wide(old: &[Cell], new: &[Cell]) -> Option<Range<usize>> {
    let is_wide = |cell: &Cell| cell.symbol().len() != 1 && cell.cell_width() != 1;
    let mut places = (0..new.len()).filter(|&x| is_wide(&old[x]) || is_wide(&new[x]));
    let first = places.next()?;
    let end = |x: usize| x + usize::from(old[x].cell_width().max(new[x].cell_width()).max(1));
    let end = places.map(end).fold(end(first), usize::max);
    Some(first..end.min(new.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::{Color, Style};

    use super::*;

    fn frame(rows: &[String], hue: &[u8]) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 4));
        for (y, (row, hue)) in rows.iter().zip(hue).enumerate() {
            let style = if *hue == 0 { Style::default() } else { Style::default().bg(Color::Indexed(*hue)) };
            buffer.set_stringn(0, y as u16, row, 12, style);
        }
        buffer
    }

    #[test]
    fn a_wide_character_leaves_the_cells_beside_it_to_the_quick_comparison() {
        let row = |text: &str| frame(&[text.to_owned()], &[0]);
        let part = |old: &str, new: &str| wide(line(&row(old), 0), line(&row(new), 0));
        assert_eq!(part("a — é", "b — è"), None);
        assert_eq!(part("ab日本c", "ab日本d"), Some(2..6));
        assert_eq!(part("日", "a日a"), Some(0..3));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        /// Comparing row by row gives the cells of ratatui's comparison of the whole frame, and some equal cells.
        #[test]
        fn changed_cells_equal_those_that_ratatui_finds(
            old in prop::collection::vec("[ab 日本é…]{0,9}", 4),
            new in prop::collection::vec("[ab 日本é…]{0,9}", 4),
            hues in prop::collection::vec(0u8..2, 8),
        ) {
            let (shown, next) = (frame(&old, &hues[..4]), frame(&new, &hues[4..]));
            let theirs = shown.diff(&next);
            let mut ours = cells(&shown, &next, &lines(&shown, &next, &[]));
            ours.retain(|(x, y, cell)| shown[(*x, *y)] != **cell || theirs.iter().any(|(a, b, _)| (a, b) == (x, y)));
            prop_assert_eq!(ours, theirs);
        }
    }
}
