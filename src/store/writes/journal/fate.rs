//! Outcome of a target of a write, and what that means to the user.

use serde::{Deserialize, Serialize};

/// State of one target of a write, as the journal keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In the journal; nothing was sent.
    #[default]
    Planned,
    /// Bytes may have gone out. At the next start this becomes `Unknown`.
    Sending,
    /// The service accepted it.
    Acknowledged,
    /// The service refused it.
    Refused,
    /// Sent; the outcome is not known and is being read.
    Unknown,
    /// Reading showed that it was done.
    SettledApplied,
    /// Reading showed, twice, that it was not done.
    SettledNotApplied,
    /// Readings did not tell.
    GivenUp,
    /// Readings did not tell, and the user wrote something else over it.
    Overruled,
    /// Never sent (or proven not done and not sent again), because the user undid it first.
    TakenBack,
    /// Part of an undo or redo with nothing to send: what it reverses was never sent, did not happen, or was changed
    /// elsewhere since.
    Void,
}

impl State {
    /// True when the change is at the service.
    pub fn applied(self) -> bool {
        matches!(self, Self::Acknowledged | Self::SettledApplied)
    }

    /// True when the change is laid over what the service said.
    pub fn pending(self) -> bool {
        matches!(self, Self::Planned | Self::Sending | Self::Unknown)
    }

    /// True when nothing more happens automatically.
    pub fn ended(self) -> bool {
        !self.pending()
    }

    /// True when the service did not do it.
    pub fn failed(self) -> bool {
        matches!(self, Self::Refused | Self::SettledNotApplied)
    }

    pub(super) fn open(self) -> bool {
        self.pending() || self.blocks()
    }

    /// True while no new write may touch the target, because its outcome is unknown.
    pub fn blocks(self) -> bool {
        matches!(self, Self::Unknown | Self::GivenUp)
    }
}

/// Meaning of a target's [`State`] to the user; what needs attention is ordered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// The change is not at the service, and nothing more is sent.
    Not,
    /// Reading could not determine the outcome.
    Unsure,
    /// Waiting, on its way or being checked.
    Open,
    /// The change is at the service.
    Done,
}

impl State {
    /// Meaning of this state to the user.
    pub fn fate(self) -> Fate {
        match self {
            Self::Planned | Self::Sending | Self::Unknown => Fate::Open,
            Self::Acknowledged | Self::SettledApplied => Fate::Done,
            Self::Refused | Self::SettledNotApplied | Self::TakenBack | Self::Void => Fate::Not,
            Self::GivenUp | Self::Overruled => Fate::Unsure,
        }
    }
}
