//! The lists that can be typed into: help over what works here, and the palette over everything.

use std::collections::HashSet;

use super::super::keymap::spell;
use super::super::widgets::page::Part;
use super::super::widgets::picker::{Item, Picker, Turn};
use super::super::{Args, Effect, Info, Role, ScreenDef, Tone, When, World, text};
use super::Shell;
use super::layer::{Content, Layer, Pick};
use super::topics::GOALS;
use crate::base::capital;

/// Titles of groups whose scope is not called as people would say it.
const GROUPS: &[(&str, &str)] = &[
    ("app", "Everywhere"),
    ("table", "Move, mark and sort"),
    ("text", "Scroll and find"),
    ("filter", "Filter line"),
    ("find", "Find in the text"),
];

/// Cells a command of another screen may take in the palette, which has this room at 80 columns.
const LONGEST_FAR: usize = 62;

/// A row of the palette or of `?`, and what enter on it does.
type Row = (Item, Vec<Effect>);

/// True for a page that says how a goal is reached.
fn is_goal((item, _): &Row) -> bool {
    GOALS.iter().any(|(goal, _)| item.names.first().is_some_and(|name| name == goal))
}

impl Shell {
    /// `?`: every command that works here with its key, in groups, searched by typing, run with enter; the pages of help
    /// follow, or come first where it is those that were asked for (`:help`).
    pub(super) fn open_help(&mut self, topics_first: bool, world: &World<'_>) {
        let commands = self.commands().into_iter().filter(|info| !info.by_name).collect();
        let mut rows = self.command_rows(commands, world);
        // The screen's own group comes first; inside a group the order of the tables stays.
        let here = self.screens[self.current].title.to_owned();
        let mut groups: Vec<String> = vec![here];
        for (item, _) in &rows {
            if !groups.contains(&item.group) {
                groups.push(item.group.clone());
            }
        }
        rows.sort_by_key(|(item, _)| groups.iter().position(|group| *group == item.group));
        // For new users the pages about goals come first.
        let (mut first, others): (Vec<Row>, Vec<Row>) = self.topic_rows().partition(is_goal);
        if topics_first {
            first.extend(others);
            first.append(&mut rows);
            self.open_picker("help", "Help", first);
            return;
        }
        first.append(&mut rows);
        first.extend(others);
        self.open_picker("help", "All keys", first);
    }

    /// The pages of help, each with the words it is found by.
    fn topic_rows(&self) -> impl Iterator<Item = Row> + use<> {
        let goal = |name| GOALS.iter().find(|(goal, _)| *goal == name).map(|(_, words)| *words);
        self.topic_titles().into_iter().map(move |(name, title)| {
            let item = Item {
                label: title.to_owned(),
                hint: format!(":help {name}"),
                names: [name, "help"]
                    .into_iter()
                    .chain(goal(name).into_iter().flatten().copied())
                    .map(str::to_owned)
                    .collect(),
                group: if goal(name).is_some() { "Start here" } else { "Help" }.to_owned(),
                turn: if goal(name).is_some() { Turn::Goal } else { Turn::Tells },
                ..Item::default()
            };
            (item, vec![Effect::Run("app.topic", Args::words([name]))])
        })
    }

    /// `ctrl-p`: pages that tell how a goal is reached, what can be done here, screens to go to, what other screens do
    /// for every one, and the other pages of help.
    pub(super) fn open_palette(&mut self, world: &World<'_>) {
        let (mut rows, others): (Vec<Row>, Vec<Row>) = self.topic_rows().partition(is_goal);
        rows.extend(self.command_rows(self.commands(), world));
        rows.extend(self.screens.iter().map(|def| {
            // A page whose title is an act, `Add domains`, is called by it.
            let act = def.title.split_once(' ').is_some_and(|(verb, _)| verb.eq_ignore_ascii_case(def.id));
            let label = if act { def.title.to_owned() } else { format!("Go to {}", def.title) };
            let names = [&def.title, &def.id].into_iter().chain(def.also).map(|name| (*name).to_owned()).collect();
            let item = Item { label, lead: def.key.to_string(), names, turn: Turn::Place, ..Item::default() };
            (item, vec![Effect::Open(def.id, Args::default())])
        }));
        let mut known: HashSet<String> = rows.iter().map(|(item, _)| item.label.clone()).collect();
        for (place, def) in self.screens.iter().enumerate().filter(|(place, _)| *place != self.current) {
            for info in self.commands_of(place) {
                let row = self.far_row(def, info);
                rows.extend(row.filter(|_| known.insert(info.doc.to_owned())));
            }
        }
        rows.extend(others);
        for (item, _) in &mut rows {
            item.group.clear();
        }
        self.open_picker("palette", "Palette", rows);
    }

