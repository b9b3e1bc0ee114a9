//! Facts about a drawn frame that the next key, the mouse and the next frame need.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Placed, ScreenId};
use crate::base::Timestamp;

/// Results of drawing that the next key needs: viewport heights, the time at which the frame changes automatically.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The window is too small for anything but the words that say so.
    pub too_small: bool,
    /// Columns the screen had.
    pub width: u16,
    /// Rows of the list the last frame had room for.
    pub list_rows: u16,
    /// The line of the window the cursor of a list is on.
    pub cursor_line: Option<u16>,
    /// The text view (detail, preview), where one was drawn.
    pub text: Option<TextFacts>,
    /// Lines of the question on top that lie below its last row.
    pub question_below: usize,
    /// The part beside the list with nothing over it, and whether it is still that of the last frame.
    pub side: Option<Side>,
    pub kept_side: bool,
    /// Something covers the screen.
    pub covered: bool,
    /// The state of the store that was drawn, and at what time.
    pub of: (u64, Timestamp),
    /// Lines that say nothing of what is under a cursor: the header, the tabs.
    pub fixed: Vec<Rect>,
    /// Areas that were not drawn because the last frame has them: they stay on the screen.
    pub kept: Vec<Rect>,
    /// Facts of the text in the layer on top, if it has one.
    pub layer: Option<TextFacts>,
    /// The rows and tabs drawn, for the mouse.
    pub rows: Option<RowFacts>,
    pub tabs: Vec<TabFacts>,
    /// As `rows`, for a page whose lines the mouse does not act on.
    pub lines: Option<RowFacts>,
    /// Other clickable places: the names of screens, headings, the keys of the footer.
    pub spots: Vec<Spot>,
    /// The pictures the terminal is to show in pixels.
    pub pictures: Vec<Placed>,
    /// Area of the popup over the screen, its frame included.
    pub popup: Option<Rect>,
    /// Unix second at which a text on the screen (an age, a countdown) reads differently; the earliest wins.
    pub changes_at: Option<i64>,
}

/// The rows of the list as they were drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFacts {
    /// Area with one line per row, and per section.
    pub area: Rect,
    /// Whether each of the lines is a row.
    pub is_row: Vec<bool>,
    /// The place of the row under the cursor, from the first row; negative above it.
    pub cursor: isize,
    /// The place of the first row among all.
    pub top: usize,
    /// Time at which one of them reads differently.
    pub changes_at: Option<Timestamp>,
}

impl RowFacts {
    /// The same rows in the last frame, drawn at the same place: they differ in the cursor alone.
    pub fn in_last<'a>(&self, still: &Still<'a>) -> Option<&'a Self> {
        let of = |rows: &Self| (rows.area, rows.top);
        let last = still.last.and_then(|last| last.rows.as_ref().or(last.lines.as_ref()));
        last.filter(|last| of(last) == of(self) && last.is_row == self.is_row)
    }

    /// True for a row that is under the cursor neither now nor in the last frame.
    pub fn is_beside(&self, last: &Self, place: usize) -> bool {
        ![self.cursor, last.cursor].contains(&place.cast_signed())
    }

    /// Takes over when a row of the last frame that stays reads differently, beside those drawn now; gives when the first of
    /// all does.
    pub fn with_last(&mut self, last: Option<&Self>, changes_at: Option<Timestamp>) -> Option<Timestamp> {
        self.changes_at = [changes_at, last.and_then(|last| last.changes_at)].into_iter().flatten().min();
        self.changes_at
    }

    /// Rows from the cursor to the one drawn at `y`; `None` if a section is named there.
    pub fn steps_to(&self, y: u16) -> Option<isize> {
        let line = usize::from(y - self.area.y);
        let above = self.is_row.get(..line)?.iter().filter(|is_row| **is_row).count();
        self.is_row.get(line)?.then(|| above.cast_signed() - self.cursor)
    }
}

/// Something drawn that a click acts on, as the keys do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub area: Rect,
    pub does: Does,
}

/// Action of a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Presses these keys, one after the other.
    Press(String),
    /// Opens a screen.
    Open(ScreenId),
    /// Sorts the list by the column of that name.
    Sort(String),
}

/// A tab as it was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TabFacts {
    pub area: Rect,
    /// The name `:tab` takes.
    pub name: String,
}

/// Facts of a text view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFacts {
    /// Rows it had room for.
    pub rows: u16,
    /// Lines it had in all.
    pub lines: usize,
    /// The first line shown.
    pub top: usize,
    /// Lines that have what is looked for.
    pub found: Arc<[usize]>,
    /// Place among the matches.
    pub at: Option<usize>,
}

impl Facts {
    /// Puts what was kept of the last frame into this one.
    pub fn fill(kept: &[Rect], shown: &Buffer, buf: &mut Buffer) {
        for area in kept.iter().map(|area| area.intersection(shown.area).intersection(buf.area)) {
            for y in area.top()..area.bottom() {
                let row = |buf: &Buffer| buf.index_of(area.x, y)..buf.index_of(area.x, y) + usize::from(area.width);
                let (to, from) = (row(buf), row(shown));
                buf.content[to].clone_from_slice(&shown.content[from]);
            }
        }
    }

    /// Draws a line that says nothing of what is under a cursor, unless the last frame has it.
    pub fn fixed(
        &mut self,
        line: Rect,
        still: &Still<'_>,
        buf: &mut Buffer,
        paint: impl FnOnce(Rect, &mut Buffer, &mut Self),
    ) {
        if let Some(last) = still.last.filter(|last| last.fixed.contains(&line)) {
            let has = |area: Rect| line.contains(area.as_position());
            self.spots.extend(last.spots.iter().filter(|spot| has(spot.area)).cloned());
            self.tabs.extend(last.tabs.iter().filter(|tab| has(tab.area)).cloned());
            self.changes(last.changes_at.map(Timestamp));
            self.kept.push(line);
        } else {
            paint(line, buf, self);
        }
        self.fixed.push(line);
    }

    /// The part of `area` a screen draws in, noted; `None` where it has too few rows for anything below its first line.
    pub fn begin(&mut self, area: Rect, buf: &Buffer) -> Option<Rect> {
        let area = area.intersection(buf.area);
        self.width = area.width;
        (area.height >= 3).then_some(area)
    }

    /// Notes where tabs were drawn, each by its name.
    pub fn note_tabs<'a>(&mut self, drawn: Vec<(usize, Rect)>, name: impl Fn(usize) -> &'a str) {
        let tab = |(place, area)| TabFacts { area, name: name(place).to_owned() };
        self.tabs = drawn.into_iter().map(tab).collect();
    }

    /// Notes that something drawn reads differently from `at` on.
    pub fn changes(&mut self, at: Option<Timestamp>) {
        if let Some(at) = at {
            self.changes_at = Some(self.changes_at.map_or(at.0, |known| known.min(at.0)));
        }
    }
}

/// Part beside a list, about the row under its cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub area: Rect,
    /// The list: its screen and the place of its tab.
    pub list: (ScreenId, usize),
    /// The place of the row.
    pub row: usize,
}

/// Parts of the last frame that may stay; none while something covers the screen, then or now.
#[derive(Clone, Copy, Default)]
pub struct Still<'a> {
    /// The preview, while a key is held.
    pub side: Option<&'a Side>,
    /// Facts of the last frame, while nothing but a cursor has moved: from the same state of the store, at the same
    /// time.
    pub last: Option<&'a Facts>,
}
