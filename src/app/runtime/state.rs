//! State of the loop: the account in use, the terminal, the clocks.

use std::sync::mpsc::Receiver;
use std::time::Instant;

use crate::app::Launch;
use crate::app::terminal::{End, Keyboard, Notice, Terminal};
use crate::base::{Clock, SystemClock, Timestamp, Zone, millis};
use crate::ui::World;
use crate::ui::shell::Shell;

use super::accounts::Accounts;
use super::desktop::Desktop;
use super::drawing::Drawing;
use super::exchange::Exchange;
use super::inbox::{Envelope, Inbox};
use super::session::AccountSession;
use super::sleep::Sleeper;

/// The way the loop ended.
#[derive(Clone, Debug)]
pub enum Ended {
    Quit,
    /// Ended by a signal or a lost terminal.
    Outside(End),
    /// The account could not be made (the demo's service); holds the reason.
    NotMade(String),
}

/// State of the loop, all of which a turn may use.
pub struct Loop {
    pub terminal: Terminal,
    pub events: Events,
    pub shell: Shell,
    /// Account in use, with everything that is closed when another one is opened.
    pub session: AccountSession,
    /// Accounts being opened and closed.
    pub accounts: Accounts,
    pub clocks: Clocks,
    pub drawing: Drawing,
    /// Options of the start, and the configuration in force.
    pub launch: Launch,
    pub desktop: Desktop,
    pub ended: Option<Ended>,
}

/// Sources that wake the loop.
pub struct Events {
    pub sleeper: Sleeper,
    pub keyboard: Keyboard,
    /// Signals, and the end of the terminal.
    pub notices: Receiver<Notice>,
    pub messages: Receiver<Envelope>,
    /// Inbox for the program's own threads, not those of an account.
    pub inbox: Inbox,
}

/// The program's clocks.
pub struct Clocks {
    pub clock: SystemClock,
    /// Start of the loop's milliseconds.
    pub started: Instant,
    pub zone: Zone,
}

impl Loop {
    /// The part of the loop that needs no terminal, at this moment.
    pub fn exchange(&mut self) -> Exchange<'_> {
        let (now, ms) = (self.now(), self.ms());
        self.session.exchange(now, ms)
    }

    /// The loop's own clock, in milliseconds since the start.
    pub fn ms(&self) -> u64 {
        millis(self.clocks.started.elapsed())
    }

    /// The present moment by the program's own clock.
    pub fn now(&self) -> Timestamp {
        self.clocks.clock.now()
    }

    /// Calls `work` with the shell and the present world.
    pub fn with_world<T>(&mut self, work: impl FnOnce(&mut Shell, &World<'_>) -> T) -> T {
        let world = World::of(&self.session.store, self.launch.config.prefs(), self.now(), self.clocks.zone);
        work(&mut self.shell, &world)
    }
}