    /// A command of another screen in the palette. Enter goes there; what works everywhere or asks for words runs, of any
    /// other the key is said, because nobody has seen yet what it would act on.
    fn far_row(&self, def: &ScreenDef, info: &'static Info) -> Option<Row> {
        let own = def.key != ' ' && info.name.split_once('.').is_some_and(|(scope, _)| scope == def.id);
        if !own && !info.everywhere {
            return None;
        }
        let key =
            self.keymap.shown(def.id, info).or_else(|| info.aliases.first().map(|name| format!(":{name}").into()));
        let item = Item { lead: String::new(), keys: Vec::new(), ..self.command_item(info) };
        let label = if info.everywhere { item.label } else { format!("{} ({})", item.label, def.title) };
        // A line that would be cut at 80 columns is left to its own screen.
        if text::width(&label) > LONGEST_FAR {
            return None;
        }
        let hint = if info.everywhere { item.hint } else { String::new() };
        let then = match key {
            Some(key) if !info.everywhere && !info.needs_words() => {
                Effect::Toast(Tone::Info, format!("{key}: {}", info.doc))
            }
            _ => Effect::Run(info.name, Args::default()),
        };
        // What works everywhere is no further away than a command of this screen.
        let turn = if info.everywhere { Turn::Acts } else { Turn::Far };
        Some((Item { label, hint, turn, ..item }, vec![Effect::Open(def.id, Args::default()), then]))
    }

    /// Every command the screen at that place can have.
    pub(super) fn commands_of(&self, place: usize) -> Vec<&'static Info> {
        match &self.made[place] {
            Some(screen) => screen.all_commands(),
            None => (self.screens[place].make)().all_commands(),
        }
    }

    /// Rows of the commands that apply now, each once.
    fn command_rows(&self, commands: Vec<&'static Info>, world: &World<'_>) -> Vec<Row> {
        let mut seen: Vec<&str> = Vec::new();
        let mut rows = Vec::new();
        for info in commands {
            if seen.contains(&info.name) {
                continue;
            }
            seen.push(info.name);
            let mut item = self.command_item(info);
            match self.when(info, world) {
                When::Hidden => continue,
                When::Off(reason) => (item.off, item.hint) = (true, reason),
                When::On => {}
            }
            rows.push((item, vec![Effect::Run(info.name, Args::default())]));
        }
        rows
    }

    fn command_item(&self, info: &'static Info) -> Item {
        let keys: Vec<String> = self.keymap.keys_of(self.screen_id(), info).iter().map(|keys| spell(keys)).collect();
        let names = [info.name, info.verb()].into_iter().chain(info.aliases.iter().chain(info.also).copied());
        Item {
            label: info.doc.to_owned(),
            lead: keys.first().cloned().unwrap_or_default(),
            hint: info.aliases.first().map(|alias| format!(":{alias}")).unwrap_or_default(),
            names: names.map(str::to_owned).collect(),
            keys,
            group: self.group_of(info),
            ..Item::default()
        }
    }

    /// The title `?` lists a command under: what its full name begins with, as people call it.
    fn group_of(&self, info: &Info) -> String {
        let scope = info.name.split_once('.').map_or("", |(scope, _)| scope);
        if let Some(def) = self.screens.iter().find(|def| def.id == scope) {
            return def.title.to_owned();
        }
        let known = GROUPS.iter().find(|(name, _)| *name == scope);
        known.map_or_else(|| capital(scope), |(_, title)| (*title).to_owned())
    }

    fn open_picker(&mut self, name: &'static str, title: &str, rows: Vec<Row>) {
        let (items, effects) = rows.into_iter().unzip();
        let picker = Picker::new(items, true);
        let title = title.to_owned();
        self.layers.push(Layer::Pick(Box::new(Pick { name, title, picker, effects, keep_open: false })));
    }

    /// `:config`: where the files are and what is wrong with them.
    pub(super) fn open_config(&mut self) {
        let mut parts: Vec<Part> =
            self.options.problems.iter().map(|problem| Part::Text(Role::Warn, problem.clone())).collect();
        if parts.is_empty() {
            parts.push(Part::Text(Role::Good, "No problems in the config.".to_owned()));
        }
        parts.push(Part::Blank);
        parts.extend(self.options.config.iter().map(|line| Part::Text(Role::Text, line.clone())));
        self.layers.push(Layer::text("Config", Content::Fixed(parts)));
        self.banner = false;
    }

    /// `:theme NAME`.
    pub(super) fn set_theme(&mut self, name: &str) -> Result<(), String> {
        let own = self.options.themes.iter().find(|theme| theme.name() == name).cloned();
        let Some(theme) = own.or_else(|| super::super::Theme::named(name)) else {
            let own = self.options.themes.iter().map(super::super::Theme::name);
            let known = super::super::Theme::NAMES.split('|').chain(own);
            return Err(crate::base::unknown("theme", name, known));
        };
        self.theme = theme.on(self.options.canvas);
        Ok(())
    }

    /// Words `:theme` takes, as a list.
    pub(super) fn theme_names(&self) -> String {
        let own = self.options.themes.iter().map(super::super::Theme::name);
        super::super::Theme::NAMES.split('|').chain(own).collect::<Vec<_>>().join(", ")
    }

    /// A word for the state after switching something.
    pub(super) fn said(&mut self, text: impl Into<String>) {
        self.say(Tone::Info, text.into());
    }
}
