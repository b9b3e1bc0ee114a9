//! The picker: a list with a search field. Help, palette, and menus for sorting, columns and copying all use it.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::keymap::Key;
use super::super::rank::{Found, Rank, Ranker};
use super::super::{Look, Role, TextEvent, text};
use super::input::Input;
use super::notice;

/// Item of a picker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// Label at the left: `Archive, so that it leaves the Active list`.
    pub label: String,
    /// Text of the first column: the key.
    pub lead: String,
    /// Dim text at the right: the name on the `:` line, or why the command cannot run.
    pub hint: String,
    /// Names it is found by, besides the words of its label.
    pub names: Vec<String>,
    /// Keys it is found by, if only a key is typed.
    pub keys: Vec<String>,
    /// Title of its group while nothing is typed; empty for none.
    pub group: String,
    /// State of a switch; `None` if it is not one.
    pub on: Option<bool>,
    /// True for an item that can be picked but does nothing now; drawn dim.
    pub off: bool,
    /// Kind of item, which determines its place in a search.
    pub turn: Turn,
}

/// Kinds of items, in the order in which a search lists them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// Goes to a place. Listed first if the typed text is its title, which is the first of its names.
    Place,
    /// Acts here.
    #[default]
    Acts,
    /// Explains how to reach a goal.
    Goal,
    /// Acts on another screen.
    Far,
    /// Explains something and does nothing.
    Tells,
}

/// Result of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// The picker stays open.
    Open,
    /// Closed without a choice.
    Closed,
    /// Index of the chosen item in the list given to [`Picker::new`].
    Item(usize),
}

/// True when the typed text is the first name of an item.
fn is_called(item: &Item, typed: &str) -> bool {
    item.names.first().is_some_and(|name| name.eq_ignore_ascii_case(typed))
}

/// Line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'a> {
    Title(&'a str),
    /// Index in what was found.
    Item(usize),
}

/// State of a picker.
#[derive(Clone, Debug)]
pub struct Picker {
    items: Vec<Item>,
    /// Indices of the matching items, best first.
    found: Vec<usize>,
    input: Input,
    /// True when letters go into the field at once.
    typing: bool,
    cursor: usize,
    lead: u16,
    /// True when the items are switches, which space flips as enter does.
    pub switches: bool,
}

impl Picker {
    /// Picker for `items`. With `typing`, every letter goes into its field; otherwise `j` and `k` move and `/` starts
    /// typing.
    pub fn new(items: Vec<Item>, typing: bool) -> Self {
        let lead = items.iter().map(|item| text::width(&item.lead)).max().unwrap_or(0).min(16) as u16;
        let cursor = items.iter().position(|item| item.on == Some(true)).unwrap_or(0);
        Self {
            found: (0..items.len()).collect(),
            items,
            input: Input::default(),
            typing,
            cursor,
            lead,
            switches: false,
        }
    }

    /// Items, to be changed (a switch was flipped); cursor and text stay.
    pub fn items_mut(&mut self) -> &mut [Item] {
        &mut self.items
    }

    /// Index of the item under the cursor.
    pub fn current(&self) -> Option<usize> {
        self.found.get(self.cursor).copied()
    }

    /// Number of items that match.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// True when nothing matches.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Handles a key or paste.
    pub fn event(&mut self, event: &TextEvent) -> Picked {
        let TextEvent::Key(pressed) = event else {
            if self.typing {
                self.type_in(event);
            }
            return Picked::Open;
        };
        let key = Key::of(pressed);
        match (key.code, key.mods) {
            (KeyCode::Esc, _) | (KeyCode::Char('c'), KeyModifiers::CONTROL) => return Picked::Closed,
            (KeyCode::Enter, _) => return self.current().map_or(Picked::Open, Picked::Item),
            (KeyCode::Down, _) | (KeyCode::Char('n'), KeyModifiers::CONTROL) => self.step(1),
            (KeyCode::Up, _) | (KeyCode::Char('p'), KeyModifiers::CONTROL) => self.step(-1),
            (KeyCode::PageDown, _) => self.step(10),
            (KeyCode::PageUp, _) => self.step(-10),
            // `/` does nothing further while typing, unless an item has this key.
            (KeyCode::Char('/'), _) if self.starts_by_hand() => {}
            _ if self.typing => self.type_in(event),
            (KeyCode::Char('q'), _) => return Picked::Closed,
            // Elsewhere space marks a row, so in a menu it must not choose one.
            (KeyCode::Char(' '), _) if self.switches => return self.current().map_or(Picked::Open, Picked::Item),
            (KeyCode::Char('j'), _) => self.step(1),
            (KeyCode::Char('k'), _) => self.step(-1),
            (KeyCode::Char('G') | KeyCode::End, _) => self.cursor = self.found.len().saturating_sub(1),
            (KeyCode::Char('g') | KeyCode::Home, _) => self.cursor = 0,
            (KeyCode::Char('/'), _) => self.typing = true,
            (KeyCode::Char(key), _) => return self.led_by(key).map_or(Picked::Open, Picked::Item),
            _ => {}
        }
        Picked::Open
    }

