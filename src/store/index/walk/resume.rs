//! Rule by which a start of the program resumes, repeats or checks the last walk.

use crate::base::Timestamp;

/// Seconds after its beginning from which a stopped walk is not resumed; a new one begins.
const RESUMED_WITHIN: i64 = 24 * 60 * 60;

/// True when a stopped walk may be resumed, because the rows it has read are recent enough.
fn may_resume(began: Timestamp, now: Timestamp) -> bool {
    (0..=RESUMED_WITHIN).contains(&(now.0 - began.0))
}

/// Seconds for which a finished walk counts as fresh. Prices and marks may change without a change of the totals.
const GOOD_FOR: i64 = 6 * 60 * 60;

/// True when a finished walk need not be repeated unless a total has changed.
pub fn is_fresh(at: Timestamp, now: Timestamp) -> bool {
    (0..=GOOD_FOR).contains(&(now.0 - at.0))
}

/// How a walk begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Begin {
    /// At the start of the program: resumes, starts or checks a walk, as the last one needs it.
    Resume,
    /// New walk over everything, whatever the age of the last one (`:sync`).
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

/// Part of a walk that decides how it begins.
pub trait WalkPlan {
    /// What to do after a beginning; the default is nothing.
    type Step: Default;

    /// Start of a walk that was stopped; `None` if none was.
    fn stopped(&self) -> Option<Timestamp>;

    /// True when the last walk reached its end and is fresh.
    fn is_good(&self, now: Timestamp) -> bool;

    /// Ends a stopped walk that began too long ago.
    fn give_up(&mut self);

    /// Begins a walk over everything.
    fn walk_all(&mut self, now: Timestamp) -> Self::Step;

    /// Checks whether a fresh walk must be repeated.
    fn look(&mut self, now: Timestamp) -> Self::Step;

    /// Begins a new walk, unless a recent one was stopped or is running, which continues.
    fn start(&mut self, now: Timestamp) -> Self::Step {
        if self.goes_on(now) { Self::Step::default() } else { self.walk_all(now) }
    }

    /// Begins what a start of the program needs: continues a stopped walk, starts a new one if there is none or the
    /// last is too old, or checks whether one is needed.
    fn resume(&mut self, now: Timestamp) -> Self::Step {
        if !self.goes_on(now) && self.is_good(now) { self.look(now) } else { self.start(now) }
    }

    /// True where a stopped or running walk continues. One that began too long ago is ended.
    fn goes_on(&mut self, now: Timestamp) -> bool {
        let Some(began) = self.stopped() else { return false };
        let young = may_resume(began, now);
        if !young {
            self.give_up();
        }
        young
    }
}

/// Start of a walk that waits until the disk has sent the last walk and the rows it saw.
#[derive(Debug, Default)]
pub struct Held {
    told: bool,
    asked: Option<Begin>,
}

impl Held {
    /// True when a walk may begin now. Otherwise [`Held::told`] returns it later; of several, a sync.
    pub fn begin(&mut self, how: Begin, with_disk: bool) -> bool {
        let now = self.told || !with_disk;
        if !now {
            self.asked = self.asked.max(Some(how));
        }
        now
    }

    /// Notes that the disk has sent its data. Returns the start that waited for it.
    pub fn told(&mut self) -> Option<Begin> {
        self.told = true;
        self.asked.take()
    }

    /// True once the disk has sent its data.
    pub fn is_told(&self) -> bool {
        self.told
    }
}
