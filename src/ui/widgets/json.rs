//! JSON as it was sent, indented and coloured without parsing it, so that invalid JSON is shown to the last byte, too.

use std::borrow::Cow;

use super::super::{Role, text};
use crate::base::clean_line;

/// Deepest indentation. Deeper nesting is shown there, so that a hostile answer cannot push its text out of sight.
const DEEPEST: usize = 24;

/// Lines of `raw` for a view of `width` cells. Escapes stay as they were sent; control characters are cleaned when a
/// line is drawn.
pub fn lines(raw: &str, width: usize) -> Vec<Vec<(Role, Cow<'_, str>)>> {
    let mut out = Printer { lines: Vec::new(), line: Vec::new(), used: 0, depth: 0, width: width.max(8) };
    let mut rest = raw.trim();
    while let Some(first) = rest.chars().next() {
        let length = token(rest, first);
        let (word, after) = rest.split_at(length);
        rest = after.trim_start();
        match first {
            '{' | '[' => {
                let close = if first == '{' { '}' } else { ']' };
                if let Some(after) = rest.strip_prefix(close) {
                    out.push(Role::Dim, Cow::Owned(format!("{first}{close}")));
                    rest = after.trim_start();
                } else {
                    out.push(Role::Dim, Cow::Borrowed(word));
                    out.depth += 1;
                    out.end();
                }
            }
            '}' | ']' => {
                out.end();
                out.depth = out.depth.saturating_sub(1);
                out.push(Role::Dim, Cow::Borrowed(word));
            }
            ',' => {
                out.push(Role::Dim, Cow::Borrowed(word));
                out.end();
            }
            ':' => out.push(Role::Dim, Cow::Borrowed(": ")),
            '"' if rest.starts_with(':') => out.push(Role::Accent, Cow::Borrowed(word)),
            '"' | '0'..='9' | '-' => out.push(Role::Text, Cow::Borrowed(word)),
            _ => out.push(Role::Dim, Cow::Borrowed(word)),
        }
    }
    out.end();
    out.lines
}

/// Lines of `raw` for a page of text, which wraps them.
pub fn plain(raw: &str) -> Vec<(Role, String)> {
    let line = |pieces: Vec<(Role, Cow<'_, str>)>| pieces.iter().map(|(_, piece)| &**piece).collect::<String>();
    lines(raw, usize::MAX).into_iter().map(|pieces| (Role::Text, clean_line(&line(pieces)).into_owned())).collect()
}

/// Length in bytes of the token at the beginning of `rest`.
fn token(rest: &str, first: char) -> usize {
    match first {
        '{' | '}' | '[' | ']' | ',' | ':' => 1,
        '"' => {
            let mut escaped = false;
            for (at, character) in rest.char_indices().skip(1) {
                match character {
                    '"' if !escaped => return at + 1,
                    '\\' => escaped = !escaped,
                    _ => escaped = false,
                }
            }
            rest.len()
        }
        _ => rest
            .char_indices()
            .skip(1)
            .find(|(_, character)| character.is_whitespace() || "{}[],:\"".contains(*character))
            .map_or(rest.len(), |(at, _)| at),
    }
}

struct Printer<'a> {
    lines: Vec<Vec<(Role, Cow<'a, str>)>>,
    line: Vec<(Role, Cow<'a, str>)>,
    used: usize,
    depth: usize,
    width: usize,
}

impl<'a> Printer<'a> {
    fn push(&mut self, role: Role, word: Cow<'a, str>) {
        if self.line.is_empty() {
            self.indent(0);
        }
        // Long strings continue on the next line.
        let mut rest = word;
        loop {
            let room = self.width.saturating_sub(self.used);
            let (bytes, cells, was_cut) = text::cut(&rest, room);
            if !was_cut {
                self.used += cells;
                self.line.push((role, rest));
                return;
            }
            if bytes > 0 {
                let tail = rest[bytes..].to_owned();
                let mut head = rest.into_owned();
                head.truncate(bytes);
                self.line.push((role, Cow::Owned(head)));
                rest = Cow::Owned(tail);
            }
            let starved = bytes == 0 && self.line.len() <= 1;
            self.end();
            self.indent(2);
            if starved {
                // Not even one cluster fits into this width.
                return;
            }
        }
    }

    fn indent(&mut self, extra: usize) {
        let cells = (self.depth.min(DEEPEST) * 2 + extra).min(self.width / 2);
        self.line.push((Role::Dim, Cow::Owned(" ".repeat(cells))));
        self.used = cells;
    }

    fn end(&mut self) {
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
        self.used = 0;
    }
}
