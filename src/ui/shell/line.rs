//! The `:` line: names and arguments completed with tab, earlier lines with up and down, mistakes named in place.

use crate::base::nearest;
use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::keymap::Key;
use super::super::widgets::input::Input;
use super::super::widgets::sheet;
use super::super::{Args, Effect, Info, Look, Role, Screen, TextEvent, World, infos, text};
use super::run::nothing_here;
use super::{COMMANDS, Shell, words};

/// Candidates shown at once.
const SHOWN: usize = 6;

/// The state of the open line.
#[derive(Default)]
pub(super) struct Line {
    input: Input,
    problem: Option<String>,
    /// Candidates for the last word, with the one tab has put in.
    candidates: Vec<String>,
    chosen: Option<usize>,
    /// The text before completion began.
    stem: String,
    walk: Option<usize>,
}

/// What a key came to.
pub(super) enum Typed {
    Open,
    Closed,
    /// Enter: this line is to be run.
    Enter(String),
    /// Tab: candidates are wanted for this text.
    Complete(String),
}

impl Line {
    /// A line with this on it, the cursor behind.
    pub fn with(text: &str) -> Self {
        let mut line = Self::default();
        line.input.set(text);
        if text.ends_with(' ') {
            // A field keeps no blank at its end, and what follows wants one.
            line.input.text(&TextEvent::Key(Key::plain(KeyCode::Char(' ')).event()));
        }
        line
    }

    pub fn event(&mut self, event: &TextEvent, history: &[String]) -> Typed {
        if let TextEvent::Key(pressed) = event {
            let key = Key::of(pressed);
            match (key.code, key.mods) {
                (KeyCode::Esc, _) | (KeyCode::Char('c'), KeyModifiers::CONTROL) => return Typed::Closed,
                (KeyCode::Backspace, _) if self.input.is_empty() => return Typed::Closed,
                (KeyCode::Enter, _) => return Typed::Enter(self.input.value().to_owned()),
                (KeyCode::Tab, KeyModifiers::NONE) => {
                    if self.candidates.is_empty() {
                        return Typed::Complete(self.input.value().to_owned());
                    }
                    self.cycle(1);
                    return Typed::Open;
                }
                (KeyCode::Tab, _) => {
                    self.cycle(-1);
                    return Typed::Open;
                }
                (KeyCode::Up, _) => self.walk_history(-1, history),
                (KeyCode::Down, _) => self.walk_history(1, history),
                _ => {}
            }
        }
        if self.input.text(event) {
            self.problem = None;
            self.candidates.clear();
            self.chosen = None;
            self.walk = None;
        }
        Typed::Open
    }

    /// True when something stands behind the command's name.
    pub fn has_arguments(&self) -> bool {
        self.input.value().trim().contains(char::is_whitespace)
    }

    pub fn fail(&mut self, problem: String) {
        self.problem = Some(problem);
    }

    /// Puts in what all candidates begin with; a single one whole.
    pub fn offer(&mut self, mut candidates: Vec<String>) {
        candidates.sort_unstable();
        candidates.dedup();
        let value = self.input.value();
        let start = value.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        value[..start].clone_into(&mut self.stem);
        let typed = &value[start..];
        let Some(first) = candidates.first() else {
            self.problem = Some("Nothing to complete here.".to_owned());
            return;
        };
        if candidates.len() == 1 {
            let whole = format!("{}{} ", self.stem, first);
            self.input.set(&whole);
            // A field keeps no blank at its end, and the next word wants one.
            self.input.text(&TextEvent::Key(Key::plain(KeyCode::Char(' ')).event()));
            return;
        }
        let common = candidates.iter().fold(first.as_str(), |common, word| {
            let same = common.char_indices().zip(word.chars()).find(|((_, a), b)| a != b);
            &common[..same.map_or(common.len().min(word.len()), |((at, _), _)| at)]
        });
        if common.len() > typed.len() {
            let longer = format!("{}{common}", self.stem);
            self.input.set(&longer);
        }
        self.candidates = candidates;
        self.chosen = None;
    }

    fn cycle(&mut self, by: isize) {
        let many = self.candidates.len() as isize;
        if many == 0 {
            return;
        }
        let next = self.chosen.map_or(if by > 0 { 0 } else { many - 1 }, |at| (at as isize + by).rem_euclid(many));
        self.chosen = Some(next as usize);
        let text = format!("{}{}", self.stem, self.candidates[next as usize]);
        self.input.set(&text);
    }

    fn walk_history(&mut self, by: isize, history: &[String]) {
        let end = history.len();
        let place = self.walk.unwrap_or(end).saturating_add_signed(by).min(end);
        self.walk = Some(place);
        self.input.set(history.get(place).map_or("", String::as_str));
    }

    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let listed = self.candidates.len().min(SHOWN) as u16;
        let rows = 1 + listed.max(u16::from(self.problem.is_some()));
        let inner = sheet::open("Command", "tab completes, up earlier lines, esc closes", rows, look, area, buf);
        if inner.height == 0 {
            return;
        }
        text::put(buf, inner.x, inner.y, inner.width, " : ", look.style(Role::Accent));
        let field = Rect { x: inner.x + 3, width: inner.width.saturating_sub(4), height: 1, ..inner };
        self.input.render(true, Role::Text, look, field, buf);
        if let Some(problem) = &self.problem {
            let room = inner.width.saturating_sub(4);
            text::put_fit(buf, inner.x + 3, inner.y + 1, room, problem, look.style(Role::Bad), look.ascii);
            return;
        }
        let first = self.chosen.map_or(0, |at| (at / SHOWN) * SHOWN);
        for (row, word) in self.candidates.iter().enumerate().skip(first).take(SHOWN) {
            let role = if self.chosen == Some(row) { Role::Selection } else { Role::Dim };
            let y = inner.y + 1 + (row - first) as u16;
            if y < inner.bottom() {
                text::put(buf, inner.x + 3, y, inner.width.saturating_sub(4), word, look.style(role));
            }
        }
    }
}

