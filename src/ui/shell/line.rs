//! The `:` line: names and arguments completed with tab, earlier lines with up and down, mistakes named in place.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::complete::{self, last_word};
use super::super::keymap::Key;
use crate::base::Moment;

use super::super::rank::{Found, Ranker};
use super::super::widgets::input::Input;
use super::super::widgets::sheet::Popup;
use super::super::{Info, Look, Role, Screen, TextEvent, World, infos, text};
use super::called::Row;
use super::layer::Layer;
use super::{COMMANDS, Shell, words};

/// Candidates shown at once.
const SHOWN: usize = 6;

/// The state of the open line.
#[derive(Default)]
pub(super) struct Line {
    input: Input,
    problem: Option<String>,
    offer: Offer,
    /// The candidate tab has put in.
    chosen: Option<usize>,
    walk: Option<usize>,
}

/// Completions of the end of the line.
#[derive(Default)]
pub(super) struct Offer {
    /// The command with its arguments and its description, once its name is complete.
    pub usage: Option<(String, Cow<'static, str>)>,
    /// Words for the last place, best first.
    pub candidates: Vec<Candidate>,
}

/// A word that can stand there.
pub(super) struct Candidate {
    pub word: String,
    /// Description; empty where the word says it.
    pub doc: &'static str,
}

impl Candidate {
    fn bare(word: impl Into<String>) -> Self {
        Self { word: word.into(), doc: "" }
    }
}

/// Result of a key.
pub(super) enum Typed {
    Open,
    Closed,
    /// Candidates are wanted for this text.
    Changed(String),
    /// Enter: this line is to be run.
    Enter(String),
}

impl Line {
    /// A line with this on it, the cursor behind.
    pub fn with(text: &str) -> Self {
        let mut line = Self::default();
        line.input.set_line(text);
        line
    }

    pub fn event(&mut self, event: &TextEvent, history: &[String]) -> Typed {
        if let TextEvent::Key(pressed) = event {
            let key = Key::of(pressed);
            match (key.code, key.mods) {
                (KeyCode::Esc, _) | (KeyCode::Char('c'), KeyModifiers::CONTROL) => return Typed::Closed,
                (KeyCode::Backspace, _) if self.input.is_empty() => return Typed::Closed,
                (KeyCode::Enter, _) => return Typed::Enter(self.input.value().to_owned()),
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
        Typed::Changed(self.input.value().to_owned())
    }

    /// True when something stands behind the command's name.
    pub fn has_arguments(&self) -> bool {
        self.input.value().trim().contains(char::is_whitespace)
    }

    /// Says what is wrong with it; the next words take its place, any other key edits it.
    pub fn fail(&mut self, problem: String) {
        self.problem = Some(problem);
        self.input.select();
    }

    /// Shows the completions of the current text.
    pub fn show(&mut self, offer: Offer) {
        self.offer = offer;
    }

    /// Puts in what all candidates begin with, a single one whole; pressed again, one after the other.
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
        let end = history.len();
        let place = self.walk.unwrap_or(end).saturating_add_signed(by).min(end);
        self.walk = Some(place);
        self.input.set(history.get(place).map_or("", String::as_str));
        self.changed()
    }

    /// Draws the field at the bottom, where it stays, and above it what it is about.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let room = area.width.saturating_sub(4);
        let above = self.above(room as usize);
        let rows = 1 + above.len() as u16;
        // A script that types sees by the row beginning with the colon that the line is open.
        let inner = Popup::strip("Command", rows).open(look, area, buf);
        if inner.height == 0 {
            return;
        }
        let hidden = above.len().saturating_sub(inner.height as usize - 1);
        for (row, (role, words)) in above.iter().skip(hidden).enumerate() {
            text::put_fit(buf, inner.x + 3, inner.y + row as u16, room, words, look.style(*role), look.ascii);
        }
        let y = inner.bottom() - 1;
        text::put(buf, inner.x, y, inner.width, " : ", look.style(Role::Accent));
        let field = Rect { x: inner.x + 3, y, width: inner.width.saturating_sub(4), height: 1 };
        self.input.render(true, Role::Text, look, field, buf);
    }

    /// The lines above the field: what is wrong, whole; else how the command is written and what can follow.
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
        if let Some((usage, doc)) = &self.offer.usage {
            let words = if text::width(usage) > room { usage.replace('|', " | ") } else { usage.clone() };
            let words = format!("{words} · {doc}");
            lines.extend(text::wrap(&words, room.max(1)).into_iter().map(|line| (Role::Text, line.into_owned())));
        }
        lines
    }
}

