//! The shell's interface to the runtime: what it takes, what it returns, and what it is told to open.

use crossterm::event::KeyEventKind;
use ratatui::layout::Position;

use super::super::keymap::Keymap;
use super::super::widgets::page::Part;
use super::super::{Args, Confirm, Cx, Effect, Facts, Ground, Menu, ScreenId, Sheet, Tone, World};
use super::layer::{Content, Layer};
use super::{Event, EventKind, Shell, ShellOptions, visit};
use crate::store::{EntryId, Wants};

impl Shell {
    /// Opens a screen with arguments as on the `:` line; empty ones leave the screen as it was.
    pub fn open(&mut self, screen: ScreenId, args: &Args, world: &World<'_>) -> Vec<Effect> {
        self.only_moved = false;
        self.settle(vec![Effect::Open(screen, args.clone())], world)
    }

    /// Handles an event, and returns what the runtime has to do.
    pub fn event(&mut self, event: Event, world: &World<'_>) -> Vec<Effect> {
        self.pass(event.at_ms);
        self.answering = match &event.kind {
            EventKind::Key(key) => key.kind != KeyEventKind::Release,
            EventKind::Steps(..)
            | EventKind::Letters(_)
            | EventKind::Paste(_)
            | EventKind::Click { .. }
            | EventKind::Wheel { .. } => true,
            EventKind::Resize | EventKind::FocusGained | EventKind::FocusLost => false,
        };
        if self.answering && !self.last.too_small {
            self.toast.take_if(|toast| toast.refusal);
        }
        let before = std::mem::take(&mut self.only_moved);
        let effects = match event.kind {
            EventKind::Key(key) | EventKind::Steps(key, _) if self.last.too_small => self.unseen_key(&key, world),
            EventKind::Letters(_) | EventKind::Paste(_) | EventKind::Click { .. } | EventKind::Wheel { .. }
                if self.last.too_small =>
            {
                Vec::new()
            }
            EventKind::Key(key) => self.key(&key, world),
            EventKind::Steps(key, times) => self.pressed(&key, times, world),
            EventKind::Letters(letters) => self.letters(letters, world),
            EventKind::Paste(text) => self.paste(text, world),
            EventKind::Click { x, y } => self.click(Position { x, y }, world),
            EventKind::Wheel { x, y, down } => self.wheel(Position { x, y }, down, world),
            // These neither close nor confirm anything.
            EventKind::Resize | EventKind::FocusGained | EventKind::FocusLost => Vec::new(),
        };
        self.answering = false;
        self.only_moved &= before;
        effects
    }

    /// Updates the screens from the store.
    pub fn sync(&mut self, world: &World<'_>) {
        if let Some(screen) = self.made.get_mut(self.current).and_then(Option::as_mut) {
            screen.sync(world);
        }
    }

    /// Runs what screens do without a key. Called after [`Shell::sync`], and at the time given by
    /// [`Facts::changes_at`].
    pub fn unprompted(&mut self, world: &World<'_>) -> Vec<Effect> {
        if self.last.too_small {
            // The terminal cannot be read, so nothing is marked as read, and news are announced later.
            return Vec::new();
        }
        let mut effects = Vec::new();
        let mut cx = Cx { world: *world, effects: &mut effects };
        for (place, screen) in self.made.iter_mut().enumerate() {
            match screen {
                Some(screen) if place == self.current => screen.unprompted(&mut cx),
                Some(screen) if visit::leads_on(&self.visits, place) => screen.led_on(&mut cx),
                Some(screen) => screen.behind(&mut cx),
                None => {}
            }
        }
        self.hold_questions(&mut effects);
        self.only_moved &= effects.is_empty();
        if effects.is_empty() { effects } else { self.settle(effects, world) }
    }

    /// Holds back questions that no key asked for while something else has the keys, because keys being typed
    /// must never answer them. They open afterwards, unless the user runs another command.
    fn hold_questions(&mut self, effects: &mut Vec<Effect>) {
        let asks = |effect: &mut Effect| {
            matches!(effect, Effect::Confirm(_) | Effect::Menu(_) | Effect::Show(_) | Effect::OpenUrl(_))
        };
        self.held.extend(effects.extract_if(.., asks));
        let busy = !self.layers.is_empty() || !self.pending.is_empty();
        if !busy && !self.screen().is_some_and(|screen| screen.takes_text() || screen.in_form()) {
            effects.append(&mut self.held);
        }
    }

    /// Reports a failed effect to the current screen; see [`crate::ui::Screen::failed`].
    pub fn failed(&mut self, what: &str, why: &str) {
        self.only_moved = false;
        if let Some(screen) = self.made.get_mut(self.current).and_then(Option::as_mut) {
            screen.failed(what, why);
        }
    }

