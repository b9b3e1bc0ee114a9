//! Everything around the screens: header, footer, messages, dialogs, help, palette, the `:` line, and who gets a key.
//!
//! It knows screens only by their contract, and the runtime only by the events it gets and the effects it gives.
//! Look first at [`Shell`], then `keys.rs` (where a key goes), `run.rs` (what a command comes to), `draw.rs`.

mod accounts;
mod burst;
mod cache;
mod called;
mod commands;
mod deadline;
mod dialog;
pub mod doctor;
mod done;
mod drafts;
mod draw;
mod for_tests;
mod gate;
mod header;
mod help;
mod keys;
mod layer;
mod line;
mod messages;
mod mouse;
mod options;
mod pace;
mod run;
mod state;
mod strip;
mod topics;
mod undo;
mod url;
mod views;
mod visit;
mod words;

use std::collections::{HashMap, VecDeque};

use crossterm::event::KeyEventKind;
use ratatui::layout::Position;

use super::keymap::{Key, Keymap};
use super::{Args, Confirm, Cx, Effect, Facts, Ground, Info, Screen, ScreenDef, ScreenId, Theme, Tone, World};
use crate::base::Kept;
use crate::store::{EntryId, Known, Wants};

pub use commands::COMMANDS;
pub use dialog::GUARD_MS;
pub use options::{Connection, Event, EventKind, ShellOptions, StatusLine};

use layer::Layer;
use messages::Said;
use visit::Visit;

/// A message that disappears automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Toast {
    tone: Tone,
    text: String,
    until: u64,
    /// Says why the last key did nothing: gone with the next key.
    refusal: bool,
}

/// The parts around the screens. Times are the loop's monotonic milliseconds.
pub struct Shell {
    screens: &'static [ScreenDef],
    /// Made when first opened, kept with cursor, filter and scroll.
    made: Vec<Option<Box<dyn Screen>>>,
    current: usize,
    history: Vec<usize>,
    /// The tab last in front of each digit that several screens share.
    left: HashMap<char, usize>,
    /// Rows of the tabs of the place in front, by the version of the store.
    totals: Kept<(u64, usize), Known<u64>>,
    /// Screens opened for one thing of another, the newest last.
    visits: Vec<Visit>,
    layers: Vec<Layer>,
    /// Questions of [`Screen::unprompted`] that wait until nothing else has the keys.
    held: Vec<Effect>,
    options: ShellOptions,
    keymap: Keymap,
    theme: Theme,
    /// The time of the newest event, frame or deadline.
    now: u64,
    toast: Option<Toast>,
    /// Past messages, newest last, for `:messages`.
    messages: VecDeque<Said>,
    banner: bool,
    pending: Vec<Key>,
    pending_since: u64,
    last_key: Option<(Key, u64)>,
    pace: pace::Pace,
    interrupted_at: Option<u64>,
    /// Command that `.` repeats.
    repeatable: Option<(&'static str, Args)>,
    /// Whether something can be undone, by version of the journal.
    undoable: std::cell::Cell<(u64, bool)>,
    /// Act that cannot be undone and stopped an undo, and the time until which another undo skips it.
    past: Option<(EntryId, u64)>,
    waiting_since: Option<u64>,
    /// Words for a wait of the user, if it has its own.
    working: Option<String>,
    watch: Option<u32>,
    line_history: Vec<String>,
    /// The line whose command is being run: it comes back when what was typed behind the name is refused.
    ran_line: Option<Box<line::Line>>,
    /// Facts of the last frame, and the status it was drawn with.
    last: Facts,
    status: std::cell::RefCell<StatusLine>,
    /// The effects now being carried out come from a yes: what needs asking has been asked.
    confirmed: bool,
    /// A key, paste or click is being answered: a warning of the screen is why it did nothing.
    answering: bool,
    /// Since the last frame, over which nothing lay, a cursor was moved and nothing else was done here.
    only_moved: bool,
}

impl Shell {
    /// A shell over these screens; the first one becomes current once [`Shell::open`] is called.
    pub fn new(screens: &'static [ScreenDef], mut options: ShellOptions) -> Self {
        let keymap = Keymap::new(std::mem::take(&mut options.keys));
        let theme = options.theme.clone().on(options.canvas);
        let line_history = std::mem::take(&mut options.line_history);
        let watch = options.watch;
        Self {
            banner: !options.problems.is_empty(),
            screens,
            made: screens.iter().map(|_| None).collect(),
            current: 0,
            history: Vec::new(),
            left: HashMap::new(),
            totals: Kept::default(),
            visits: Vec::new(),
            layers: Vec::new(),
            held: Vec::new(),
            options,
            keymap,
            theme,
            now: 0,
            toast: None,
            messages: VecDeque::new(),
            pending: Vec::new(),
            pending_since: 0,
            last_key: None,
            pace: pace::Pace::default(),
            interrupted_at: None,
            repeatable: None,
            undoable: std::cell::Cell::default(),
            past: None,
            waiting_since: None,
            working: None,
            watch,
            line_history,
            ran_line: None,
            last: Facts::default(),
            status: std::cell::RefCell::default(),
            confirmed: false,
            answering: false,
            only_moved: false,
        }
    }

    /// Opens a screen, with arguments as on the `:` line; empty ones leave it as it was left.
    pub fn open(&mut self, screen: ScreenId, args: &Args, world: &World<'_>) -> Vec<Effect> {
        self.only_moved = false;
        self.settle(vec![Effect::Open(screen, args.clone())], world)
    }

