//! One job as last told, and what follows from when it was told.

use super::{Ended, ended};
use crate::api::Row;
use crate::api::types::{Export, Import};
use crate::base::{Id, Timestamp};

/// Seconds without a change after which a job is watched less often.
pub const QUIET_AFTER: i64 = 30 * 60;
/// Seconds without an answer after which a running job is told as it was: answers come at least every ten.
const OLD: i64 = 30;
/// Seconds after a change for which a job is watched closely, however old the job is.
const MOVED: i64 = 120;

/// Common parts of imports and exports.
pub trait Job: Sized + Clone + PartialEq {
    /// Number of the job.
    fn id(&self) -> Id<Self>;
    /// True when nothing more will happen.
    fn is_over(&self) -> bool;
    /// Progress from 0 to 1; `None` where the service tells no such number.
    fn share(&self) -> Option<f64>;
    /// Time the job was queued.
    fn queued(&self) -> Option<Timestamp>;
    /// Time the job started; `None` before.
    fn started(&self) -> Option<Timestamp>;
    /// Time the job ended; `None` before.
    fn finished(&self) -> Option<Timestamp>;
    /// Message about the end of the job.
    fn ended(&self) -> Ended;
}

/// A progress as a share from 0 to 1; `None` for any other number.
fn share(progress: Option<f64>) -> Option<f64> {
    progress.filter(|share| share.is_finite() && (0.0..=1.0).contains(share))
}

macro_rules! job {
    ($kind:ident, $id:ident, $ended:path) => {
        impl Job for $kind {
            fn id(&self) -> Id<Self> {
                self.$id
            }

            fn is_over(&self) -> bool {
                Self::is_over(self)
            }

            fn share(&self) -> Option<f64> {
                share(self.progress.copied())
            }

            fn queued(&self) -> Option<Timestamp> {
                self.queue_date.copied()
            }

            fn started(&self) -> Option<Timestamp> {
                self.start_date.copied()
            }

            fn finished(&self) -> Option<Timestamp> {
                self.finish_date.copied().filter(|_| self.is_over())
            }

            fn ended(&self) -> Ended {
                $ended(self)
            }
        }
    };
}

job!(Import, import_id, ended::import);
job!(Export, export_id, ended::export);

/// A job as last told.
#[derive(Clone, Debug, PartialEq)]
pub struct Known<T> {
    pub row: Row<T>,
    /// Time of the answer.
    pub at: Timestamp,
    /// Time of the last answer in this run that differed from the one before.
    moved: Option<Timestamp>,
}

impl<T: Job> Known<T> {
    pub(super) fn new(row: Row<T>, at: Timestamp) -> Self {
        Self { row, at, moved: None }
    }

    pub(super) fn take(&mut self, row: &Row<T>, at: Timestamp) {
        if self.row.value != row.value {
            self.moved = Some(at);
            self.row = row.clone();
        }
        self.at = at;
    }

    pub fn job(&self) -> &T {
        &self.row.value
    }

    /// True when the job has run for so long without a change that it is checked rarely: `still running at the server`.
    pub fn is_quiet(&self, now: Timestamp) -> bool {
        let job = self.job();
        let since = job.started().or(job.queued());
        let old = since.is_some_and(|since| now.0.saturating_sub(since.0) >= QUIET_AFTER);
        old && !job.is_over() && self.moved.is_none_or(|moved| now.0.saturating_sub(moved.0) >= MOVED)
    }

    /// True for a running job of which nothing was heard lately, such as while the service cannot be reached.
    pub fn is_old(&self, now: Timestamp) -> bool {
        !self.job().is_over() && now.0.saturating_sub(self.at.0) >= OLD
    }

    /// Estimated seconds until the job ends, from its progress and the time it has run; `None` from old news.
    pub fn left(&self, now: Timestamp) -> Option<i64> {
        let (share, started) = (self.job().share()?, self.job().started()?);
        let ran = self.at.0.checked_sub(started.0)?;
        if self.job().is_over() || share < 0.02 || ran < 2 || self.is_quiet(now) || self.is_old(now) {
            return None;
        }
        let left = (ran as f64 * (1.0 - share) / share).round() as i64;
        Some(left.saturating_sub(now.0.saturating_sub(self.at.0)).max(1))
    }
}
