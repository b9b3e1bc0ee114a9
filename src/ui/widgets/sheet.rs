//! The popup: a frame just above the keys in the footer. If little room would be left beside it, it has the full width
//! and no sides. The rest of the screen is dimmed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};

/// Width of a popup for reading or typing.
const PAGE: u16 = 112;
/// Cells at the left of the content: a margin, and the bar of a list.
pub const MARGIN: u16 = 2;

/// Popup before it is drawn: a frame with a title, and its content.
#[derive(Clone, Copy, Debug)]
pub struct Popup<'a> {
    pub title: &'a str,
    /// Lines of the content.
    pub rows: u16,
    /// Width of the content, limited by the window.
    pub cells: u16,
    /// Line of the window to leave visible if possible: the row the popup is about.
    pub clear_of: Option<u16>,
}

impl<'a> Popup<'a> {
    /// Popup to read or type in.
    pub fn page(title: &'a str, rows: u16) -> Self {
        Self { title, rows, cells: PAGE, clear_of: None }
    }

    /// Popup with the full width of any window, so that its lines start where those of the window do.
    pub fn strip(title: &'a str, rows: u16) -> Self {
        Self { cells: u16::MAX, ..Self::page(title, rows) }
    }

    /// Width inside its frame, in a window of `width` cells.
    pub fn width(&self, width: u16) -> u16 {
        let cells = self.cells.max(text::width(self.title) as u16 + 4).saturating_add(2);
        // A narrow strip of what is below would only distract.
        let is_beside = cells.saturating_add(width / 4) <= width;
        if is_beside { cells - 2 } else { width.saturating_sub(2) }
    }

    /// Dims `area`, clears the place of the popup, draws its frame, and returns the area for the content.
    pub fn open(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        let area = area.intersection(buf.area);
        let place = self.place(area);
        self.dim(look, area, buf);
        for y in place.top()..place.bottom() {
            blank_line(look, y, buf);
        }
        text::clear(buf, place, look.style(Role::Text));
        if place.is_empty() {
            return place;
        }
        let (dim, glyphs) = (look.style(Role::Dim), look.glyphs());
        let (right, bottom) = (place.right() - 1, place.bottom() - 1);
        text::rule(buf, place.x, place.y, place.width, glyphs.line, dim);
        text::rule(buf, place.x, bottom, place.width, glyphs.line, dim);
        let title = format!(" {} ", self.title);
        let room = place.width.saturating_sub(2);
        text::put_fit(buf, place.x + 1, place.y, room, &title, look.style(Role::Accent), look.ascii);
        if place.width < area.width {
            for y in place.y + 1..bottom {
                text::put_sign(buf, place.x, y, glyphs.side, dim);
                text::put_sign(buf, right, y, glyphs.side, dim);
            }
            let corners = [(place.x, place.y), (right, place.y), (place.x, bottom), (right, bottom)];
            for ((x, y), corner) in corners.into_iter().zip(glyphs.corners) {
                text::put_sign(buf, x, y, corner, dim);
            }
        }
        let (width, height) = (place.width.saturating_sub(2), place.height.saturating_sub(2));
        Rect { x: place.x + (place.width - width).min(1), y: place.y + (place.height - height).min(1), width, height }
    }

    /// Area including the frame: above the keys in the footer, or else in the middle or above the row it is about.
    fn place(&self, area: Rect) -> Rect {
        let height = self.rows.saturating_add(2).min(area.height);
        let width = (self.width(area.width) + 2).min(area.width);
        let x = area.x + (area.width - width) / 2;
        let at = |y: u16| Rect { x, y, width, height };
        let left = area.height - height;
        let places = [at(area.y + left), at(area.y + left / 2), at(area.y)];
        let covers = |place: &Rect| self.clear_of.is_some_and(|line| (place.top()..place.bottom()).contains(&line));
        places.into_iter().find(|place| !covers(place)).unwrap_or(places[0])
    }

    /// Dims what is below, except the row the popup is about and the pixels of pictures.
    fn dim(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let dim = look.style(Role::Dim);
        for y in (area.top()..area.bottom()).filter(|y| self.clear_of != Some(*y)) {
            for x in area.left()..area.right() {
                let cell = &mut buf[(x, y)];
                if text::is_pixel(cell.symbol()) {
                    continue;
                }
                cell.modifier = ratatui::style::Modifier::empty();
                cell.set_style(dim);
            }
        }
    }
}

/// Clears a line of which only the ends beside the popup would be seen.
fn blank_line(look: &Look<'_>, y: u16, buf: &mut Buffer) {
    let base = look.style(Role::Text);
    for x in buf.area.left()..buf.area.right() {
        let cell = &mut buf[(x, y)];
        if !text::is_pixel(cell.symbol()) {
            cell.reset();
            cell.set_style(base);
        }
    }
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
