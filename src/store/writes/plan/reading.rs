//! Values of the plan under review whose current state must be read: the question leaves out a value that could not be
//! read, and such a value is not overwritten.

use crate::base::{DomainName, Timestamp};
use crate::client::Failure;
use crate::store::subject::Subject;

/// Age in seconds from which a read value is too old for a question.
pub const FRESH: i64 = 60;

/// Values of a plan that are still to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToRead {
    pub(in crate::store) account: bool,
    pub(in crate::store) profile: bool,
    /// True if pages with the own settings of verified domains are to be read.
    pub(in crate::store) pages: bool,
    /// Domains to be read one by one next.
    pub(in crate::store) singly: Vec<DomainName>,
    /// Number of things read; `of` is the number of all.
    pub read: usize,
    pub of: usize,
    /// Things that cannot be read, each with the failure.
    pub failed: Vec<(Subject, Failure)>,
}

/// State of reading the values of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Read at this time.
    Done(Timestamp),
    Failed,
    /// To be read with the pages of verified domains.
    Listed,
    /// To be read by a call of its own.
    Apart,
}

impl ToRead {
    /// Adds the profile if `is_due` and it is not to be read already.
    #[must_use]
    pub(in crate::store) fn and_profile(self, is_due: bool) -> Self {
        let adds = is_due && !self.profile;
        Self { profile: self.profile || is_due, of: self.of + usize::from(adds), ..self }
    }

    /// True if everything that can be read was read.
    pub fn is_done(&self) -> bool {
        self.read + self.failed.len() == self.of
    }
}
