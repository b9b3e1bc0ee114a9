//! The one question. What it takes is written here and nowhere else: default No, never enter alone, never a paste, never
//! a key that was on its way before the question was seen, never a letter of a word typed for something
//! else.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::keymap::Key;
use super::super::widgets::input::Input;
use super::super::widgets::sheet::{MARGIN, Popup};
use super::super::{Confirm, Effect, Look, Role, TextEvent, text};

/// Keys within this many milliseconds after the question was first on the screen are thrown away.
pub const GUARD_MS: u64 = 300;
/// A key held down comes again within this time, even where the terminal does not call it a repeat.
const HELD_MS: u64 = 700;
/// Cells of a line of it at the most, and of the field.
const WIDEST: usize = 100;
const FIELD: u16 = 40;
const MISMATCH: &str = "That does not match.";

/// An open question.
#[derive(Debug)]
pub(super) struct Dialog {
    confirm: Confirm,
    /// Time its first frame was flushed.
    shown_at: Option<u64>,
    typed: Input,
    /// The key that was pressed last before the question opened: while it only repeats, it means nothing here.
    held: Option<(Key, u64)>,
    /// The typed text does not match; shown after enter.
    mismatch: bool,
    /// Lines above the first row, and below the last one.
    above: usize,
    below: usize,
    /// Its last line was on the screen; no key confirms before.
    read: bool,
}

/// Result of a key.
pub(super) enum Verdict {
    Open,
    No,
    /// A key of something else that is being typed: a no, and the rest of it is for nobody.
    Typing(char),
    Yes(Vec<Effect>),
}

impl Dialog {
    pub fn new(mut confirm: Confirm, held: Option<(Key, u64)>) -> Self {
        if confirm.count == 1 {
            // The tables of acts speak of several things.
            confirm.consequence = confirm.consequence.replace(" them", " it");
            confirm.way_back = confirm.way_back.map(|way| way.replace(" them", " it"));
        }
        Self {
            confirm,
            shown_at: None,
            typed: Input::default(),
            held,
            mismatch: false,
            above: 0,
            below: 0,
            read: false,
        }
    }

    /// A frame with it was flushed, in which so many of its lines had no row.
    pub fn drawn(&mut self, below: usize, at_ms: u64) {
        self.shown_at.get_or_insert(at_ms);
        self.below = below;
        self.read |= below == 0;
    }

    /// Time from which its keys count; unknown before its first frame.
    pub fn armed_at(&self) -> Option<u64> {
        self.shown_at.map(|at| at + GUARD_MS)
    }

    /// Takes a key. Pastes never come here.
    pub fn key(&mut self, event: &KeyEvent, now: u64) -> Verdict {
        let key = Key::of(event);
        let held = self.held.is_some_and(|(known, at)| known == key && now.saturating_sub(at) < HELD_MS);
        self.held = if held { Some((key, now)) } else { None };
        if (key.code, key.mods) == (KeyCode::Char('c'), KeyModifiers::CONTROL) {
            return Verdict::No;
        }
        if held || event.kind != KeyEventKind::Press {
            return Verdict::Open;
        }
        let other = self.other_than_its_own(&key);
        if self.armed_at().is_none_or(|at| now < at) {
            // A user who is still typing has not read the question: its keys count after a pause.
            self.shown_at = self.shown_at.map(|at| if other.is_some() { now } else { at });
            return Verdict::Open;
        }
        if let Some(letter) = other {
            return Verdict::Typing(letter);
        }
        if key.code == KeyCode::Esc {
            return Verdict::No;
        }
        match key.code {
            KeyCode::Down => self.above += self.below.min(1),
            KeyCode::Up => self.above = self.above.saturating_sub(1),
            _ => {}
        }
        match self.confirm.must_type() {
            None => match key.code {
                KeyCode::Char('y') if key.mods.is_empty() && self.read => {
                    Verdict::Yes(std::mem::take(&mut self.confirm.effects_on_yes))
                }
                KeyCode::Char(letter) if key.mods.is_empty() && self.read && self.asks_more(letter) => {
                    Verdict::Yes(self.confirm.more.take().map_or_else(Vec::new, |more| more.effects))
                }
                KeyCode::Char('n' | 'q') => Verdict::No,
                _ => Verdict::Open,
            },
            Some(expected) if key.code == KeyCode::Enter && self.read => {
                if self.typed.value().trim().replace(',', "") == expected.replace(',', "") {
                    Verdict::Yes(std::mem::take(&mut self.confirm.effects_on_yes))
                } else {
                    self.mismatch = true;
                    Verdict::Open
                }
            }
            Some(_) => {
                self.mismatch = false;
                self.typed.text(&TextEvent::Key(*event));
                Verdict::Open
            }
        }
    }

    /// The character of a key that neither answers the question nor can be part of what it asks for.
    fn other_than_its_own(&self, key: &Key) -> Option<char> {
        let KeyCode::Char(letter) = key.code else { return None };
        let own = match self.confirm.must_type() {
            None => matches!(letter, 'y' | 'n' | 'q') || self.asks_more(letter),
            Some(expected) => letter.is_alphanumeric() || matches!(letter, ' ' | ',') || expected.contains(letter),
        };
        (key.is_text() && !own).then_some(letter)
    }

