//! State of a target of a write, and its meaning for the user.

use serde::{Deserialize, Serialize};

/// State of one target of a write, as the journal keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In the journal, not sent.
    #[default]
    Planned,
    /// Perhaps sent in part or whole. After a restart of the program it is `Unknown`.
    Sending,
    /// Done, as the service's answer says.
    Acknowledged,
    /// Refused by the service, or left out by the program without being sent.
    Refused,
    /// Sent without a clear answer; readings are to show the outcome.
    Unknown,
    /// Done, as a reading showed.
    SettledApplied,
    /// Not done, as readings showed, or changed elsewhere since.
    SettledNotApplied,
    /// Sent, but readings did not show the outcome.
    GivenUp,
    /// Like `GivenUp`, and the user has made another write of the same thing since.
    Overruled,
    /// Undone by the user before it was sent, or before it was sent again.
    TakenBack,
    /// Part of an undo or redo with nothing to send: the reversed target was never sent, was not done, or was changed
    /// elsewhere since.
    Void,
}

impl State {
    /// True if the service has the change.
    pub fn applied(self) -> bool {
        matches!(self, Self::Acknowledged | Self::SettledApplied)
    }

    /// True if screens show the change in place of the service's value.
    pub fn pending(self) -> bool {
        matches!(self, Self::Planned | Self::Sending | Self::Unknown)
    }

    /// True if the program does nothing more about the target automatically.
    pub fn ended(self) -> bool {
        !self.pending()
    }

    /// True if the change was refused, left out or found not done.
    pub fn failed(self) -> bool {
        matches!(self, Self::Refused | Self::SettledNotApplied)
    }

    pub(super) fn open(self) -> bool {
        self.pending() || self.blocks()
    }

    /// True while the unknown outcome of the target keeps new writes from its thing.
    pub fn blocks(self) -> bool {
        matches!(self, Self::Unknown | Self::GivenUp)
    }
}

/// Meaning of a [`State`] for the user; in order of the attention it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// The service does not have the change, and nothing more is sent.
    Not,
    /// Readings did not show the outcome.
    Unsure,
    /// Waiting, being sent or being read back.
    Open,
    /// The service has the change.
    Done,
}

impl State {
    /// Meaning of this state for the user.
    pub fn fate(self) -> Fate {
        match self {
            Self::Planned | Self::Sending | Self::Unknown => Fate::Open,
            Self::Acknowledged | Self::SettledApplied => Fate::Done,
            Self::Refused | Self::SettledNotApplied | Self::TakenBack | Self::Void => Fate::Not,
            Self::GivenUp | Self::Overruled => Fate::Unsure,
        }
    }
}
