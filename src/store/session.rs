//! Who is signed in, what the token is known not to hold, and how the connection is.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::api::{Ability, Endpoint, Needs};
use crate::base::{Timestamp, Zone};

/// How the service was last heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// Not asked yet.
    #[default]
    Starting,
    Live,
    /// No answer; the sentence for people and when it is tried again.
    Offline {
        why: String,
        again_at: Option<Timestamp>,
    },
    /// The service asked to wait until then.
    Waiting {
        until: Timestamp,
    },
    /// The token was refused; nothing is sent until the user acts.
    TokenRefused,
}

/// Why nothing is sent although something is planned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteHold {
    #[default]
    No,
    /// The service asked to wait until then.
    Until(Timestamp),
    /// There is no connection.
    Offline,
    /// The service asked to wait too often; the user decides.
    User,
}

impl WriteHold {
    /// What a planned write waits for.
    pub fn words(self, zone: Zone) -> String {
        match self {
            Self::No => "its turn".to_owned(),
            Self::Until(at) => format!("the service, which asked to wait until {}", at.clock_seconds(zone)),
            Self::Offline => "the service to answer again".to_owned(),
            Self::User => "you: ctrl-r sends it, d takes it back".to_owned(),
        }
    }
}

/// What is known beside the data.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The account's name in the configuration.
    pub account: String,
    /// Host of the service, cleaned.
    pub host: String,
    pub connection: Connection,
    /// When an answer last came.
    pub heard: Option<Timestamp>,
    /// Writing is off, and why: `--readonly`, the account's setting, a second program, a journal that cannot be written.
    pub readonly: Option<String>,
    /// Why planned writes are not sent.
    pub write_hold: WriteHold,
    /// Seconds the service's clock is ahead of ours.
    pub server_ahead: i64,
    /// What the user should know about the local files: `The cache was damaged and is set aside as …`.
    pub notices: Vec<String>,
    missing: BTreeSet<Ability>,
}

impl Session {
    /// The service refused a call for a missing right.
    pub fn lacks(&mut self, ability: Ability) {
        self.missing.insert(ability);
    }

    /// A call succeeded, or the user asks to test again.
    pub fn holds(&mut self, ability: Ability) {
        self.missing.remove(&ability);
    }

    /// The user asks to test everything again.
    pub fn forget_missing(&mut self) {
        self.missing.clear();
    }

    /// The ability a call needs and the token is known not to hold.
    pub fn missing_for(&self, endpoint: &Endpoint) -> Option<Ability> {
        match endpoint.needs {
            Needs::One(ability) => self.missing.contains(&ability).then_some(ability),
            _ => None,
        }
    }

    /// All abilities known to be missing.
    pub fn missing(&self) -> impl Iterator<Item = Ability> {
        self.missing.iter().copied()
    }

    /// True when the two clocks differ by more than five minutes.
    pub fn clock_is_off(&self) -> bool {
        self.server_ahead.unsigned_abs() > Duration::from_mins(5).as_secs()
    }
}
