//! The `:` line: names and arguments completed with tab, earlier lines with up and down, mistakes named in place. Where a key
//! has named the command already, it is the field for the one thing that must follow.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::complete::{self, last_word};
use super::super::keymap::Key;
use super::super::widgets::input::Input;
use super::super::widgets::sheet::Popup;
use super::super::{Info, Look, Role, TextEvent, text};

/// Most candidates shown at once.
const SHOWN: usize = 6;

/// State of the open line.
#[derive(Default)]
pub(super) struct Line {
    /// Command that the field is for; `None` while a whole line is typed.
    asked: Option<Asked>,
    input: Input,
    problem: Option<String>,
    offer: Offer,
    /// Index of the candidate that tab has put in.
    chosen: Option<usize>,
    walk: Option<usize>,
}

/// A command that needs one thing, asked for in a field.
struct Asked {
    /// The line before the field: the command's name and a blank.
    before: String,
    /// The command's description.
    title: &'static str,
    /// Name of the thing: `domain`.
    what: &'static str,
}

/// Completions of the end of the line.
#[derive(Default)]
pub(super) struct Offer {
    /// Command with its arguments and its description, once its name is complete.
    pub usage: Option<(String, Cow<'static, str>)>,
    /// Words for the last place, best first.
    pub candidates: Vec<Candidate>,
}

/// Word that can be put in.
pub(super) struct Candidate {
    pub word: String,
    /// Description; empty if the word needs none.
    pub doc: &'static str,
}

impl Candidate {
    pub fn bare(word: impl Into<String>) -> Self {
        Self { word: word.into(), doc: "" }
    }
}

/// Result of a key.
pub(super) enum Typed {
    Open,
    Closed,
    /// The text has changed, and needs candidates.
    Changed(String),
    /// Enter was pressed on this line.
    Enter(String),
}

impl Line {
    /// Line with this text, the cursor at its end.
    pub fn with(text: &str) -> Self {
        let mut line = Self::default();
        line.input.set_line(text);
        line
    }

    /// Field for the one thing that the named command needs; `None` if it needs more or something else.
    pub fn asking(name: &str, info: &Info) -> Option<Self> {
        let (what, more) = info.args.strip_prefix('<')?.split_once('>')?;
        let asked = Asked { before: format!("{name} "), title: info.doc, what };
        matches!(more, "" | " …").then(|| Self { asked: Some(asked), ..Self::default() })
    }

    /// True for the field of one thing, false for a whole line.
    pub fn is_field(&self) -> bool {
        self.asked.is_some()
    }

    /// Text before the field; empty for a whole line.
    fn before(&self) -> &str {
        self.asked.as_ref().map_or("", |asked| asked.before.as_str())
    }

    /// The whole line.
    fn text(&self) -> String {
        format!("{}{}", self.before(), self.input.value())
    }

    pub fn event(&mut self, event: &TextEvent, history: &[String]) -> Typed {
        if let TextEvent::Key(pressed) = event {
            let key = Key::of(pressed);
            match (key.code, key.mods) {
                (KeyCode::Esc, _) | (KeyCode::Char('c'), KeyModifiers::CONTROL) => return Typed::Closed,
                (KeyCode::Backspace, _) if self.input.is_empty() => return Typed::Closed,
                (KeyCode::Enter, _) => return Typed::Enter(self.text()),
                (KeyCode::Tab, mods) => return self.tab(mods == KeyModifiers::NONE),
                (KeyCode::Up, _) => return self.walk_history(-1, history),
                (KeyCode::Down, _) => return self.walk_history(1, history),
                _ => {}
            }
        }
        if self.input.text(event) {
            self.walk = None;
            return self.changed();
        }
        Typed::Open
    }

    fn changed(&mut self) -> Typed {
        self.problem = None;
        self.chosen = None;
        Typed::Changed(self.text())
    }

    /// True when arguments follow the command's name.
    pub fn has_arguments(&self) -> bool {
        self.text().trim().contains(char::is_whitespace)
    }

    /// Shows a mistake. Typing replaces the text; other keys edit it.
    pub fn fail(&mut self, problem: String) {
        self.problem = Some(problem);
        self.input.select();
    }

