//! What must be known before a write goes out: the newest import or export there is, so that what it makes can be told
//! from what was there; that a file is still the one that was checked; that names to be removed still are where the
//! user saw them.

use std::collections::HashMap;

use super::probe::{Found, Probe, SINGLY};
use super::{Batch, WriteProgress, WriteStep};
use crate::api::domains::Tab;
use crate::api::types::{Domain, DomainState};
use crate::base::{DomainName, Timestamp};
use crate::store::Store;
use crate::store::intent::{DomainAct, Intent, Settles, Subject};
use crate::store::journal::{EntryId, State, Which};

/// Seconds after which what is known of a name is read again before it is removed.
const STALE: i64 = 300;

impl Store {
    /// What to read before this batch may go out; nothing for most.
    pub fn looks(&self, batch: &Batch, now: Timestamp) -> Vec<Probe> {
        let Some(kept) = batch.targets.first().and_then(|(entry, _)| self.journal.get(*entry)) else {
            return Vec::new();
        };
        let mut looks = Vec::new();
        match kept.intent.rule().settles {
            Settles::Import => looks.push(Probe::NewestImport),
            Settles::Export => {
                if let Intent::Export(ask) = &kept.intent {
                    looks.push(Probe::Exports(ask.kind));
                }
            }
            _ => {}
        }
        match &kept.intent {
            Intent::ImportCsv(csv) => looks.push(Probe::File(csv.path.clone(), csv.written.clone())),
            Intent::Domains { act: DomainAct::Delete | DomainAct::Ignore, tab, .. } => {
                let stale = |name: &DomainName| {
                    let row = self.domains.find(name.punycode()).and_then(|key| self.domains.row(key));
                    // What claims to be read in the future was read by another clock.
                    row.is_none_or(|row| !(0..=STALE).contains(&(now.0 - row.read_at().0)))
                };
                let names = batch.targets.iter().filter_map(|(_, subject)| subject.name());
                let stale: Vec<DomainName> = names.filter(stale).collect();
                match tab {
                    _ if stale.is_empty() => {}
                    // What is not in the account is told by its tab only.
                    Tab::Detected | Tab::Removed => looks.push(Probe::DomainPages(*tab, stale)),
                    _ if stale.len() <= SINGLY => looks.push(Probe::Domains(stale)),
                    _ => looks.push(Probe::DomainPages(*tab, stale)),
                }
            }
            _ => {}
        }
        looks
    }

    /// Takes what was found: the batch without what must not go out any more, and what is to be told where nothing is
    /// left of the write. Targets that were taken back meanwhile are left out too.
    pub fn looked(&mut self, batch: &Batch, found: &[Found], now: Timestamp) -> (Batch, Option<String>) {
        let mut out: HashMap<Subject, String> = HashMap::new();
        let Some(kept) = batch.targets.first().and_then(|(entry, _)| self.journal.get(*entry)) else {
            return (Batch { targets: Vec::new() }, None);
        };
        let intent = kept.intent.about(std::iter::empty());
        let mut newest = None;
        for found in found {
            match (found, &intent) {
                (Found::NewestImport(id), _) => newest = Some(id.unwrap_or(0)),
                (Found::Exports(exports), _) => {
                    newest = Some(exports.iter().map(|export| export.export_id.get()).max().unwrap_or(0));
                }
                (Found::File(digest), Intent::ImportCsv(csv)) if digest.as_ref() != Some(&csv.digest) => {
                    let why = match digest {
                        Some(_) => "the file has changed since it was checked; check it again",
                        None => "the file cannot be read any more",
                    };
                    out.extend(batch.targets.iter().map(|(_, subject)| (subject.clone(), why.to_owned())));
                }
                (Found::Domains(rows), Intent::Domains { tab, .. }) => {
                    for (name, row) in rows {
                        if let Some(why) = moved(*tab, row.as_deref().map(|row| &row.value)) {
                            out.insert(Subject::domain(name), why.to_owned());
                        }
                    }
                }
                (Found::OffTab(names), _) => {
                    let why = "it is no longer on that tab";
                    out.extend(names.iter().map(|name| (Subject::Domain(name.as_str().into()), why.to_owned())));
                }
                _ => {}
            }
        }
        let (mut targets, mut dropped) = (Vec::new(), false);
        for (entry, subject) in &batch.targets {
            if !self.is_planned(*entry, subject) {
                continue;
            }
            if let Some(why) = out.remove(subject) {
                dropped = true;
                let progress = WriteProgress {
                    entry: *entry,
                    targets: Which::These(vec![subject.clone()]),
                    step: WriteStep::Dropped { why },
                    at: now,
                };
                self.settle(progress);
                continue;
            }
            if let Some(newest) = newest {
                self.journal.change(*entry, subject, |target| target.newest = Some(newest));
            }
            targets.push((*entry, subject.clone()));
        }
        let over = batch.targets.first().map(|(entry, _)| *entry).filter(|entry| self.is_over(*entry));
        (Batch { targets }, over.filter(|_| dropped).and_then(|entry| self.told(entry)))
    }

    fn is_over(&self, entry: EntryId) -> bool {
        self.journal.get(entry).is_some_and(|kept| !kept.open())
    }

    fn is_planned(&self, entry: EntryId, subject: &Subject) -> bool {
        let target = self.journal.get(entry).and_then(|kept| kept.target(subject));
        target.is_some_and(|target| target.state == State::Planned)
    }
}

/// Why a name is not where the user saw it any more.
fn moved(tab: Tab, row: Option<&Domain>) -> Option<&'static str> {
    let state = row.and_then(|row| row.state.get());
    match (row, state) {
        (None, _) | (_, Some(DomainState::Removed | DomainState::Detected)) => Some("it is no longer in the account"),
        (_, Some(DomainState::Verified)) if tab == Tab::Unverified => Some("it is verified now; confirm it again"),
        (_, Some(DomainState::Unverified)) if tab == Tab::Verified => {
            Some("it is no longer verified; confirm it again")
        }
        _ => None,
    }
}
