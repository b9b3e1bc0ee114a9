//! The one popup: a frame in the middle of the screen, or a sheet over its whole width where little would be left
//! beside it. The rest of the screen is dim meanwhile.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};

/// A popup before it is drawn: a line with its title above, its content below.
#[derive(Clone, Copy, Debug)]
pub struct Popup<'a> {
    pub title: &'a str,
    /// Hint at the right of the title, if there is room.
    pub hint: &'a str,
    /// Lines of the content.
    pub rows: u16,
    /// Cells of the content; the window's width at most.
    pub cells: u16,
    /// A line of the window to leave in sight where that can be: the row the popup is about.
    pub clear_of: Option<u16>,
}

impl<'a> Popup<'a> {
    /// A popup over the full width, to read or type in.
    pub fn page(title: &'a str, hint: &'a str, rows: u16) -> Self {
        Self { title, hint, rows, cells: u16::MAX, clear_of: None }
    }

    /// Dims `area`, clears its own place there, draws its edges, and gives what is left for the content.
    pub fn open(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        let area = area.intersection(buf.area);
        let hint = format!(" {} ", self.hint);
        let heading = text::width(self.title) + text::width(&hint) + 4;
        let cells = self.cells.max(heading as u16).saturating_add(2);
        // A narrow strip of what lies below would only be noise.
        let is_box = cells.saturating_add(area.width / 4) <= area.width;
        let place = self.place(is_box.then_some(cells), area);
        self.dim(look, area, buf);
        if is_box {
            for y in place.top()..place.bottom() {
                blank_words(look, (place.left(), place.right()), y, buf);
            }
        }
        text::clear(buf, place, look.style(Role::Text));
        if place.height == 0 {
            return place;
        }
        let (dim, glyphs) = (look.style(Role::Dim), look.glyphs());
        text::rule(buf, place.x, place.y, place.width, glyphs.line, dim);
        let title = format!(" {} ", self.title);
        let room = place.width.saturating_sub(2);
        let taken = text::put_fit(buf, place.x + 1, place.y, room, &title, look.style(Role::Accent), look.ascii);
        let room = place.width.saturating_sub(taken + 3);
        if !self.hint.is_empty() && text::width(&hint) <= room as usize {
            text::put_right(buf, place.x + taken + 2, place.y, room, &hint, dim, look.ascii);
        }
        if !is_box {
            if place.bottom() < area.bottom() {
                text::rule(buf, place.x, place.bottom() - 1, place.width, glyphs.line, dim);
            }
            return Rect { y: place.y + 1, height: self.rows.min(place.height - 1), ..place };
        }
        let (right, bottom) = (place.right() - 1, place.bottom() - 1);
        text::rule(buf, place.x, bottom, place.width, glyphs.line, dim);
        for y in place.y + 1..bottom {
            text::put_sign(buf, place.x, y, glyphs.side, dim);
            text::put_sign(buf, right, y, glyphs.side, dim);
        }
        let corners = [(place.x, place.y), (right, place.y), (place.x, bottom), (right, bottom)];
        for ((x, y), corner) in corners.into_iter().zip(glyphs.corners) {
            text::put_sign(buf, x, y, corner, dim);
        }
        Rect { x: place.x + 1, y: place.y + 1, width: place.width - 2, height: place.height.saturating_sub(2) }
    }

    /// Area with its edges: in the middle, or else below or above the row it is about. A sheet is at the bottom, near
    /// the keys in the footer.
    fn place(&self, cells: Option<u16>, area: Rect) -> Rect {
        let edges = if cells.is_some() { 2 } else { 1 };
        let height = self.rows.saturating_add(edges).min(area.height);
        let width = cells.unwrap_or(area.width);
        let x = area.x + (area.width - width) / 2;
        let at = |y: u16, height: u16| Rect { x, y, width, height };
        let bottom = at(area.bottom() - height, height);
        let places = match cells {
            Some(_) => [at(area.y + (area.height - height) / 2, height), bottom, at(area.y, height)],
            None => [bottom, bottom, at(area.y, (height + 1).min(area.height))],
        };
        let covers = |place: &Rect| self.clear_of.is_some_and(|line| (place.top()..place.bottom()).contains(&line));
        places.into_iter().find(|place| !covers(place)).unwrap_or(places[0])
    }

    /// Dims what lies below, but for the row the popup is about and the pixels of pictures.
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

/// Takes away what would stand half cut beside the edges of a box: the words that touch it.
fn blank_words(look: &Look<'_>, (left, right): (u16, u16), y: u16, buf: &mut Buffer) {
    let base = look.style(Role::Text);
    let is_blank = |buf: &Buffer, x: u16| buf[(x, y)].symbol() == " ";
    let blank = |buf: &mut Buffer, x: u16| {
        buf[(x, y)].reset();
        buf[(x, y)].set_style(base);
    };
    // The second cell of a wide character is blank in the buffer.
    let is_second = |buf: &Buffer, x: u16| x > buf.area.x && text::width(buf[(x - 1, y)].symbol()) == 2;
    let mut x = left;
    while x > buf.area.x && (!is_blank(buf, x - 1) || is_second(buf, x - 1)) {
        x -= 1;
        blank(buf, x);
    }
    let mut x = right;
    while x < buf.area.right() && (!is_blank(buf, x) || is_second(buf, x)) {
        blank(buf, x);
        x += 1;
    }
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