    /// Takes an event and gives what the runtime has to do.
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
            // Neither closes nor confirms anything.
            EventKind::Resize | EventKind::FocusGained | EventKind::FocusLost => Vec::new(),
        };
        self.answering = false;
        self.only_moved &= before;
        effects
    }

    /// Takes over what the store has learnt.
    pub fn sync(&mut self, world: &World<'_>) {
        if let Some(screen) = self.made.get_mut(self.current).and_then(Option::as_mut) {
            screen.sync(world);
        }
    }

    /// Runs what screens do without a key; to be called after [`Shell::sync`] and when the time named by
    /// [`Facts::changes_at`] has come.
    pub fn unprompted(&mut self, world: &World<'_>) -> Vec<Effect> {
        if self.last.too_small {
            // The terminal is not looked at, so nothing is marked read, and news can be announced when it is seen.
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

    /// Keeps back questions nobody pressed a key for while something else has the keys: keys being typed must
    /// never answer them. They open once it is closed, unless the user runs another command.
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

    /// An effect of the current screen went wrong; see [`Screen::failed`].
    pub fn failed(&mut self, what: &str, why: &str) {
        self.only_moved = false;
        if let Some(screen) = self.made.get_mut(self.current).and_then(Option::as_mut) {
            screen.failed(what, why);
        }
    }

    /// Called when the journal has taken a write of the current screen; see [`Screen::wrote`].
    pub fn wrote(&mut self, entry: EntryId) {
        self.only_moved = false;
        if let Some(screen) = self.made.get_mut(self.current).and_then(Option::as_mut) {
            screen.wrote(entry);
        }
    }

    /// The queries of what is visible.
    pub fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        if let Some(screen) = self.screen() {
            screen.wants(world, wants);
        }
        let others = self.made.iter().enumerate().filter(|(place, _)| *place != self.current);
        for screen in others.filter_map(|(_, screen)| screen.as_deref()) {
            screen.watch(world, wants);
        }
    }

    /// The frame with these facts was flushed at that time; a dialog's keys count from here on.
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

    /// The last frame left what stands beside the list as it was: nobody reads about the rows passed over.
    pub fn leaves_side(&self) -> bool {
        self.pace.deadline().is_some()
    }

    /// The accounts there are now.
    pub fn set_accounts(&mut self, accounts: Vec<String>) {
        self.options.accounts = accounts;
    }

    /// Puts changed options in force: keys, theme, what is wrong with the config. What is open stays open.
    pub fn reload(&mut self, mut options: ShellOptions) {
        self.keymap = Keymap::new(std::mem::take(&mut options.keys));
        // The terminal is not asked again for colours it has told since the start.
        options.canvas.ground = self.options.canvas.ground;
        self.theme = options.theme.clone().on(options.canvas);
        self.watch = self.watch.and(options.watch);
        self.banner = !options.problems.is_empty();
        self.options = options;
        self.only_moved = false;
    }

    /// True while the program looks for news automatically.
    pub fn is_watching(&self) -> bool {
        self.watch.is_some()
    }

    /// Runs a line as typed behind `:`; a mistake becomes a message.
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

    /// Since when a request of the user's own is running, for the words `working 3s`; `None` when none is.
    pub fn set_waiting(&mut self, since_ms: Option<u64>) {
        self.waiting_since = since_ms;
    }

    /// Sets the words for a wait of the user: `Saving export 12, 1.2 of 8.4 MB`.
    pub fn set_working(&mut self, words: Option<String>) {
        self.working = words;
    }

    /// The name of the current screen.
    pub fn current(&self) -> Option<ScreenId> {
        self.screen().map(Screen::id)
    }

    /// Names of the layers over the screen, lowest first.
    pub fn layer_names(&self) -> Vec<&'static str> {
        self.layers.iter().map(Layer::name).collect()
    }

    /// The commands that keys reach now, innermost scope first.
    pub fn commands(&self) -> Vec<&'static Info> {
        let mut commands = self.screen().map(Screen::commands).unwrap_or_default();
        commands.extend(super::infos(COMMANDS));
        commands
    }

    /// Takes what the terminal says of its background; true when the colours change by it.
    pub fn set_ground(&mut self, ground: Ground) -> bool {
        self.options.canvas.ground = ground;
        self.only_moved = false;
        let theme = self.theme.clone().on(self.options.canvas);
        std::mem::replace(&mut self.theme, theme) != self.theme
    }

    fn screen_mut(&mut self) -> Option<&mut Box<dyn Screen>> {
        self.made.get_mut(self.current).and_then(Option::as_mut)
    }

    fn screen(&self) -> Option<&dyn Screen> {
        self.made.get(self.current).and_then(Option::as_deref)
    }

    fn screen_id(&self) -> ScreenId {
        self.screens.get(self.current).map_or("", |def| def.id)
    }

    /// Takes the time. It only goes forward here, whatever the order of events and frames.
    pub fn pass(&mut self, at_ms: u64) {
        self.now = self.now.max(at_ms);
        self.expire();
    }

    fn with_screen<T>(
        &mut self,
        world: &World<'_>,
        act: impl FnOnce(&mut dyn Screen, &mut Cx<'_>) -> T,
    ) -> Option<(T, Vec<Effect>)> {
        let screen = self.screen_mut()?;
        let mut effects = Vec::new();
        let result = act(screen.as_mut(), &mut Cx { world: *world, effects: &mut effects });
        Some((result, effects))
    }
}

#[cfg(test)]
mod tests;
