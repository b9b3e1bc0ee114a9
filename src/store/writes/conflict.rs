//! Values that somebody else has changed between the user's answer to a question and the sending of the write.

use super::probe::Moved;
use crate::store::subject::EntryId;
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::Target;

/// Reason why a target is not sent whose value was changed elsewhere.
pub const CHANGED: &str = "changed since";
/// Reason why a target is not sent whose value is unchanged: another value of the same write was changed elsewhere.
pub const OTHER_CHANGED: &str = "another field was changed meanwhile";

/// The unsent part of a write, whose values were changed elsewhere after the user saw them.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    pub entry: EntryId,
    /// Write of the same values, made anew to replace the values the service has now.
    pub over: Intent,
    pub moved: Vec<Moved>,
    /// True if the write is that of the plan under review.
    pub staged: bool,
}

/// A [`Conflict`] that is not shown yet, because other targets of its write are still being sent.
#[derive(Debug)]
pub(in crate::store) struct Left {
    pub entry: EntryId,
    pub over: Over,
    pub moved: Vec<Moved>,
}

/// The user's write, made anew to replace the values the service has now: as its targets, or as a whole.
#[derive(Debug)]
pub(in crate::store) enum Over {
    Targets(Vec<Target>),
    Whole(Box<Intent>),
}
