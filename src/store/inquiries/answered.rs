//! Local marks of answered inquiries: laid over the rows, unknown to the service.

use std::sync::Arc;

use super::InquiryIndex;
use super::row::bits;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};

impl InquiryIndex {
    /// A row's bits with pending changes and local marks.
    pub(super) fn laid_over(&self, id: Id<Inquiry>, bits: u32) -> u32 {
        let answered = if self.answered.contains_key(&id.get()) { bits::ANSWERED } else { 0 };
        self.overlay.apply(id, bits) | answered
    }

    /// When the user answered it, if it carries that mark.
    pub fn answered_at(&self, id: Id<Inquiry>) -> Option<Timestamp> {
        self.answered.get(&id.get()).copied()
    }

    /// Sets the local marks of answered inquiries, or takes them off (`None`).
    pub(in crate::store) fn set_answered(&mut self, marks: &[(i64, Option<Timestamp>)]) {
        if marks.is_empty() {
            return;
        }
        // Views are made anew: who is answered decides who belongs.
        self.sets.version += 1;
        let answered = Arc::make_mut(&mut self.answered);
        for (id, at) in marks {
            match at {
                Some(at) => answered.insert(*id, *at),
                None => answered.remove(id),
            };
        }
    }
}
