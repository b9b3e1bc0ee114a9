//! Reading again, before the question, the values of the rows to be sent, so that the question names present values and
//! the changes made elsewhere.

use std::sync::Arc;

use super::state::ImportPage;
use crate::base::Timestamp;
use crate::screens::compared;
use crate::store::Subject;
use crate::store::writes::plan::{FRESH, ToRead};
use crate::ui::{Cx, Effect, World};

/// Values read again before sending.
#[derive(Debug)]
pub struct Reread {
    /// Time from which a reading counts.
    pub since: Timestamp,
    subjects: Arc<[Subject]>,
    pub to_read: ToRead,
}

impl ImportPage {
    /// True when the values to be sent were read just now; otherwise requests those that were not.
    pub fn is_read_again(&mut self, cx: &mut Cx<'_>) -> bool {
        self.take_report(&cx.world);
        let store = cx.world.store;
        let begins = self.reread.is_none();
        let reread = self.reread.get_or_insert_with(|| Reread {
            since: Timestamp(store.own_time(cx.world.now).0 - FRESH),
            subjects: self.changes.sent.clone(),
            to_read: ToRead::default(),
        });
        reread.to_read = store.values_to_read(reread.subjects.iter(), reread.since);
        let is_done = reread.to_read.is_done();
        if begins && !is_done {
            cx.push(Effect::ReadValues(reread.subjects.clone(), reread.since));
        }
        if is_done {
            self.take_report(&cx.world);
        }
        is_done
    }

    /// Number of domains to be sent that could not be read again.
    pub fn not_read(&self) -> usize {
        self.reread.as_ref().map_or(0, |reread| reread.to_read.failed.len())
    }

    /// Progress of reading the values the question waits for.
    pub fn reading(&self, world: &World<'_>) -> Option<String> {
        let waits = self.waits_to_ask && self.changes.blind > 0;
        if let Some(names) = compared::reading_names(world.store).filter(|_| waits) {
            return Some(names);
        }
        compared::reading(&self.reread.as_ref()?.to_read, "imported", self.waits_to_ask, world.store)
    }
}
