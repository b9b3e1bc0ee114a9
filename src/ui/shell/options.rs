//! Input of the shell from the runtime: options at the start, events, and the connection's status.

use crossterm::event::KeyEvent;

use super::super::chart::Charts;
use super::super::keymap::Overrides;
use super::super::{Canvas, Pictures, Theme};
use crate::base::Timestamp;
use crate::store::Trouble;
use crate::store::home::Waited;

/// Options the shell starts with.
#[derive(Clone, Debug)]
pub struct ShellOptions {
    /// True to use ASCII only (`--ascii`).
    pub ascii: bool,
    /// True to handle clicks and the wheel.
    pub mouse: bool,
    /// Signs of charts, if more than ASCII can be shown.
    pub charts: Charts,
    /// Way to draw pictures.
    pub pictures: Pictures,
    /// True if texts may count seconds while the user waits.
    pub animation: bool,
    pub theme: Theme,
    /// Abilities of the terminal.
    pub canvas: Canvas,
    /// User's own themes, for `:theme`.
    pub themes: Vec<Theme>,
    /// Changes of the keys, from the config.
    pub keys: Overrides,
    /// Mistakes in the config, shown as a banner that esc closes.
    pub problems: Vec<String>,
    /// Lines of `:config`: where the files are.
    pub config: Vec<String>,
    /// Lines of `:about`.
    pub about: Vec<String>,
    /// Lines typed after `:` in earlier runs, oldest first.
    pub line_history: Vec<String>,
    /// Seconds between two polls for new inquiries; `None` while auto-refresh is off.
    pub watch: Option<u32>,
    /// Names of the accounts that `:account` opens.
    pub accounts: Vec<String>,
    /// Inquiries that were waiting in other accounts when their last run ended.
    pub waited: Vec<(String, Waited)>,
    /// Names of the templates that `:reply` takes.
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

/// Event of the terminal, with the loop's monotonic time in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub at_ms: u64,
    pub kind: EventKind,
}

/// Kind of event.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    Key(KeyEvent),
    /// Key that only moves a cursor and came so many times in one burst; made by [`super::Shell::next_of`].
    Steps(KeyEvent, u32),
    /// Letters for a field of the screen that came in one burst; made by the same function.
    Letters(String),
    Paste(String),
    /// Click of the left button on a cell of the last frame.
    Click {
        x: u16,
        y: u16,
    },
    /// Turn of the wheel over a cell of the last frame.
    Wheel {
        x: u16,
        y: u16,
        down: bool,
    },
    Resize,
    FocusGained,
    FocusLost,
}

/// State of the connection. The header has the words for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    #[default]
    Starting,
    /// Answers come: `live`; after two minutes without one `2m old`.
    Live { heard: Option<Timestamp> },
    /// The newest answer was not the API's, or did not come: what happened, in short and as a clause, and when it is
    /// tried again.
    Failing { short: String, long: String, again: Option<Timestamp> },
    /// Shown as `offline since 14:02`, in words of the runtime, which knows the time zone.
    Offline { since: String },
    /// Shown as `wait 4s`.
    Waiting { until: Timestamp },
    /// The token was rejected.
    TokenRefused,
}

impl Connection {
    /// Reason why no answers come, for the screens.
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

/// Status for header and request log. Times are by the program's own clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusLine {
    pub account: String,
    pub connection: Connection,
    pub readonly: bool,
    /// Number of requests running now.
    pub in_flight: usize,
    /// Time at which the oldest running request was sent, or the oldest failed one since the last answer.
    pub asked: Option<Timestamp>,
    /// Time since which a change waits for its answer.
    pub sending: Option<Timestamp>,
    /// Number of changes that were not sent yet.
    pub waiting: usize,
    /// Parts of the only waiting change that were sent, and all its parts.
    pub progress: Option<(usize, usize)>,
    /// Request log, newest first, cleaned and without secrets: a clone of a few hundred lines.
    pub requests: Vec<String>,
}