    /// Index of the item with this key in its first column.
    fn led_by(&self, key: char) -> Option<usize> {
        let leads = |item: &Item| item.lead.chars().eq([key]);
        self.items.iter().position(leads).filter(|place| self.found.contains(place))
    }

    fn starts_by_hand(&self) -> bool {
        self.typing && self.input.is_empty() && self.lead == 0
    }

    fn type_in(&mut self, event: &TextEvent) {
        if self.input.text(event) {
            self.search();
        }
    }

    fn step(&mut self, by: isize) {
        self.cursor = self.cursor.saturating_add_signed(by).min(self.found.len().saturating_sub(1));
    }

    /// Finds matching items, the best first because enter picks it. The order is by [`Turn`]; then items that can run
    /// come before those that cannot; then the given order. A place or a goal called exactly as typed comes before
    /// items that only contain the word.
    fn search(&mut self) {
        // Users who read `/` beside the field may type it.
        let typed = self.input.value().trim();
        let typed = typed.strip_prefix('/').filter(|typed| !typed.is_empty()).unwrap_or(typed);
        self.cursor = 0;
        if typed.is_empty() {
            self.found = (0..self.items.len()).collect();
            return;
        }
        let mut ranker = Ranker::new(typed);
        let mut rank = |item: &Item| {
            if item.lead == typed || item.keys.iter().any(|key| key == typed) {
                return Some((Rank::Whole, 0));
            }
            let names: Vec<&str> = item.names.iter().map(String::as_str).collect();
            ranker.rank(Found { names: &names, label: &without_aside(&item.label) })
        };
        let mut found: Vec<((Rank, u32), bool, usize)> =
            self.items.iter().enumerate().filter_map(|(place, item)| Some((rank(item)?, item.off, place))).collect();
        found.sort_unstable();
        // A page that was typed by its name comes before commands of other screens.
        found.sort_by_key(|((rank, _), _, place)| match (self.items[*place].turn, *rank) {
            (Turn::Place, _) if is_called(&self.items[*place], typed) => (0, Turn::Place),
            (Turn::Place, Rank::Whole) => (1, Turn::Acts),
            (Turn::Place, _) => (2, Turn::Acts),
            (turn @ (Turn::Acts | Turn::Goal), Rank::Whole) => (1, turn),
            (Turn::Tells, Rank::Whole) => (2, Turn::Goal),
            (turn, _) => (2, turn),
        });
        // Items that only contain the letters are left out if other items begin with them.
        if found.iter().any(|((rank, _), ..)| *rank <= Rank::WordStart) {
            found.retain(|((rank, _), ..)| *rank <= Rank::WordStart);
        }
        self.found = found.into_iter().map(|(.., place)| place).collect();
    }

    /// True while groups have titles, because nothing is typed.
    fn is_grouped(&self) -> bool {
        self.input.is_empty() && self.items.iter().any(|item| !item.group.is_empty())
    }