impl Shell {
    /// What the line `text` comes to, or what is wrong with it, as a sentence naming the word.
    pub(super) fn line_effects(&self, text: &str, world: &World<'_>) -> Result<Vec<Effect>, String> {
        let (name, args) = words::split(text)?;
        if name.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(full) = self.resolve(&name) {
            // A key that means nothing here is passed over; who typed a line is answered.
            if self.is_hidden(full, world) {
                return Err(nothing_here(self.doc_of(full)));
            }
            return Ok(vec![Effect::Run(full, args)]);
        }
        let places = self.screens.iter().filter(|def| name.len() >= 2 && def.id.starts_with(&name));
        if let Some(def) = places.min_by_key(|def| def.id.len()) {
            let bare = args.text.trim().is_empty() && args.options.is_empty();
            return Ok(vec![Effect::Open(def.id, if bare { Args::to_list() } else { args })]);
        }
        for (place, def) in
            self.screens.iter().enumerate().filter(|(place, def)| *place != self.current && def.key != ' ')
        {
            let elsewhere = match &self.made[place] {
                Some(screen) => screen.all_commands(),
                None => (def.make)().all_commands(),
            };
            let found = elsewhere.iter().find(|info| info.answers(&name));
            if let Some(info) = found.filter(|info| info.everywhere) {
                return Ok(vec![Effect::Open(def.id, Args::default()), Effect::Run(info.name, args)]);
            }
            if found.is_some() {
                return Err(format!("“{name}” works on {}; press {} to go there.", def.title, def.key));
            }
        }
        let known = self.line_names();
        let hint = nearest(&name, known.iter().map(String::as_str))
            .map_or_else(|| "; ? lists them all".to_owned(), |near| format!("; did you mean “{near}”?"));
        Err(format!("There is no command “{name}”{hint}"))
    }

    /// The full name of what `name` calls here: the screen's own commands before the program's.
    fn resolve(&self, name: &str) -> Option<&'static str> {
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        let all: Vec<&Info> = own.into_iter().chain(infos(COMMANDS)).collect();
        // A name somebody gave goes before a verb that happens to be spelled so: `:check` is the program's everywhere.
        let named = |info: &&&Info| info.name == name || info.aliases.contains(&name);
        all.iter().find(named).or_else(|| all.iter().find(|info| info.verb() == name)).map(|info| info.name)
    }

    /// What the command of that full name is for.
    fn doc_of(&self, full: &str) -> &'static str {
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        own.into_iter().chain(infos(COMMANDS)).find(|info| info.name == full).map_or("", |info| info.doc)
    }

    /// Every first word the line takes here.
    fn line_names(&self) -> Vec<String> {
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        let mut names: Vec<String> = self.screens.iter().map(|def| def.id.to_owned()).collect();
        for info in own.into_iter().chain(infos(COMMANDS)) {
            names.extend(info.aliases.iter().map(|alias| (*alias).to_owned()));
            names.push(info.verb().to_owned());
        }
        for (def, made) in self.screens.iter().zip(&self.made) {
            let commands = made.as_ref().map_or_else(|| (def.make)().all_commands(), |screen| screen.all_commands());
            let far = commands.into_iter().filter(|info| info.everywhere);
            names.extend(far.flat_map(|info| info.aliases.iter().map(|alias| (*alias).to_owned())));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Candidates for the last word of `text`.
    pub(super) fn complete(&self, text: &str, world: &World<'_>) -> Vec<String> {
        let start = text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let typed = &text[start..];
        if text[..start].trim().is_empty() {
            return self.line_names().into_iter().filter(|name| name.starts_with(typed)).collect();
        }
        let Ok((name, args)) = words::split(&text[..start]) else { return Vec::new() };
        let Some(full) = self.resolve(&name) else { return Vec::new() };
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        let info = own.into_iter().chain(infos(COMMANDS)).find(|info| info.name == full);
        let mut candidates = info.map(|info| spelled_out(info.args, args.words.len())).unwrap_or_default();
        if let Some(screen) = self.screen() {
            candidates.extend(screen.complete(full, &args.words, world));
        }
        if full == "app.theme" {
            candidates.extend(self.options.themes.iter().map(|theme| theme.name().to_owned()));
        }
        if full == "app.account" {
            candidates.extend(self.options.accounts.iter().cloned());
        }
        if full == "app.view" && args.words.len() == 1 {
            candidates.extend(world.store.session().views.of(self.screen_id()).map(|view| view.name.clone()));
        }
        if full == "app.help" {
            candidates.extend(self.topic_titles().iter().map(|(name, _)| (*name).to_owned()));
            candidates.extend(self.line_names());
        }
        candidates.retain(|candidate| candidate.starts_with(typed));
        candidates
    }
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
