//! Frames: from the painted buffer to the fewest bytes that make the terminal show it. Look first at [`Display`],
//! then at `changes.rs` and `pen/`.

use std::io;

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect, Size};

use super::hold;
use crate::ui::{Facts, Placed};

mod changes;
mod pen;
mod pictures;
mod rows;
mod scroll;
#[cfg(test)]
mod tests;

use pictures::Painter;
pub use pictures::{Encoded, Encoding, Pixels, Protocol};

/// Length in bytes from which a frame is wrapped in a synchronized update; a shorter one reaches the terminal in one
/// piece anyway.
const SHORT: usize = 512;

const HIDE_CURSOR: &[u8] = b"\x1b[?25l";

/// Buffer the terminal shows, buffer being painted, and the bytes from one to the other.
pub struct Display {
    /// Byte buffer kept from frame to frame, so that a key press allocates nothing.
    spare: Vec<u8>,
    shown: Buffer,
    next: Buffer,
    /// Position of the visible cursor.
    cursor: Option<Position>,
    /// True when the terminal's content is unknown, so that everything is painted.
    all: bool,
    pictures: Painter,
    /// Bytes that remove the pictures, as last registered for the end of the program.
    farewell: Vec<u8>,
    frames: u64,
    bytes: u64,
}

/// Cursor and pictures of a frame, besides its cells.
#[derive(Default)]
pub struct Painted {
    /// Position for the cursor.
    pub cursor: Option<Position>,
    /// Pictures for the terminal to draw in pixels.
    pub pictures: Vec<Placed>,
    /// Areas that stay as the terminal shows them; nothing was painted there.
    pub kept: Vec<Rect>,
}

impl From<Option<Position>> for Painted {
    fn from(cursor: Option<Position>) -> Self {
        Self { cursor, ..Self::default() }
    }
}

impl From<Vec<Placed>> for Painted {
    fn from(pictures: Vec<Placed>) -> Self {
        Self { pictures, ..Self::default() }
    }
}

/// Size of a drawn frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Number of cells sent.
    pub cells: usize,
    /// Bytes sent to the terminal; 0 when nothing had changed.
    pub bytes: usize,
}

impl Display {
    /// Display of this size, whose terminal was just cleared.
    pub fn new(size: Size) -> Self {
        let area = Rect::new(0, 0, size.width, size.height);
        Self {
            spare: Vec::new(),
            shown: Buffer::empty(area),
            next: Buffer::empty(area),
            cursor: None,
            all: false,
            pictures: Painter::default(),
            farewell: Vec::new(),
            frames: 0,
            bytes: 0,
        }
    }

    /// The area screens paint in.
    pub fn area(&self) -> Rect {
        self.next.area
    }

    /// Number of frames that sent something, and of their bytes, since the start.
    pub fn sent(&self) -> (u64, u64) {
        (self.frames, self.bytes)
    }

    /// Takes another size of the terminal.
    pub fn resize(&mut self, size: Size) {
        let area = Rect::new(0, 0, size.width, size.height);
        if area != self.next.area {
            self.shown = Buffer::empty(area);
            self.next = Buffer::empty(area);
            self.all = true;
        }
    }

    /// Forgets the terminal's content (after a stop or an editor), so that the next draw paints everything.
    pub fn forget(&mut self) {
        self.all = true;
    }

    /// Sets how the terminal draws pictures in pixels; `None` if it draws none.
    pub fn set_pixels(&mut self, pixels: Option<Pixels>) {
        self.all |= self.pictures.set(pixels);
    }

    /// Takes the pictures of the last frame that must be encoded, each once. The results are given to
    /// [`Display::take_encoded`].
    pub fn missing_pictures(&mut self) -> Vec<Encoding> {
        self.pictures.missing()
    }

    /// Takes an encoded picture for the next frame.
    pub fn take_encoded(&mut self, encoded: Encoded) {
        self.pictures.take(encoded);
    }

