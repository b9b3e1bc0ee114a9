//! Drawing of pictures, and the areas in which the terminal shows them in pixels.

use std::sync::Arc;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::mime::Picture;

/// Way to draw pictures. Pixels are drawn by the terminal; here their area is left free. `cell` is the width and height
/// of a cell in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pictures {
    /// No pictures are drawn.
    Off,
    /// Half blocks: two pixels in a character.
    #[default]
    Blocks,
    /// Placeholder characters, which the terminal replaces by parts of a picture. They are covered and moved like text.
    Placeholders { cell: (u16, u16) },
    /// Pixels over cells, of which the terminal keeps no record: anything drawn there removes the picture.
    Over { cell: (u16, u16) },
}

/// Picture with its area on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub picture: Arc<Picture>,
    pub area: Rect,
}

impl Pictures {
    /// Cells in the areas of pictures that are lost when something is drawn over them, taken before that happens.
    pub fn drawn(self, placed: &[Placed], buf: &Buffer) -> Vec<Vec<Cell>> {
        let is_lost = matches!(self, Self::Over { .. });
        placed.iter().filter(|_| is_lost).map(|placed| cells(buf, placed.area).cloned().collect()).collect()
    }

    /// Drops pictures that something was drawn over, so that those cells are seen instead.
    pub fn drop_covered(self, placed: &mut Vec<Placed>, drawn: &[Vec<Cell>], buf: &Buffer) {
        if matches!(self, Self::Over { .. }) {
            let mut drawn = drawn.iter();
            placed.retain(|placed| drawn.next().is_some_and(|drawn| cells(buf, placed.area).eq(drawn)));
        }
    }
}

/// Cells of an area, row by row.
fn cells(buf: &Buffer, area: Rect) -> impl Iterator<Item = &Cell> {
    area.intersection(buf.area).positions().map(|position| &buf[position])
}
