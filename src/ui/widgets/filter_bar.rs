//! The one filter bar: typed over the second line, its problems shown in place, what it hides always said.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Command, Info, Look, Outcome, Role, TextEvent, When, World, text};
use super::input::Input;
use crate::store::filter::FilterError;

/// What is wrong with the typed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// A sentence naming the word, with the suggestion: `“riks” is no term; did you mean risk?`
    pub message: String,
    /// Where the word stands in the text, in bytes.
    pub place: Option<std::ops::Range<usize>>,
}

impl Problem {
    /// The parser's complaint about `line`, its place in bytes.
    pub fn of(line: &str, error: &FilterError) -> Self {
        let start = line.char_indices().nth(error.place).map_or(line.len(), |(at, _)| at);
        let end = start + line[start..].chars().take(error.word.chars().count()).map(char::len_utf8).sum::<usize>();
        Self { message: error.to_string(), place: Some(start..end) }
    }
}

/// The state of a filter.
#[derive(Clone, Debug, Default)]
pub struct FilterBar {
    input: Input,
    editing: bool,
    /// What was in force before typing began; esc goes back to it.
    before: String,
    problem: Option<Problem>,
    server: Vec<String>,
    local: Vec<String>,
    counts: Option<(u64, u64)>,
    checked: Option<(u64, u64)>,
    history: Vec<String>,
    /// Place in the history while up and down walk through it.
    walk: Option<usize>,
}

fn editing(bar: &FilterBar, _: &World<'_>) -> When {
    if bar.editing { When::On } else { When::Hidden }
}

