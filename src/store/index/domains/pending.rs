//! What the user has asked to be done with domains and is not settled yet, laid over the rows.

use std::collections::HashMap;

use crate::store::subject::EntryId;

/// A pending write about a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Out of the account.
    Removing,
    /// Off the detected list.
    Ignoring,
    /// Into the account from the detected list.
    Approving,
    /// Back into the account from the removed ones.
    AddingBack,
    /// A check, the first or another.
    Checking,
    /// Settings are being written.
    Saving,
}

/// The pending changes of every domain, oldest first; by name, because a write may be older than the index.
#[derive(Clone, Debug, Default)]
pub(super) struct Pendings {
    by_name: HashMap<Box<str>, Vec<(EntryId, Pending)>>,
    version: u64,
}

impl Pendings {
    pub fn push(&mut self, entry: EntryId, punycode: &str, what: Pending) {
        self.version += 1;
        let pending = self.by_name.entry(punycode.into()).or_default();
        pending.retain(|(of, _)| *of != entry);
        pending.push((entry, what));
    }

    /// Takes away what one entry laid over one domain, and only that.
    pub fn remove(&mut self, entry: EntryId, punycode: &str) {
        let Some(pending) = self.by_name.get_mut(punycode) else { return };
        self.version += 1;
        pending.retain(|(of, _)| *of != entry);
        if pending.is_empty() {
            self.by_name.remove(punycode);
        }
    }

    /// The newest.
    pub fn get(&self, punycode: &str) -> Option<Pending> {
        if self.by_name.is_empty() {
            return None;
        }
        self.by_name.get(punycode)?.last().map(|(_, what)| *what)
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.version += 1;
        self.by_name.clear();
    }

    pub fn version(&self) -> u64 {
        self.version
    }
}
