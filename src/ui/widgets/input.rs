//! Typed text of one line or several, with readline's keys.

use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use tui_textarea::{CursorMove, TextArea, WrapMode};
use unicode_segmentation::UnicodeSegmentation;

use super::super::keymap::Key;
use super::super::{Look, Role, TextEvent, text};
use crate::base::{clean_block, clean_line};

/// Most bytes of a line; a longer paste is cut.
const LIMIT: usize = 4096;
/// Most bytes of a text of several lines.
const LONG_LIMIT: usize = 64 * 1024;

/// Text field of one line or several.
#[derive(Clone, Debug)]
pub struct Input {
    area: TextArea<'static>,
    secret: bool,
    is_long: bool,
    /// True if all of the text is selected, so that the next letter replaces it.
    selected: bool,
}

impl Default for Input {
    fn default() -> Self {
        Self::new("")
    }
}

impl Input {
    /// Field with `text`, the cursor at its end.
    pub fn new(text: &str) -> Self {
        let mut area = TextArea::new(vec![one_line(text)]);
        area.move_cursor(CursorMove::End);
        Self { area, secret: false, is_long: false, selected: false }
    }

    /// Field of several lines with `text`, the cursor at its beginning.
    pub fn long(text: &str) -> Self {
        let mut area: TextArea<'static> = clean_block(text).lines().map(str::to_owned).collect();
        area.set_wrap_mode(WrapMode::WordOrGlyph);
        area.set_cursor_line_style(Style::default());
        Self { area, secret: false, is_long: true, selected: false }
    }

    /// Text of a field of several lines, with its line breaks.
    pub fn written(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        self.area.lines().len()
    }

    pub fn new_line(&mut self) {
        self.area.insert_newline();
    }

    /// Moves the cursor one line up or down.
    pub fn walk(&mut self, down: bool) {
        self.area.move_cursor(if down { CursorMove::Down } else { CursorMove::Up });
    }

    /// Field that shows dots.
    pub fn secret() -> Self {
        Self { secret: true, ..Self::new("") }
    }

    /// Text of the field.
    pub fn value(&self) -> &str {
        self.area.lines().first().map_or("", String::as_str)
    }

    /// True when the field is empty.
    pub fn is_empty(&self) -> bool {
        self.value().is_empty()
    }

    /// Sets the text, with the cursor at its end.
    pub fn set(&mut self, text: &str) {
        *self = Self { secret: self.secret, ..Self::new(text) };
    }

    /// Sets the text like [`Input::set`], keeping a blank at its end for what follows.
    pub fn set_line(&mut self, text: &str) {
        self.set(text);
        if text.ends_with(' ') {
            self.area.insert_char(' ');
        }
    }

    /// Selects all of the text, so that typing replaces it; any other key edits it.
    pub fn select(&mut self) {
        self.selected = !self.is_empty();
    }

    /// Position of the cursor, in bytes of [`Input::value`].
    pub fn cursor(&self) -> usize {
        let value = self.value();
        value.char_indices().nth(self.area.cursor().1).map_or(value.len(), |(at, _)| at)
    }

    /// True when a focused field takes this key before any binding: characters and readline's keys, but never enter,
    /// esc, tab, up, down and other ctrl keys.
    pub fn takes(key: &Key) -> bool {
        key.is_text() || edit(key).is_some()
    }

    /// Handles a key or paste; true if the text changed.
    pub fn text(&mut self, event: &TextEvent) -> bool {
        let selected = std::mem::take(&mut self.selected);
        let is_new = match event {
            TextEvent::Letters(_) | TextEvent::Paste(_) => true,
            TextEvent::Key(event) => Key::of(event).is_text(),
        };
        if selected && is_new {
            self.set("");
        }
        let limit = if self.is_long { LONG_LIMIT } else { LIMIT };
        let room = limit.saturating_sub(self.area.lines().iter().map(|line| line.len() + 1).sum::<usize>() - 1);
        match event {
            TextEvent::Letters(letters) => {
                let fits = letters.char_indices().take_while(|(at, _)| *at < room);
                self.area.insert_str(fits.map(|(_, letter)| letter).collect::<String>())
            }
            TextEvent::Paste(pasted) => {
                let pasted = if self.is_long { clean_block(pasted).into_owned() } else { one_line(pasted) };
                self.area.insert_str(pasted.chars().take(room).collect::<String>())
            }
            TextEvent::Key(event) => {
                let key = Key::of(event);
                match (key.code, edit(&key)) {
                    (_, Some(edit)) => edit(&mut self.area),
                    (KeyCode::Char(character), None) if key.is_text() && room > 0 => {
                        self.area.insert_char(character);
                        true
                    }
                    _ => false,
                }
            }
        }
    }

