//! The header's second line: tabs with totals at the left, filter and sort at the right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};
use super::filter_bar::{CLEARS, FilterBar};
use crate::store::Known;

pub use crate::ui::strip::{MANY, ROOM, Tab};

impl Tab {
    fn words(&self, how: Words, kept: usize, ascii: bool) -> String {
        let mut words = match how {
            Words::Short(most) if text::width(&self.title) > LONG_TITLE => {
                text::fit(&self.title, most, ascii).into_owned()
            }
            _ => self.title.clone().into_owned(),
        };
        let mut room = kept;
        if let Some(total) = &self.total {
            let rounded = matches!(how, Words::Short(_) | Words::Rounded);
            let of = |total: &u64| if rounded { text::short(*total) } else { text::grouped(*total) };
            if total.value().is_some() || *total == Known::Reading {
                let count = text::figure(total, of).text;
                room = room.saturating_sub(text::width(&count) + 1);
                words.push(' ');
                words.push_str(&count);
            }
        }
        if how == Words::Whole && !self.extra.is_empty() {
            words.push_str(" · ");
            words.push_str(&self.extra);
        }
        words.extend(std::iter::repeat_n(' ', room));
        words
    }
}

/// Letters above which a title may be cut, and cells it then keeps at least.
const LONG_TITLE: usize = 8;
const SHORT_TITLE: usize = 6;

/// Cells of the last step of a way at least.
const SHORT_NAME: usize = 10;
/// Cells to which a filter is cut before a tab is left out.
const SHORT_FILTER: usize = 16;

/// Detail of the words of a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// Long title cut to so many cells, with a rounded total.
    Short(usize),
    /// Title with a rounded total.
    Rounded,
    /// Title with its total.
    Plain,
    /// Title with its total and the words after it.
    Whole,
}

/// The second line: the tabs, and at the right the filter in force, `note` (the sort) and the number of marked rows.
#[derive(Clone, Debug, Default)]
pub struct TopLine<'a> {
    pub tabs: &'a [Tab],
    pub current: usize,
    pub filter: Option<&'a FilterBar>,
    pub note: &'a str,
    /// Last part of the note if it hides rows: like a filter, it is always visible.
    pub hides: &'a str,
    /// True if the note is the title of what is shown below: then it is whole, and tabs are shortened.
    pub is_titled: bool,
    /// Name of the opened thing, as the last step of the trail.
    pub opened: Option<&'a str>,
    /// Words such as `12 marked`, from [`super::table::Table::marks_words`]; always visible.
    pub marks: Option<String>,
    /// True if esc clears the marks before the filter, so that the line names esc with the marks.
    pub marks_go_first: bool,
}

impl TopLine<'_> {
    /// Draws the line and returns the area of each tab. While the filter is typed, it has the line for itself and the
    /// marks.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Vec<(usize, Rect)> {
        let mut area = Rect { height: 1, ..area }.intersection(buf.area);
        if area.is_empty() {
            return Vec::new();
        }
        let (typed, mut marks) = (self.filter.filter(|filter| filter.is_editing()), self.marks.clone());
        let mut held = self.filter.map(FilterBar::words).unwrap_or_default();
        if let Some(marks) = marks.as_mut().filter(|_| self.marks_go_first && typed.is_none() && held.ends_with(CLEARS))
        {
            held.truncate(held.len() - CLEARS.len());
            marks.push_str(CLEARS);
        }
        if let Some(marks) = &marks {
            let cells = area.width.saturating_sub(1);
            text::put_right(buf, area.x, area.y, cells, marks, look.style(Role::Accent), look.ascii);
            area.width = area.width.saturating_sub(text::width(marks) as u16 + 2);
        }
        if let Some(filter) = typed {
            filter.render(look, area, buf);
            return Vec::new();
        }
        let room = area.width.saturating_sub(2) as usize;
        let right = match held.as_str() {
            "" if self.is_titled => self.note.to_owned(),
            "" => self.note_in(room, look),
            held => self.beside(held, room, look.ascii),
        };
        let right = text::fit(&right, room, look.ascii).into_owned();
        let taken = text::width(&right) as u16;
        let role = if held.is_empty() { Role::Dim } else { Role::Warn };
        text::put_right(buf, area.x, area.y, area.width.saturating_sub(1), &right, look.style(role), look.ascii);
        let mut left = Rect { width: area.width.saturating_sub(taken + if taken == 0 { 0 } else { 3 }), ..area };
        // Beside a note the tabs have no edge of the window to stay away from.
        left.width += if taken == 0 { 0 } else { text::edge(left.width) };
        let trail = self.trail(look, left, buf);
        (left.x, left.width) = (left.x + trail, left.width - trail);
        render(self.tabs, self.current, look, left, buf)
    }
}

