//! The header's second line: tabs with totals on the left, filter and sort on the right.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};
use super::filter_bar::FilterBar;

/// One tab.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tab {
    pub title: Cow<'static, str>,
    /// Shown grouped; `None` while unknown.
    pub total: Option<u64>,
    /// What stands behind the total: `$18.4k held`.
    pub extra: String,
}

impl Tab {
    /// A tab with its total.
    pub fn new(title: impl Into<Cow<'static, str>>, total: Option<u64>) -> Self {
        Self { title: title.into(), total, extra: String::new() }
    }

    fn words(&self, with_extra: bool) -> String {
        let mut words = self.title.clone().into_owned();
        if let Some(total) = self.total {
            words.push(' ');
            words.push_str(&text::grouped(total));
        }
        if with_extra && !self.extra.is_empty() {
            words.push_str(" · ");
            words.push_str(&self.extra);
        }
        words
    }
}

/// The whole second line: the tabs, and on the right the filter in force, `note` (the sort) and how many rows are marked.
#[derive(Clone, Debug, Default)]
pub struct TopLine<'a> {
    pub tabs: &'a [Tab],
    pub current: usize,
    pub filter: Option<&'a FilterBar>,
    pub note: &'a str,
    /// `12 marked`, from [`super::table::Table::marks_words`]: seen whatever else the line holds.
    pub marks: Option<String>,
}

impl TopLine<'_> {
    /// Draws it, and gives the area of each tab. While the filter is typed it has the line for itself, but for the marks.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Vec<(usize, Rect)> {
        let mut area = Rect { height: 1, ..area }.intersection(buf.area);
        if area.is_empty() {
            return Vec::new();
        }
        if let Some(marks) = &self.marks {
            let cells = area.width.saturating_sub(1);
            text::put_right(buf, area.x, area.y, cells, marks, look.style(Role::Accent), look.ascii);
            area.width = area.width.saturating_sub(text::width(marks) as u16 + 2);
        }
        if let Some(filter) = self.filter.filter(|filter| filter.is_editing()) {
            filter.render(look, area, buf);
            return Vec::new();
        }
        let held = self.filter.map(FilterBar::words).unwrap_or_default();
        // The filter goes before the sort: what hides rows must be seen.
        let room = area.width.saturating_sub(2) as usize;
        let right = match (held.is_empty(), self.note.is_empty()) {
            (true, _) => self.note.to_owned(),
            (false, true) => held.clone(),
            (false, false) => {
                let both = format!("{held}   {}", self.note);
                if text::width(&both) + 20 <= room { both } else { held.clone() }
            }
        };
        let right = text::fit(&right, room, look.ascii).into_owned();
        let taken = text::width(&right) as u16;
        let role = if held.is_empty() { Role::Dim } else { Role::Warn };
        text::put_right(buf, area.x, area.y, area.width.saturating_sub(1), &right, look.style(role), look.ascii);
        let left = Rect { width: area.width.saturating_sub(taken + if taken == 0 { 0 } else { 3 }), ..area };
        render(self.tabs, self.current, look, left, buf)
    }
}

/// Draws the tabs alone, the current one always among those that fit. Returns the place and area of each one drawn.
pub fn render(tabs: &[Tab], current: usize, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Vec<(usize, Rect)> {
    let area = area.intersection(buf.area);
    let mut drawn = Vec::new();
    if area.is_empty() {
        return drawn;
    }
    let mut words: Vec<String> = tabs.iter().map(|tab| tab.words(true)).collect();
    if words.iter().map(|word| text::width(word) + 3).sum::<usize>() > area.width as usize + 2 {
        // Where the room is short, what stands behind the totals of the other tabs goes first.
        words = tabs.iter().enumerate().map(|(place, tab)| tab.words(place == current)).collect();
    }
    let mut first = 0;
    let needed = |first: usize| words[first..=current].iter().map(|word| text::width(word) + 3).sum::<usize>();
    while current < words.len() && first < current && needed(first) > area.width as usize {
        first += 1;
    }
    let mut x = area.x + 1;
    for (place, word) in words.iter().enumerate().skip(first) {
        let room = area.right().saturating_sub(x);
        if room < 3 || (place != current && (room as usize) < text::width(word)) {
            break;
        }
        let role = if place == current { Role::Accent } else { Role::Dim };
        let width = text::put_fit(buf, x, area.y, room, word, look.style(role), look.ascii);
        drawn.push((place, Rect { x, width, height: 1, ..area }));
        x += width + 3;
    }
    drawn
}
