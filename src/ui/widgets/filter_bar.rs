//! The filter bar, typed over the second line. It shows problems in place, and always says what the filter hides.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::complete::{self, last_word};
use super::super::{Command, Info, Look, Outcome, Role, TextEvent, When, World, text};
use super::input::Input;
use crate::store::Known;
use crate::store::filter::{self, FilterError, Offer, Tells, Topic};

/// Words after a filter in force on the key that clears it.
pub const CLEARS: &str = " · esc clears";

/// Mistake in the typed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The mistake and what to do: `Unknown filter "riks:". Did you mean "risk:"?`
    pub message: String,
    /// Byte range of the wrong word in the text.
    pub place: Option<std::ops::Range<usize>>,
}

impl Problem {
    /// Problem from the parser's error on `line`, with its place converted to bytes.
    pub fn of(line: &str, error: &FilterError) -> Self {
        let start = line.char_indices().nth(error.place).map_or(line.len(), |(at, _)| at);
        let end = start + line[start..].chars().take(error.word.chars().count()).map(char::len_utf8).sum::<usize>();
        Self { message: error.to_string(), place: Some(start..end) }
    }
}

/// State of a filter.
#[derive(Clone, Debug, Default)]
pub struct FilterBar {
    input: Input,
    editing: bool,
    /// Filter in force before typing began, to which esc returns.
    before: String,
    problem: Option<Problem>,
    /// True once enter was pressed, so that a mistake in the word under the cursor is shown, too.
    judged: bool,
    /// Words the filter knows; `None` for a filter that looks for text only.
    knows: Option<Topic>,
    /// Words that tab goes through, and the index of the one put in.
    cycle: Option<(Vec<String>, usize)>,
    server: Vec<String>,
    local: Vec<String>,
    counts: Option<(Known<u64>, Known<u64>)>,
    checked: Option<(u64, u64)>,
    /// True until the service has answered this filter.
    unanswered: bool,
    /// Noun of the rows, if they are results of a search by the service and not rows left by the filter.
    finds: Option<&'static str>,
    history: Vec<String>,
    /// Index in the history while up and down walk through it.
    walk: Option<usize>,
}

fn editing(bar: &FilterBar, _: &World<'_>) -> When {
    if bar.editing { When::On } else { When::Hidden }
}

