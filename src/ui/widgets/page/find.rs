//! Searching a text: the searched words, the lines that match, and the current match.

use std::ops::Range;
use std::sync::Arc;

use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::super::TextFacts;
use super::super::super::keymap::Key;
use super::super::super::{Command, Cx, Info, Look, Outcome, Role, TextEvent, Tone, text};
use super::super::input::Input;
use super::PageView;

/// State of a search in one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Find {
    input: Input,
    /// True while the searched text is being typed.
    editing: bool,
    /// Text searched for before typing began, to which esc returns.
    before: String,
    /// Line where the search started.
    origin: usize,
    /// Line from which the next frame goes to the first match.
    seek: Option<usize>,
    /// Lines that match, as of the last frame.
    lines: Arc<[usize]>,
    /// Line of the current match.
    at: Option<usize>,
}

impl PageView {
    /// Verbs while the searched text is typed. A screen asks only this table while [`PageView::is_finding`].
    pub const FINDING: &'static [Command<Self>] = &[
        Info::new("find.accept", "Keep the search; n and N jump between matches").footer(1, &["enter"], "find").run(
            |view, _, _| {
                view.find.accept();
                Outcome::Done
            },
        ),
        Info::new("find.cancel", "Cancel the search").footer(2, &["esc"], "cancel").run(|view, _, _| {
            view.cancel_find();
            Outcome::Done
        }),
    ];

    pub(super) const FIND: Command<Self> =
        Info::new("text.find", "Find in the text as you type").footer(6, &["/"], "find").run(|view, _, _| {
            view.find.open(view.top);
            Outcome::Done
        });

    pub(super) const NEXT: Command<Self> =
        Info::new("text.next_match", "Next match").keys(&["n"]).run(|view, _, cx| view.go_on(true, cx));

    pub(super) const PREVIOUS: Command<Self> =
        Info::new("text.previous_match", "Previous match").keys(&["N"]).run(|view, _, cx| view.go_on(false, cx));

    /// True while the searched text is typed, so that letters are text.
    pub fn is_finding(&self) -> bool {
        self.find.editing
    }

    /// Takes a key or paste for the searched text; true if it changed.
    pub fn text(&mut self, event: &TextEvent) -> bool {
        if !self.find.editing || !self.find.input.text(event) {
            return false;
        }
        // Every letter searches again from where the search started.
        self.find.seek = Some(self.find.origin);
        true
    }

    /// Ends the search; false if there was none.
    pub fn clear_find(&mut self) -> bool {
        let had = self.find.is_on() || self.find.editing;
        self.find = Find::default();
        had
    }

    /// Handles a key for a view without a screen: typing, enter and esc of the search. False if the key is not for the
    /// search.
    pub fn finds_with(&mut self, event: &TextEvent) -> bool {
        let TextEvent::Key(pressed) = event else { return self.text(event) };
        let key = Key::of(pressed);
        match key.code {
            KeyCode::Esc if self.find.editing => self.cancel_find(),
            KeyCode::Esc => return self.clear_find(),
            KeyCode::Enter if self.find.editing => self.find.accept(),
            _ if self.find.editing => {
                self.text(event);
            }
            _ => return false,
        }
        true
    }

    fn cancel_find(&mut self) {
        let before = std::mem::take(&mut self.find.before);
        self.top = self.find.origin;
        self.find.input.set(&before);
        (self.find.editing, self.find.seek) = (false, None);
    }

    /// Goes to the next or previous line with a match. At the end it wraps around, with a message.
    fn go_on(&mut self, forward: bool, cx: &mut Cx<'_>) -> Outcome {
        if !self.find.is_on() {
            return Outcome::Refused("No search yet; press / to find.".to_owned());
        }
        let lines = &self.find.lines;
        if lines.is_empty() {
            return Outcome::Refused(format!("“{}” is not in this text.", self.find.input.value()));
        }
        let from = self.find.at.unwrap_or(self.top);
        let place = if forward {
            lines.partition_point(|line| *line <= from)
        } else {
            lines.partition_point(|line| *line < from)
        };
        let many = lines.len() as isize;
        let wanted = if forward { place as isize } else { place as isize - 1 };
        if !(0..many).contains(&wanted) {
            cx.toast(
                Tone::Info,
                if forward { "Search continued from the top." } else { "Search continued from the end." },
            );
        }
        self.find.seek = Some(lines[wanted.rem_euclid(many) as usize]);
        Outcome::Done
    }
}

