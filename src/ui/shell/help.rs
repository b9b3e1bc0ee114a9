//! Lists that can be searched by typing: help on what works here, and the palette of everything.

use std::collections::HashSet;

use super::super::keymap::{Key, Lookup, spell};
use super::super::widgets::page::Part;
use super::super::widgets::picker::{Item, Picker, Turn};
use super::super::{Args, Effect, Info, Role, ScreenDef, Tone, When, World, text};
use super::Shell;
use super::layer::{Content, Layer, Pick};
use super::topics::GOALS;
use crate::base::capital;

/// Titles of groups whose scope has another name for users.
const GROUPS: &[(&str, &str)] = &[
    ("app", "Everywhere"),
    ("table", "Move, mark and sort"),
    ("text", "Scroll and find"),
    ("filter", "Filter line"),
    ("find", "Find in the text"),
];

/// Most cells of another screen's command in the palette, which has this room at 80 columns.
const LONGEST_FAR: usize = 62;

/// Row of the palette or of `?`, with what enter does.
type Row = (Item, Vec<Effect>);

/// True for a help page on how to reach a goal.
fn is_goal((item, _): &Row) -> bool {
    GOALS.iter().any(|(goal, _)| item.names.first().is_some_and(|name| name == goal))
}

impl Shell {
    /// Opens `?`: every command that works here with its key, in groups, searched by typing and run with enter. Help
    /// pages come after them, or before them if they were asked for (`:help`).
    pub(super) fn open_help(&mut self, topics_first: bool, world: &World<'_>) {
        let commands = self.commands().into_iter().filter(|info| !info.by_name).collect();
        let mut rows = self.command_rows(commands, world);
        // The screen's own group comes first. Inside a group the order of the tables is kept.
        let here = self.screens[self.current].title.to_owned();
        let mut groups: Vec<String> = vec![here];
        for (item, _) in &rows {
            if !groups.contains(&item.group) {
                groups.push(item.group.clone());
            }
        }
        rows.sort_by_key(|(item, _)| groups.iter().position(|group| *group == item.group));
        // For new users, the pages on goals come first.
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

    /// Rows of the help pages, each with the words it is found by.
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

    /// Opens `ctrl-p`: pages on how to reach a goal, commands of this screen, other screens, commands of other screens,
    /// and other help pages.
    pub(super) fn open_palette(&mut self, world: &World<'_>) {
        let (mut rows, others): (Vec<Row>, Vec<Row>) = self.topic_rows().partition(is_goal);
        rows.extend(self.command_rows(self.commands(), world));
        rows.extend(self.screens.iter().map(|def| {
            // A page whose title is a command, such as `Add domains`, has that as its row.
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

    /// Row of another screen's command in the palette. Enter goes to that screen. A command that works everywhere or
    /// needs words then runs; for others a message names their key, because the user has not seen what they would act
    /// on.
    fn far_row(&self, def: &ScreenDef, info: &'static Info) -> Option<Row> {
        let own = def.key != ' ' && info.name.split_once('.').is_some_and(|(scope, _)| scope == def.id);
        if !own && !info.everywhere {
            return None;
        }
        let key =
            self.keymap.shown(def.id, info).or_else(|| info.aliases.first().map(|name| format!(":{name}").into()));
        let item = self.command_item(info);
        let label = if info.everywhere { item.label } else { format!("{} ({})", item.label, def.title) };
        // A row that would be cut at 80 columns is only offered on its own screen.
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
        // What works everywhere ranks like a command of this screen.
        let turn = if info.everywhere { Turn::Acts } else { Turn::Far };
        Some((Item { label, hint, turn, ..item }, vec![Effect::Open(def.id, Args::default()), then]))
    }

    /// All commands that the screen at that index can have.
    pub(super) fn commands_of(&self, place: usize) -> Vec<&'static Info> {
        match &self.made[place] {
            Some(screen) => screen.all_commands(),
            None => (self.screens[place].make)().all_commands(),
        }
    }

    /// Rows of the commands that apply now, each once, with the keys that lead to them here. One whose keys all mean
    /// another command here and that has no name on the `:` line is left out.
    fn command_rows(&self, commands: Vec<&'static Info>, world: &World<'_>) -> Vec<Row> {
        let mut seen: Vec<&str> = Vec::new();
        let all = self.commands();
        let is_live = |keys: &[Key], info: &Info| matches!(self.keymap.lookup(self.screen_id(), keys, &all), Lookup::Run(name) if name == info.name);
        let mut rows = Vec::new();
        for info in commands {
            if seen.contains(&info.name) {
                continue;
            }
            seen.push(info.name);
            let keys = self.keymap.keys_of(self.screen_id(), info);
            let live: Vec<String> = keys.iter().filter(|keys| is_live(keys, info)).map(|keys| spell(keys)).collect();
            if live.is_empty() && !keys.is_empty() && info.aliases.is_empty() {
                continue;
            }
            let lead = live.first().cloned().unwrap_or_default();
            let mut item = Item { lead, keys: live, ..self.command_item(info) };
            match self.when(info, world) {
                When::Hidden => continue,
                When::Off(reason) => (item.off, item.hint) = (true, reason),
                When::On => {}
            }
            rows.push((item, vec![Effect::Run(info.name, Args::default())]));
        }
        rows
    }

    /// Row of a command, without its keys.
    fn command_item(&self, info: &'static Info) -> Item {
        let names = [info.name, info.verb()].into_iter().chain(info.aliases.iter().chain(info.also).copied());
        Item {
            label: info.doc.to_owned(),
            hint: info.aliases.first().map(|alias| format!(":{alias}")).unwrap_or_default(),
            names: names.map(str::to_owned).collect(),
            group: self.group_of(info),
            ..Item::default()
        }
    }

    /// Title under which `?` lists a command, from the scope in its full name.
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

    /// Opens `:config`: where the files are, and the mistakes in them.
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

    /// Runs `:theme NAME`.
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

    /// Words that `:theme` takes, as a list.
    pub(super) fn theme_names(&self) -> String {
        let own = self.options.themes.iter().map(super::super::Theme::name);
        super::super::Theme::NAMES.split('|').chain(own).collect::<Vec<_>>().join(", ")
    }

    /// Shows a short message after something was switched.
    pub(super) fn said(&mut self, text: impl Into<String>) {
        self.say(Tone::Info, text.into());
    }
}
