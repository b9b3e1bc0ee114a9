//! Completions of the open `:` line, and what its first word can name here.

use std::borrow::Cow;

use super::super::complete::last_word;
use super::super::rank::{Found, Ranker};
use super::super::{Info, Screen, World, infos};
use super::called::Row;
use super::layer::Layer;
use super::line::{Candidate, Offer};
use super::{COMMANDS, Shell, words};
use crate::base::Moment;

impl Shell {
    /// Lines typed after `:`, oldest first, to be kept for the next run.
    pub fn line_history(&self) -> &[String] {
        &self.line_history
    }

    /// Commands that keys reach now, innermost scope first.
    pub fn commands(&self) -> Vec<&'static Info> {
        let mut commands = self.screen().map(Screen::commands).unwrap_or_default();
        commands.extend(infos(COMMANDS));
        commands
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

    /// Full name of the command that `name` means here: one of the screen before one of the program.
    pub(super) fn resolve(&self, name: &str) -> Option<&'static str> {
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        let all: Vec<&Info> = own.into_iter().chain(infos(COMMANDS)).collect();
        // A given name comes before a verb that is spelled the same: `:check` is the program's command everywhere.
        let named = |info: &&&Info| info.is_named(name);
        all.iter().find(named).or_else(|| all.iter().find(|info| info.verb() == name)).map(|info| info.name)
    }

    /// Names of commands here, each once, with descriptions.
    pub(super) fn line_names(&self) -> Vec<(String, &'static str)> {
        let own = self.screen().map(Screen::all_commands).unwrap_or_default();
        let mut names: Vec<(String, &'static str)> = Vec::new();
        for info in own.into_iter().chain(infos(COMMANDS)) {
            names.extend(info.aliases.iter().map(|alias| ((*alias).to_owned(), info.doc)));
            // `export_view` is the same as `export-view`.
            if !info.aliases.contains(&&*info.verb().replace('_', "-")) {
                names.push((info.verb().to_owned(), info.doc));
            }
        }
        for place in 0..self.screens.len() {
            let far = self.commands_of(place).into_iter().filter(|info| info.everywhere);
            names.extend(far.flat_map(|info| info.aliases.iter().map(|alias| ((*alias).to_owned(), info.doc))));
        }
        names.extend(self.screens.iter().map(|def| (def.id.to_owned(), def.title)));
        // Of equal names the first is the one that runs.
        names.sort_by(|a, b| a.0.cmp(&b.0));
        names.dedup_by(|a, b| a.0 == b.0);
        names
    }

    /// Shows the completions of `text` in the open line.
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
            // Pages that explain something come before commands.
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

    /// Names that begin with the typed text, sorted by name; without any, those whose description fits best.
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

    /// Completions, known only to the shell, for an argument of the program's own commands.
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

/// Usage of a command, `sort [column] [asc|desc]`, and its description.
fn usage(name: &str, info: &'static Info) -> (String, Cow<'static, str>) {
    (format!("{name} {}", info.args).trim_end().to_owned(), info.doc.into())
}

/// Words that an `args` text offers for that place: `local` and `utc` for `local|utc`, `--dry-run` anywhere.
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