impl Find {
    /// True while a text is searched for.
    pub fn is_on(&self) -> bool {
        !self.input.is_empty()
    }

    /// True while the search needs a line at the bottom.
    pub fn has_line(&self) -> bool {
        self.editing || self.is_on()
    }

    fn open(&mut self, top: usize) {
        self.input.value().clone_into(&mut self.before);
        self.input.set("");
        (self.editing, self.origin, self.at) = (true, top, None);
    }

    fn accept(&mut self) {
        self.editing = false;
        if !self.is_on() {
            self.lines = Arc::default();
            self.at = None;
        }
    }

    /// Text searched for.
    pub fn value(&self) -> &str {
        self.input.value()
    }

    /// Indices of the lines that match.
    pub fn search<'a>(&self, lines: impl Iterator<Item = &'a [(Role, std::borrow::Cow<'a, str>)]>) -> Vec<usize> {
        if !self.is_on() {
            return Vec::new();
        }
        lines.enumerate().filter(|(_, line)| !self.places(&whole(line)).is_empty()).map(|(at, _)| at).collect()
    }

    /// Byte ranges of the matches in `line`. Lower-case letters also match capitals.
    pub fn places(&self, line: &str) -> Vec<Range<usize>> {
        let needle = self.input.value();
        let lower = line.to_lowercase();
        let as_typed = needle.chars().any(char::is_uppercase) || lower.len() != line.len();
        let (hay, needle) = if as_typed { (line, needle.to_owned()) } else { (lower.as_str(), needle.to_lowercase()) };
        if needle.is_empty() {
            return Vec::new();
        }
        hay.match_indices(&needle).map(|(at, found)| at..at + found.len()).collect()
    }

    /// Line to show in this frame: the first match from where the search continues, else the current one.
    pub fn target(&self, found: &[usize]) -> Option<usize> {
        match self.seek {
            Some(from) => found.iter().find(|line| **line >= from).or(found.first()).copied(),
            None => self.at.filter(|at| found.contains(at)),
        }
    }

    /// True when this frame must scroll to its target.
    pub fn moves(&self) -> bool {
        self.seek.is_some()
    }

    /// Takes what the last frame found.
    pub fn drawn(&mut self, facts: &TextFacts) {
        self.lines = Arc::clone(&facts.found);
        self.at = facts.at;
        self.seek = None;
    }

    /// Draws the search line: the text at the left, the number of matches at the right.
    pub fn render(&self, found: &[usize], at: Option<usize>, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        text::put(buf, area.x, area.y, area.width, "/ ", look.style(Role::Accent));
        let words = match at.and_then(|at| found.iter().position(|line| *line == at)) {
            Some(place) => format!("{} of {}", place + 1, found.len()),
            None if self.is_on() && found.is_empty() => "not found".to_owned(),
            None if self.is_on() => text::counted(found.len() as u64, "line", "lines"),
            None => String::new(),
        };
        let side = text::width(&words) as u16;
        let field = Rect { x: area.x + 2, width: area.width.saturating_sub(side + 4), ..area };
        let role = if self.is_on() && found.is_empty() { Role::Bad } else { Role::Text };
        self.input.render(self.editing, role, look, field, buf);
        text::put_right(buf, area.x, area.y, area.width, &words, look.style(Role::Dim), look.ascii);
    }
}

/// Line as one text.
pub(super) fn whole(line: &[(Role, std::borrow::Cow<'_, str>)]) -> String {
    line.iter().map(|(_, piece)| piece.as_ref()).collect()
}
