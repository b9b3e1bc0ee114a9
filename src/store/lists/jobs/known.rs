//! One job as the service last sent it, and what follows from the age of that answer.

use super::{Ended, ended};
use crate::api::Row;
use crate::api::types::{Export, Import};
use crate::base::{Id, Timestamp};

/// Seconds a job has run without a change after which it is read less often.
pub const QUIET_AFTER: i64 = 30 * 60;
/// Age in seconds from which an answer about a running job is old: running jobs are read at least every ten seconds.
const OLD: i64 = 30;
/// Seconds after a change during which a job is read often, however long it has run.
const MOVED: i64 = 120;

/// What imports and exports have in common.
pub trait Job: Sized + Clone + PartialEq {
    /// Number of the job.
    fn id(&self) -> Id<Self>;
    /// True when the job has ended.
    fn is_over(&self) -> bool;
    /// Progress from 0 to 1; `None` where the service sends no such number.
    fn share(&self) -> Option<f64>;
    /// Time the job was queued.
    fn queued(&self) -> Option<Timestamp>;
    /// Time the job started; `None` while it is queued.
    fn started(&self) -> Option<Timestamp>;
    /// Time the job ended; `None` while it runs.
    fn finished(&self) -> Option<Timestamp>;
    /// Message about the end of the job.
    fn ended(&self) -> Ended;
}

/// Progress, if it is a number from 0 to 1.
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

/// Job as the service last sent it.
#[derive(Clone, Debug, PartialEq)]
pub struct Known<T> {
    pub row: Row<T>,
    /// Time of the answer.
    pub at: Timestamp,
    /// Time of the last answer in this run that differed from the one before it; `None` without such an answer.
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

    /// True when the job has run for [`QUIET_AFTER`] without a recent change, so that it is read rarely.
    pub fn is_quiet(&self, now: Timestamp) -> bool {
        let job = self.job();
        let since = job.started().or(job.queued());
        let old = since.is_some_and(|since| now.0.saturating_sub(since.0) >= QUIET_AFTER);
        old && !job.is_over() && self.moved.is_none_or(|moved| now.0.saturating_sub(moved.0) >= MOVED)
    }

    /// True for a running job without a recent answer, for instance while the service cannot be reached.
    pub fn is_old(&self, now: Timestamp) -> bool {
        !self.job().is_over() && now.0.saturating_sub(self.at.0) >= OLD
    }

    /// Estimated seconds until the job ends, from its progress and the time it has run; `None` where nothing recent is
    /// known.
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
