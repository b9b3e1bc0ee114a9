//! Store after a kill, for tests.

use crate::base::Timestamp;
use crate::store::{Entry, Store};

impl Store {
    /// Store after a kill and a new start, with only the journal, the cached inquiries and the progress of their walk.
    pub fn after_kill(&self, now: Timestamp) -> Self {
        let mut entries: Vec<Entry> = self.writes.journal.entries().cloned().collect();
        entries.reverse();
        let mut store = Self::new(&self.session.account);
        store.index.inquiries.load(self.index.inquiries.snapshot());
        let walk = serde_json::to_string(&self.index.inquiries.walk).expect("kept");
        store.index.inquiries.walk = serde_json::from_str(&walk).expect("read back");
        store.index.inquiries.walk.read_back();
        for (name, ids) in self.index.inquiries.sets() {
            store.index.inquiries.add_to_set(&name, ids);
        }
        store.restore_journal(entries, now);
        store
    }
}
