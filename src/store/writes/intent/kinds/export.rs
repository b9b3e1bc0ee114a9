//! Starts an export. While one of the same kind is running, the service answers with that one, so the filters in the
//! answer are compared (F.14).

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said};
use super::super::rule::{Again, Caution, Job, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Item, Subject};
use crate::api::exports::{self, Kind as ExportKind};
use crate::api::inquiries::{DeliveryFilter, Order, Status};
use crate::api::types::Export;
use crate::api::{Call, DecodeError, Request, Seen};
use crate::base::{DomainName, Untrusted};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Entry;
use crate::store::writes::probe::{Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// Export to start. All fields but `kind` are for inquiries only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportAsk {
    pub kind: ExportKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<DomainName>,
    /// Status of the inquiries to export; `None` for the service's default, which is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<DeliveryFilter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

impl Verb {
    pub const EXPORT: Self = Self("Export");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::EXPORT,
    topic: Topic::JOBS,
    noun: Noun::EXPORT,
    asked: "Start the {}",
    done: "started",
    doing: "Starting the {}",
    action: "start {}",
    caution: Caution::AtOnce,
    travel: Travel::SINGLY,
    job: Some(Job::Export),
    still: Still::alike("no export was made"),
    again: Again::WhileRunning,
    ..Rule::BASE
}];

impl Kind for ExportAsk {
    fn items(&self) -> Vec<Item> {
        vec![Subject::Export(self.kind).into()]
    }

    fn call(&self, _: &[Item]) -> Call {
        exports::Create {
            kind: self.kind,
            domain: self.domain.clone(),
            status: self.status,
            delivery: self.delivery,
            order: self.order,
        }
        .call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        let export = exports::Create::decode(body)?.value;
        let made = export.export_id.get();
        if self.is_met_by(&export) {
            return Ok(Said::made(made));
        }
        let why = "another export is running; start this one when it has ended".to_owned();
        Ok(Said::Instead { made, why })
    }

    fn what(&self) -> String {
        match self.kind {
            ExportKind::Domains => "export of domains".to_owned(),
            ExportKind::Inquiries => "export of inquiries".to_owned(),
        }
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Probe::Exports(self.kind))]
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        let [item] = items else { return None };
        entry.target(item)?.newest.map(|_| Probe::Exports(self.kind))
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        let Found::Exports(exports) = found else { return Reading::Failed };
        let newest = entry.target(item).and_then(|target| target.newest);
        let newer = |export: &&Export| newest.is_some_and(|newest| export.export_id.get() > newest);
        match exports.iter().filter(newer).find(|export| self.is_met_by(export)) {
            Some(export) => Reading::Done(Some(export.export_id.get())),
            None => Reading::Not,
        }
    }
}

impl ExportAsk {
    /// True when an export has these options. Options that it does not have count as the service's defaults.
    pub fn is_met_by(&self, export: &Export) -> bool {
        if self.kind == ExportKind::Domains {
            return true;
        }
        // An answer without filters cannot be compared.
        let Some(filters) = export.filters.get() else { return true };
        let same = |told: &Seen<Untrusted>, default: &str, asked: &str| {
            told.get().map_or(default, Untrusted::raw).eq_ignore_ascii_case(asked)
        };
        let domain =
            filters.domain.get().filter(|name| !name.is_blank()).map(|name| DomainName::from_service(name.raw()));
        same(&filters.status, "all", self.status.unwrap_or(Status::All).as_str())
            && same(&filters.delivery, "all", self.delivery.unwrap_or_default().as_str())
            && same(&filters.order, "newest", self.order.unwrap_or_default().as_str())
            && domain.as_ref().map(DomainName::punycode) == self.domain.as_ref().map(DomainName::punycode)
    }
}
