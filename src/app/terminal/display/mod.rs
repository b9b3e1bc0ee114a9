//! Frames: what the screens painted into a buffer, as the fewest bytes that bring the terminal there.
//! Look first at [`Display`], then `changes.rs` and `pen/`.

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

/// Frames longer than this are wrapped in a synchronized update; shorter ones reach the terminal in one piece anyway.
const SHORT: usize = 512;

const HIDE_CURSOR: &[u8] = b"\x1b[?25l";

/// The buffer that the terminal shows, the one being painted, and the bytes that lead from one to the other.
pub struct Display {
    /// Buffer of bytes kept from frame to frame, so that a key press allocates nothing.
    spare: Vec<u8>,
    shown: Buffer,
    next: Buffer,
    /// Position of the visible cursor.
    cursor: Option<Position>,
    /// True when the terminal's content is not known, so that everything is painted anew.
    all: bool,
    pictures: Painter,
    /// Bytes that take the pictures away, as last registered for the end of the program.
    farewell: Vec<u8>,
    frames: u64,
    bytes: u64,
}

/// The cursor and the pictures of a frame, painted besides its cells.
#[derive(Default)]
pub struct Painted {
    /// Position for the cursor.
    pub cursor: Option<Position>,
    /// Pictures for the terminal to draw in pixels.
    pub pictures: Vec<Placed>,
    /// Parts that stay as the terminal shows them; nothing was painted there.
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

/// Results of a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Cells that changed.
    pub cells: usize,
    /// Bytes sent to the terminal; 0 when nothing had changed.
    pub bytes: usize,
}

impl Display {
    /// A display of this size whose terminal has just been cleared.
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

    /// Frames that sent something, and their bytes, since the start.
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

    /// Forgets the terminal's content (after a stop, after an editor): the next draw paints everything.
    pub fn forget(&mut self) {
        self.all = true;
    }

    /// Takes the way the terminal draws pictures in pixels; `None` where it draws none.
    pub fn set_pixels(&mut self, pixels: Option<Pixels>) {
        self.all |= self.pictures.set(pixels);
    }

    /// Takes the pictures of the last frame that are to be encoded, each once; the result is given to
    /// [`Display::take_encoded`].
    pub fn missing_pictures(&mut self) -> Vec<Encoding> {
        self.pictures.missing()
    }

    /// Takes an encoded picture for the next frame.
    pub fn take_encoded(&mut self, encoded: Encoded) {
        self.pictures.take(encoded);
    }

    /// Lets `paint` fill the cleared buffer and sends the difference as one write. `paint` is told whether the terminal
    /// shows the last frame, of which it may keep parts, and returns what there is besides cells. Nothing is sent when
    /// nothing changed.
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
        // Cells below a picture that comes or goes are painted with it.
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
            // Moving rows would move their kept cells along, so these are painted, too.
            Facts::fill(&std::mem::take(&mut kept), &self.shown, &mut self.next);
        }
        // Kept cells stay where they are, and a terminal may leave pictures behind when rows move.
        let may_scroll = kept.is_empty() && !self.pictures.is_shown();
        let hides = if self.cursor.is_some() { HIDE_CURSOR } else { b"" };
        let scrolls = may_scroll && scroll::scroll(&mut bytes, hides, &mut self.shown, &self.next, &lines)?;
        if scrolls {
            self.cursor = None;
            lines = changes::lines(&self.shown, &self.next, &kept);
        }
        let in_row = |y: u16| kept.iter().map(move |kept| kept.intersection(Rect { y, height: 1, ..*kept }));
        Facts::fill(&lines.iter().flat_map(|y| in_row(*y)).collect::<Vec<_>>(), &self.shown, &mut self.next);
        // Control characters are replaced before cells are measured, which does not expect any.
        for &y in &lines {
            for cell in rows::line_mut(&mut self.next, y).iter_mut().filter(|cell| !may_be_sent(cell.symbol())) {
                let style = cell.style();
                *cell = Cell::new("·");
                cell.set_style(style);
            }
        }
        let mut cells = changes::cells(&self.shown, &self.next, &lines);
        // Some of these cells are equal ones, sent because that is shorter; none may be sent where a picture is.
        cells.retain(|(x, y, _)| !holes.iter().any(|hole| hole.contains((*x, *y).into())));
        let changed = cells.len();
        if changed > 0 {
            // Painting moves the cursor about; it is hidden while that happens.
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

    /// Keeps the buffer of bytes for the next frame, unless it has grown large.
    fn recycle(&mut self, mut bytes: Vec<u8>) {
        if bytes.capacity() <= 256 * 1024 {
            bytes.clear();
            self.spare = bytes;
        }
    }
}

/// The changed rows that have to be painted whole, in order: the terminal may have counted their cells differently.
fn whole_rows(shown: &Buffer, next: &Buffer, changed: &[(u16, u16, &Cell)]) -> Vec<u16> {
    let mut lines: Vec<u16> = changed.iter().map(|(_, y, _)| *y).collect();
    lines.dedup();
    lines.retain(|&y| rows::is_disputed(rows::line(shown, y)) || rows::is_disputed(rows::line(next, y)));
    lines
}

/// The last gate before the terminal: a cell with a control character is never sent. Text was cleaned long
/// before; nearly every cell is one printable byte, which is one comparison.
fn may_be_sent(symbol: &str) -> bool {
    match symbol.as_bytes() {
        [byte] => !byte.is_ascii_control(),
        bytes => {
            !bytes.iter().any(u8::is_ascii_control)
                && !bytes.windows(2).any(|pair| pair[0] == 0xc2 && (0x80..0xa0).contains(&pair[1]))
        }
    }
}
