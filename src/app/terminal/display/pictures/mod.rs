//! Pictures in pixels among the cells: the bytes that draw and remove them, and when these are sent.
//!
//! A picture is encoded elsewhere, once for each size of its place ([`Encoding`]); until then the cells below it are
//! seen. Kitty's pictures belong to placeholder characters, so only their data are sent and deleted here. Those of
//! iTerm2 and sixel cover cells: nothing is written to these cells, and blanks written there remove a picture. Each
//! protocol has its own file. Look first at [`Painter::before_cells`].

mod iterm;
mod kitty;
mod raster;
mod sixel;
#[cfg(test)]
mod tests;

use std::io::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::ui::Placed;
use raster::Raster;

/// Number of encoded pictures kept to be sent again; more are kept while more are shown at once.
const KEPT: usize = 4;

/// How the terminal takes pictures in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub protocol: Protocol,
    /// Width and height of a cell in pixels.
    pub cell: (u16, u16),
}

/// Protocol in which a terminal takes pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Kitty's protocol with placeholders; commands are wrapped if they must pass tmux.
    Kitty {
        tmux: bool,
    },
    Iterm2,
    Sixel,
}

/// The pictures on the terminal.
#[derive(Debug, Default)]
pub struct Painter {
    pixels: Option<Pixels>,
    /// Pictures the terminal shows now.
    placed: Vec<Placed>,
    /// Pictures to be drawn after the cells of this frame.
    fresh: Vec<Placed>,
    /// Bytes that remove pictures of the former protocol, for the next frame.
    parting: Vec<u8>,
    /// Encoded pictures, those shown last at the end.
    kept: Vec<Encoded>,
    /// Pictures of this frame whose encoding has not begun, and those being encoded.
    missing: Vec<Encoding>,
    begun: Vec<Encoding>,
}

/// Picture to be encoded for the size of its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoding {
    placed: Placed,
    pixels: Pixels,
}

/// Encoded picture.
#[derive(Debug)]
pub struct Encoded {
    encoding: Encoding,
    /// Bytes that draw the picture; `None` if it cannot be drawn in pixels.
    bytes: Option<Vec<u8>>,
}

impl Encoding {
    /// Encodes the picture, which takes some milliseconds for a small one and a tenth of a second for a large one.
    pub fn run(self) -> Encoded {
        let bytes = encode(&self.placed, self.pixels);
        Encoded { encoding: self, bytes }
    }

    /// True when both encode to the same bytes.
    fn is_like(&self, other: &Self) -> bool {
        let size = |encoding: &Self| encoding.placed.area.as_size();
        self.placed.picture == other.placed.picture && self.pixels == other.pixels && size(self) == size(other)
    }
}

impl Painter {
    /// Sets how pictures are drawn; true if that has changed, so that everything must be painted again.
    pub fn set(&mut self, pixels: Option<Pixels>) -> bool {
        let is_new = self.pixels != pixels;
        if is_new {
            self.parting.extend(self.farewell());
            self.placed.clear();
            self.kept.clear();
            self.begun.clear();
            self.pixels = pixels;
        }
        is_new
    }

    /// Takes the pictures of the last frame that must be encoded.
    pub fn missing(&mut self) -> Vec<Encoding> {
        let missing = std::mem::take(&mut self.missing);
        self.begun.extend(missing.iter().cloned());
        missing
    }

    /// Takes an encoded picture; the next frame draws it.
    pub fn take(&mut self, encoded: Encoded) {
        self.begun.retain(|begun| !begun.is_like(&encoded.encoding));
        if self.pixels == Some(encoded.encoding.pixels) {
            self.kept.push(encoded);
        }
    }

    /// True while the terminal shows a picture.
    pub fn is_shown(&self) -> bool {
        !self.placed.is_empty()
    }

    /// The areas nothing may be written to.
    pub fn holes(&self) -> Vec<Rect> {
        if self.lie_over() { self.placed.iter().map(|placed| placed.area).collect() } else { Vec::new() }
    }

    /// True if pictures cover cells and the terminal forgets what they cover.
    fn lie_over(&self) -> bool {
        self.pixels.is_some_and(|pixels| !matches!(pixels.protocol, Protocol::Kitty { .. }))
    }

