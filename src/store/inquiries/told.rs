//! When the service last told of a row, for writes that must know what it is before they change it.

use std::collections::HashMap;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};

/// Rows remembered at most; those forgotten are read again where it matters.
const MOST: usize = 8_192;

/// The rows told of lately.
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