    /// True for the key of the second yes.
    fn asks_more(&self, letter: char) -> bool {
        self.confirm.more.as_ref().is_some_and(|more| more.key == letter)
    }

    pub fn title(&self) -> &str {
        &self.confirm.title
    }

    /// Draws it; gives the number of its lines below the last row.
    pub fn render(&self, now: u64, clear_of: Option<u16>, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> usize {
        let lines = self.lines();
        let title = &self.confirm.title;
        let widest = lines.iter().map(|(_, words)| text::width(words)).max().unwrap_or(0).min(WIDEST);
        let cells = (widest.max(self.field_cells()) as u16).saturating_add(MARGIN + 1);
        let mut popup = Popup { title, rows: 0, cells, clear_of };
        let room = usize::from(popup.width(area.width).saturating_sub(MARGIN + 1)).clamp(1, WIDEST);
        let wrapped: Vec<(Role, String)> = lines
            .iter()
            .flat_map(|(role, words)| text::wrap(words, room).into_iter().map(|line| (*role, line.into_owned())))
            .collect();
        let field = self.confirm.must_type();
        popup.rows = (wrapped.len() as u16).saturating_add(if field.is_some() { 2 } else { 0 });
        let inner = popup.open(look, area, buf);
        let inner = Rect { x: inner.x + MARGIN, width: inner.width.saturating_sub(MARGIN), ..inner };
        // The field is always seen, whatever else has to go.
        let room = (inner.height as usize).saturating_sub(field.is_some().into());
        let above = self.above.min(wrapped.len().saturating_sub(room));
        for (row, (role, words)) in wrapped[above..].iter().take(room).enumerate() {
            text::put(buf, inner.x, inner.y + row as u16, inner.width, words, look.style(*role));
        }
        let below = wrapped.len().saturating_sub(above + room);
        if let Some(expected) = field.filter(|_| inner.height > 0 && self.is_armed(now) && self.is_seen(below)) {
            let line = Rect { y: inner.bottom() - 1, height: 1, ..inner };
            self.field(&expected, look, line, buf);
        }
        below
    }

    /// Its lines, in order.
    fn lines(&self) -> Vec<(Role, String)> {
        let confirm = &self.confirm;
        let mut lines = vec![(Role::Text, confirm.subject.clone())];
        lines.extend(confirm.warnings.iter().map(|words| (Role::Warn, words.clone())));
        if !confirm.samples.is_empty() {
            let more = confirm.count.saturating_sub(confirm.samples.len());
            let mut names = confirm.samples.join(", ");
            if more > 0 {
                names = format!("{names} and {} more", text::grouped(more as u64));
            }
            lines.push((Role::Text, names));
        }
        lines.extend(confirm.changes.iter().map(|change| (Role::Staged, change.clone())));
        lines.push((Role::Text, confirm.consequence.clone()));
        match &confirm.way_back {
            Some(way) => lines.push((Role::Dim, way.clone())),
            None => lines.push((Role::Warn, "This cannot be undone.".to_owned())),
        }
        lines.retain(|(_, words)| !words.is_empty());
        lines
    }

    fn is_armed(&self, now: u64) -> bool {
        self.armed_at().is_some_and(|at| now >= at)
    }

    /// Its last line was on the screen, or is now.
    fn is_seen(&self, below: usize) -> bool {
        self.read || below == 0
    }

    /// Its keys, for the footer, while so many lines are below its last row. They are named when they count, so that a
    /// person and a script can wait for them.
    pub fn keys(&self, now: u64, below: usize) -> Vec<(Cow<'static, str>, Cow<'_, str>)> {
        if !self.is_armed(now) {
            return vec![("…".into(), "".into())];
        }
        let is_typed = self.confirm.must_type().is_some();
        let more = || text::counted(below as u64, "more line", "more lines").into();
        let first = match (self.is_seen(below), is_typed) {
            (false, _) => ("↓".into(), more()),
            (true, false) => ("y".into(), self.confirm.action.as_str().into()),
            (true, true) => ("enter".into(), "confirm".into()),
        };
        let second = self.confirm.more.as_ref().filter(|_| self.is_seen(below) && !is_typed);
        let second = second.map(|more| (more.key.to_string().into(), more.action.as_str().into()));
        let no = (if is_typed { "esc" } else { "n/esc" }.into(), "cancel".into());
        [Some(first), second, Some(no)].into_iter().flatten().collect()
    }

    /// Cells of the line of the field.
    fn field_cells(&self) -> usize {
        let label = |expected: String| text::width(&self.label(&expected)) + FIELD as usize + MISMATCH.len() + 1;
        self.confirm.must_type().map_or(0, label)
    }

    /// Label before the field.
    fn label(&self, expected: &str) -> String {
        format!("Type {expected} to {}: ", self.confirm.action)
    }

    fn field(&self, expected: &str, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
        let label = self.label(expected);
        let x = line.x + text::put(buf, line.x, line.y, line.width, &label, look.style(Role::Text));
        let field = Rect { x, width: (expected.len() as u16 + 4).clamp(8, FIELD), ..line };
        self.typed.render(true, if self.mismatch { Role::Bad } else { Role::Text }, look, field, buf);
        let after = field.right() + 1;
        if self.mismatch {
            text::put(buf, after, line.y, line.right().saturating_sub(after), MISMATCH, look.style(Role::Bad));
        }
    }
}
