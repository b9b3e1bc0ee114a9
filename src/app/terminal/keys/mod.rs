//! Bytes of a terminal into events.
//!
//! The reader of crossterm is not used: it loops for ever once the terminal is gone, blocks inside a half-sent
//! sequence, and holds bytes of a long paste back until the next key. This reader gets its bytes from the loop, keeps
//! a bounded amount, and tells Esc from the start of a sequence by a short wait, only while bytes are pending. Its
//! events are crossterm's types, which the text area and the keymap use. Look first at [`Parser`]; `answers.rs` reads
//! the terminal's answers.

use std::time::Duration;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

mod answers;
#[cfg(test)]
mod tests;

use super::pictures::Heard;
use answers::{Answers, answer, is_answer};

const ESC: u8 = 0x1b;
/// Longest sequence that a key sends, in bytes.
const LONGEST_SEQUENCE: usize = 64;
/// Most bytes kept of one paste, more than anybody pastes into a form.
const LONGEST_PASTE: usize = 4 * 1024 * 1024;
const PASTE_END: &[u8] = b"\x1b[201~";

/// The bytes and answers pending between two reads.
#[derive(Default)]
pub struct Parser {
    buf: Vec<u8>,
    paste: Option<Vec<u8>>,
    answers: Answers,
}

enum Step {
    /// Number of bytes used, and the event they make, if any.
    Took(usize, Option<Event>),
    /// The bytes may be the beginning of a sequence; more are needed.
    Wait,
    /// A paste begins: `ESC [ 200 ~`.
    Paste(usize),
}

impl Parser {
    /// Reads `bytes` as they arrive, and appends their events to `out`.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        self.buf.extend_from_slice(bytes);
        loop {
            if self.paste.is_some() {
                if !self.take_paste(out) {
                    return;
                }
                continue;
            }
            if self.buf.is_empty() {
                return;
            }
            match step(&self.buf) {
                Step::Took(n, event) => {
                    self.answers.take(&self.buf[..n]);
                    self.buf.drain(..n);
                    out.extend(event);
                }
                Step::Paste(n) => {
                    self.buf.drain(..n);
                    self.paste = Some(Vec::new());
                }
                Step::Wait => return,
            }
        }
    }

    /// Time to wait for the rest of a pending sequence; `None` without one.
    pub fn patience(&self) -> Option<Duration> {
        if self.paste.is_some() || is_answer(&self.buf) {
            Some(Duration::from_secs(1))
        } else if self.buf.is_empty() {
            None
        } else {
            Some(Duration::from_millis(30))
        }
    }

    /// Reads the pending bytes as they are, because the rest did not come within [`Parser::patience`].
    pub fn give_up(&mut self, out: &mut Vec<Event>) {
        if let Some(text) = self.paste.take() {
            let mut text = text;
            text.append(&mut self.buf);
            out.push(pasted(&text));
            return;
        }
        match self.buf.as_slice() {
            [ESC] => out.push(key(KeyCode::Esc, KeyModifiers::NONE)),
            [ESC, c] => out.push(with_alt(plain(*c))),
            _ => {}
        }
        self.buf.clear();
    }

    /// Background colour the terminal has reported since the last call.
    pub fn take_background(&mut self) -> Option<(u8, u8, u8)> {
        self.answers.background.take()
    }

    /// Answers of the terminal about itself; `None` if none came since the last call.
    pub fn take_heard(&mut self) -> Option<Heard> {
        std::mem::take(&mut self.answers.are_new).then(|| self.answers.heard.clone())
    }

    /// Moves pasted bytes out of the buffer; true when the end mark was found.
    fn take_paste(&mut self, out: &mut Vec<Event>) -> bool {
        let Some(text) = self.paste.as_mut() else { return true };
        if let Some(end) = memchr::memmem::find(&self.buf, PASTE_END) {
            append_capped(text, &self.buf[..end]);
            out.push(pasted(text));
            self.buf.drain(..end + PASTE_END.len());
            self.paste = None;
            return true;
        }
        // The read may have cut the end mark in two, so keep what may be its beginning.
        let keep = self.buf.len().min(PASTE_END.len() - 1);
        let moved = self.buf.len() - keep;
        append_capped(text, &self.buf[..moved]);
        self.buf.drain(..moved);
        false
    }
}

