//! Writes about domains by name: the single call for one name where the service has it, else bulk calls of at most
//! 10,000 names.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::kind::{BulkSaid, Kind, Refusal, Said, Undone};
use super::super::rule::{Back, Job, JobUndo, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Intent, Item, Subject, Value};
use crate::api::domains::{self, Tab};
use crate::api::types::{Domain, DomainState};
use crate::api::{Ability, Call, DecodeError, Endpoint, Needs, Request, errors as keys};
use crate::base::{DomainName, Timestamp};
use crate::client::{Failure, FailureKind};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Input, Probe, ReadAgain, SINGLY, import_probe, import_reading};
use crate::store::writes::settle::Reading;
use crate::store::{DomainTab, Pending};

/// Act on domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DomainAct {
    /// Removes domains from the account. Undo adds them back, with their own settings as far as these were read.
    Delete,
    /// Removes domains from the detected list. It cannot be undone.
    Ignore,
    /// Checks names that are detected or were in the account, each with an import of its own.
    Verify,
    /// Checks names of the account again, with one import.
    Retry,
    /// Adds detected names to the account, with one import.
    Approve,
    /// Adds removed names back to the account, with one import.
    AddBack,
}

/// Write about domains. `tab` is the tab on which they were chosen; it decides what is possible (`Tab::actions`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActOnDomains {
    pub act: DomainAct,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<DomainName>,
    pub tab: Tab,
}

/// Age in seconds from which the known state of a domain is read again before the domain is removed.
const STALE: i64 = 300;

impl Verb {
    pub const DELETE_DOMAINS: Self = Self("DeleteDomains");
    pub const IGNORE_DOMAINS: Self = Self("IgnoreDomains");
    pub const VERIFY_DOMAINS: Self = Self("VerifyDomains");
    pub const RETRY_DOMAINS: Self = Self("RetryDomains");
    pub const APPROVE_DOMAINS: Self = Self("ApproveDomains");
    pub const ADD_BACK_DOMAINS: Self = Self("AddBackDomains");
}

const DOMAINS: Rule = Rule {
    topic: Topic::DOMAINS,
    noun: Noun::DOMAIN,
    consequence: "The service does it in the background, as one import.",
    job: Some(Job::Import),
    still: Still::alike("no import was made"),
    ..Rule::BASE
};

/// Rules in the order of [`DomainAct`].
pub(super) static RULES: [Rule; 6] = [
    Rule {
        verb: Verb::DELETE_DOMAINS,
        asked: "Remove {} from the account",
        done: "removed",
        doing: "Removing {}",
        undone: "back in the account",
        action: "remove {}",
        consequence: "Landers and settings are deleted, and new inquiries stop.",
        back: Back::AddBack,
        way_back: "Press u to add them back. Own prices and settings that were read are written back; verification may differ.",
        expires: true,
        job: None,
        still: Still("it is still there", "they are all still there", "they are still there"),
        leaves: Some(DomainTab::MyDomains),
        pending: Some(Pending::Removing),
        ..DOMAINS
    },
    Rule {
        verb: Verb::IGNORE_DOMAINS,
        asked: "Ignore {}",
        done: "ignored",
        doing: "Ignoring {}",
        action: "ignore {}",
        consequence: "Ignored names leave the detected list for good. They can still be added by name.",
        expires: true,
        job: None,
        still: Still("it is still on the list", "they are still on the list", "they are still on the list"),
        leaves: Some(DomainTab::Detected),
        pending: Some(Pending::Ignoring),
        ..DOMAINS
    },
    Rule {
        verb: Verb::VERIFY_DOMAINS,
        asked: "Verify {}",
        done: "verified",
        doing: "Verifying {}",
        action: "verify {}",
        consequence: "The service checks each with an import of its own, and adds it to the account.",
        travel: Travel::SINGLY,
        pending: Some(Pending::Checking),
        ways_on: &[
            (
                FailureKind::Forbidden,
                "If it is in the account, V on Mine checks it again; else the token may lack the permission to verify.",
            ),
            (FailureKind::NotFound, "It is not detected and was never in the account; add it by name."),
        ],
        ..DOMAINS
    },
    Rule {
        verb: Verb::RETRY_DOMAINS,
        asked: "Check {} again",
        done: "checked again",
        doing: "Checking {} again",
        action: "check {}",
        pending: Some(Pending::Checking),
        ..DOMAINS
    },
    Rule {
        verb: Verb::APPROVE_DOMAINS,
        asked: "Approve {}",
        done: "approved",
        doing: "Approving {}",
        action: "approve {}",
        consequence: "The service adds them to the account in the background, as one import.",
        pending: Some(Pending::Approving),
        ..DOMAINS
    },
    Rule {
        verb: Verb::ADD_BACK_DOMAINS,
        asked: "Add {} back to the account",
        done: "added back",
        doing: "Adding {} back",
        action: "add {} back",
        consequence: "The service does it in the background, as one import. Settings may differ from before.",
        job_undo: Some(JobUndo {
            doing: "adding {} back",
            caveat: "prices and settings were not read and are not written back",
            unsent: "kept in the account",
        }),
        pending: Some(Pending::AddingBack),
        ..DOMAINS
    },
];

