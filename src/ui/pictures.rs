//! Drawing of pictures, and the places at which the terminal shows some in pixels.

use std::sync::Arc;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::mime::Picture;

/// Ways to draw pictures. Pixels are the terminal's work: here only their place is left free. A cell is so many pixels
/// wide and high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pictures {
    /// No pictures are drawn.
    Off,
    /// Two pixels in a character.
    #[default]
    Blocks,
    /// Characters which the terminal replaces by their part of a picture: they are covered and moved as text is.
    Placeholders { cell: (u16, u16) },
    /// Pixels over cells the terminal knows nothing of: whatever else is drawn there takes the picture away.
    Over { cell: (u16, u16) },
}

/// A picture that was given a place on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub picture: Arc<Picture>,
    pub area: Rect,
}

impl Pictures {
    /// The cells of pictures that are lost when something is drawn over them, as they are before it is.
    pub fn drawn(self, placed: &[Placed], buf: &Buffer) -> Vec<Vec<Cell>> {
        let is_lost = matches!(self, Self::Over { .. });
        placed.iter().filter(|_| is_lost).map(|placed| cells(buf, placed.area).cloned().collect()).collect()
    }

    /// Leaves out the pictures with something over them: the cells drawn in their place are seen instead.
    pub fn drop_covered(self, placed: &mut Vec<Placed>, drawn: &[Vec<Cell>], buf: &Buffer) {
        if matches!(self, Self::Over { .. }) {
            let mut drawn = drawn.iter();
            placed.retain(|placed| drawn.next().is_some_and(|drawn| cells(buf, placed.area).eq(drawn)));
        }
    }
}

/// The cells of an area, row by row.
fn cells(buf: &Buffer, area: Rect) -> impl Iterator<Item = &Cell> {
    area.intersection(buf.area).positions().map(|position| &buf[position])
}