    /// Removes pictures that are no longer shown, and makes room for new ones; updates `shown` to what those cells
    /// now are. `cleared` is true if the terminal was just cleared.
    pub fn before_cells(
        &mut self,
        wanted: Vec<Placed>,
        bytes: &mut Vec<u8>,
        shown: &mut Buffer,
        next: &Buffer,
        cleared: bool,
    ) {
        bytes.append(&mut self.parting);
        let before = std::mem::take(&mut self.placed);
        // A sixel on the last row would scroll the screen.
        let fits =
            |area: Rect| !area.is_empty() && area.intersection(next.area) == area && area.bottom() < next.area.bottom();
        let wanted: Vec<Placed> = wanted.into_iter().filter(|placed| fits(placed.area)).collect();
        self.keep(&wanted);
        self.placed = wanted.into_iter().filter(|placed| self.encoded(placed).is_some()).collect();
        let gone: Vec<&Placed> = before.iter().filter(|placed| !self.placed.contains(placed)).collect();
        let mut fresh: Vec<Placed> =
            self.placed.iter().filter(|placed| cleared || !before.contains(placed)).cloned().collect();
        if self.lie_over() {
            if !cleared {
                let wiped: Vec<Rect> = gone.into_iter().chain(&fresh).map(|placed| placed.area).collect();
                for area in &wiped {
                    wipe(bytes, shown, *area);
                }
                let is_hurt = |area: Rect| wiped.iter().any(|wiped| wiped.intersects(area));
                fresh = self.placed.iter().filter(|placed| is_hurt(placed.area)).cloned().collect();
            }
            for placed in &self.placed {
                placed.area.positions().for_each(|at| shown[at] = next[at].clone());
            }
        } else if let Some(Protocol::Kitty { tmux }) = self.pixels.map(|pixels| pixels.protocol) {
            let is_left = |id: u32| self.placed.iter().any(|placed| placed.picture.id == id);
            for placed in gone.iter().filter(|placed| !is_left(placed.picture.id)) {
                kitty::delete(bytes, placed.picture.id, tmux);
            }
            for placed in std::mem::take(&mut fresh) {
                bytes.extend_from_slice(self.encoded(&placed).unwrap_or_default());
            }
        }
        self.fresh = fresh;
    }

    /// Draws new pictures, after the cells around them. True when something was drawn.
    pub fn after_cells(&mut self, bytes: &mut Vec<u8>) -> bool {
        let fresh = std::mem::take(&mut self.fresh);
        for placed in &fresh {
            go(bytes, placed.area.x, placed.area.y);
            bytes.extend_from_slice(self.encoded(placed).unwrap_or_default());
        }
        !fresh.is_empty()
    }

    /// Bytes that remove all pictures when the terminal is given back.
    pub fn farewell(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if !self.placed.is_empty() {
            // Ends a picture that was written only in part.
            bytes.extend_from_slice(b"\x1b\\");
        }
        match self.pixels.map(|pixels| pixels.protocol) {
            Some(Protocol::Kitty { tmux }) => {
                self.placed.iter().for_each(|placed| kitty::delete(&mut bytes, placed.picture.id, tmux));
            }
            Some(_) if !self.placed.is_empty() => bytes.extend_from_slice(b"\x1b[2J"),
            _ => {}
        }
        bytes
    }

    /// Finds the pictures that must be encoded, and drops the encoded ones that were shown longest ago.
    fn keep(&mut self, wanted: &[Placed]) {
        self.missing.clear();
        let Some(pixels) = self.pixels else { return };
        for placed in wanted {
            let encoding = Encoding { placed: placed.clone(), pixels };
            match self.kept.iter().position(|kept| kept.encoding.is_like(&encoding)) {
                Some(at) => {
                    let kept = self.kept.remove(at);
                    self.kept.push(kept);
                }
                None if self.begun.iter().chain(&self.missing).any(|other| other.is_like(&encoding)) => {}
                None => self.missing.push(encoding),
            }
        }
        let surplus = self.kept.len().saturating_sub(KEPT.max(wanted.len()));
        self.kept.drain(..surplus);
    }

    /// Encoded picture in the size of its place; `None` if it is not encoded or cannot be drawn in pixels.
    fn encoded(&self, placed: &Placed) -> Option<&[u8]> {
        let encoding = Encoding { placed: placed.clone(), pixels: self.pixels? };
        self.kept.iter().find(|kept| kept.encoding.is_like(&encoding))?.bytes.as_deref()
    }
}

fn encode(placed: &Placed, Pixels { protocol, cell }: Pixels) -> Option<Vec<u8>> {
    let (picture, area) = (&placed.picture, placed.area);
    let raster = Raster::of(picture, area, cell);
    Some(match protocol {
        Protocol::Kitty { tmux } => {
            let mut bytes = Vec::new();
            kitty::send(&mut bytes, picture.id, area, &raster.png(area, cell)?, tmux);
            bytes
        }
        Protocol::Iterm2 => iterm::encode(&raster.png(area, cell)?, area),
        Protocol::Sixel => sixel::encode(&raster),
    })
}

/// Writes blanks over an area, which removes pixels in every terminal.
fn wipe(bytes: &mut Vec<u8>, shown: &mut Buffer, area: Rect) {
    let area = area.intersection(shown.area);
    for y in area.top()..area.bottom() {
        go(bytes, area.x, y);
        bytes.extend(std::iter::repeat_n(b' ', usize::from(area.width)));
    }
    area.positions().for_each(|at| shown[at] = Cell::EMPTY);
}

fn go(bytes: &mut Vec<u8>, x: u16, y: u16) {
    let _ = write!(bytes, "\x1b[{};{}H", y + 1, x + 1);
}
