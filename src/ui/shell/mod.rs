//! Everything around the screens: header, footer, messages, dialogs, help, palette, the `:` line, and where keys go.
//!
//! The shell knows screens only by their trait, and the runtime only by the events it gets and the effects it returns.
//! Look first at [`Shell`], then `runtime.rs` (its interface to the runtime), `keys.rs` (where a key goes), `run.rs`
//! (running a command), `draw.rs`.

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
mod names;
mod offer;
mod options;
mod pace;
mod run;
mod runtime;
mod state;
mod strip;
mod topics;
mod undo;
mod url;
mod views;
mod visit;
mod words;

use std::collections::{HashMap, VecDeque};

use super::keymap::{Key, Keymap};
use super::{Args, Cx, Effect, Facts, Screen, ScreenDef, ScreenId, Theme, Tone, World};
use crate::base::Kept;
use crate::store::{EntryId, Known};

pub use commands::COMMANDS;
pub use dialog::GUARD_MS;
pub use options::{Connection, Event, EventKind, ShellOptions, StatusLine};
pub use undo::UNDO_HINT;

use layer::Layer;

/// Message that disappears automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Toast {
    tone: Tone,
    text: String,
    until: u64,
    /// True if it says why the last key did nothing; it then disappears with the next key.
    refusal: bool,
}

/// Message as `:messages` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    tone: Tone,
    text: String,
    /// Time it was last shown.
    at: u64,
    /// Number of times it was shown in a row.
    times: usize,
}

/// Visit to another screen for one thing.
#[derive(Clone, Copy, Debug)]
struct Visit {
    from: usize,
    to: usize,
    /// Number of layers open on the visited screen before the visit.
    before: usize,
    /// Number of layers open on arrival; `None` until then.
    arrived: Option<usize>,
}

/// Everything around the screens. Times are the loop's monotonic milliseconds.
pub struct Shell {
    screens: &'static [ScreenDef],
    /// Screens, made when first opened and kept with cursor, filter and scroll position.
    made: Vec<Option<Box<dyn Screen>>>,
    current: usize,
    history: Vec<usize>,
    /// Tab last in front, for each digit that several screens share.
    left: HashMap<char, usize>,
    /// Totals of the place's tabs, kept by the version of the store.
    totals: Kept<(u64, usize), Known<u64>>,
    /// Visits to other screens for one thing, newest last.
    visits: Vec<Visit>,
    layers: Vec<Layer>,
    /// Questions from [`Screen::unprompted`] that wait until nothing else has the keys.
    held: Vec<Effect>,
    options: ShellOptions,
    keymap: Keymap,
    theme: Theme,
    /// Time of the newest event, frame or deadline.
    now: u64,
    toast: Option<Toast>,
    /// Messages to be shown after the present toast, in this order.
    news: VecDeque<(Tone, String)>,
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
    /// True if something can be undone, kept by the version of the journal.
    undoable: std::cell::Cell<(u64, bool)>,
    /// Act that cannot be undone and stopped an undo, and the time until which another undo skips it.
    past: Option<(EntryId, u64)>,
    waiting_since: Option<u64>,
    /// Words shown while a request of the user runs, where `working 3s` does not say enough.
    working: Option<String>,
    watch: Option<u32>,
    line_history: Vec<String>,
    /// Line whose command is running. It opens again if the command refuses its arguments.
    ran_line: Option<Box<line::Line>>,
    /// Facts of the last frame, and the status it was drawn with.
    last: Facts,
    status: std::cell::RefCell<StatusLine>,
    /// True while the effects being carried out come from a yes, so that nothing is asked again.
    confirmed: bool,
    /// True while a key, paste or click is being handled. A warning of the screen then says why it did nothing.
    answering: bool,
    /// True if since the last frame, which nothing covered, only a cursor has moved.
    only_moved: bool,
}

impl Shell {
    /// Shell with these screens; the first one comes to the front with [`Shell::open`].
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
            news: VecDeque::new(),
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

    /// Id of the screen in front.
    pub fn current(&self) -> Option<ScreenId> {
        self.screen().map(Screen::id)
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

    /// Sets the time, which only goes forward here, whatever the order of events and frames.
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
