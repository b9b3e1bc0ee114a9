//! Values of the plan under review whose current state has to be read. The question does not ask about a value that was
//! not read, and such a value is not overwritten.

use crate::base::{DomainName, Timestamp};
use crate::client::Failure;
use crate::store::subject::Subject;

/// Age in seconds from which a value counts as not read for a question.
pub const FRESH: i64 = 60;

/// Values of a plan still to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToRead {
    pub(in crate::store) account: bool,
    pub(in crate::store) profile: bool,
    /// True to read the pages of domains with settings of their own.
    pub(in crate::store) pages: bool,
    /// The next domains to read one by one.
    pub(in crate::store) singly: Vec<DomainName>,
    /// Number of things read; `of` is the number of all.
    pub read: usize,
    pub of: usize,
    /// Things that cannot be read, with the failure.
    pub failed: Vec<(Subject, Failure)>,
}

/// Progress of reading the values of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Read at that time.
    Done(Timestamp),
    Failed,
    /// To be read with the pages of verified domains.
    Listed,
    /// To be read on its own.
    Apart,
}

impl ToRead {
    /// Adds the profile where it is due.
    #[must_use]
    pub(in crate::store) fn and_profile(self, is_due: bool) -> Self {
        let adds = is_due && !self.profile;
        Self { profile: self.profile || is_due, of: self.of + usize::from(adds), ..self }
    }

    /// True when everything that can be read was read.
    pub fn is_done(&self) -> bool {
        self.read + self.failed.len() == self.of
    }
}
