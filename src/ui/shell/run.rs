//! Running a command: the checks before it and its effects, of which those of the shell are carried out here.

use super::super::{Args, Effect, Info, Level, Outcome, Tone, When, World, find};
use super::layer::Layer;
use super::line::Line;
use super::{COMMANDS, Shell};

/// Longest chain of commands that run commands, so that a cycle ends.
const LONGEST_CHAIN: usize = 64;

impl Shell {
    /// Carries out the shell's effects, and returns the runtime's in order.
    pub(super) fn settle(&mut self, effects: Vec<Effect>, world: &World<'_>) -> Vec<Effect> {
        let mut queue: std::collections::VecDeque<Effect> = effects.into();
        let mut outside = Vec::new();
        let mut steps = 0;
        let confirmed = std::mem::take(&mut self.confirmed);
        while let Some(effect) = queue.pop_front() {
            steps += 1;
            let Some(effect) = self.let_out(effect, world) else { continue };
            let more = match effect {
                Effect::Toast(Tone::Warn, text) if self.answering => {
                    self.refuse(Tone::Warn, text);
                    Vec::new()
                }
                Effect::Toast(tone, text) => {
                    self.say(tone, text);
                    Vec::new()
                }
                Effect::Aside(tone, text) => {
                    self.say_aside(tone, text);
                    Vec::new()
                }
                Effect::Run(..) if steps > LONGEST_CHAIN => Vec::new(),
                Effect::Run(name, args) => self.run(name, &args, world),
                Effect::Go(place) => place.steps(),
                Effect::Open(screen, args) => self.switch(screen, &args, world),
                Effect::Visit(screen, args) => self.visit(screen, &args, world),
                Effect::Back => {
                    self.back(world);
                    Vec::new()
                }
                Effect::Confirm(confirm) => {
                    self.ask(*confirm);
                    Vec::new()
                }
                Effect::Menu(menu) => {
                    self.layers.push(Layer::menu(*menu));
                    Vec::new()
                }
                // An address counts as confirmed only if the dialog's yes opens it, not a command that ran since.
                Effect::OpenUrl(address) if !(confirmed && steps == 1) => {
                    self.ask_to_open(&address);
                    Vec::new()
                }
                Effect::Line(text) => {
                    let command = text.split_whitespace().next().map(|name| (name, self.info_called(name)));
                    debug_assert!(command.is_none_or(|(_, info)| info.is_some()), "no command: {text}");
                    let bare = command.filter(|(name, _)| text.trim_end() == *name);
                    let field = bare.and_then(|(name, info)| Line::asking(name, info?));
                    self.layers.push(Layer::Line(Box::new(field.unwrap_or_else(|| Line::with(&text)))));
                    self.offer(&text, world);
                    Vec::new()
                }
                Effect::Show(sheet) => {
                    self.layers.push(Layer::sheet(*sheet));
                    Vec::new()
                }
                other => {
                    outside.push(other);
                    Vec::new()
                }
            };
            // Effects of a command come before those queued after the command.
            for effect in more.into_iter().rev() {
                queue.push_front(effect);
            }
        }
        self.arrived();
        outside
    }

    /// Runs the command with that full name, after its checks.
    fn run(&mut self, name: &'static str, args: &Args, world: &World<'_>) -> Vec<Effect> {
        if let Some(command) = find(COMMANDS, name) {
            let mut effects = Vec::new();
            let outcome = match (command.when)(self, world) {
                When::On => (command.run)(self, args, &mut super::Cx { world: *world, effects: &mut effects }),
                When::Off(reason) => Outcome::Refused(reason),
                When::Hidden => Outcome::Refused(self.nothing_here(&command.info)),
            };
            self.refused(outcome);
            return effects;
        }
        let Some(info) = self.info_of(name) else {
            self.refuse(Tone::Warn, format!("{name} is not available here."));
            return Vec::new();
        };
        match self.when(info, world) {
            When::On => {}
            When::Off(reason) => {
                self.refuse(Tone::Warn, reason);
                return Vec::new();
            }
            When::Hidden => {
                self.refuse(Tone::Info, self.nothing_here(info));
                return Vec::new();
            }
        }
        if info.needs_words() && args.text.trim().is_empty() && args.words.is_empty() {
            // Run from the palette without arguments: the line opens for them.
            let name = info.aliases.first().copied().unwrap_or(info.verb());
            return vec![Effect::Line(format!("{name} "))];
        }
        // Questions of a screen the user has left are dropped.
        self.held.clear();
        let ran = self.with_screen(world, |screen, cx| screen.run(name, args, cx));
        let Some((outcome, effects)) = ran else { return Vec::new() };
        self.came_back(info, world);
        let done = outcome == Outcome::Done;
        self.refused(outcome);
        if done && info.level == Level::Undo {
            self.repeatable = Some((name, args.clone()));
        }
        effects
    }

    /// True when the command with that full name has no meaning now.
    pub(super) fn is_hidden(&self, name: &str, world: &World<'_>) -> bool {
        match find(COMMANDS, name) {
            Some(command) => (command.when)(self, world) == When::Hidden,
            None => self.info_of(name).is_none_or(|info| self.when(info, world) == When::Hidden),
        }
    }

    fn info_of(&self, name: &str) -> Option<&'static Info> {
        let screen = self.screen()?;
        let named = |commands: Vec<&'static Info>| commands.into_iter().find(|info| info.name == name);
        named(screen.commands()).or_else(|| named(screen.all_commands()))
    }

    fn refused(&mut self, outcome: Outcome) {
        let Outcome::Refused(reason) = outcome else { return };
        match self.ran_line.take() {
            // The arguments are wrong, so the line stays open to be corrected.
            Some(mut line) => {
                line.fail(reason);
                self.layers.push(Layer::Line(line));
            }
            None => self.refuse(Tone::Warn, reason),
        }
    }

    pub(super) fn switch(&mut self, screen: &str, args: &Args, world: &World<'_>) -> Vec<Effect> {
        let Some(place) = self.screens.iter().position(|def| def.id == screen) else {
            self.refuse(Tone::Warn, format!("Unknown screen “{screen}”."));
            return Vec::new();
        };
        let fresh = self.made.iter().all(Option::is_none);
        let before = (self.current, self.history.clone(), self.visits.clone());
        if place != self.current && !fresh && !self.is_beside(place) {
            self.history.push(self.current);
            if self.history.len() > 100 {
                self.history.remove(0);
            }
        }
        if place != self.current {
            // After going somewhere by hand, esc does not lead back.
            self.visits.clear();
        }
        self.leave_tab();
        self.current = place;
        self.pending.clear();
        let brought = self.made[place].get_or_insert_with(|| (self.screens[place].make)()).brings();
        for place in (0..self.screens.len()).filter(|place| brought.contains(&self.screens[*place].id)) {
            self.made[place].get_or_insert_with(|| (self.screens[place].make)());
        }
        let opened = self.with_screen(world, |screen, cx| {
            screen.sync(&cx.world);
            screen.open(args, cx)
        });
        self.sync(world);
        let Some((outcome, effects)) = opened else { return Vec::new() };
        if matches!(outcome, Outcome::Refused(_)) && !fresh {
            // If the target cannot be opened, the screen stays.
            (self.current, self.history, self.visits) = before;
            self.sync(world);
        }
        self.refused(outcome);
        effects
    }
}
