//! Values of the plan under review that are not known as they are now. Nothing is
//! asked about a value that was not read, and nothing is written over one.

use crate::base::{DomainName, Timestamp};
use crate::client::Failure;
use crate::store::subject::Subject;

/// Seconds after which a value counts as not read for a question.
pub const FRESH: i64 = 60;

/// Values of a plan still to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToRead {
    pub(in crate::store) account: bool,
    pub(in crate::store) profile: bool,
    /// The pages of domains with settings of their own.
    pub(in crate::store) pages: bool,
    /// The next domains to read one by one.
    pub(in crate::store) singly: Vec<DomainName>,
    /// Number of things read, and of all.
    pub read: usize,
    pub of: usize,
    /// Things that cannot be read, with the failure.
    pub failed: Vec<(Subject, Failure)>,
}

/// Progress of reading the values of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// They were read then.
    Done(Timestamp),
    Failed,
    /// To be read; the pages of verified domains have it.
    Listed,
    /// To be read by itself.
    Apart,
}

impl ToRead {
    /// True when everything that can be read was read.
    pub fn is_done(&self) -> bool {
        self.read + self.failed.len() == self.of
    }
}
