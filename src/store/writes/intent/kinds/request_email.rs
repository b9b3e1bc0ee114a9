//! Emails inquiries to the user's confirmed parking address. It cannot be undone.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said};
use super::super::rule::{Noun, Rule, Topic, Verb};
use super::super::{Intent, Item};
use super::inquiries::{call, ids_of, items, probe, said};
use crate::api::types::Inquiry;
use crate::api::{Call, DecodeError, Endpoint, Request, inquiries};
use crate::base::{Id, Timestamp};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe};
use crate::store::writes::settle::Reading;

/// Emails inquiries to the user; `to` is the address, for the words only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestEmail {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<Id<Inquiry>>,
    pub to: String,
}

impl Verb {
    pub const REQUEST_EMAIL: Self = Self("RequestEmail");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::REQUEST_EMAIL,
    topic: Topic::MAIL,
    noun: Noun::INQUIRY,
    asked: "Email {} to me",
    done: "emailed to you",
    doing: "Emailing {} to you",
    action: "email {}",
    consequence: "It will be sent to your confirmed parking address.",
    by_time: true,
    refusal_proves: true,
    undetermined: "an email may already have been sent",
    ..Rule::BASE
}];

impl Kind for RequestEmail {
    fn items(&self) -> Vec<Item> {
        items(&self.ids)
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(Self { ids: ids_of(targets), to: self.to.clone() }.into())
    }

    fn endpoint(&self) -> &'static Endpoint {
        inquiries::RequestEmail::ENDPOINT
    }

    fn call(&self, items: &[Item]) -> Call {
        call(items, |id| inquiries::RequestEmail { id }.call(), inquiries::BulkAction::RequestEmail)
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        said(items, body, |body| inquiries::RequestEmail::decode(body).map(|_| Said::done()))
    }

    fn size(&self) -> usize {
        self.ids.len()
    }

    fn why_not(&self, grounds: &Grounds<'_>, _: Timestamp) -> Option<String> {
        grounds.first_why_not(&self.ids, |id| grounds.why_not_mail(id))
    }

    fn probe(&self, _: &Entry, items: &[Item]) -> Option<Probe> {
        Some(probe(items))
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        let (Found::Inquiries(rows), Some(id)) = (found, item.inquiry()) else { return Reading::Failed };
        match rows.get(&id) {
            Some(Some(row)) => {
                // An email counts only if it was sent after the call; an earlier one shows nothing.
                let sent = entry.target(item).and_then(|target| target.newest);
                let newer = row.value.seller_notified.copied().zip(sent).is_some_and(|(at, sent)| at.0 > sent);
                if newer { Reading::Done(None) } else { Reading::Not }
            }
            Some(None) => Reading::Gone,
            None => Reading::Failed,
        }
    }
}
