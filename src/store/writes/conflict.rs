//! Values that somebody else has changed between the question about a write and its sending.

use super::probe::Moved;
use crate::store::subject::EntryId;
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::Target;

/// Reason why a target whose value was changed elsewhere is left alone.
pub const CHANGED: &str = "changed since";
/// Reason why an unchanged value is not saved: another value of the same write was changed elsewhere.
pub const OTHER_CHANGED: &str = "another field was changed meanwhile";

/// Part of a write that was not sent, because its values were changed elsewhere since the user saw them.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    pub entry: EntryId,
    /// The write of the entry, made again to replace the values as they are now.
    pub over: Intent,
    pub moved: Vec<Moved>,
    /// True where the write is that of the plan under review.
    pub staged: bool,
}

/// A [`Conflict`] that waits while the rest of its write is still being sent.
#[derive(Debug)]
pub(in crate::store) struct Left {
    pub entry: EntryId,
    pub over: Over,
    pub moved: Vec<Moved>,
}

/// The user's write, made again to replace the values as they are now.
#[derive(Debug)]
pub(in crate::store) enum Over {
    Targets(Vec<Target>),
    Whole(Box<Intent>),
}