impl TopLine<'_> {
    /// Draws the trail of screens that leads to the present one, if it has more than one step: `Domains › Domain
    /// settings › Review`. If the tabs need the room, the first steps are dropped, then the name of an opened thing
    /// loses its end, and only then a tab is shortened. The title of a page is dropped before a tab is left out.
    /// Returns the number of cells drawn.
    fn trail(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> u16 {
        let steps: Vec<&str> = look.trail.iter().copied().chain(self.opened).collect();
        let Some((last, before)) = steps.split_last().filter(|(_, before)| !before.is_empty()) else { return 0 };
        let beside = |tabs: usize| usize::from(area.width).saturating_sub(tabs + GAP + 1);
        let plain = self.tabs.iter().map(|tab| text::width(&tab.words(Words::Plain, 0, look.ascii)) + GAP);
        let (third, free) = (usize::from(area.width / 3), beside(plain.sum()));
        let spare = free.max(third.min(beside(self.tightest(look.ascii))));
        // The name of an opened thing may lose its end, but not most of it. The title of a page is never cut; if
        // dropping the other steps does not make room for it, a tab is shortened.
        if self.opened.is_none() && text::width(last) > beside(self.tightest(look.ascii)) {
            return 0;
        }
        let is_cut = spare >= SHORT_NAME && self.opened.is_some();
        let room = if is_cut { spare } else { spare.max(text::width(last)) };
        if text::width(last) > free.max(third) && !is_cut {
            return 0;
        }
        let between = if look.ascii { " > " } else { " › " };
        let left = |from: usize| {
            let kept = before[from..].iter().flat_map(|step| [*step, between]).collect::<String>();
            if from == 0 { kept } else { format!("…{between}{kept}") }
        };
        let whole = self.beside_tabs(area.width.into(), look.ascii).saturating_sub(GAP).min(room);
        let fits = |words: &String| text::width(words) + text::width(last) <= whole;
        let way = (0..=before.len()).map(left).find(fits).unwrap_or_default();
        let dim = text::put(buf, area.x + 1, area.y, area.width.saturating_sub(1), &way, look.style(Role::Dim));
        let cells = (room as u16).saturating_sub(dim);
        let taken = dim + text::put_fit(buf, area.x + 1 + dim, area.y, cells, last, look.style(Role::Text), look.ascii);
        (taken + GAP as u16).min(area.width)
    }

    /// Fewest cells that all tabs take.
    fn tightest(&self, ascii: bool) -> usize {
        let cells = self.tabs.iter().enumerate().map(|(place, tab)| {
            let how = if place == self.current { Words::Whole } else { Words::Short(SHORT_TITLE) };
            text::width(&tab.words(how, 0, ascii)) + GAP - 1
        });
        cells.sum::<usize>().saturating_sub(GAP - 1)
    }

    /// Cells of `room` that leave the tabs their titles and totals.
    fn beside_tabs(&self, room: usize, ascii: bool) -> usize {
        let tabs = self.tabs.iter().map(|tab| text::width(&tab.words(Words::Plain, 0, ascii)) + GAP - 1);
        room.saturating_sub(tabs.sum::<usize>() + 1)
    }

    /// Cells of `room` that leave the tabs also the cells reserved for their totals; `None` if they have no totals, or
    /// if the line is too narrow for that.
    fn beside_kept(&self, room: usize, ascii: bool) -> Option<usize> {
        self.tabs.iter().find(|tab| tab.total.is_some())?;
        let tabs = rooms(self.tabs, self.current, Words::Whole, ROOM, ascii);
        let cells = tabs.iter().map(|words| text::width(words) + GAP - 1).sum::<usize>();
        room.checked_sub(cells)
    }

    /// Note beside the tabs in `room` cells: its last parts, and then all of it, are left out before a tab is shortened
    /// or loses the room kept for its total. What is left of it keeps its room, so that no tab moves with it.
    fn note_in(&self, room: usize, look: &Look<'_>) -> String {
        let tightest = self.tightest(look.ascii);
        if tightest > room {
            // Where the tabs do not fit even alone, the note is what tells of their present state.
            return text::fit(self.note, room / 3, look.ascii).into();
        }
        // The trail shortens tabs but costs none.
        let title = match (look.trail, self.opened) {
            ([], _) | ([_], None) => 0,
            (_, Some(name)) => text::width(name).min(SHORT_NAME) + GAP,
            ([.., last], None) => text::width(last) + GAP,
        };
        let least = if self.hides.is_empty() { self.note.split(" · ").next().unwrap_or_default() } else { self.hides };
        let kept = self.beside_kept(room, look.ascii).filter(|kept| title == 0 && *kept >= text::width(least));
        let beside = || self.beside_tabs(room, look.ascii).min(room.saturating_sub(tightest + title + GAP));
        let left = kept.unwrap_or_else(beside);
        let mut note = self.note;
        while text::width(note) > left && note != self.hides {
            note = match self.hides {
                "" => note.rsplit_once(" · ").map_or("", |(before, _)| before),
                hides => note.split_once(" · ").map_or(hides, |(_, after)| after),
            };
        }
        match kept {
            Some(_) if note != self.note && !note.is_empty() => format!("{note:>left$}"),
            _ => note.to_owned(),
        }
    }

    /// Words for the filter in force. It comes before the sort, because what hides rows must be visible. As much is
    /// added beside it as leaves the tabs their titles, and what else hides rows as long as no tab is left out. If the
    /// filter alone would push a tab out, it loses its end, and its counts go.
    fn beside(&self, held: &str, room: usize, ascii: bool) -> String {
        let with = |words: &str, note: &str| (!note.is_empty()).then(|| format!("{words}   {note}"));
        let brief = held.strip_suffix(CLEARS).unwrap_or(held);
        let (left, tight) = (self.beside_tabs(room, ascii), room.saturating_sub(self.tightest(ascii) + GAP));
        let from_long = [
            (with(held, self.note), left),
            (with(held, self.hides), left),
            (with(brief, self.hides), tight),
            (Some(held.to_owned()), left),
            (Some(brief.to_owned()), left),
        ];
        let fitting = |(words, cells): (Option<String>, usize)| words.filter(|words| text::width(words) <= cells);
        from_long.into_iter().find_map(fitting).unwrap_or_else(|| {
            let (line, counts) = brief.find(" · ").map_or((brief, ""), |at| brief.split_at(at));
            // Of the counts the number of rows that pass stays longest.
            let counts = [counts, counts.split(" of ").next().unwrap_or_default(), ""];
            let cut = counts.into_iter().find_map(|counts| {
                let left = tight.checked_sub(text::width(counts))?;
                let fits = left >= SHORT_FILTER.min(text::width(line));
                fits.then(|| format!("{}{counts}", text::fit(line, left, ascii)))
            });
            cut.unwrap_or_else(|| brief.to_owned())
        })
    }
}

