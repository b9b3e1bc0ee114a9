//! The dialog for questions. Only here is defined what answers one: the default is No; never enter alone, a paste, a
//! key pressed before the question was seen, or a letter of a word typed for something else.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::keymap::Key;
use super::super::widgets::input::Input;
use super::super::widgets::sheet::{MARGIN, Popup};
use super::super::{Confirm, Effect, Look, Role, TextEvent, text};

/// Milliseconds after the question was first on the screen in which keys are ignored.
pub const GUARD_MS: u64 = 300;
/// Milliseconds within which a key that is held down comes again, in terminals that do not report repeats.
const HELD_MS: u64 = 700;
/// Greatest width of a line of the question, and width of its field.
const WIDEST: usize = 100;
const FIELD: u16 = 40;
const MISMATCH: &str = "That does not match.";

/// Open question.
#[derive(Debug)]
pub(super) struct Dialog {
    confirm: Confirm,
    /// Time at which its first frame was written to the terminal.
    shown_at: Option<u64>,
    typed: Input,
    /// Key pressed last before the question opened. While it only repeats, it is ignored here.
    held: Option<(Key, u64)>,
    /// True after enter when the typed text does not match.
    mismatch: bool,
    /// Number of lines scrolled out above the first row, and below the last one.
    above: usize,
    below: usize,
    /// True once its last line was on the screen; before that no key confirms.
    read: bool,
}

/// Result of a key.
pub(super) enum Verdict {
    Open,
    No,
    /// Letter of something else that is being typed. It means No, and the rest of that word is dropped.
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

    /// Notes that a frame with the question was written, with `below` of its lines not visible.
    pub fn drawn(&mut self, below: usize, at_ms: u64) {
        self.shown_at.get_or_insert(at_ms);
        self.below = below;
        self.read |= below == 0;
    }

    /// Time from which its keys count; `None` before its first frame.
    pub fn armed_at(&self) -> Option<u64> {
        self.shown_at.map(|at| at + GUARD_MS)
    }

    /// Handles a key. Pastes never come here.
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
            // A user who is still typing has not read the question, so keys count only after a pause.
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

    /// Character of a key that neither answers the question nor can be part of the text to type.
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

    /// Draws the question and returns the number of its lines below the last row.
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
        // The field is always visible, whatever else must be left out.
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

    /// Lines of the question, in order.
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

    /// True when its last line was on the screen before, or is now.
    fn is_seen(&self, below: usize) -> bool {
        self.read || below == 0
    }

    /// Keys of the question for the footer, with `below` lines out of sight. They are shown only once they count, so
    /// that users and scripts can wait for them.
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

    /// Width of the line with the field.
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