impl FilterBar {
    /// Verbs while the bar is typed in. A screen asks this table first while [`FilterBar::is_editing`] is true.
    pub const COMMANDS: &'static [Command<Self>] = &[
        Info::new("filter.accept", "Apply the filter")
            .footer(1, &["enter"], "apply")
            .run_if(editing, |bar, _, _| bar.accept()),
        Info::new("filter.cancel", "Cancel; the previous filter comes back").footer(3, &["esc"], "cancel").run_if(
            editing,
            |bar, _, _| {
                bar.cancel();
                Outcome::Done
            },
        ),
        Info::new("filter.complete", "Complete the word")
            .footer(2, &["tab"], "complete")
            .run_if(editing, |bar, _, cx| bar.complete(true, cx.world.store.notes())),
        Info::new("filter.complete_back", "Previous completion")
            .keys(&["shift-tab"])
            .run_if(editing, |bar, _, cx| bar.complete(false, cx.world.store.notes())),
        Info::new("filter.older", "Earlier filter").keys(&["up"]).run_if(editing, |bar, _, _| {
            bar.walk_history(-1);
            Outcome::Done
        }),
        Info::new("filter.newer", "Later filter").keys(&["down"]).run_if(editing, |bar, _, _| {
            bar.walk_history(1);
            Outcome::Done
        }),
    ];

    /// Starts typing, with the present filter in the field; `knows` are the words to complete.
    pub fn open_with(&mut self, knows: Option<Topic>) {
        self.knows = knows;
        self.open();
    }

    /// Starts typing, with the present filter in the field.
    pub fn open(&mut self) {
        self.cycle = None;
        if !self.editing {
            self.before = self.value().to_owned();
            if !self.before.is_empty() {
                // The next letter starts another word.
                self.input.set(&format!("{} ", self.before));
            }
            self.editing = true;
            self.walk = None;
        }
    }

    /// True while the bar is typed in, so that letters are text.
    pub fn is_editing(&self) -> bool {
        self.editing
    }

    /// Text of the filter, in force or being typed. The screen filters by it while it is valid.
    pub fn value(&self) -> &str {
        self.input.value()
    }

    /// Filter in force before typing began.
    pub fn before(&self) -> &str {
        &self.before
    }

    /// Applies a filter (`:inq is:unread`, a saved view).
    pub fn set(&mut self, text: &str) {
        self.input.set(text);
        self.editing = false;
        self.remember();
    }

    /// Takes a key or paste while typing; true if the text changed and must be parsed again.
    pub fn text(&mut self, event: &TextEvent) -> bool {
        self.walk = None;
        self.cycle = None;
        self.editing && self.input.text(event)
    }

    /// Sets the mistake found by parsing; `None` if the text is valid.
    pub fn set_problem(&mut self, problem: Option<Problem>) {
        self.problem = problem;
        self.judged = false;
    }

    /// Mistake in the present text.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// Mistake to show. One in the word being typed is not shown yet.
    fn shown_problem(&self) -> Option<&Problem> {
        let cursor = self.input.cursor();
        let under_cursor = |place: &std::ops::Range<usize>| place.start <= cursor && cursor <= place.end;
        let unfinished = |problem: &&Problem| self.editing && problem.place.as_ref().is_some_and(under_cursor);
        self.problem.as_ref().filter(|problem| self.judged || !unfinished(problem))
    }

    /// Sets the terms sent to the service and those checked here, as typed.
    pub fn set_terms(&mut self, server: Vec<String>, local: Vec<String>) {
        self.server = server;
        self.local = local;
    }

    /// Sets the number of rows left and of all rows, each as well as it is known.
    pub fn set_counts(&mut self, shown: Known<u64>, of: Known<u64>) {
        self.counts = Some((shown, of));
    }

    /// Sets the number of rows checked against local terms, and of all reachable ones; `None` if all were checked.
    pub fn set_checked(&mut self, checked: Option<(u64, u64)>) {
        self.checked = checked;
    }

    /// Sets the noun of the rows if they are what the service found in a search.
    pub fn set_finds(&mut self, noun: Option<&'static str>) {
        self.finds = noun;
    }

    /// Sets whether the service has answered this filter. Until then, only rows read here are known not to match.
    pub fn set_answered(&mut self, answered: bool) {
        self.unanswered = !answered;
    }

    /// Clears the filter; false if there was none.
    pub fn clear(&mut self) -> bool {
        let had = !self.value().is_empty() || self.editing;
        self.input.set("");
        self.editing = false;
        self.problem = None;
        self.counts = None;
        self.server.clear();
        self.local.clear();
        self.checked = None;
        had
    }

    fn accept(&mut self) -> Outcome {
        if self.problem.is_some() {
            // Keep typing, with the mistake shown.
            self.judged = true;
            return Outcome::Done;
        }
        self.input.set(self.value().trim_end().to_owned().as_str());
        self.editing = false;
        self.remember();
        Outcome::Done
    }

    fn cancel(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.input.set(&before);
        self.editing = false;
        self.cycle = None;
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

    /// Word being typed, if it ends at the cursor and is not inside quotes.
    fn word(&self) -> Option<&str> {
        let value = self.value();
        let whole = self.input.cursor() == value.len() && value.matches('"').count().is_multiple_of(2);
        whole.then(|| &value[last_word(value)..])
    }

    fn offers(&self, tells: &dyn Tells) -> Vec<Offer> {
        let known = self.knows.zip(self.word());
        known.map_or_else(Vec::new, |(topic, word)| filter::offers(topic, word, tells))
    }

    fn complete(&mut self, forward: bool, tells: &dyn Tells) -> Outcome {
        let (words, chosen) = match self.cycle.take() {
            Some((words, at)) => (words, Some(at)),
            None => (self.offers(tells).into_iter().map(|offer| offer.word).collect(), None),
        };
        let value = self.value().to_owned();
        let (stem, typed) = value.split_at(last_word(&value));
        let all: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(next_step) = complete::step(typed, &all, chosen, forward) else {
            return Outcome::Refused("Nothing to complete here.".to_owned());
        };
        let chosen = next_step.put(stem, &all, &mut self.input);
        self.cycle = chosen.map(|next| (words, next));
        Outcome::Done
    }

    /// Words for the second line while a filter is in force: `solar · 212 of 41,812 · esc clears`; empty without one.
    pub fn words(&self) -> String {
        if self.value().is_empty() {
            return String::new();
        }
        let counts = self.counts_words();
        let between = if counts.is_empty() { "" } else { " · " };
        format!("{}{between}{counts}{CLEARS}", self.value())
    }

    /// Reason why the list is empty: `No match for state:verified (41,812 hidden by the filter) · esc clears it`. While
    /// rows are still being read, that none read so far matches.
    pub fn hides(&self) -> Option<String> {
        let line = if self.problem.is_some() { &self.before } else { self.value() };
        let (shown, of) = self.counts.as_ref().filter(|_| !line.trim().is_empty())?;
        if let Some(noun) = self.finds {
            return Some(format!("No {noun} matches {line} · esc clears it"));
        }
        let partly = self.partly().map(|partly| format!(" · {partly}"));
        // The filter came from opening a domain's inquiries; the user did not type it.
        let name = line.strip_prefix("domain:").filter(|name| !name.contains(char::is_whitespace));
        Some(match (shown.whole().and(of.whole()).filter(|_| partly.is_none()), name) {
            (Some(_), Some(name)) => format!("No inquiries for {name} in this tab · esc clears it"),
            (Some(of), None) => format!("No match for {line} ({} hidden by the filter){CLEARS} it", text::grouped(*of)),
            (None, _) => format!("No match for {line} so far{} · esc clears it", partly.unwrap_or_default()),
        })
    }

    /// Words for the rows that were checked, while these are not all: `600 of 2,681 read`.
    fn partly(&self) -> Option<String> {
        let here = self.unanswered || !self.local.is_empty();
        let (read, of) = self.checked.filter(|(read, of)| read < of && here)?;
        Some(format!("{} of {} read", text::grouped(read), text::grouped(of)))
    }

    /// Counts, `562 of 89,928`; while only a part was checked, how much.
    fn counts_words(&self) -> String {
        if self.value().trim().is_empty() || self.problem.is_some() {
            return String::new();
        }
        let known = self.counts.as_ref().filter(|_| self.finds.is_none() || !self.unanswered);
        let counts = known.and_then(|(shown, of)| match (self.finds, shown.value(), of.value()) {
            (Some(_), rows, all) => Some(format!("{} found", text::count(if all >= rows { of } else { shown }))),
            (None, rows, None) => rows.map(|_| text::count(shown)),
            (None, rows, Some(_)) => rows.map(|_| format!("{} of {}", text::count(shown), text::count(of))),
        });
        let partly = self.partly();
        let asked = partly.as_ref().filter(|_| !self.server.is_empty() && !self.unanswered);
        let asked = asked.map(|_| format!("server: {}", self.server.join(" ")));
        counts.into_iter().chain(partly).chain(asked).collect::<Vec<_>>().join(" · ")
    }

    /// Draws the line while it is typed: the text, and how many rows are left.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.width < 8 || area.height == 0 {
            return;
        }
        text::put(buf, area.x, area.y, area.width, " / ", look.style(Role::Accent));
        let words = self.counts_words();
        let room = area.width - 4;
        let typed = (text::width(self.value()) as u16 + 2).clamp(20.min(room), room);
        let side = room.saturating_sub(typed + 2);
        let field = Rect { x: area.x + 3, width: if side < 8 { room } else { typed }, ..area };
        self.input.render(true, Role::Text, look, field, buf);
        if let Some(place) = self.shown_problem().and_then(|problem| problem.place.clone())
            && let (Some(before), Some(word)) = (self.value().get(..place.start), self.value().get(place))
        {
            let x = field.x.saturating_add(text::width(before) as u16);
            text::put(buf, x, field.y, field.right().saturating_sub(x), word, look.style(Role::Bad));
        }
        if side >= 8 {
            text::put_right(buf, field.right() + 2, area.y, side - 1, &words, look.style(Role::Dim), look.ascii);
        }
    }

    /// Draws, below the line, its mistake; without one, the words that fit and their meanings.
    pub fn render_below(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        let (left, room) = (area.x.saturating_add(3), area.width.saturating_sub(4));
        if let Some(problem) = self.shown_problem() {
            for (line, y) in text::wrap(&problem.message, room.max(1).into()).iter().zip(area.top()..area.bottom()) {
                text::put_fit(buf, left, y, room, line, look.style(Role::Bad), look.ascii);
            }
            return;
        }
        let (mut x, mut y) = (left, area.y);
        for (role, words) in self.hints(look.world.store.notes()) {
            let width = text::width(&words) as u16;
            if x > left && x + width > left + room {
                if y + 1 >= area.bottom() {
                    text::put_fit(buf, (x - 1).min(left + room - 1), y, 1, &words, look.style(role), look.ascii);
                    return;
                }
                (x, y) = (left, y + 1);
            }
            x += text::put_fit(buf, x, y, (left + room).saturating_sub(x), &words, look.style(role), look.ascii) + 2;
        }
    }

    /// Words that fit at the cursor, with their meanings if there is room.
    fn hints(&self, tells: &dyn Tells) -> Vec<(Role, String)> {
        let dim = |words: String| (Role::Dim, words);
        let Some(topic) = self.knows else { return vec![dim("Shows the rows that contain what you type.".to_owned())] };
        if let Some((words, at)) = &self.cycle {
            // The word that was put in, and those after it.
            let first = at.saturating_sub(2);
            let role = |place: usize| if place == *at { Role::Accent } else { Role::Dim };
            return words.iter().enumerate().skip(first).map(|(place, word)| (role(place), word.clone())).collect();
        }
        let (word, offers) = (self.word().unwrap_or_default(), self.offers(tells));
        if let Some(name) = filter::about(topic, word) {
            let value = |offer: Offer| offer.word.rsplit([':', ',']).next().unwrap_or_default().to_owned();
            let dot = if offers.is_empty() { "" } else { " ·" };
            let values = offers.into_iter().map(|offer| dim(value(offer)));
            return [dim(format!("{}: {}{dot}", name.name, name.hint))].into_iter().chain(values).collect();
        }
        let pattern = word.trim_start_matches('-').starts_with('^') || word.contains('*');
        if pattern && topic != Topic::Mail {
            return vec![dim("Domains that match: ^shop and shop* begin so, *shop ends so".to_owned())];
        }
        if word.is_empty() || offers.is_empty() {
            let bare = match topic {
                Topic::Inquiries => vec!["Text in domain, buyer or message, ^start or *end of a domain, or".to_owned()],
                Topic::Domains => vec!["Part of a name, ^start, *end, or".to_owned()],
                Topic::Mail => filter::mail_hints(self.value()),
            };
            let names = filter::offers(topic, "", tells).into_iter().map(|offer| dim(offer.word));
            return bare.into_iter().map(dim).chain(names).collect();
        }
        offers.into_iter().map(|offer| dim(format!("{} {}", offer.word, offer.doc))).collect()
    }
}

#[cfg(test)]
#[path = "filter_bar_tests.rs"]
mod tests;
