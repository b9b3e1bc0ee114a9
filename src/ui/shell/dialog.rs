//! The one question. What it takes is written here and nowhere else: default No, never enter alone, never a paste, never
//! a key that was on its way before the question was seen, never a letter of a word typed for something
//! else.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::keymap::Key;
use super::super::widgets::input::Input;
use super::super::widgets::sheet::Popup;
use super::super::{Confirm, Effect, Look, Role, TextEvent, text};

/// Keys within this many milliseconds after the question was first on the screen are thrown away.
pub const GUARD_MS: u64 = 300;
/// A key held down comes again within this time, even where the terminal does not call it a repeat.
const HELD_MS: u64 = 700;

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
            None => matches!(letter, 'y' | 'n' | 'q'),
            Some(expected) => letter.is_alphanumeric() || matches!(letter, ' ' | ',') || expected.contains(letter),
        };
        (key.is_text() && !own).then_some(letter)
    }

    /// Draws it; gives the number of its lines below the last row.
    pub fn render(&self, now: u64, clear_of: Option<u16>, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> usize {
        let room = area.width.saturating_sub(6).clamp(1, 100) as usize;
        let warnings = self.confirm.warnings.iter().map(|words| (Role::Warn, words.clone()));
        let mut lines = vec![(Role::Text, self.confirm.subject.clone())];
        lines.extend(warnings);
        if !self.confirm.samples.is_empty() {
            let more = self.confirm.count.saturating_sub(self.confirm.samples.len());
            let mut names = self.confirm.samples.join(", ");
            if more > 0 {
                names = format!("{names} and {} more", text::grouped(more as u64));
            }
            lines.push((Role::Text, names));
        }
        lines.extend(self.confirm.changes.iter().map(|change| (Role::Staged, change.clone())));
        lines.push((Role::Text, self.confirm.consequence.clone()));
        match &self.confirm.way_back {
            Some(way) => lines.push((Role::Dim, way.clone())),
            None => lines.push((Role::Warn, "This cannot be undone.".to_owned())),
        }
        let wrapped: Vec<(Role, String)> = lines
            .iter()
            .filter(|(_, words)| !words.is_empty())
            .flat_map(|(role, words)| text::wrap(words, room).into_iter().map(|line| (*role, line.into_owned())))
            .collect();
        let rows = (wrapped.len() as u16).saturating_add(2);
        let cells = wrapped.iter().map(|(_, words)| text::width(words)).max().unwrap_or(0).max(self.key_cells());
        let popup = Popup { title: &self.confirm.title, hint: "", rows, cells: cells as u16 + 4, clear_of };
        let inner = popup.open(look, area, buf);
        if inner.height == 0 {
            return wrapped.len();
        }
        // The key line is always seen, whatever else has to go.
        let room = inner.height as usize - 1;
        let above = self.above.min(wrapped.len().saturating_sub(room));
        for (row, (role, words)) in wrapped[above..].iter().take(room).enumerate() {
            text::put(buf, inner.x + 3, inner.y + row as u16, inner.width.saturating_sub(3), words, look.style(*role));
        }
        let line = Rect { y: inner.bottom() - 1, height: 1, ..inner };
        let below = wrapped.len().saturating_sub(above + room);
        self.key_line(now, below, look, line, buf);
        below
    }

    /// Cells of the line of keys once they count.
    fn key_cells(&self) -> usize {
        let action = text::width(&self.confirm.action);
        match self.confirm.must_type() {
            None => action + "y    n/esc cancel".len(),
            Some(expected) => action + text::width(&expected) * 2 + "Type  to :      enter confirms, esc cancels".len(),
        }
    }

    fn key_line(&self, now: u64, below: usize, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let armed = self.armed_at().is_some_and(|at| now >= at);
        let mut x = area.x + 3;
        let mut put = |buf: &mut Buffer, words: &str, role: Role| {
            x += text::put(buf, x, area.y, area.right().saturating_sub(x), words, look.style(role));
            x
        };
        if !armed {
            // The keys are named when they count, so that a person and a script can wait for them.
            put(buf, if look.ascii { "..." } else { "…" }, Role::Dim);
            return;
        }
        let unread = !self.read && below > 0;
        match self.confirm.must_type() {
            typed if unread || typed.is_none() => {
                if unread {
                    let more = text::counted(below as u64, "more line", "more lines");
                    put(buf, "↓", Role::Accent);
                    put(buf, &format!(" {more}   "), Role::Text);
                } else {
                    put(buf, "y", Role::Accent);
                    put(buf, &format!(" {}   ", self.confirm.action), Role::Text);
                }
                if typed.is_none() {
                    put(buf, "n", Role::Accent);
                    put(buf, "/", Role::Dim);
                }
                put(buf, "esc", Role::Accent);
                put(buf, " cancel", Role::Text);
            }
            typed => {
                let expected = typed.unwrap_or_default();
                let at = put(buf, &format!("Type {expected} to {}: ", self.confirm.action), Role::Text);
                let field = Rect { x: at, width: (expected.len() as u16 + 4).clamp(8, 40), ..area };
                self.typed.render(true, if self.mismatch { Role::Bad } else { Role::Text }, look, field, buf);
                let after = field.right() + 1;
                let hint = if self.mismatch { "That does not match." } else { "enter confirms, esc cancels" };
                let role = if self.mismatch { Role::Bad } else { Role::Dim };
                text::put(buf, after, area.y, area.right().saturating_sub(after), hint, look.style(role));
            }
        }
    }
}