    /// Lines of the list: titles, and indices of items in what was found.
    fn lines(&self) -> Vec<Line<'_>> {
        let grouped = self.is_grouped();
        let mut lines = Vec::with_capacity(self.found.len());
        let mut last = "";
        for (at, place) in self.found.iter().enumerate() {
            let group = self.items[*place].group.as_str();
            if grouped && group != last {
                lines.push(Line::Title(group));
                last = group;
            }
            lines.push(Line::Item(at));
        }
        lines
    }

    /// Rows it needs for its field and all its items, whatever is found, so that nothing moves during typing.
    pub fn wanted_rows(&self) -> u16 {
        let mut groups: Vec<&str> = self.items.iter().map(|item| item.group.as_str()).collect();
        groups.dedup();
        groups.retain(|group| !group.is_empty());
        ((self.items.len() + groups.len()) as u16).saturating_add(u16::from(self.typing)).max(2)
    }

    /// Number of columns of the list in so many cells and rows. There are several if the lines do not fit into the
    /// rows and each column has room for every label.
    pub fn columns(&self, cells: u16, rows: u16) -> u16 {
        const MOST: u16 = 3;
        if self.wanted_rows() <= rows { 1 } else { (cells / self.column_cells()).clamp(1, MOST) }
    }

    /// Width of each column, if there are several.
    pub fn column_cells(&self) -> u16 {
        let cells = |item: &Item| u16::MAX - self.room(item, u16::MAX) + text::width(&item.label) as u16;
        self.items.iter().map(cells).max().unwrap_or(0).max(1)
    }

    /// Cells it wants: its longest line, whatever is found.
    pub fn wanted_cells(&self) -> u16 {
        let cells = |item: &Item| {
            let hint = text::width(&item.hint) as u16;
            let gap = if hint == 0 { 0 } else { 2 };
            u16::MAX - self.room(item, u16::MAX) + text::width(&item.label) as u16 + gap + hint
        };
        self.items.iter().map(cells).max().unwrap_or(0)
    }

    /// Draws field and list into `area`.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let mut area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        if self.typing {
            text::put(buf, area.x, area.y, area.width, " / ", look.style(Role::Accent));
            let field = Rect { x: area.x + 3, width: area.width.saturating_sub(4), height: 1, ..area };
            if self.input.is_empty() {
                let beside = field.width.saturating_sub(2);
                text::put_fit(buf, field.x + 2, field.y, beside, "type to search", look.style(Role::Dim), look.ascii);
            }
            self.input.render(true, Role::Text, look, field, buf);
            area.y += 1;
            area.height -= 1;
        }
        if area.height == 0 {
            return;
        }
        if self.found.is_empty() {
            text::put(buf, area.x + 3, area.y, area.width.saturating_sub(3), "Nothing matches.", look.style(Role::Dim));
            return;
        }
        if let Some(reason) = self.reason(area.width) {
            let room = area.width.saturating_sub(4);
            let lines = text::wrap(reason, room.max(1) as usize);
            let shown = lines.len().min(usize::from(area.height / 2).max(1));
            area.height -= shown as u16;
            for (y, line) in (area.bottom()..).zip(&lines[..shown]) {
                text::put_fit(buf, area.x + 3, y, room, line, look.style(Role::Warn), look.ascii);
            }
        }
        let lines = self.lines();
        let columns = usize::from(self.columns(area.width, area.height));
        let more = notice::keep_for_more(&mut area, lines.len().div_ceil(columns));
        let rows = area.height.max(1) as usize;
        let cursor = lines.iter().position(|line| *line == Line::Item(self.cursor)).unwrap_or(0);
        let shown = rows * columns;
        let top = (cursor / shown) * shown;
        let width = area.width / columns as u16;
        for (at, line) in lines[top..].iter().take(shown).enumerate() {
            let (column, row) = ((at / rows) as u16, (at % rows) as u16);
            let space = Rect { x: area.x + column * width, y: area.y + row, width, height: 1 };
            match line {
                Line::Title(title) => {
                    text::put_fit(buf, space.x + 1, space.y, space.width - 1, title, look.style(Role::Dim), look.ascii);
                }
                Line::Item(at) => {
                    self.item(&self.items[self.found[*at]], *at == self.cursor, look, space, buf);
                }
            }
        }
        let below = lines[top..].iter().skip(shown).filter(|line| matches!(line, Line::Item(_))).count();
        notice::more(below, look, more.map(|line| Rect { width: line.width - 1, ..line }), buf);
    }

    /// Reason why the item under the cursor cannot run, if its row has no room for it.
    fn reason(&self, width: u16) -> Option<&str> {
        let item = &self.items[self.current()?];
        let cut = text::width(&item.hint) > usize::from(Self::hint_room(item, self.room(item, width)));
        (item.off && cut).then_some(&item.hint)
    }

    /// Cells of a row after its key and switch.
    fn room(&self, item: &Item, width: u16) -> u16 {
        let lead = if self.lead > 0 { self.lead + 2 } else { 0 };
        width.saturating_sub(3 + lead + if item.on.is_some() { 2 } else { 0 })
    }

    /// Cells left for the hint beside the label; 0 if too few. A value may be cut; a reason or a command is shown in
    /// full or not at all.
    fn hint_room(item: &Item, room: u16) -> u16 {
        let left = room.saturating_sub(text::width(&item.label) as u16 + 2);
        let whole = item.off || item.hint.starts_with(':');
        if left < 4 || whole && text::width(&item.hint) > usize::from(left) { 0 } else { left }
    }

    fn item(&self, item: &Item, selected: bool, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let (bar, row) = look.cursor();
        let style = |role: Role| if selected { row } else { look.style(role) };
        if selected {
            for x in area.left()..area.right() {
                buf[(x, area.y)].set_style(row);
            }
            text::put(buf, area.x, area.y, 1, look.glyphs().bar, bar);
        }
        let mut x = area.x + 2;
        if let Some(on) = item.on {
            let sign = if on { look.glyphs().mark } else { " " };
            text::put(buf, x, area.y, 1, sign, style(Role::Accent));
            x += 2;
        }
        if self.lead > 0 {
            text::put_fit(buf, x, area.y, self.lead, &item.lead, style(Role::Accent), look.ascii);
            x += self.lead + 2;
        }
        let room = self.room(item, area.width);
        let hint = (text::width(&item.hint) as u16).min(Self::hint_room(item, room));
        let role = if item.off { Role::Dim } else { Role::Text };
        let label = room.saturating_sub(if hint == 0 { 0 } else { hint + 2 });
        text::put_fit(buf, x, area.y, label, &item.label, style(role), look.ascii);
        text::put_right(
            buf,
            area.right().saturating_sub(hint + 1),
            area.y,
            hint,
            &item.hint,
            style(Role::Dim),
            look.ascii,
        );
    }
}

/// Label without the words in brackets after it. The last brackets, with the screen of a command, stay.
fn without_aside(label: &str) -> Cow<'_, str> {
    match (label.split_once(" ("), label.rsplit_once(" (")) {
        (Some((before, _)), Some((head, screen))) if before != head => format!("{before} ({screen}").into(),
        _ => label.into(),
    }
}

#[cfg(test)]
#[path = "picker_tests.rs"]
mod tests;