impl ActOnDomains {
    /// Name of the act in a bulk call.
    const fn action(&self) -> domains::BulkAction {
        match self.act {
            DomainAct::Delete => domains::BulkAction::Delete,
            DomainAct::Ignore => domains::BulkAction::Ignore,
            DomainAct::Verify | DomainAct::Retry => domains::BulkAction::Retry,
            DomainAct::Approve => domains::BulkAction::Approve,
            DomainAct::AddBack => domains::BulkAction::AddBack,
        }
    }

    fn takes_out(&self) -> bool {
        self.rule().leaves.is_some()
    }

    /// Inputs of the imports for these targets, each with its first target. Names that are sent one by one are an
    /// input each; names of bulk calls for which the same import was the newest are one input.
    fn inputs(&self, entry: &Entry, items: &[Item]) -> Vec<(Item, Input)> {
        let among = |(first, names): (Item, HashSet<String>)| (first, Input::Among(Arc::new(names)));
        if self.rule().travel == Travel::SINGLY {
            let one = |item: &Item| Some((item.clone(), HashSet::from([item.name()?.punycode().to_owned()])));
            return items.iter().filter_map(one).map(among).collect();
        }
        let wanted: HashSet<Option<i64>> = items.iter().filter_map(|item| Some(entry.target(item)?.newest)).collect();
        let mut calls: BTreeMap<Option<i64>, (Item, HashSet<String>)> = BTreeMap::new();
        for target in entry.targets.iter().filter(|target| wanted.contains(&target.newest)) {
            if let Subject::Domain(name) = &target.subject {
                let call = calls.entry(target.newest);
                call.or_insert_with(|| (target.item(), HashSet::new())).1.insert(name.to_string());
            }
        }
        calls.into_values().map(among).collect()
    }
}

impl ActOnDomains {
    /// Domains whose own settings must be read before they are removed, so that an undo can write them back. Empty
    /// where there are too many to read one by one; the question then says what an undo cannot restore.
    fn unread_own(&self, grounds: &Grounds<'_>, items: &[Item]) -> Vec<DomainName> {
        let may = self.act == DomainAct::Delete && grounds.session.missing_for(domains::Settings::ENDPOINT).is_none();
        let unread = items.iter().filter(|item| may && grounds.own_as_kept(&item.subject).is_none());
        let unread: Vec<DomainName> = unread.filter_map(|item| item.subject.name()).collect();
        if unread.len() > SINGLY { Vec::new() } else { unread }
    }
}