    /// Draws a field of several lines, wrapped and scrolled to the cursor.
    pub fn render_long(&self, role: Role, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let mut shown = self.area.clone();
        shown.set_style(look.style(role));
        shown.set_cursor_style(look.style(role).add_modifier(Modifier::REVERSED));
        shown.render(area.intersection(buf.area), buf);
    }

    /// Draws the field in one line, scrolled to the cursor.
    pub fn render(&self, focused: bool, role: Role, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.width < 2 || area.height == 0 {
            return;
        }
        let style = look.style(role);
        let value = self.value();
        let (shown, before) = if self.secret {
            let dot = if look.ascii { "*" } else { "•" };
            let typed = value[..self.cursor()].graphemes(true).count();
            (dot.repeat(value.graphemes(true).count()), dot.len() * typed)
        } else {
            (value.to_owned(), self.cursor())
        };
        let (start, _) = first_shown(&shown[..before], area.width.into());
        let all = if focused && self.selected { style.add_modifier(Modifier::REVERSED) } else { style };
        text::put(buf, area.x, area.y, area.width, &shown[start..], all);
        if focused {
            let x = area.x + text::width(&shown[start..before]).min(area.width as usize - 1) as u16;
            buf[(x, area.y)].set_style(style.add_modifier(Modifier::REVERSED));
        }
    }
}

/// First visible byte of `before` if the cursor is in the last of `cells` cells, and the number of clusters looked at.
/// These are only the visible ones, however long the text is.
fn first_shown(before: &str, cells: usize) -> (usize, usize) {
    let (mut start, mut width, mut looked) = (before.len(), 0, 0);
    for (at, cluster) in before.grapheme_indices(true).rev() {
        looked += 1;
        width += text::width(cluster);
        if width >= cells {
            break;
        }
        start = at;
    }
    (start, looked)
}

/// Text without line breaks, which never enter a field, so that a paste cannot submit it.
fn one_line(text: &str) -> String {
    clean_line(&text.replace(['\r', '\n', '\t'], " ")).trim_end().to_owned()
}

type Edit = fn(&mut TextArea<'static>) -> bool;

fn edit(key: &Key) -> Option<Edit> {
    use crossterm::event::KeyModifiers as Held;
    Some(match (key.code, key.mods) {
        (KeyCode::Backspace, Held::NONE | Held::SHIFT) | (KeyCode::Char('h'), Held::CONTROL) => TextArea::delete_char,
        (KeyCode::Delete, Held::NONE) => TextArea::delete_next_char,
        (KeyCode::Char('w'), Held::CONTROL) | (KeyCode::Backspace, Held::ALT | Held::CONTROL) => TextArea::delete_word,
        (KeyCode::Char('d'), Held::ALT) => TextArea::delete_next_word,
        (KeyCode::Char('u'), Held::CONTROL) => TextArea::delete_line_by_head,
        (KeyCode::Char('k'), Held::CONTROL) => TextArea::delete_line_by_end,
        (KeyCode::Char('a'), Held::CONTROL) | (KeyCode::Home, Held::NONE) => |area| go(area, CursorMove::Head),
        (KeyCode::Char('e'), Held::CONTROL) | (KeyCode::End, Held::NONE) => |area| go(area, CursorMove::End),
        (KeyCode::Left, Held::NONE) => |area| go(area, CursorMove::Back),
        (KeyCode::Right, Held::NONE) => |area| go(area, CursorMove::Forward),
        (KeyCode::Left, Held::ALT | Held::CONTROL) | (KeyCode::Char('b'), Held::ALT) => {
            |area| go(area, CursorMove::WordBack)
        }
        (KeyCode::Right, Held::ALT | Held::CONTROL) | (KeyCode::Char('f'), Held::ALT) => {
            |area| go(area, CursorMove::WordForward)
        }
        _ => return None,
    })
}

fn go(area: &mut TextArea<'static>, to: CursorMove) -> bool {
    area.move_cursor(to);
    false
}

#[cfg(test)]
#[path = "input_tests.rs"]
mod tests;
