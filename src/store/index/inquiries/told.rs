//! Time at which the service last told of a row, for writes that must know its present state.

use std::collections::HashMap;

use super::InquiryIndex;
use crate::api::limits::PER_PAGE;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};

/// Most rows remembered; rows forgotten are read again where their state matters.
const MOST: usize = 8_192;

/// Time of each row the service told of lately.
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
    /// Version that differs whenever a row's texts or figures may differ; marks and pending changes do not count.
    pub fn rows_version(&self) -> u64 {
        self.replaced + self.rows.told()
    }

    /// Time the service last told of a row, or took a change of it.
    pub fn told_at(&self, id: Id<Inquiry>) -> Option<Timestamp> {
        self.told.at(id)
    }

    /// Start of the reading of all inquiries that the rows come from; `None` before the first one.
    pub fn walked_at(&self) -> Option<Timestamp> {
        self.walk.began()
    }

    /// Number of pages of the list of all inquiries that must be read to reach all these rows.
    pub fn pages_down_to(&self, ids: &[Id<Inquiry>]) -> usize {
        let last = ids.iter().filter_map(|id| self.rows.above(*id)).max();
        last.unwrap_or(0) / PER_PAGE as usize + 1
    }

    /// Notes that the service has told of a row, or taken a change of it.
    pub(in crate::store) fn told(&mut self, id: Id<Inquiry>, at: Timestamp) {
        self.told.note(id, at);
    }
}