    /// Shows the completions of the present text.
    pub fn show(&mut self, offer: Offer) {
        self.offer = offer;
    }

    /// Puts in the beginning common to all candidates, or a single candidate whole; pressed again, one after another.
    fn tab(&mut self, forward: bool) -> Typed {
        let words: Vec<&str> = self.offer.candidates.iter().map(|candidate| candidate.word.as_str()).collect();
        let value = self.input.value().to_owned();
        let (stem, typed) = value.split_at(last_word(&value));
        let Some(next_step) = complete::step(typed, &words, self.chosen, forward) else {
            self.problem = Some("Nothing to complete here.".to_owned());
            return Typed::Open;
        };
        if let Some(next) = next_step.put(stem, &words, &mut self.input) {
            (self.chosen, self.problem) = (Some(next), None);
            return Typed::Open;
        }
        self.changed()
    }

    fn walk_history(&mut self, by: isize, history: &[String]) -> Typed {
        let earlier: Vec<&str> = history.iter().filter_map(|line| line.strip_prefix(self.before())).collect();
        let end = earlier.len();
        let place = self.walk.unwrap_or(end).saturating_add_signed(by).min(end);
        self.walk = Some(place);
        self.input.set(earlier.get(place).copied().unwrap_or_default());
        self.changed()
    }

    /// Draws the field at the bottom, where it stays, and hints above it.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        // A row that begins with `:` tells a script that types keys that the line is open.
        let sign = self.asked.as_ref().map_or_else(|| " : ".to_owned(), |asked| format!(" {}: ", asked.what));
        let title = self.asked.as_ref().map_or("Command", |asked| asked.title);
        let room = area.width.saturating_sub(4);
        let above = self.above(room as usize);
        let rows = 1 + above.len() as u16;
        let inner = Popup::strip(title, rows).open(look, area, buf);
        if inner.height == 0 {
            return;
        }
        let hidden = above.len().saturating_sub(inner.height as usize - 1);
        for (row, (role, words)) in above.iter().skip(hidden).enumerate() {
            text::put_fit(buf, inner.x + 3, inner.y + row as u16, room, words, look.style(*role), look.ascii);
        }
        let y = inner.bottom() - 1;
        let cells = text::put(buf, inner.x, y, inner.width, &sign, look.style(Role::Accent));
        let field = Rect { x: inner.x + cells, y, width: inner.width.saturating_sub(cells + 1), height: 1 };
        self.input.render(true, Role::Text, look, field, buf);
    }

    /// Lines above the field: the mistake in full, else the usage of the command and what can follow.
    fn above(&self, room: usize) -> Vec<(Role, String)> {
        if let Some(problem) = &self.problem {
            return text::wrap(problem, room.max(1)).into_iter().map(|line| (Role::Bad, line.into_owned())).collect();
        }
        let candidates = &self.offer.candidates;
        let first = self.chosen.map_or(0, |at| (at / SHOWN) * SHOWN);
        let shown = &candidates[first.min(candidates.len())..(first + SHOWN).min(candidates.len())];
        let widest = shown.iter().map(|candidate| text::width(&candidate.word)).max().unwrap_or(0);
        let mut lines: Vec<(Role, String)> = shown
            .iter()
            .enumerate()
            .map(|(row, Candidate { word, doc })| {
                let blanks = " ".repeat(widest + 3 - text::width(word));
                let role = if self.chosen == Some(first + row) { Role::Selection } else { Role::Dim };
                (role, if doc.is_empty() { word.clone() } else { format!("{word}{blanks}{doc}") })
            })
            .collect();
        if candidates.len() > first + SHOWN {
            lines.push((Role::Dim, format!("{} more", candidates.len() - first - SHOWN)));
        }
        if let Some((usage, doc)) = &self.offer.usage
            && self.asked.as_ref().is_none_or(|asked| *doc != asked.title)
        {
            let words = if text::width(usage) > room { usage.replace('|', " | ") } else { usage.clone() };
            let words = format!("{words} · {doc}");
            lines.extend(text::wrap(&words, room.max(1)).into_iter().map(|line| (Role::Text, line.into_owned())));
        }
        lines
    }
}
