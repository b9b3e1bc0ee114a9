//! What differs between two pictures, row by row: nearly all rows of a frame are equal, and most of the others hold
//! characters of one cell only. ratatui's comparison measures every cell first, equal or not, and is left the rows
//! where a wide character may have to take its neighbour along.

use ratatui::buffer::{Buffer, Cell, CellWidth};

use super::rows::line;

/// The rows that differ, in order.
pub fn lines(shown: &Buffer, next: &Buffer) -> Vec<u16> {
    (0..next.area.height).filter(|&y| line(shown, y) != line(next, y)).collect()
}

/// The cells to send, in order; `lines` are the rows that differ.
pub fn cells<'a>(shown: &Buffer, next: &'a Buffer, lines: &[u16]) -> Vec<(u16, u16, &'a Cell)> {
    if !lines.iter().all(|&y| is_narrow(line(shown, y)) && is_narrow(line(next, y))) {
        return shown.diff(next);
    }
    let mut cells = Vec::new();
    for &y in lines {
        let pairs = line(shown, y).iter().zip(line(next, y)).enumerate();
        cells.extend(pairs.filter(|(_, (old, new))| old != new).map(|(x, (_, new))| (x as u16, y, new)));
    }
    cells
}

/// True when every cell holds one character of one cell.
fn is_narrow(row: &[Cell]) -> bool {
    row.iter().all(|cell| cell.symbol().len() == 1 || cell.cell_width() == 1)
}