impl Kind for ActOnDomains {
    fn rule(&self) -> &'static Rule {
        &RULES[self.act as usize]
    }

    fn items(&self) -> Vec<Item> {
        self.names.iter().map(|name| Subject::domain(name).into()).collect()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        let names = targets.filter_map(|target| target.subject.name()).collect();
        Some(Self { names, ..*self }.into())
    }

    fn endpoint(&self) -> &'static Endpoint {
        match self.act {
            DomainAct::Delete => domains::Remove::ENDPOINT,
            DomainAct::Ignore => domains::Ignore::ENDPOINT,
            DomainAct::Verify => domains::Verify::ENDPOINT,
            _ => domains::Bulk::ENDPOINT,
        }
    }

    fn ability(&self) -> Option<Ability> {
        match self.endpoint().needs {
            Needs::One(ability) => Some(ability),
            Needs::PerAction { actions, .. } => {
                let action = self.action().as_str();
                actions.iter().find(|(known, _)| *known == action).map(|(_, ability)| *ability)
            }
            _ => None,
        }
    }

    fn call(&self, items: &[Item]) -> Call {
        let names = names_of(items);
        match (self.act, names.as_slice()) {
            (DomainAct::Delete, [name]) => return domains::Remove { name: name.clone() }.call(),
            (DomainAct::Ignore, [name]) => return domains::Ignore { name: name.clone() }.call(),
            (DomainAct::Verify, [name, ..]) => return domains::Verify { name: name.clone() }.call(),
            _ => {}
        }
        domains::Bulk {
            action: self.action(),
            names: Some(names),
            everything: None,
            state: Some(self.tab),
            listing: None,
            exclude_names: None,
        }
        .call()
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(match self.act {
            DomainAct::Verify => Said::made(domains::Verify::decode(body)?.value.import_id.get()),
            DomainAct::Delete | DomainAct::Ignore if items.len() == 1 => {
                domains::Remove::decode(body).map(|_| Said::done())?
            }
            _ => Said::Bulk(BulkSaid::read(&domains::Bulk::decode(body)?, items)),
        })
    }

    fn size(&self) -> usize {
        self.names.len()
    }

    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        (self.act == DomainAct::Delete).then(|| grounds.own_as_kept(&item.subject)).flatten()
    }

    fn why_not(&self, _: &Grounds<'_>, _: Timestamp) -> Option<String> {
        // A check needs only the name, on whichever tab it is; the service refuses names it cannot check.
        let free = self.act == DomainAct::Verify || self.tab.actions().contains(&self.action());
        (!free).then(|| "The service does not offer this on this tab.".to_owned())
    }

    fn refusal(&self, refused: &Failure, _: &Item) -> Refusal {
        Refusal::so_if(self.takes_out() && refused.code() == Some(keys::DOMAIN_NOT_FOUND))
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let names = undone.targets.iter().filter_map(|target| target.subject.name()).collect();
        let (act, tab) = match (self.act, undone.redo) {
            (DomainAct::Delete, _) => (DomainAct::AddBack, Tab::Removed),
            (_, true) => (DomainAct::Delete, Tab::MyDomains),
            _ => return None,
        };
        Some(Self { act, names, tab }.into())
    }

    fn reads_first<'a>(&'a self, grounds: &Grounds<'a>, items: &[Item]) -> Vec<ReadAgain<'a>> {
        if !self.takes_out() {
            return vec![ReadAgain::always(Probe::NewestImport)];
        }
        let read_at = |item: &Item| {
            let Subject::Domain(name) = &item.subject else { return None };
            Some(grounds.index.domains.row(grounds.index.domains.find(name)?)?.read_at())
        };
        let tab = self.tab;
        let own = self.unread_own(grounds, items);
        let own = (!own.is_empty()).then(|| ReadAgain::always(Probe::OwnSettings(own)));
        let on_tab = ReadAgain::older_than(
            STALE,
            items.iter().map(|item| (item.clone(), read_at(item))).collect(),
            move |items| match (tab, names_of(items)) {
                // Names outside of the account can be read only from the pages of their tab.
                (Tab::Detected | Tab::Removed, names) => Probe::DomainPages(tab, names),
                (_, names) if names.len() <= SINGLY => Probe::Domains(names),
                (_, names) => Probe::DomainPages(tab, names),
            },
        );
        std::iter::once(on_tab).chain(own).collect()
    }

    fn compare(&self, target: &Target, found: &Found) -> Compared {
        let Subject::Domain(name) = &target.subject else { return Compared::Same };
        match found {
            Found::Domains(rows) => {
                let row = rows.iter().find(|(known, _)| known.punycode() == &**name);
                let why = row.and_then(|(_, row)| moved(self.tab, row.as_deref().map(|row| &row.value)));
                why.map_or(Compared::Same, |why| Compared::Out(why.to_owned()))
            }
            Found::OffTab(names) if names.contains(&**name) => Compared::Out("it is no longer on that tab".to_owned()),
            _ => Compared::Same,
        }
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        match self.act {
            DomainAct::Delete if items.len() <= SINGLY => Some(Probe::Domains(names_of(items))),
            DomainAct::Delete => Some(Probe::DomainPages(Tab::MyDomains, names_of(items))),
            DomainAct::Ignore => Some(Probe::Ignored(names_of(items))),
            _ => import_probe(entry, items, || self.inputs(entry, items)),
        }
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        let Subject::Domain(name) = &item.subject else { return Reading::Failed };
        match found {
            Found::Domains(rows) => match rows.iter().find(|(known, _)| known.punycode() == &**name) {
                Some((_, None)) => Reading::Done(None),
                Some((_, Some(row))) => match row.value.state.get() {
                    Some(DomainState::Removed | DomainState::Detected) => Reading::Done(None),
                    Some(DomainState::Other(_)) | None => Reading::Failed,
                    Some(_) => Reading::Not,
                },
                None => Reading::Failed,
            },
            Found::OffTab(names) if names.contains(&**name) => Reading::Seems,
            Found::OffTab(_) => Reading::Not,
            _ => import_reading(entry, item, found),
        }
    }
}

fn names_of(items: &[Item]) -> Vec<DomainName> {
    items.iter().filter_map(|item| item.name()).collect()
}

/// Reason why a domain is no longer where the user saw it.
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