/// Width of the tabs if there is room for all their words.
pub fn cells(tabs: &[Tab]) -> usize {
    tabs.iter().map(|tab| text::width(&tab.words(Words::Whole, 0, false)) + GAP).sum()
}

/// Words of the tabs with at most `kept` cells reserved for each total; the current tab is whole.
fn rooms(tabs: &[Tab], current: usize, how: Words, kept: usize, ascii: bool) -> Vec<String> {
    let how = |place: usize| if place == current { Words::Whole } else { how };
    // A title without a total has the same distance to the next tab as one with a total of one digit.
    let beside =
        if tabs.iter().rev().skip(1).any(|tab| tab.total.is_some()) { kept.min(ROOM).saturating_sub(2) } else { 0 };
    let kept = |tab: &Tab| if tab.total.is_some() { tab.room.min(kept) } else { beside };
    tabs.iter().enumerate().map(|(place, tab)| tab.words(how(place), kept(tab), ascii)).collect()
}

/// Draws the tabs alone. If room is short, all tabs but the current one are shortened step by step. If that does not
/// suffice, only some tabs are shown, always with the current one, and a sign stands for the others.
///
/// Returns the index and area of each tab drawn.
pub fn render(tabs: &[Tab], current: usize, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Vec<(usize, Rect)> {
    let area = area.intersection(buf.area);
    let mut drawn = Vec::new();
    if area.is_empty() {
        return drawn;
    }
    let room = area.width.saturating_sub(1 + text::edge(area.width)) as usize;
    let of_others = |how: Words, kept: usize| rooms(tabs, current, how, kept, look.ascii);
    let cells = |words: &[String], gap: usize| {
        words.iter().map(|word| text::width(word) + gap).sum::<usize>().saturating_sub(gap)
    };
    let blanks = |word: &String| word.len() - word.trim_end().len();
    let (mut words, mut gap, mut is_tightest) = (of_others(Words::Whole, MANY), GAP, false);
    let longest = tabs.iter().map(|tab| text::width(&tab.title)).max().unwrap_or(0);
    // Titles keep as much as there is room for.
    let cuts = (SHORT_TITLE..longest).rev().map(|most| (Words::Short(most), GAP - 1, 0));
    let fewer = [(Words::Whole, GAP - 1, MANY), (Words::Whole, GAP, ROOM)];
    let whole = [(Words::Whole, GAP - 1, ROOM), (Words::Whole, GAP, 0), (Words::Plain, GAP, 0)];
    let rounded = [(Words::Rounded, GAP, 0), (Words::Rounded, GAP - 1, 0)];
    for (how, between, kept) in fewer.into_iter().chain(whole).chain(rounded).chain(cuts) {
        // Nothing comes after the last tab, so it can do without its reserved blanks.
        let free = if is_tightest { words.last().map_or(0, blanks) } else { 0 };
        if cells(&words, gap) <= room + free {
            break;
        }
        (words, gap, is_tightest) = (of_others(how, kept), between, kept == ROOM && between < GAP);
    }
    if let Some(last) = words.last_mut() {
        last.truncate(last.trim_end().len());
    }
    let current = current.min(words.len().saturating_sub(1));
    let mut shown = 0..words.len();
    while cells(&words[shown.clone()], gap) > room.saturating_sub(sign(shown.start > 0) + sign(shown.end < words.len()))
    {
        if shown.end > current + 1 {
            shown.end -= 1;
        } else if shown.start < current {
            shown.start += 1;
        } else {
            break;
        }
    }
    let (more_left, more_right) = if look.ascii { ("<", ">") } else { ("‹", "›") };
    let mut x = area.x + 1;
    let dim = look.style(Role::Dim);
    if shown.start > 0 {
        x += text::put(buf, x, area.y, 1, more_left, dim) + 1;
    }
    let further = shown.end < words.len();
    for place in shown {
        let room = area.right().saturating_sub(x + sign(further) as u16);
        let role = if place == current { Role::Accent } else { Role::Dim };
        let width = text::put_fit(buf, x, area.y, room, &words[place], look.style(role), look.ascii);
        drawn.push((place, Rect { x, width, height: 1, ..area }));
        x += width + gap as u16;
    }
    if further {
        let at = x.saturating_sub(gap as u16 - 1).min(area.right() - 1);
        text::put(buf, at, area.y, 1, more_right, dim);
    }
    drawn
}

/// Cells between two tabs.
const GAP: usize = 3;

/// Width of the sign for further tabs on one side.
fn sign(there: bool) -> usize {
    if there { 2 } else { 0 }
}

#[cfg(test)]
#[path = "tabs_tests.rs"]
mod tests;
