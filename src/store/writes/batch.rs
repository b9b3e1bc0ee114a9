//! Targets of writes that go out in one call, and the results that the call's answer gives for them.

use crate::store::subject::{EntryId, Item};
use crate::store::writes::journal::Which;

/// Targets that are sent in one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Targets, those of one entry next to each other.
    pub targets: Vec<(EntryId, Item)>,
}

impl Batch {
    /// Targets grouped by their entry.
    pub fn entries(&self) -> Vec<(EntryId, Which)> {
        let mut entries: Vec<(EntryId, Vec<Item>)> = Vec::new();
        for (entry, item) in &self.targets {
            match entries.last_mut() {
                Some((last, items)) if last == entry => items.push(item.clone()),
                _ => entries.push((*entry, vec![item.clone()])),
            }
        }
        entries.into_iter().map(|(entry, items)| (entry, Which::These(items))).collect()
    }

    /// The batch's targets without their entries.
    pub(in crate::store) fn items(&self) -> Vec<Item> {
        self.targets.iter().map(|(_, item)| item.clone()).collect()
    }
}

/// Results of the targets of a batch, from the answer to its call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Number of targets that the answer says are done.
    pub done: usize,
    /// Number of targets the service does not know.
    pub missing: usize,
    /// Number of targets whose outcome the answer does not show, so that it is read back.
    pub open: usize,
    /// Number of targets the answer says are done, whose resulting value is read back all the same.
    pub checked: usize,
    /// True when the service works on the targets in the background.
    pub queued: bool,
    /// True when the answer could not be understood.
    pub odd: bool,
    /// Clause about an older export that still runs, with which the service answered instead of starting a new one.
    pub instead: Option<String>,
}
