//! Rows on whose width terminals disagree, painted so that a disagreement affects only the cell it is about.
//!
//! The number of cells a cluster takes is a guess on both sides: terminals count spacing vowel signs, joined emoji,
//! Hangul parts and characters newer than their tables differently. A difference sent to such a row would be written
//! to the wrong place and leave remains. Therefore such a row is written as a whole: it is erased, the cursor is
//! moved by number after each disputed cluster, and the cells that the cluster may have covered are erased before the
//! next one is written. Look first at [`repaint`].

use std::io::{self, Write as _};
use std::ops::Range;

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar;

use super::pen::{self, is_bare};
use crate::ui::text::is_placeholder;

/// Switches wrapping off, so that a cluster that is too wide stays in its row.
const NO_WRAP: &[u8] = b"\x1b[?7l";
const WRAP: &[u8] = b"\x1b[?7h";
const ERASE_TO_END: &[u8] = b"\x1b[K";

/// True when a row has a cluster whose width is disputed.
pub fn is_disputed(row: &[Cell]) -> bool {
    row.iter().any(|cell| disputed(cell.symbol()))
}

/// Writes the rows `lines` of `next` as a whole, except for the `holes` in them.
pub fn repaint(bytes: &mut Vec<u8>, next: &Buffer, lines: &[u16], holes: &[Rect]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    bytes.extend_from_slice(NO_WRAP);
    for &y in lines {
        let mut part = Part { start: 0, end: 0, y, width: next.area.width };
        let mut in_row: Vec<&Rect> = holes.iter().filter(|hole| (hole.top()..hole.bottom()).contains(&y)).collect();
        in_row.sort_by_key(|hole| hole.x);
        for hole in in_row {
            part.end = hole.x;
            part.write(bytes, line(next, y))?;
            part.start = hole.right().max(part.start);
        }
        part.end = part.width;
        part.write(bytes, line(next, y))?;
    }
    bytes.extend_from_slice(WRAP);
    Ok(())
}

/// Cells of one row.
pub fn line(buffer: &Buffer, y: u16) -> &[Cell] {
    buffer.content.get(places(buffer, y)).unwrap_or_default()
}

/// Cells of one row, to be changed.
pub fn line_mut(buffer: &mut Buffer, y: u16) -> &mut [Cell] {
    let places = places(buffer, y);
    buffer.content.get_mut(places).unwrap_or_default()
}

fn places(buffer: &Buffer, y: u16) -> Range<usize> {
    let width = usize::from(buffer.area.width);
    let start = usize::from(y) * width;
    start..start + width
}

/// Part of a row that is written in one go: the whole row, or the cells on one side of a picture.
struct Part {
    start: u16,
    end: u16,
    y: u16,
    /// Width of the whole row.
    width: u16,
}

impl Part {
    /// Erases the part, then writes its cells, which are taken from those of the row.
    fn write(&self, bytes: &mut Vec<u8>, cells: &[Cell]) -> io::Result<()> {
        let Self { start, end, y, width } = *self;
        if start >= end {
            return Ok(());
        }
        self.erase_from(start, bytes)?;
        let mut waiting: Vec<(u16, u16, &Cell)> = Vec::new();
        let mut x = start;
        while let Some(cell) = cells.get(usize::from(x)).filter(|_| x < end) {
            let at = x;
            x += cell.cell_width().max(1);
            if !disputed(cell.symbol()) {
                if !is_bare(cell) {
                    waiting.push((at, y, cell));
                }
                continue;
            }
            // Write the background first, because a terminal that counts fewer cells would leave some bare.
            let mut ground = Cell::new(" ");
            ground.set_style(cell.style());
            if !is_bare(&ground) {
                flush(bytes, &mut waiting, width)?;
                flush(bytes, &mut (at..x.min(end)).map(|at| (at, y, &ground)).collect(), width)?;
            }
            waiting.push((at, y, cell));
            flush(bytes, &mut waiting, width)?;
            if x < end {
                self.erase_from(x, bytes)?;
            }
        }
        flush(bytes, &mut waiting, width)
    }

    /// Erases from a column to the end of the part; a picture to the right of it is not touched.
    fn erase_from(&self, x: u16, bytes: &mut Vec<u8>) -> io::Result<()> {
        queue_move(bytes, x, self.y)?;
        if self.end < self.width {
            return write!(bytes, "\x1b[{}X", self.end - x);
        }
        bytes.extend_from_slice(ERASE_TO_END);
        Ok(())
    }
}

fn queue_move(bytes: &mut Vec<u8>, x: u16, y: u16) -> io::Result<()> {
    CrosstermBackend::new(bytes).set_cursor_position((x, y))
}

fn flush(bytes: &mut Vec<u8>, waiting: &mut Vec<(u16, u16, &Cell)>, width: u16) -> io::Result<()> {
    if !waiting.is_empty() {
        pen::write(bytes, waiting.drain(..), width)?;
    }
    Ok(())
}

/// True when terminals are known to differ about the width of `symbol`, or to join it with its neighbours. More than
/// one character in a cell is always a guess.
fn disputed(symbol: &str) -> bool {
    // The case of nearly every cell: ASCII, Latin and frame characters. A part of a picture takes one cell by
    // definition.
    if symbol.len() == 1 || is_placeholder(symbol) {
        return false;
    }
    let mut chars = symbol.chars();
    let Some(first) = chars.next() else { return false };
    chars.next().is_some() || disputed_alone(first)
}

fn disputed_alone(c: char) -> bool {
    match u32::from(c) {
        ..0x300 => false,
        // In order: Syriac and Arabic to Myanmar, with the Indic scripts, Thai, Lao and Tibetan; Hangul parts; Khmer
        // and Mongolian; Tai Le to the additions of the Indic scripts; Arabic forms; Indic scripts beyond the first
        // plane; emoji and regional indicators.
        0x600..=0x11ff
        | 0x1780..=0x18af
        | 0x1950..=0x1cff
        | 0xa800..=0xabff
        | 0xd7b0..=0xd7ff
        | 0xfb50..=0xfdff
        | 0xfe70..=0xfeff
        | 0x10a00..=0x11fff
        | 0x1f000..=0x1ffff => true,
        // Characters that some terminals show as emoji.
        0x2300..=0x2bff => c.width() == Some(2),
        _ => c.width().unwrap_or(0) == 0,
    }
}

#[cfg(test)]
mod tests;
