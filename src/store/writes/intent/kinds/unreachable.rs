//! Asks the buyers of inquiries for a working address: once for each inquiry, from a day after the address was
//! confirmed. It cannot be undone, and no reading shows whether it was done.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said};
use super::super::rule::{Noun, Rule, Topic, Verb};
use super::super::{Intent, Item};
use super::inquiries::{call, ids_of, items, said};
use crate::api::types::Inquiry;
use crate::api::{Call, DecodeError, Endpoint, Request, inquiries};
use crate::base::{Id, Timestamp};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Target;

/// Reports the buyers of inquiries as unreachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreachable {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<Id<Inquiry>>,
}

impl Verb {
    pub const UNREACHABLE: Self = Self("Unreachable");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::UNREACHABLE,
    topic: Topic::REPORT,
    noun: Noun::INQUIRY,
    asked: "Report {} as unreachable",
    done: "reported as unreachable",
    doing: "Reporting {} as unreachable",
    action: "report {}",
    consequence: "The service asks the buyer for a working address. This is possible once per inquiry.",
    refusal_proves: true,
    undetermined: "an email to the buyer may already have been sent",
    ..Rule::BASE
}];

impl Kind for Unreachable {
    fn items(&self) -> Vec<Item> {
        items(&self.ids)
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(Self { ids: ids_of(targets) }.into())
    }

    fn endpoint(&self) -> &'static Endpoint {
        inquiries::Unreachable::ENDPOINT
    }

    fn call(&self, items: &[Item]) -> Call {
        call(items, |id| inquiries::Unreachable { id }.call(), inquiries::BulkAction::Unreachable)
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        said(items, body, |body| inquiries::Unreachable::decode(body).map(|_| Said::done()))
    }

    fn size(&self) -> usize {
        self.ids.len()
    }

    fn why_not(&self, grounds: &Grounds<'_>, now: Timestamp) -> Option<String> {
        grounds.first_why_not(&self.ids, |id| grounds.why_not_report(id, now))
    }
}
