//! The lists that can be typed into: help over what works here, and the palette over everything.

use super::super::widgets::page::Part;
use super::super::widgets::picker::{Item, Picker};
use super::super::{Args, Effect, Info, Role, Screen, Tone, When, World};
use super::layer::{Content, Layer, Pick};
use super::{COMMANDS, Shell};

/// Rows of a picker that are no commands, and on which side of them they stand.
enum Places {
    First(Vec<(Item, Vec<Effect>)>),
    Last(Vec<(Item, Vec<Effect>)>),
}

impl Shell {
    /// `?`: every command that works here with its key, searched by typing, run with enter.
    pub(super) fn open_help(&mut self, world: &World<'_>) {
        let mut commands = self.commands();
        // What only other parts of the screen offer is listed after what works at once.
        for info in self.screen().map(Screen::all_commands).unwrap_or_default() {
            if !commands.iter().any(|known| known.name == info.name) {
                commands.push(info);
            }
        }
        let pages = self.topic_titles().into_iter().map(|(name, title)| {
            let item = Item {
                label: format!("Help: {title}"),
                hint: format!(":help {name}"),
                also: name.to_owned(),
                ..Item::default()
            };
            (item, vec![Effect::Run("app.help", Args::words([name]))])
        });
        self.open_picker("help", "All keys", commands, Places::Last(pages.collect()), world);
    }

    /// `ctrl-p`: commands and places, by any of their letters.
    pub(super) fn open_palette(&mut self, world: &World<'_>) {
        let places = self
            .screens
            .iter()
            .map(|def| {
                let item = Item {
                    label: format!("Go to {}", def.title),
                    lead: def.key.to_string(),
                    hint: def.id.to_owned(),
                    also: def.id.to_owned(),
                    ..Item::default()
                };
                (item, vec![Effect::Open(def.id, Args::default())])
            })
            .collect();
        let mut commands = self.screen().map(Screen::all_commands).unwrap_or_default();
        commands.extend(super::super::infos(COMMANDS));
        self.open_picker("palette", "Palette", commands, Places::First(places), world);
    }

    fn open_picker(
        &mut self,
        name: &'static str,
        title: &str,
        commands: Vec<&'static Info>,
        places: Places,
        world: &World<'_>,
    ) {
        let (mut rows, last) = match places {
            Places::First(rows) => (rows, Vec::new()),
            Places::Last(rows) => (Vec::new(), rows),
        };
        let mut seen: Vec<&str> = Vec::new();
        for info in commands {
            if seen.contains(&info.name) {
                continue;
            }
            seen.push(info.name);
            let when = self.when(info, world);
            if when == When::Hidden {
                continue;
            }
            let keys: Vec<String> = self
                .keymap
                .keys_of(self.screen_id(), info)
                .iter()
                .map(|keys| super::super::keymap::spell(keys))
                .collect();
            let reason = if let When::Off(reason) = &when { reason.clone() } else { String::new() };
            let typed = info.aliases.first().map_or_else(|| info.name.to_owned(), |alias| format!(":{alias}"));
            let item = Item {
                label: info.doc.to_owned(),
                lead: keys.first().cloned().unwrap_or_default(),
                off: !reason.is_empty(),
                hint: if reason.is_empty() { typed } else { reason },
                also: format!("{} {} {}", info.name, info.aliases.join(" "), keys.join(" ")),
                on: None,
            };
            rows.push((item, vec![Effect::Run(info.name, Args::default())]));
        }
        let (items, effects) = rows.into_iter().chain(last).unzip();
        let picker = Picker::new(items, true);
        self.layers.push(Layer::Pick(Box::new(Pick {
            name,
            title: title.to_owned(),
            picker,
            effects,
            keep_open: false,
        })));
    }

    /// `:messages`: what was said, newest first.
    pub(super) fn open_messages(&mut self) {
        let mut parts: Vec<Part> =
            self.messages.iter().rev().map(|(tone, text)| Part::Text((*tone).into(), text.clone())).collect();
        if parts.is_empty() {
            parts.push(Part::Text(Role::Dim, "Nothing was said yet.".to_owned()));
        }
        self.layers.push(Layer::text("Messages", Content::Fixed(parts)));
    }

    /// `:config`: where the files are and what is wrong with them.
    pub(super) fn open_config(&mut self) {
        let mut parts: Vec<Part> =
            self.options.problems.iter().map(|problem| Part::Text(Role::Warn, problem.clone())).collect();
        if parts.is_empty() {
            parts.push(Part::Text(Role::Good, "Nothing is wrong with the config.".to_owned()));
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
            let known = super::super::Theme::NAMES.replace('|', ", ");
            return Err(format!("There is no theme “{name}”; there is {known}."));
        };
        self.theme = theme;
        Ok(())
    }

    /// A word for the state after switching something.
    pub(super) fn said(&mut self, text: impl Into<String>) {
        self.say(Tone::Info, text.into());
    }
}
