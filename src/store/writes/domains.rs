//! Acts on domains laid over the index: shown as on their way while they are, and off their tab once the service said
//! so. Where a domain is then is not documented, so nothing more is claimed; the lists tell.

use crate::store::domains::Pending;
use crate::store::intent::{DomainAct, Intent, Subject};
use crate::store::journal::EntryId;
use crate::store::{DomainTab, Store};

impl Store {
    /// Shows that a write is on its way with these domains.
    pub(super) fn lay_over_domains(&mut self, entry: EntryId, subjects: &[Subject]) {
        if let Some(act) = self.act_of(entry) {
            self.lay_domains(entry, subjects.iter().filter_map(punycode), Pending::of(act));
        }
    }

    /// Takes a step of such a write over into the index.
    pub(super) fn step_domains(&mut self, entry: EntryId, subjects: &[Subject]) {
        let Some((act, kept)) = self.act_of(entry).zip(self.journal.get(entry)) else { return };
        let (mut over, mut done) = (Vec::new(), Vec::new());
        for subject in subjects {
            let Some((name, target)) = owned(subject).zip(kept.target(subject)) else { continue };
            if !target.state.pending() {
                over.push(name.clone());
            }
            if target.state.applied() {
                done.push(name);
            }
        }
        self.lift_domains(entry, over.iter().map(AsRef::as_ref));
        let done = done.iter().map(AsRef::as_ref);
        match act {
            DomainAct::Delete => self.domains_left_account(done),
            DomainAct::Ignore => self.domains_left_tab(done, DomainTab::Detected),
            // An import does these; the lists tell how far it is.
            DomainAct::Verify | DomainAct::Retry | DomainAct::Approve | DomainAct::AddBack => {}
        }
    }

    fn act_of(&self, entry: EntryId) -> Option<DomainAct> {
        match self.journal.get(entry)?.intent {
            Intent::Domains { act, .. } => Some(act),
            _ => None,
        }
    }
}

fn punycode(subject: &Subject) -> Option<&str> {
    if let Subject::Domain(name) = subject { Some(name) } else { None }
}

fn owned(subject: &Subject) -> Option<std::sync::Arc<str>> {
    if let Subject::Domain(name) = subject { Some(name.clone()) } else { None }
}
