//! Input of the shell from the runtime: options at the start, events, and the words of the status.

use crossterm::event::KeyEvent;

use super::super::chart::Charts;
use super::super::keymap::Overrides;
use super::super::{Canvas, Pictures, Theme};
use crate::base::Timestamp;
use crate::store::Trouble;
use crate::store::home::Waited;

/// Options the shell begins with.
#[derive(Clone, Debug)]
pub struct ShellOptions {
    /// ASCII only (`--ascii`).
    pub ascii: bool,
    /// Clicks and the wheel count.
    pub mouse: bool,
    /// Signs of charts where more than ASCII can be shown.
    pub charts: Charts,
    /// The way pictures are drawn.
    pub pictures: Pictures,
    /// Texts may count seconds while the user waits.
    pub animation: bool,
    pub theme: Theme,
    /// Abilities of the terminal.
    pub canvas: Canvas,
    /// Themes of the user, for `:theme`.
    pub themes: Vec<Theme>,
    /// Changes to the keys, from the config.
    pub keys: Overrides,
    /// Mistakes in the config, shown as a banner that esc closes.
    pub problems: Vec<String>,
    /// Lines of `:config`: where the files are.
    pub config: Vec<String>,
    /// Lines of `:about`.
    pub about: Vec<String>,
    /// Lines typed behind `:` in earlier runs, oldest first.
    pub line_history: Vec<String>,
    /// Seconds between two looks for news; `None` while watching is off.
    pub watch: Option<u32>,
    /// Names of the accounts `:account` opens.
    pub accounts: Vec<String>,
    /// Inquiries that waited in accounts that are not open, when their last run ended.
    pub waited: Vec<(String, Waited)>,
    /// Names of the templates `:reply` takes.
    pub templates: Vec<String>,
}

impl Default for ShellOptions {
    fn default() -> Self {
        Self {
            ascii: false,
            mouse: false,
            charts: Charts::Blocks,
            pictures: Pictures::default(),
            animation: true,
            theme: Theme::default(),
            canvas: Canvas::default(),
            themes: Vec::new(),
            keys: Overrides::default(),
            problems: Vec::new(),
            config: Vec::new(),
            about: vec![format!("Parkade {}", env!("CARGO_PKG_VERSION"))],
            line_history: Vec::new(),
            watch: None,
            accounts: Vec::new(),
            waited: Vec::new(),
            templates: Vec::new(),
        }
    }
}

/// An event of the terminal, with the loop's monotonic time in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub at_ms: u64,
    pub kind: EventKind,
}

/// Kinds of events.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    Key(KeyEvent),
    /// A key that came so many times in one burst and only moves, of [`super::Shell::next_of`].
    Steps(KeyEvent, u32),
    /// Letters that came in one burst, for the field of the screen; from there, too.
    Letters(String),
    Paste(String),
    /// The left button of the mouse, at a cell of the last frame.
    Click {
        x: u16,
        y: u16,
    },
    /// A turn of the wheel over a cell of the last frame.
    Wheel {
        x: u16,
        y: u16,
        down: bool,
    },
    Resize,
    FocusGained,
    FocusLost,
}

/// The state of the connection, put into words by the header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    #[default]
    Starting,
    /// Answers come; `live`, from two minutes without one on `2m old`.
    Live { heard: Option<Timestamp> },
    /// The newest answer was none of the API, or did not come: what happened, shortly and in a clause, and when it is tried
    /// again.
    Failing { short: String, long: String, again: Option<Timestamp> },
    /// `offline since 14:02`; the runtime knows the zone.
    Offline { since: String },
    /// `wait 4s`.
    Waiting { until: Timestamp },
    /// The token was refused.
    TokenRefused,
}

impl Connection {
    /// The reason no answers come, for the screens.
    pub fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::Failing { long, again, .. } => Some(Trouble { what: long.clone(), again: *again }),
            Self::Offline { since } => {
                Some(Trouble { what: format!("the service cannot be reached since {since}"), again: None })
            }
            _ => None,
        }
    }
}

/// State of the connection for header and request log. Times are by the program's own clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusLine {
    pub account: String,
    pub connection: Connection,
    pub readonly: bool,
    /// Requests running now.
    pub in_flight: usize,
    /// Time the oldest request went out, or the oldest of those that failed since the last answer.
    pub asked: Option<Timestamp>,
    /// Since when a change waits for its answer.
    pub sending: Option<Timestamp>,
    /// Changes that have not been sent.
    pub waiting: usize,
    /// Parts of the one waiting change that were sent, and all of them.
    pub progress: Option<(usize, usize)>,
    /// The request log, newest first, cleaned and without secrets; a plain clone of few hundred lines.
    pub requests: Vec<String>,
}
