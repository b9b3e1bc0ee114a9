//! Writes about domains in the index: shown as pending, then taken off the tab once the service has accepted them. It
//! is not documented on which tab a domain is then; the lists show it.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::api::types::Domain;
use crate::api::{Reply, Row};
use crate::base::{DomainName, Timestamp};
use crate::store::index::domains::{Fresh, KeptDomain, Source};
use crate::store::subject::{DomainKey, EntryId, Item, Subject};
use crate::store::writes::probe::SINGLY;
use crate::store::{DomainTab, Store};

impl Store {
    /// Changes the tabs of domains after a step of a write that moves them.
    pub(super) fn step_domains(&mut self, entry: EntryId, items: &[Item]) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
        // What an import has changed shows only in the lists.
        let Some(leaves) = kept.intent.rule().leaves else { return };
        let applied = |item: &&Item| kept.target(*item).is_some_and(|target| target.state.applied());
        let done = items.iter().filter(applied).filter_map(|item| match &item.subject {
            Subject::Domain(name) => Some(name.clone()),
            _ => None,
        });
        let done: Vec<Arc<str>> = done.collect();
        let done = done.iter().map(AsRef::as_ref);
        match leaves {
            DomainTab::MyDomains => self.domains_left_account(done),
            tab => self.domains_left_tab(done, tab),
        }
    }

    /// Puts a saved price or sale setting into the domain's row at once.
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
            // The JSON text of the row is that of an earlier answer, so it is not changed.
            disk.put_domains(taken.rows.into_iter().map(|row| KeptDomain { with_raw: false, ..row }).collect());
        }
    }

    /// Reads these domains again because their rows are out of date: one by one, or for more than [`SINGLY`] with a
    /// walk over all.
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
