//! Time at which the service last sent each row, for writes that need its present state.

use std::collections::HashMap;

use super::InquiryIndex;
use crate::api::limits::PER_PAGE;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};

/// Most rows whose time is remembered. Others are read again where their state matters.
const MOST: usize = 8_192;

/// Times at which rows were sent lately.
#[derive(Debug, Default)]
pub(super) struct Told(HashMap<i64, Timestamp>);

impl Told {
    pub(super) fn note(&mut self, id: Id<Inquiry>, at: Timestamp) {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(id.get(), at);
    }

    pub(super) fn at(&self, id: Id<Inquiry>) -> Option<Timestamp> {
        self.0.get(&id.get()).copied()
    }
}

impl InquiryIndex {
    /// Version that changes whenever a row's texts or figures may change; marks and pending writes do not count.
    pub fn rows_version(&self) -> u64 {
        self.replaced + self.rows.told()
    }

    /// Time at which the service last sent a row, or confirmed a change of it.
    pub fn told_at(&self, id: Id<Inquiry>) -> Option<Timestamp> {
        self.told.at(id)
    }

    /// Start of the walk that read the rows; `None` before the first one.
    pub fn walked_at(&self) -> Option<Timestamp> {
        self.walk.began()
    }

    /// Number of pages of the list of all inquiries down to the oldest of these rows.
    pub fn pages_down_to(&self, ids: &[Id<Inquiry>]) -> usize {
        let last = ids.iter().filter_map(|id| self.rows.above(*id)).max();
        last.unwrap_or(0) / PER_PAGE as usize + 1
    }

    /// Notes that the service has sent a row, or confirmed a change of it, at `at`.
    pub(in crate::store) fn told(&mut self, id: Id<Inquiry>, at: Timestamp) {
        self.told.note(id, at);
    }
}
