//! What the store does with domains: answers in, walk on, moves acknowledged, rows to the disk.

use super::{DomainBook, DomainKey, DomainTab, Fresh, Pending, Taken, tab};
use crate::api::domains::List;
use crate::api::types::Domain;
use crate::api::{Call, Paged, Row};
use crate::base::Timestamp;
use crate::store::Store;
use crate::store::journal::EntryId;

impl Store {
    /// All domains known.
    pub fn domains(&self) -> &DomainBook {
        &self.domains
    }

    /// Takes in a page of a tab.
    pub(in crate::store) fn absorb_domains(
        &mut self,
        call: &Call,
        page: &Paged<Domain>,
        began: u64,
        at: Timestamp,
    ) -> Taken {
        let (tab, whole) = List::tab_of(call);
        if whole && let Some(total) = page.pagination.total() {
            self.domains.walk.tell(tab, total);
        }
        let taken = self.domains.absorb(Fresh::page(&page.rows), Some(tab), began, at);
        self.keep_domains(&taken);
        taken
    }

    /// Takes in one domain read by itself.
    pub fn take_domain(&mut self, row: &Row<Domain>, began: u64, at: Timestamp) -> Taken {
        self.version += 1;
        let taken = self.domains.absorb(vec![Fresh::new(row)], None, began, at);
        self.domains.put_full(std::sync::Arc::new(row.clone()));
        self.keep_domains(&taken);
        taken
    }

    fn keep_domains(&self, taken: &Taken) {
        let _ = taken;
    }

    /// Shows that an entry of the journal is doing something with these domains (ASCII names).
    pub fn lay_domains<'a>(&mut self, entry: EntryId, names: impl IntoIterator<Item = &'a str>, what: Pending) {
        self.version += 1;
        self.domains.lay(entry, names, what);
    }

    /// The entry is settled with these domains, one way or the other.
    pub fn lift_domains<'a>(&mut self, entry: EntryId, names: impl IntoIterator<Item = &'a str>) {
        self.version += 1;
        self.domains.lift(entry, names);
    }

    /// The service acknowledged that these domains (ASCII names) left the account: deleted. Where they are now is not
    /// documented, so nothing is claimed; ask for them again.
    pub fn domains_left_account<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.domains_left(names, tab::MINE);
    }

    /// The service acknowledged that these domains (ASCII names) left one tab: ignored, approved, added back.
    pub fn domains_left_tab<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, tab: DomainTab) {
        self.domains_left(names, tab::bit(tab));
    }

    fn domains_left<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, tabs: u32) {
        self.version += 1;
        let moment = self.book.next_moment();
        let changed = self.domains.leave(names, tabs, moment);
        self.keep_domain_bits(&changed);
    }

    /// The service says there is no such domain in the account: it is taken off the tabs of the account, and forgotten
    /// when it is on no other.
    pub fn domain_not_found(&mut self, key: DomainKey) {
        self.version += 1;
        self.domains.clear_tabs(key, tab::MINE);
        if self.domains.row(key).is_some_and(|row| row.tabs().next().is_none()) {
            self.domains.remove(key);
        }
        self.keep_domain_bits(&[key]);
    }

    fn keep_domain_bits(&self, keys: &[DomainKey]) {
        let _ = keys;
    }
}