impl FilterBar {
    /// The verbs while it is typed in; a screen asks this table first while [`FilterBar::is_editing`].
    pub const COMMANDS: &'static [Command<Self>] = &[
        Info::new("filter.accept", "Apply the filter")
            .footer(1, &["enter"], "keep")
            .run_if(editing, |bar, _, _| bar.accept()),
        Info::new("filter.cancel", "Cancel; the previous filter comes back").footer(2, &["esc"], "back").run_if(
            editing,
            |bar, _, _| {
                bar.cancel();
                Outcome::Done
            },
        ),
        Info::new("filter.older", "Earlier filter").keys(&["up"]).run_if(editing, |bar, _, _| {
            bar.walk_history(-1);
            Outcome::Done
        }),
        Info::new("filter.newer", "Later filter").keys(&["down"]).run_if(editing, |bar, _, _| {
            bar.walk_history(1);
            Outcome::Done
        }),
    ];

    /// Begins typing, the present filter in the field.
    pub fn open(&mut self) {
        if !self.editing {
            self.before = self.value().to_owned();
            self.editing = true;
            self.walk = None;
        }
    }

    /// True while it is typed in: letters are text.
    pub fn is_editing(&self) -> bool {
        self.editing
    }

    /// The text, whether in force or being typed; the screen filters by it as long as it is valid.
    pub fn value(&self) -> &str {
        self.input.value()
    }

    /// Puts a filter in force (`:inq is:unread`, a saved view).
    pub fn set(&mut self, text: &str) {
        self.input.set(text);
        self.editing = false;
        self.remember();
    }

    /// Takes a key or paste while typing; true when the text changed and must be parsed again.
    pub fn text(&mut self, event: &TextEvent) -> bool {
        self.walk = None;
        self.editing && self.input.text(event)
    }

    /// Says what parsing found; `None` when the text is valid.
    pub fn set_problem(&mut self, problem: Option<Problem>) {
        self.problem = problem;
    }

    /// What is wrong with the text now.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// The terms sent to the service and those checked here, as typed.
    pub fn set_terms(&mut self, server: Vec<String>, local: Vec<String>) {
        self.server = server;
        self.local = local;
    }

    /// How many rows are left, of how many.
    pub fn set_counts(&mut self, shown: u64, of: u64) {
        self.counts = Some((shown, of));
    }

    /// On how many of the reachable rows the local terms could be checked; `None` when on all.
    pub fn set_checked(&mut self, checked: Option<(u64, u64)>) {
        self.checked = checked;
    }

    /// Takes the filter off; false when there was none.
    pub fn clear(&mut self) -> bool {
        let had = !self.value().is_empty() || self.editing;
        self.input.set("");
        self.editing = false;
        self.problem = None;
        self.server.clear();
        self.local.clear();
        self.checked = None;
        had
    }

    fn accept(&mut self) -> Outcome {
        if let Some(problem) = &self.problem {
            // What was typed stays, with its problem in place.
            return Outcome::Refused(problem.message.clone());
        }
        self.editing = false;
        self.remember();
        Outcome::Done
    }

    fn cancel(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.input.set(&before);
        self.editing = false;
        self.problem = None;
    }

    fn remember(&mut self) {
        let value = self.value().to_owned();
        if !value.is_empty() {
            self.history.retain(|known| *known != value);
            self.history.push(value);
        }
    }

    fn walk_history(&mut self, by: isize) {
        let end = self.history.len();
        let place = self.walk.unwrap_or(end).saturating_add_signed(by).min(end);
        self.walk = Some(place);
        let text = self.history.get(place).cloned().unwrap_or_else(|| self.before.clone());
        self.input.set(&text);
    }

    /// The words for the second line while it is in force: `solar · 212 of 41,812 · esc clears`; empty without one.
    pub fn words(&self) -> String {
        if self.value().is_empty() {
            return String::new();
        }
        let mut words = self.value().to_owned();
        if let Some((shown, of)) = self.counts {
            words = format!("{words} · {} of {}", text::grouped(shown), text::grouped(of));
        }
        if let Some(checked) = self.checked_words() {
            words = format!("{words} · {checked}");
        }
        words.push_str(" · esc clears");
        words
    }

    /// Why the list is empty: `Filter state:verified hides all 41,812 · esc clears it`.
    pub fn hides(&self) -> Option<String> {
        let (_, of) = self.counts.filter(|_| !self.value().is_empty())?;
        Some(format!("Filter {} hides all {} · esc clears it", self.value(), text::grouped(of)))
    }

    fn checked_words(&self) -> Option<String> {
        self.checked.filter(|_| !self.local.is_empty()).map(|(checked, reachable)| {
            format!("local terms checked on {} of {} reachable", text::grouped(checked), text::grouped(reachable))
        })
    }

    /// Draws the line while it is typed: the text, then the problem or where each term is checked and what is left.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.width < 8 || area.height == 0 {
            return;
        }
        text::put(buf, area.x, area.y, area.width, " / ", look.style(Role::Accent));
        let (words, role) = match &self.problem {
            Some(problem) => (problem.message.clone(), Role::Bad),
            None => (self.terms_words(), Role::Dim),
        };
        let room = area.width - 4;
        let typed = (text::width(self.value()) as u16 + 2).clamp(20.min(room), room);
        let side = room.saturating_sub(typed + 2);
        let field = Rect { x: area.x + 3, width: if side < 8 { room } else { typed }, ..area };
        self.input.render(true, Role::Text, look, field, buf);
        if let Some(place) = self.problem.as_ref().and_then(|problem| problem.place.clone())
            && let (Some(before), Some(word)) = (self.value().get(..place.start), self.value().get(place))
        {
            let x = field.x.saturating_add(text::width(before) as u16);
            text::put(buf, x, field.y, field.right().saturating_sub(x), word, look.style(Role::Bad));
        }
        if side >= 8 {
            text::put_right(buf, field.right() + 2, area.y, side - 1, &words, look.style(role), look.ascii);
        }
    }

    fn terms_words(&self) -> String {
        let mut parts = Vec::new();
        if !self.server.is_empty() {
            parts.push(format!("asked at the service: {}", self.server.join(" ")));
        }
        if !self.local.is_empty() {
            parts.push(format!("checked here: {}", self.local.join(" ")));
        }
        if let Some((shown, of)) = self.counts {
            parts.push(format!("{} of {}", text::grouped(shown), text::grouped(of)));
        }
        parts.extend(self.checked_words());
        parts.join(" · ")
    }
}

#[cfg(test)]
#[path = "filter_bar_tests.rs"]
mod tests;
