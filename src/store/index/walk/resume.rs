//! What a start of the program makes of the last walk, stopped or finished: the same for both indexes.

use crate::base::Timestamp;

/// A walk that began longer ago than this, in seconds, begins anew.
const RESUMED_WITHIN: i64 = 24 * 60 * 60;

/// True when a walk that was stopped may be resumed: the rows it has read are still young.
pub fn may_resume(began: Timestamp, now: Timestamp) -> bool {
    (0..=RESUMED_WITHIN).contains(&(now.0 - began.0))
}

/// A finished walk is good for so many seconds; prices and marks may change without a total that shows it.
const GOOD_FOR: i64 = 6 * 60 * 60;

/// True when a finished walk need not be repeated unless a total has changed.
pub fn is_fresh(at: Timestamp, now: Timestamp) -> bool {
    (0..=GOOD_FOR).contains(&(now.0 - at.0))
}

/// The way a walk begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Begin {
    /// The program starts: what is known and young is kept.
    Resume,
    /// Over everything, whatever the age of the last walk (`:sync`).
    Sync,
}

/// Holds the begin of a walk back until the disk has told how far the last one came and which rows it saw.
#[derive(Debug, Default)]
pub struct Held {
    told: bool,
    asked: Option<Begin>,
}

impl Held {
    /// True when a walk may begin now; otherwise [`Held::told`] returns it later, a sync before a resume.
    pub fn begin(&mut self, how: Begin, with_disk: bool) -> bool {
        let now = self.told || !with_disk;
        if !now {
            self.asked = self.asked.max(Some(how));
        }
        now
    }

    /// The disk has told. Returns what was asked before.
    pub fn told(&mut self) -> Option<Begin> {
        self.told = true;
        self.asked.take()
    }

    /// True once the disk has told.
    pub fn is_told(&self) -> bool {
        self.told
    }
}
