//! Acts on domains laid over the index: shown as on their way while they are, and off their tab once the service said
//! so. Where a domain is then is not documented, so nothing more is claimed; the lists tell.

use crate::store::intent::{Item, Subject};
use crate::store::journal::EntryId;
use crate::store::{DomainTab, Store};

impl Store {
    /// Shows that a write is on its way with these domains.
    pub(super) fn lay_over_domains(&mut self, entry: EntryId, items: &[Item]) {
        if let Some(pending) = self.journal.get(entry).and_then(|kept| kept.intent.pending()) {
            self.lay_domains(entry, items.iter().filter_map(punycode), pending);
        }
    }

    /// Takes a step of such a write over into the index.
    pub(super) fn step_domains(&mut self, entry: EntryId, items: &[Item]) {
        let Some(kept) = self.journal.get(entry).filter(|kept| kept.intent.pending().is_some()) else { return };
        let leaves = kept.intent.leaves();
        let (mut over, mut done) = (Vec::new(), Vec::new());
        for item in items {
            let Some((name, target)) = owned(item).zip(kept.target(item)) else { continue };
            if !target.state.pending() {
                over.push(name.clone());
            }
            if target.state.applied() {
                done.push(name);
            }
        }
        self.lift_domains(entry, over.iter().map(AsRef::as_ref));
        let done = done.iter().map(AsRef::as_ref);
        match leaves {
            Some(DomainTab::MyDomains) => self.domains_left_account(done),
            Some(tab) => self.domains_left_tab(done, tab),
            // An import does it; the lists tell how far it is.
            None => {}
        }
    }
}

fn punycode(item: &Item) -> Option<&str> {
    if let Subject::Domain(name) = &item.subject { Some(name) } else { None }
}

fn owned(item: &Item) -> Option<std::sync::Arc<str>> {
    if let Subject::Domain(name) = &item.subject { Some(name.clone()) } else { None }
}