fn append_capped(text: &mut Vec<u8>, more: &[u8]) {
    let room = LONGEST_PASTE.saturating_sub(text.len());
    text.extend_from_slice(&more[..more.len().min(room)]);
}

fn pasted(text: &[u8]) -> Event {
    Event::Paste(String::from_utf8_lossy(text).into_owned())
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, state: KeyEventState::NONE })
}

fn with_alt(event: Event) -> Event {
    match event {
        Event::Key(mut k) => {
            k.modifiers |= KeyModifiers::ALT;
            Event::Key(k)
        }
        other => other,
    }
}

/// Key of one byte below 0x80.
fn plain(byte: u8) -> Event {
    let ctrl = |c: u8| key(KeyCode::Char(char::from(c)), KeyModifiers::CONTROL);
    match byte {
        b'\r' => key(KeyCode::Enter, KeyModifiers::NONE),
        b'\t' => key(KeyCode::Tab, KeyModifiers::NONE),
        0x7f => key(KeyCode::Backspace, KeyModifiers::NONE),
        ESC => key(KeyCode::Esc, KeyModifiers::NONE),
        0 => ctrl(b' '),
        1..=0x1a => ctrl(byte - 1 + b'a'),
        0x1c..=0x1f => ctrl(byte - 0x1c + b'4'),
        _ => character(char::from(byte)),
    }
}

fn character(c: char) -> Event {
    key(KeyCode::Char(c), if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE })
}

fn step(buf: &[u8]) -> Step {
    match buf[0] {
        ESC => escape(buf),
        0..=0x7f => Step::Took(1, Some(plain(buf[0]))),
        first => {
            let len = match first {
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf4 => 4,
                _ => return Step::Took(1, None),
            };
            match std::str::from_utf8(&buf[..len.min(buf.len())]) {
                Ok(text) => Step::Took(len, text.chars().next().filter(|c| !c.is_control()).map(character)),
                Err(e) if e.error_len().is_none() && buf.len() < len => Step::Wait,
                Err(_) => Step::Took(1, None),
            }
        }
    }
}

fn escape(buf: &[u8]) -> Step {
    match buf.get(1) {
        Some(b'[') => csi(buf),
        Some(b'O') => match buf.get(2) {
            None => Step::Wait,
            Some(last) => Step::Took(3, ss3(*last).map(|code| key(code, KeyModifiers::NONE))),
        },
        Some(b']' | b'P' | b'_' | b'^') if buf.len() > 2 => answer(buf),
        None | Some(b']' | b'P' | b'_' | b'^') => Step::Wait,
        // Esc before another Esc or a sequence is a key of its own.
        Some(&ESC) => Step::Took(1, Some(key(KeyCode::Esc, KeyModifiers::NONE))),
        Some(_) => match step(&buf[1..]) {
            Step::Took(n, event) => Step::Took(n + 1, event.map(with_alt)),
            other => other,
        },
    }
}

fn ss3(last: u8) -> Option<KeyCode> {
    Some(match last {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'H' => KeyCode::Home,
        b'F' => KeyCode::End,
        b'M' => KeyCode::Enter,
        b'P'..=b'S' => KeyCode::F(last - b'P' + 1),
        _ => return None,
    })
}

fn csi(buf: &[u8]) -> Step {
    // The Linux console writes F1 to F5 as `ESC [ [ A`.
    if buf.get(2) == Some(&b'[') {
        return match buf.get(3) {
            None => Step::Wait,
            Some(c @ b'A'..=b'E') => Step::Took(4, Some(key(KeyCode::F(c - b'A' + 1), KeyModifiers::NONE))),
            Some(_) => Step::Took(3, None),
        };
    }
    for (i, byte) in buf.iter().enumerate().skip(2) {
        match byte {
            0x20..=0x3f if i < LONGEST_SEQUENCE => {}
            0x40..=0x7e => return finish(&buf[2..i], *byte, i + 1),
            // These bytes are not a sequence: drop them, and read the byte after them again.
            _ => return Step::Took(i, None),
        }
    }
    Step::Wait
}

