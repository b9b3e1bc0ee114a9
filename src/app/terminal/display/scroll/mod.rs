//! Moves rows on the terminal that moved up or down by a few lines, so that scrolling by a line costs a line and not
//! a page. Lines are deleted at one end and inserted at the other, which every terminal supports and which needs no
//! margins. Inserted lines are blank on the terminal's own background. Look first at [`scroll`].

use std::io::{self, Write};
use std::ops::Range;

use ratatui::buffer::Buffer;

use super::changes::are_same;
use super::pen::is_bare;
use super::rows::{line, line_mut};

/// Longest move tried, in lines. After a longer one, such as a page down, too few rows are the same.
const FURTHEST: u16 = 3;
/// Least gain of a move: the number of rows it puts in their place, minus those it moves away from theirs.
const WORTH: isize = 4;

/// Move of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shift {
    /// Rows it affects, with the same numbers in both frames.
    rows: Range<u16>,
    by: u16,
    up: bool,
}

/// Appends to the bytes the move of rows that moved between the two frames, and updates `shown` to the terminal's new
/// content. `changed` are the rows that differ. True if rows were moved.
///
/// # Errors
/// None for bytes in memory.
pub fn scroll(
    bytes: &mut Vec<u8>,
    before: &[u8],
    shown: &mut Buffer,
    next: &Buffer,
    changed: &[u16],
) -> io::Result<bool> {
    let Some(shift) = find(shown, next, changed) else { return Ok(false) };
    let Shift { rows: Range { start, end }, by, up } = shift;
    let (first, last) = (start + 1, end - by + 1);
    bytes.extend_from_slice(before);
    // Delete lines before inserting, so that no row below is pushed off the screen.
    let (delete, insert) = if up { (first, last) } else { (last, first) };
    write!(bytes, "\x1b[{delete}H\x1b[{by}M\x1b[{insert}H\x1b[{by}L")?;
    let width = usize::from(shown.area.width);
    let cells = &mut shown.content[usize::from(start) * width..usize::from(end) * width];
    if up {
        cells.rotate_left(usize::from(by) * width);
    } else {
        cells.rotate_right(usize::from(by) * width);
    }
    let fresh = if up { end - by..end } else { start..start + by };
    fresh.for_each(|y| line_mut(shown, y).iter_mut().for_each(ratatui::buffer::Cell::reset));
    Ok(true)
}

/// True when enough rows changed for a move to be shorter.
pub fn may_be_worth(changed: &[u16]) -> bool {
    changed.len() >= WORTH.unsigned_abs()
}

/// Move that puts most rows in their place.
fn find(shown: &Buffer, next: &Buffer, changed: &[u16]) -> Option<Shift> {
    if !may_be_worth(changed) {
        return None;
    }
    let ways = (1..=FURTHEST).flat_map(|by| [(by, true), (by, false)]);
    let shifts = ways.filter_map(|(by, up)| {
        let from = |y: u16| if up { y.checked_add(by) } else { y.checked_sub(by) };
        let arrives = |y: &u16| {
            let from = from(*y).filter(|from| *from < shown.area.height);
            let is_blank = line(next, *y).iter().all(is_bare);
            !is_blank && from.is_some_and(|from| are_same(line(shown, from), line(next, *y)))
        };
        let arriving: Vec<u16> = changed.iter().copied().filter(arrives).collect();
        let (first, last) = (*arriving.first()?, *arriving.last()?);
        let rows = if up { first..last + by + 1 } else { first - by..last + 1 };
        let stood = |y: &u16| changed.binary_search(y).is_err() && !line(next, *y).iter().all(is_bare);
        let displaced = rows.clone().filter(stood).count();
        let worth = arriving.len().cast_signed() - displaced.cast_signed();
        (worth >= WORTH).then_some((worth, Shift { rows, by, up }))
    });
    // Of equally good moves, take the shortest.
    shifts.rev().max_by_key(|(worth, _)| *worth).map(|(_, shift)| shift)
}

#[cfg(test)]
mod tests;
