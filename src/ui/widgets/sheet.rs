//! The place of everything that lies over the screen: docked above the footer, as wide as its text.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};

/// A popup before it is drawn: a line with its title above, its content below.
#[derive(Clone, Copy, Debug)]
pub struct Popup<'a> {
    pub title: &'a str,
    /// In the line with the title, on the right, where there is room.
    pub hint: &'a str,
    /// Lines of the content.
    pub rows: u16,
    /// Cells of the content; the window's width at most.
    pub cells: u16,
    /// A line of the window to leave in sight where that can be: the row the popup is about.
    pub clear_of: Option<u16>,
}

impl<'a> Popup<'a> {
    /// One over the full width, for what is read or typed.
    pub fn page(title: &'a str, hint: &'a str, rows: u16) -> Self {
        Self { title, hint, rows, cells: u16::MAX, clear_of: None }
    }

    /// Clears its place in `area`, draws its edges, and gives what is left for the content.
    pub fn open(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        let area = area.intersection(buf.area);
        let hint = format!(" {} ", self.hint);
        let heading = text::width(self.title) + text::width(&hint) + 6;
        let cells = self.cells.max(heading as u16).saturating_add(1);
        // A narrow strip of what lies below would only be noise.
        let width = if cells.saturating_add(area.width / 4) > area.width { area.width } else { cells };
        let height = self.rows.saturating_add(1).min(area.height);
        let bottom = Rect { y: area.bottom() - height, height, width, ..area };
        let edged = Rect { y: area.y, height: height + 1, width, ..area };
        let covers = |place: Rect| self.clear_of.is_some_and(|line| (place.top()..place.bottom()).contains(&line));
        let at_top = covers(bottom) && !covers(edged) && edged.height <= area.height;
        let place = if at_top { edged } else { bottom };
        let base = look.style(Role::Text);
        for y in place.top()..place.bottom() {
            for x in place.left()..place.right() {
                buf[(x, y)].reset();
                buf[(x, y)].set_style(base);
            }
        }
        if place.height == 0 {
            return place;
        }
        let (dim, glyphs) = (look.style(Role::Dim), look.glyphs());
        text::rule(buf, place.x, place.y, place.width, glyphs.line, dim);
        let title = format!(" {} ", self.title);
        let room = place.width.saturating_sub(2);
        let taken = text::put_fit(buf, place.x + 1, place.y, room, &title, look.style(Role::Accent), look.ascii);
        let room = place.width.saturating_sub(taken + 4);
        if !self.hint.is_empty() && text::width(&hint) <= room as usize {
            text::put_right(buf, place.x + taken + 2, place.y, room, &hint, dim, look.ascii);
        }
        let mut inner = Rect { y: place.y + 1, height: height - 1, ..place };
        if place.width < area.width {
            inner.width -= 1;
            for y in inner.top()..inner.bottom() {
                text::put_sign(buf, inner.right(), y, glyphs.side, dim);
            }
        }
        if at_top {
            text::rule(buf, place.x, place.bottom() - 1, place.width, glyphs.line, dim);
        }
        inner
    }
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