/// Event of a sequence with these parameters, which ends in `last` and is `len` bytes long.
fn finish(params: &[u8], last: u8, len: usize) -> Step {
    if params.first() == Some(&b'<') {
        return Step::Took(len, mouse(&params[1..], last == b'm'));
    }
    if params.first().is_some_and(|b| !b.is_ascii_digit() && *b != b';') {
        return Step::Took(len, None);
    }
    let numbers = numbers(params);
    let number = |i: usize| numbers.get(i).copied().flatten();
    let modifiers = number(1).map_or(KeyModifiers::NONE, modifiers);
    let code = match last {
        b'I' if params.is_empty() => return Step::Took(len, Some(Event::FocusGained)),
        b'O' if params.is_empty() => return Step::Took(len, Some(Event::FocusLost)),
        b'Z' => return Step::Took(len, Some(key(KeyCode::BackTab, KeyModifiers::SHIFT))),
        b'~' if number(0) == Some(200) => return Step::Paste(len),
        b'~' => tilde(number(0).unwrap_or(0)),
        b'u' => unicode_key(number(0).unwrap_or(0)),
        b'M' => None,
        other => ss3(other),
    };
    Step::Took(len, code.map(|code| key(code, modifiers)))
}

/// Numbers of the parameters: `1;5` → `[Some(1), Some(5)]`; sub-parameters after a colon are left out.
fn numbers(params: &[u8]) -> Vec<Option<u32>> {
    params
        .split(|b| *b == b';')
        .map(|p| std::str::from_utf8(p.split(|b| *b == b':').next().unwrap_or(p)).ok().and_then(|p| p.parse().ok()))
        .collect()
}

fn modifiers(sent: u32) -> KeyModifiers {
    let bits = sent.saturating_sub(1);
    let mut modifiers = KeyModifiers::NONE;
    modifiers.set(KeyModifiers::SHIFT, bits & 1 != 0);
    modifiers.set(KeyModifiers::ALT, bits & 2 != 0);
    modifiers.set(KeyModifiers::CONTROL, bits & 4 != 0);
    modifiers
}

fn tilde(number: u32) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number as u8 - 10),
        17..=21 => KeyCode::F(number as u8 - 11),
        23 | 24 => KeyCode::F(number as u8 - 12),
        _ => return None,
    })
}

fn unicode_key(number: u32) -> Option<KeyCode> {
    Some(match number {
        9 => KeyCode::Tab,
        13 => KeyCode::Enter,
        27 => KeyCode::Esc,
        127 => KeyCode::Backspace,
        _ => KeyCode::Char(char::from_u32(number).filter(|c| !c.is_control())?),
    })
}

/// Mouse event of the parameters `button;column;row`, columns and rows from 1.
fn mouse(params: &[u8], released: bool) -> Option<Event> {
    let numbers = numbers(params);
    let number = |i: usize| numbers.get(i).copied().flatten();
    let (button, column, row) = (number(0)?, number(1)?, number(2)?);
    let which = match button & 3 {
        0 => MouseButton::Left,
        1 => MouseButton::Middle,
        _ => MouseButton::Right,
    };
    let kind = match (button & 0b1100_0000, button & 0b10_0000 != 0) {
        (64, _) => match button & 3 {
            0 => MouseEventKind::ScrollUp,
            1 => MouseEventKind::ScrollDown,
            2 => MouseEventKind::ScrollLeft,
            _ => MouseEventKind::ScrollRight,
        },
        (0, true) if button & 3 == 3 => MouseEventKind::Moved,
        (0, true) => MouseEventKind::Drag(which),
        (0, false) if released => MouseEventKind::Up(which),
        (0, false) => MouseEventKind::Down(which),
        _ => return None,
    };
    let mut modifiers = KeyModifiers::NONE;
    modifiers.set(KeyModifiers::SHIFT, button & 4 != 0);
    modifiers.set(KeyModifiers::ALT, button & 8 != 0);
    modifiers.set(KeyModifiers::CONTROL, button & 16 != 0);
    let cell = |n: u32| u16::try_from(n.saturating_sub(1)).unwrap_or(u16::MAX);
    Some(Event::Mouse(MouseEvent { kind, column: cell(column), row: cell(row), modifiers }))
}