impl Shell {
    /// Lines typed behind `:`, oldest first, to be kept for the next run.
    pub fn line_history(&self) -> &[String] {
        &self.line_history
    }

    /// Completions after the name of a screen: the words of its filter.
    fn offered_on(&self, place: usize, name: &str, typed: &str, world: &World<'_>) -> Offer {
        let def = &self.screens[place];
        let typed = [typed.to_owned()];
        let words = match &self.made[place] {
            Some(screen) => screen.complete(def.id, &typed, world),
            None => (def.make)().complete(def.id, &typed, world),
        };
        let words = words.into_iter().filter(|word| word.starts_with(&typed[0]));
        let candidates: Vec<Candidate> = words.map(Candidate::bare).collect();
        let usage = Some((format!("{name} [filter]"), Cow::Borrowed(def.title))).filter(|_| !candidates.is_empty());
        Offer { usage, candidates }
    }

    /// The full name of what `name` calls here: the screen's own commands before the program's.
    pub(super) fn resolve(&self, name: &str) -> Option<&'static str> {
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        let all: Vec<&Info> = own.into_iter().chain(infos(COMMANDS)).collect();
        // A name somebody gave goes before a verb that happens to be spelled so: `:check` is the program's everywhere.
        let named = |info: &&&Info| info.is_named(name);
        all.iter().find(named).or_else(|| all.iter().find(|info| info.verb() == name)).map(|info| info.name)
    }

    /// Names that can be called here, each once, with descriptions.
    pub(super) fn line_names(&self) -> Vec<(String, &'static str)> {
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        let mut names: Vec<(String, &'static str)> = Vec::new();
        for info in own.into_iter().chain(infos(COMMANDS)) {
            names.extend(info.aliases.iter().map(|alias| ((*alias).to_owned(), info.doc)));
            // `export_view` is `export-view` with another sign.
            if !info.aliases.contains(&&*info.verb().replace('_', "-")) {
                names.push((info.verb().to_owned(), info.doc));
            }
        }
        for place in 0..self.screens.len() {
            let far = self.commands_of(place).into_iter().filter(|info| info.everywhere);
            names.extend(far.flat_map(|info| info.aliases.iter().map(|alias| ((*alias).to_owned(), info.doc))));
        }
        names.extend(self.screens.iter().map(|def| (def.id.to_owned(), def.title)));
        // The first of a name is the one that runs.
        names.sort_by(|a, b| a.0.cmp(&b.0));
        names.dedup_by(|a, b| a.0 == b.0);
        names
    }

    /// Offers completions of `text` in the open line.
    pub(super) fn offer(&mut self, text: &str, world: &World<'_>) {
        let offer = self.offered(text, world);
        if let Some(Layer::Line(line)) = self.layers.last_mut() {
            line.show(offer);
        }
    }

    fn offered(&self, text: &str, world: &World<'_>) -> Offer {
        let (before, typed) = text.split_at(last_word(text));
        if before.trim().is_empty() {
            if let Some(row) = Row::called(typed) {
                return Offer { usage: Some((typed.to_owned(), row.doc().into())), candidates: Vec::new() };
            }
            let candidates = self.names_like(typed);
            let whole = self.info_called(typed).filter(|info| !info.args.is_empty()).map(|info| usage(typed, info));
            return Offer { usage: whole, candidates };
        }
        let Ok((name, args)) = words::split(before) else { return Offer::default() };
        let Some(info) = self.info_called(&name) else {
            let place = self.place_called(&name);
            return place.map_or_else(Offer::default, |place| self.offered_on(place, &name, typed, world));
        };
        let mut words = spelled_out(info.args, args.words.len());
        if let Some(screen) = self.screen() {
            let typed: Vec<String> = args.words.iter().cloned().chain([typed.to_owned()]).collect();
            words.extend(screen.complete(info.name, &typed, world));
        }
        words.extend(self.words_after(info.name, args.words.len(), world));
        words.retain(|word| word.starts_with(typed));
        words.sort_unstable();
        words.dedup();
        let mut candidates: Vec<Candidate> = words.into_iter().map(Candidate::bare).collect();
        if info.name == "app.topic" {
            // Pages that explain something go before the names of commands.
            let titles = self.topic_titles();
            for candidate in &mut candidates {
                let title = titles.iter().find(|(name, _)| *name == candidate.word);
                candidate.doc = title.map_or("", |(_, title)| *title);
            }
            candidates.sort_by_key(|candidate| candidate.doc.is_empty());
        }
        let (usage, doc) = usage(&name, info);
        let when = [".snooze", ".snooze_buyer", ".remind", ".put_off"].iter().any(|verb| info.name.ends_with(verb));
        let said = format!("{} {typed}", args.text);
        // While a time is typed, its meaning is shown.
        let echo = Some(said.trim()).filter(|said| when && !said.is_empty() && *said != "off").map(|said| {
            let read = Moment::read(said, world.now, world.zone);
            Cow::Owned(read.map_or_else(|why| why, |moment| moment.echo(world.now, world.zone)))
        });
        Offer { usage: Some((usage, echo.unwrap_or(doc))), candidates }
    }

    /// Names beginning with what was typed, by name; where there is none, the nearest by what they do.
    fn names_like(&self, typed: &str) -> Vec<Candidate> {
        let all = self.line_names();
        let mut found: Vec<Candidate> = all
            .iter()
            .filter(|(name, _)| name.starts_with(typed))
            .map(|(name, doc)| Candidate { word: name.clone(), doc })
            .collect();
        if typed.is_empty() {
            // The screen's own commands come first, in the order of their table.
            let here = self.screen().map(Screen::commands).unwrap_or_default();
            let place = |word: &str| here.iter().position(|info| info.answers(word));
            found.sort_by_key(|candidate| place(&candidate.word).unwrap_or(here.len()));
        }
        if !found.is_empty() {
            return found;
        }
        let mut ranker = Ranker::new(typed);
        let mut order: Vec<_> = all
            .iter()
            .filter_map(|(name, doc)| {
                let also = self.info_called(name).map_or(&[][..], |info| info.also);
                let words: Vec<&str> = also.iter().copied().chain([name.as_str()]).collect();
                Some((ranker.rank(Found { names: &words, label: doc })?, name, doc))
            })
            .collect();
        order.sort_unstable();
        found.extend(order.into_iter().map(|(_, name, doc)| Candidate { word: name.clone(), doc }));
        found
    }

    pub(super) fn info_called(&self, name: &str) -> Option<&'static Info> {
        let full = self.resolve(name)?;
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        own.into_iter().chain(infos(COMMANDS)).find(|info| info.name == full)
    }

    /// Words only the shell knows for that place of its own commands.
    fn words_after(&self, full: &str, place: usize, world: &World<'_>) -> Vec<String> {
        match full {
            "app.theme" => self.options.themes.iter().map(|theme| theme.name().to_owned()).collect(),
            "app.tab" => self.tabs_beside().into_iter().map(|place| self.screens[place].id.to_owned()).collect(),
            "app.account" => self.options.accounts.clone(),
            "inquiries.reply" => self.options.templates.clone(),
            "app.view" if place == 1 => {
                world.store.session().views.of(self.screen_id()).map(|view| view.name.clone()).collect()
            }
            "app.topic" => {
                let topics = self.topic_titles().into_iter().map(|(name, _)| name.to_owned());
                topics.chain(self.line_names().into_iter().map(|(name, _)| name)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// `sort [column] [asc|desc]`, and what it does.
fn usage(name: &str, info: &'static Info) -> (String, Cow<'static, str>) {
    (format!("{name} {}", info.args).trim_end().to_owned(), info.doc.into())
}

/// The words an `args` text spells out for that place: `local` and `utc` of `local|utc`, `--dry-run` anywhere.
fn spelled_out(args: &str, place: usize) -> Vec<String> {
    let groups: Vec<&str> = args.split_whitespace().collect();
    let bare = |group: &&str| group.trim_matches(['[', ']']).to_owned();
    let positional = groups.iter().map(bare).filter(|group| !group.starts_with("--")).nth(place);
    let options = groups.iter().map(bare).filter(|group| group.starts_with("--"));
    positional
        .filter(|group| group.contains('|'))
        .into_iter()
        .flat_map(|group| group.split('|').map(str::to_owned).collect::<Vec<_>>())
        .filter(|word| !word.starts_with('<'))
        .chain(options)
        .collect()
}
