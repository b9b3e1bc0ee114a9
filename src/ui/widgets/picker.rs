//! The one picker: a field to type into over a list. Help, palette, menus for sorting, columns and copying are all it.

use crossterm::event::{KeyCode, KeyModifiers};
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::keymap::Key;
use super::super::{Look, Role, TextEvent, text};
use super::input::Input;

/// A line to pick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// Left, what is picked: `Archive, so that it leaves the Active list`.
    pub label: String,
    /// In front, in a column of its own: the key.
    pub lead: String,
    /// Right, dim: the name, the reason why it cannot run.
    pub hint: String,
    /// Further words it is found by.
    pub also: String,
    /// A switch, and how it stands.
    pub on: Option<bool>,
    /// Can be picked but does nothing now; drawn dim.
    pub off: bool,
}

/// What a key came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// The picker goes on.
    Open,
    /// Closed without a choice.
    Closed,
    /// That item (its place in the list given to [`Picker::new`]).
    Item(usize),
}

/// The state of a picker.
#[derive(Clone, Debug)]
pub struct Picker {
    items: Vec<Item>,
    /// Places of the items that match, best first.
    found: Vec<usize>,
    input: Input,
    /// Whether letters go into the field at once.
    typing: bool,
    cursor: usize,
    lead: u16,
}

impl Picker {
    /// A picker over `items`; `typing` puts every letter into its field, otherwise `j` and `k` move and `/` begins.
    pub fn new(items: Vec<Item>, typing: bool) -> Self {
        let lead = items.iter().map(|item| text::width(&item.lead)).max().unwrap_or(0).min(16) as u16;
        let cursor = items.iter().position(|item| item.on == Some(true)).unwrap_or(0);
        Self { found: (0..items.len()).collect(), items, input: Input::default(), typing, cursor, lead }
    }

    /// Takes the items anew (a switch was flipped), keeping cursor and text.
    pub fn items_mut(&mut self) -> &mut [Item] {
        &mut self.items
    }

    /// The item under the cursor.
    pub fn current(&self) -> Option<usize> {
        self.found.get(self.cursor).copied()
    }

    /// How many items match.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// True when nothing matches.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Takes a key or paste.
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
            // Typing has begun already, unless a line is looked for by this very key.
            (KeyCode::Char('/'), _) if self.starts_by_hand() => {}
            _ if self.typing => self.type_in(event),
            (KeyCode::Char('q'), _) => return Picked::Closed,
            (KeyCode::Char(' '), _) => return self.current().map_or(Picked::Open, Picked::Item),
            (KeyCode::Char('j'), _) => self.step(1),
            (KeyCode::Char('k'), _) => self.step(-1),
            (KeyCode::Char('G') | KeyCode::End, _) => self.cursor = self.found.len().saturating_sub(1),
            (KeyCode::Char('g') | KeyCode::Home, _) => self.cursor = 0,
            (KeyCode::Char('/'), _) => self.typing = true,
            _ => {}
        }
        Picked::Open
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

    /// Whole words before letters in order: `arch` finds what holds it, `acv` what has these letters.
    fn search(&mut self) {
        let typed = self.input.value().trim();
        self.cursor = 0;
        if typed.is_empty() {
            self.found = (0..self.items.len()).collect();
            return;
        }
        let pattern = Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut characters = Vec::new();
        let mut score = |item: &Item| {
            let text = format!("{} {} {}", item.label, item.lead, item.also);
            let score = pattern.score(Utf32Str::new(&text, &mut characters), &mut matcher)?;
            // A key typed exactly is what the user looks for.
            let exact = typed.split_whitespace().any(|word| word == item.lead);
            Some(score + if exact { 10_000 } else { 0 })
        };
        let mut found: Vec<(u32, usize)> =
            self.items.iter().enumerate().filter_map(|(place, item)| Some((score(item)?, place))).collect();
        found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        self.found = found.into_iter().map(|(_, place)| place).collect();
    }

    /// Lines it wants: the field and its items.
    pub fn wanted_rows(&self) -> u16 {
        (self.items.len() as u16).saturating_add(u16::from(self.typing)).max(2)
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
        let rows = area.height as usize;
        let top = (self.cursor / rows) * rows;
        for (row, place) in self.found[top..].iter().take(rows).enumerate() {
            let line = Rect { y: area.y + row as u16, height: 1, ..area };
            self.item(&self.items[*place], top + row == self.cursor, look, line, buf);
        }
    }

    fn item(&self, item: &Item, selected: bool, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let style = |role: Role| if selected { look.style(Role::Selection) } else { look.style(role) };
        if selected {
            for x in area.left()..area.right() {
                buf[(x, area.y)].set_style(style(Role::Selection));
            }
            text::put(buf, area.x, area.y, 1, look.glyphs().bar, style(Role::Selection));
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
        let room = area.right().saturating_sub(x + 1);
        let hint = (text::width(&item.hint) as u16).min(room / 2);
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

#[cfg(test)]
#[path = "picker_tests.rs"]
mod tests;
