//! Targets that travel together, and what their answer says of them.

use crate::store::subject::{EntryId, Item};
use crate::store::writes::journal::Which;

/// Targets that go out as one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Targets in the order of their entries.
    pub targets: Vec<(EntryId, Item)>,
}

impl Batch {
    /// The targets entry by entry.
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

/// Results of a batch from its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Targets done for certain.
    pub done: usize,
    /// Targets the service does not know.
    pub missing: usize,
    /// Targets whose outcome must be read back.
    pub open: usize,
    /// Targets that are done and read back all the same.
    pub checked: usize,
    /// True when the service works on the targets in the background.
    pub queued: bool,
    /// True when the answer could not be understood.
    pub odd: bool,
    /// Clause about an export that runs already and was answered instead.
    pub instead: Option<String>,
}
