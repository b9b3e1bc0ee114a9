//! Rule by which a start of the program resumes, repeats or keeps the last walk.

use crate::base::Timestamp;

/// Seconds after which a walk that was stopped is not resumed, but begins anew.
const RESUMED_WITHIN: i64 = 24 * 60 * 60;

/// True when a walk that was stopped may be resumed: the rows it has read are still young.
fn may_resume(began: Timestamp, now: Timestamp) -> bool {
    (0..=RESUMED_WITHIN).contains(&(now.0 - began.0))
}

/// Seconds for which a finished walk stays good; prices and marks may change without a total that shows it.
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

impl Begin {
    /// Begins a walk in this way.
    pub fn walk<P: WalkPlan>(self, plan: &mut P, now: Timestamp) -> P::Step {
        match self {
            Self::Resume => plan.resume(now),
            Self::Sync => plan.start(now),
        }
    }
}

/// The part of a walk over a collection that decides how it begins.
pub trait WalkPlan {
    /// Result of a beginning; the default changes nothing.
    type Step: Default;

    /// Time at which a walk that has not ended began.
    fn stopped(&self) -> Option<Timestamp>;

    /// True when the last walk reached its end a short while ago.
    fn is_good(&self, now: Timestamp) -> bool;

    /// Ends a walk that began too long ago.
    fn give_up(&mut self);

    /// Begins a walk over everything.
    fn walk_all(&mut self, now: Timestamp) -> Self::Step;

    /// Checks whether a good walk is to be repeated all the same.
    fn look(&mut self, now: Timestamp) -> Self::Step;

    /// Begins a new walk, unless a recent one is running, which continues.
    fn start(&mut self, now: Timestamp) -> Self::Step {
        if self.goes_on(now) { Self::Step::default() } else { self.walk_all(now) }
    }

    /// Begins what a start of the program needs: continues a stopped walk, starts one if there is none or the last is
    /// too old, and otherwise checks whether one is needed.
    fn resume(&mut self, now: Timestamp) -> Self::Step {
        if !self.goes_on(now) && self.is_good(now) { self.look(now) } else { self.start(now) }
    }

    /// True where a stopped walk continues; one that began too long ago is given up.
    fn goes_on(&mut self, now: Timestamp) -> bool {
        let Some(began) = self.stopped() else { return false };
        let young = may_resume(began, now);
        if !young {
            self.give_up();
        }
        young
    }
}

/// Start of a walk, held back until the disk has told how far the last one came and which rows it saw.
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

    /// Notes that the disk has told. Returns the start asked for before.
    pub fn told(&mut self) -> Option<Begin> {
        self.told = true;
        self.asked.take()
    }

    /// True once the disk has told.
    pub fn is_told(&self) -> bool {
        self.told
    }
}
