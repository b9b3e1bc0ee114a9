//! Acts on domains laid over the index: shown as on their way while they are, and off their tab once the service said
//! so. Where a domain is then is not documented, so nothing more is claimed; the lists tell.

use serde_json::Value as Json;

use crate::api::types::Domain;
use crate::api::{Reply, Row};
use crate::base::{DomainName, Timestamp};
use crate::store::index::domains::{Fresh, KeptDomain, Source};
use crate::store::subject::{DomainKey, EntryId, Item, Subject};
use crate::store::writes::probe::SINGLY;
use crate::store::{DomainTab, Store};

impl Store {
    /// Shows that a write is on its way with these domains.
    pub(super) fn lay_over_domains(&mut self, entry: EntryId, items: &[Item]) {
        if let Some(pending) = self.writes.journal.get(entry).and_then(|kept| kept.intent.rule().pending) {
            self.lay_domains(entry, items.iter().filter_map(punycode), pending);
        }
    }

    /// Takes a step of such a write over into the index.
    pub(super) fn step_domains(&mut self, entry: EntryId, items: &[Item]) {
        let Some(kept) = self.writes.journal.get(entry).filter(|kept| kept.intent.rule().pending.is_some()) else {
            return;
        };
        let leaves = kept.intent.rule().leaves;
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

impl Store {
    /// Puts a price or sale setting that was saved into the domain's row at once.
    pub(in crate::store) fn domain_priced(&mut self, name: &DomainName, field: &str, value: &Json) {
        let Some(known) = self.index.domains.find(name.punycode()).and_then(|key| self.index.domains.row(key)) else {
            return;
        };
        let body = serde_json::json!({
            "domain": { "punycode": known.punycode(), "name": known.name(), field: value }
        });
        let Ok(row) = Row::<Domain>::decode(body.to_string().as_bytes()) else { return };
        let from = Source { began: self.clock(), ..Source::default() };
        let taken = self.index.domains.absorb(vec![Fresh::new(&row)], from, Timestamp::default());
        if let Some(disk) = &self.disk {
            // The text of the row is that of an earlier answer.
            disk.put_domains(taken.rows.into_iter().map(|row| KeptDomain { with_raw: false, ..row }).collect());
        }
    }

    /// Reads these domains again because their rows are out of date: one by one, or with a full walk where they are many.
    pub(in crate::store) fn read_domains_again<'a>(
        &mut self,
        names: impl ExactSizeIterator<Item = &'a str>,
        now: Timestamp,
    ) {
        if names.len() > SINGLY {
            return self.sync_domains(now);
        }
        let keys: Vec<DomainKey> = names.filter_map(|name| self.index.domains.find(name)).collect();
        self.index.domains.walk.read(keys);
    }
}