    /// Reports that a write of the current screen is in the journal; see [`crate::ui::Screen::wrote`].
    pub fn wrote(&mut self, entry: EntryId) {
        self.only_moved = false;
        if let Some(screen) = self.made.get_mut(self.current).and_then(Option::as_mut) {
            screen.wrote(entry);
        }
    }

    /// Adds the queries of what is visible.
    pub fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        if let Some(screen) = self.screen() {
            screen.wants(world, wants);
        }
        let others = self.made.iter().enumerate().filter(|(place, _)| *place != self.current);
        for screen in others.filter_map(|(_, screen)| screen.as_deref()) {
            screen.watch(world, wants);
        }
    }

    /// Notes that the frame with these facts was written at that time, from which a dialog's keys count.
    pub fn drawn(&mut self, facts: Facts, at_ms: u64) {
        self.pass(at_ms);
        self.only_moved = !facts.covered;
        self.pace.drawn(&facts);
        if !facts.too_small {
            if let Some(screen) = self.made.get_mut(self.current).and_then(Option::as_mut) {
                screen.drawn(&facts);
            }
            if let Some(layer) = self.layers.last_mut() {
                layer.drawn(&facts, at_ms);
            }
        }
        self.last = facts;
    }

    /// True if the last frame kept the part beside the list, so that nobody reads about the rows passed over.
    pub fn leaves_side(&self) -> bool {
        self.pace.deadline().is_some()
    }

    /// Sets the names of the accounts.
    pub fn set_accounts(&mut self, accounts: Vec<String>) {
        self.options.accounts = accounts;
    }

    /// Applies changed options: keys, theme, mistakes in the config. What is open stays open.
    pub fn reload(&mut self, mut options: ShellOptions) {
        self.keymap = Keymap::new(std::mem::take(&mut options.keys));
        // The terminal is not asked again for the background it has reported.
        options.canvas.ground = self.options.canvas.ground;
        self.theme = options.theme.clone().on(options.canvas);
        self.watch = self.watch.and(options.watch);
        self.banner = !options.problems.is_empty();
        self.options = options;
        self.only_moved = false;
    }

    /// True while auto-refresh is on.
    pub fn is_watching(&self) -> bool {
        self.watch.is_some()
    }

    /// Runs a line as typed after `:`; a mistake becomes a message.
    pub fn run_line(&mut self, text: &str, world: &World<'_>) -> Vec<Effect> {
        self.only_moved = false;
        match self.line_effects(text, world) {
            Ok(effects) => self.settle(effects, world),
            Err(problem) => {
                self.refuse(Tone::Warn, problem);
                Vec::new()
            }
        }
    }

    /// Sets since when a request of the user is running, for the words `working 3s`; `None` when none is.
    pub fn set_waiting(&mut self, since_ms: Option<u64>) {
        self.waiting_since = since_ms;
    }

    /// Sets the words for a wait of the user: `Saving export 12, 1.2 of 8.4 MB`.
    pub fn set_working(&mut self, words: Option<String>) {
        self.working = words;
    }

    /// Names of the layers over the screen, lowest first.
    pub fn layer_names(&self) -> Vec<&'static str> {
        self.layers.iter().map(Layer::name).collect()
    }

    /// Takes the background the terminal reports; true if the colours change by it.
    pub fn set_ground(&mut self, ground: Ground) -> bool {
        self.options.canvas.ground = ground;
        self.only_moved = false;
        let theme = self.theme.clone().on(self.options.canvas);
        std::mem::replace(&mut self.theme, theme) != self.theme
    }
}

/// Layers that the runtime opens.
impl Shell {
    /// Shows a message.
    pub fn toast(&mut self, tone: Tone, text: impl Into<String>, at_ms: u64) {
        self.pass(at_ms);
        self.say(tone, text.into());
    }

    /// Shows a message about something the user did not start, after the present one.
    pub fn tell(&mut self, tone: Tone, text: impl Into<String>, at_ms: u64) {
        self.pass(at_ms);
        self.say_aside(tone, text.into());
    }

    /// Asks a question (the runtime does before quitting with pending writes).
    pub fn confirm(&mut self, confirm: Confirm, at_ms: u64) {
        self.pass(at_ms);
        self.ask(confirm);
    }

    /// Opens a menu of the runtime (what to do with a written reply).
    pub fn menu(&mut self, menu: Menu, at_ms: u64) {
        self.pass(at_ms);
        self.layers.push(Layer::menu(menu));
    }

    /// Keeps a text of the runtime (the output of a command) until [`Self::unprompted`] may show it, because keys being
    /// typed must not reach its page.
    pub fn show_sheet(&mut self, sheet: Sheet) {
        self.held.push(Effect::Show(Box::new(sheet)));
    }

    /// Opens the page of `:doctor` with these facts and, as the store learns them, the token's abilities.
    pub fn doctor(&mut self, facts: Vec<Part>, at_ms: u64) {
        self.pass(at_ms);
        self.layers.push(Layer::text("Doctor", Content::Doctor(facts)));
    }
}