    /// Draws a frame. `paint` fills the cleared buffer and returns what is shown besides cells; its flag says whether
    /// the terminal still shows the last frame, so that parts of it may be kept. The difference is sent as one write,
    /// or nothing if there is none.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn draw<P: Into<Painted>>(&mut self, paint: impl FnOnce(bool, &mut Buffer) -> P) -> io::Result<Drawn> {
        let (drawn, bytes) = self.frame(paint)?;
        let farewell = self.pictures.farewell();
        if self.farewell != farewell {
            hold::say_at_release(&farewell);
            self.farewell = farewell;
        }
        if !bytes.is_empty() {
            hold::write_all(&bytes)?;
        }
        self.recycle(bytes);
        Ok(drawn)
    }

    /// The bytes of the next frame.
    fn frame<P: Into<Painted>>(&mut self, paint: impl FnOnce(bool, &mut Buffer) -> P) -> io::Result<(Drawn, Vec<u8>)> {
        self.next.reset();
        let Painted { cursor, pictures, mut kept } = paint(!self.all, &mut self.next).into();
        // Paint kept cells if pictures come or go, because a picture may cover them.
        if !pictures.is_empty() || self.pictures.is_shown() {
            Facts::fill(&std::mem::take(&mut kept), &self.shown, &mut self.next);
        }
        let mut bytes = std::mem::take(&mut self.spare);
        let cleared = std::mem::take(&mut self.all);
        if cleared {
            self.shown.reset();
            self.cursor = None;
            bytes.extend_from_slice(b"\x1b[?25l\x1b[0m\x1b[2J");
        }
        self.pictures.before_cells(pictures, &mut bytes, &mut self.shown, &self.next, cleared);
        let holes = self.pictures.holes();
        let mut lines = changes::lines(&self.shown, &self.next, &kept);
        if scroll::may_be_worth(&lines) {
            // Paint kept cells if rows may be moved, because those would move along.
            Facts::fill(&std::mem::take(&mut kept), &self.shown, &mut self.next);
        }
        // Rows must not be moved over kept cells, nor while pictures are shown, which a terminal may leave behind.
        let may_scroll = kept.is_empty() && !self.pictures.is_shown();
        let hides = if self.cursor.is_some() { HIDE_CURSOR } else { b"" };
        let scrolls = may_scroll && scroll::scroll(&mut bytes, hides, &mut self.shown, &self.next, &lines)?;
        if scrolls {
            self.cursor = None;
            lines = changes::lines(&self.shown, &self.next, &kept);
        }
        let in_row = |y: u16| kept.iter().map(move |kept| kept.intersection(Rect { y, height: 1, ..*kept }));
        Facts::fill(&lines.iter().flat_map(|y| in_row(*y)).collect::<Vec<_>>(), &self.shown, &mut self.next);
        // Replace control characters before cells are measured, which cannot handle them.
        for &y in &lines {
            for cell in rows::line_mut(&mut self.next, y).iter_mut().filter(|cell| !may_be_sent(cell.symbol())) {
                let style = cell.style();
                *cell = Cell::new("·");
                cell.set_style(style);
            }
        }
        let mut cells = changes::cells(&self.shown, &self.next, &lines);
        // Leave out the cells below pictures: some unchanged cells are sent, too, and would remove a picture.
        cells.retain(|(x, y, _)| !holes.iter().any(|hole| hole.contains((*x, *y).into())));
        let changed = cells.len();
        if changed > 0 {
            // Hide the cursor while painting moves it.
            if self.cursor.take().is_some() {
                CrosstermBackend::new(&mut bytes).hide_cursor()?;
            }
            let whole = whole_rows(&self.shown, &self.next, &cells);
            let rest = cells.into_iter().filter(|(_, y, _)| !whole.contains(y));
            pen::write(&mut bytes, rest, self.next.area.width)?;
            rows::repaint(&mut bytes, &self.next, &whole, &holes)?;
        }
        let has_picture = self.pictures.after_cells(&mut bytes);
        if cursor != self.cursor {
            let mut backend = CrosstermBackend::new(&mut bytes);
            match cursor {
                Some(at) => {
                    backend.set_cursor_position(at)?;
                    backend.show_cursor()?;
                }
                None => backend.hide_cursor()?,
            }
            self.cursor = cursor;
        }
        if kept.is_empty() {
            std::mem::swap(&mut self.shown, &mut self.next);
        } else {
            for &y in &lines {
                rows::line_mut(&mut self.shown, y).swap_with_slice(rows::line_mut(&mut self.next, y));
            }
        }
        if bytes.len() > SHORT || has_picture || scrolls {
            bytes.splice(0..0, *b"\x1b[?2026h");
            bytes.extend_from_slice(b"\x1b[?2026l");
        }
        if !bytes.is_empty() {
            self.frames += 1;
            self.bytes += bytes.len() as u64;
        }
        Ok((Drawn { cells: changed, bytes: bytes.len() }, bytes))
    }

    /// Keeps the byte buffer for the next frame, unless it has grown large.
    fn recycle(&mut self, mut bytes: Vec<u8>) {
        if bytes.capacity() <= 256 * 1024 {
            bytes.clear();
            self.spare = bytes;
        }
    }
}

/// Changed rows that must be painted whole, in order, because terminals differ about the width of their characters.
fn whole_rows(shown: &Buffer, next: &Buffer, changed: &[(u16, u16, &Cell)]) -> Vec<u16> {
    let mut lines: Vec<u16> = changed.iter().map(|(_, y, _)| *y).collect();
    lines.dedup();
    lines.retain(|&y| rows::is_disputed(rows::line(shown, y)) || rows::is_disputed(rows::line(next, y)));
    lines
}

/// Last check before the terminal: a cell with a control character is never sent. Nearly every cell is one
/// printable byte, so this is one comparison.
fn may_be_sent(symbol: &str) -> bool {
    match symbol.as_bytes() {
        [byte] => !byte.is_ascii_control(),
        bytes => {
            !bytes.iter().any(u8::is_ascii_control)
                && !bytes.windows(2).any(|pair| pair[0] == 0xc2 && (0x80..0xa0).contains(&pair[1]))
        }
    }
}
