//! Facts about a drawn frame that the next key, the mouse and the next frame need.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Placed, ScreenId};
use crate::base::Timestamp;

/// Facts of a drawn frame, such as the heights of views and the time at which it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// True if the window is too small for anything but a message that says so.
    pub too_small: bool,
    /// Width of the screen's area.
    pub width: u16,
    /// Number of rows that the list had room for.
    pub list_rows: u16,
    /// Line of the window the cursor of a list is on.
    pub cursor_line: Option<u16>,
    /// Text view (detail, preview) of the frame, if any.
    pub text: Option<TextFacts>,
    /// Number of lines of the open question that are below its last visible row.
    pub question_below: usize,
    /// Part beside the list, if nothing covers it, and true if it is the same as in the last frame.
    pub side: Option<Side>,
    pub kept_side: bool,
    /// True if something covers the screen.
    pub covered: bool,
    /// Version of the store that was drawn, and the time of drawing.
    pub of: (u64, Timestamp),
    /// Lines that do not depend on the cursor, such as the header and the tabs.
    pub fixed: Vec<Rect>,
    /// Areas that were not drawn, because they are the same as in the last frame.
    pub kept: Vec<Rect>,
    /// Text view of the layer on top, if it has one.
    pub layer: Option<TextFacts>,
    /// Rows and tabs that were drawn, for the mouse.
    pub rows: Option<RowFacts>,
    pub tabs: Vec<TabFacts>,
    /// Lines of a page, like `rows`, but not clickable.
    pub lines: Option<RowFacts>,
    /// Other clickable places: names of screens, headings, keys of the footer.
    pub spots: Vec<Spot>,
    /// Pictures that the terminal shows in pixels.
    pub pictures: Vec<Placed>,
    /// Area of the popup over the screen, including its border.
    pub popup: Option<Rect>,
    /// Earliest Unix second at which some text on the screen (an age, a countdown) changes.
    pub changes_at: Option<i64>,
}

/// Rows of a list, as they were drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFacts {
    /// Area with one line per row and per section.
    pub area: Rect,
    /// For each line, true if it is a row and not a section.
    pub is_row: Vec<bool>,
    /// Place of the row under the cursor, counted from the first visible row; negative above it.
    pub cursor: isize,
    /// Index of the first visible row among all rows.
    pub top: usize,
    /// Time at which the text of one of the rows changes.
    pub changes_at: Option<Timestamp>,
}

impl RowFacts {
    /// The same rows in the last frame, if they were drawn at the same place, so that only the cursor differs.
    pub fn in_last<'a>(&self, still: &Still<'a>) -> Option<&'a Self> {
        let of = |rows: &Self| (rows.area, rows.top);
        let last = still.last.and_then(|last| last.rows.as_ref().or(last.lines.as_ref()));
        last.filter(|last| of(last) == of(self) && last.is_row == self.is_row)
    }

    /// True for a row that is under the cursor neither now nor in the last frame.
    pub fn is_beside(&self, last: &Self, place: usize) -> bool {
        ![self.cursor, last.cursor].contains(&place.cast_signed())
    }

    /// Sets the time at which the text of a row changes, of the rows drawn now or kept from the last frame, whichever
    /// is first. Returns that time.
    pub fn with_last(&mut self, last: Option<&Self>, changes_at: Option<Timestamp>) -> Option<Timestamp> {
        self.changes_at = [changes_at, last.and_then(|last| last.changes_at)].into_iter().flatten().min();
        self.changes_at
    }

    /// Number of rows from the cursor to the row at `y`; `None` on a section.
    pub fn steps_to(&self, y: u16) -> Option<isize> {
        let line = usize::from(y - self.area.y);
        let above = self.is_row.get(..line)?.iter().filter(|is_row| **is_row).count();
        self.is_row.get(line)?.then(|| above.cast_signed() - self.cursor)
    }
}

/// Place on the screen that acts on a click, as keys do.
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
    /// Name that `:tab` takes.
    pub name: String,
}

/// Facts of a text view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFacts {
    /// Number of rows it had room for.
    pub rows: u16,
    /// Number of all its lines.
    pub lines: usize,
    /// Index of the first line shown.
    pub top: usize,
    /// Indices of the lines that match a search.
    pub found: Arc<[usize]>,
    /// Index of the current match.
    pub at: Option<usize>,
}

impl Facts {
    /// Copies the areas that were kept from the last frame into this one.
    pub fn fill(kept: &[Rect], shown: &Buffer, buf: &mut Buffer) {
        for area in kept.iter().map(|area| area.intersection(shown.area).intersection(buf.area)) {
            for y in area.top()..area.bottom() {
                let row = |buf: &Buffer| buf.index_of(area.x, y)..buf.index_of(area.x, y) + usize::from(area.width);
                let (to, from) = (row(buf), row(shown));
                buf.content[to].clone_from_slice(&shown.content[from]);
            }
        }
    }

    /// Draws a line that does not depend on the cursor, unless it is the same as in the last frame.
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

    /// Area a screen draws in, whose width is noted; `None` if it has fewer than three rows.
    pub fn begin(&mut self, area: Rect, buf: &Buffer) -> Option<Rect> {
        let area = area.intersection(buf.area);
        self.width = area.width;
        (area.height >= 3).then_some(area)
    }

    /// Notes where tabs were drawn, each with its name.
    pub fn note_tabs<'a>(&mut self, drawn: Vec<(usize, Rect)>, name: impl Fn(usize) -> &'a str) {
        let tab = |(place, area)| TabFacts { area, name: name(place).to_owned() };
        self.tabs = drawn.into_iter().map(tab).collect();
    }

    /// Notes that some text changes at `at`.
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
    /// Screen of the list and index of its tab.
    pub list: (ScreenId, usize),
    /// Index of the row.
    pub row: usize,
}

/// Parts of the last frame that may be kept; none if something covers the screen, now or then.
#[derive(Clone, Copy, Default)]
pub struct Still<'a> {
    /// Part beside the list, while a key is held down.
    pub side: Option<&'a Side>,
    /// Facts of the last frame, if only a cursor has moved since: the store's version and the time are the same.
    pub last: Option<&'a Facts>,
}
