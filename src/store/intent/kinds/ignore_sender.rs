//! Ignores a mail or IP address from now on. Undo allows it again.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said, Undone};
use super::super::rule::{Back, Noun, Rule, Still, Topic, Verb};
use super::super::{Intent, Item, Subject};
use super::AllowSender;
use crate::api::types::Sender;
use crate::api::{Call, DecodeError, Endpoint, Request, errors as keys, senders};
use crate::base::{Id, Timestamp, clean_line};
use crate::client::Failure;
use crate::store::Store;
use crate::store::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe};
use crate::store::writes::settle::Reading;

/// Ignores an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgnoreSender {
    pub address: String,
}

impl Verb {
    pub const IGNORE_SENDER: Self = Self("IgnoreSender");
}

/// What holds for every write about one ignored address.
pub(super) const SENDER: Rule = Rule {
    topic: Topic::SENDERS,
    noun: Noun::ADDRESS,
    back: Back::Inverse,
    together: 1,
    still: Still::alike("the list is as it was"),
    ..Rule::BASE
};

static RULE: Rule = Rule {
    verb: Verb::IGNORE_SENDER,
    asked: "Ignore {}",
    done: "ignored",
    doing: "Ignoring {}",
    undone: "no longer ignored",
    action: "ignore {}",
    consequence: "New inquiries from this address will be ignored.",
    way_back: "Press u to stop ignoring it.",
    ..SENDER
};

/// The target an address is.
pub(super) fn item_of(address: &str) -> Item {
    Subject::Sender(address.to_lowercase().into()).into()
}

/// The row of the list an address is ignored by.
pub(super) fn listed<'a>(item: &Item, senders: &'a [Sender]) -> Option<&'a Sender> {
    let Subject::Sender(address) = &item.subject else { return None };
    let same = |value: &str| value.trim().to_lowercase() == **address;
    senders.iter().find(|sender| sender.value.get().is_some_and(|value| same(value.raw())))
}

impl Kind for IgnoreSender {
    fn rules() -> &'static [Rule] {
        std::slice::from_ref(&RULE)
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }

    fn items(&self) -> Vec<Item> {
        vec![item_of(&self.address)]
    }

    fn narrowed(&self, _: &mut dyn Iterator<Item = &Target>) -> Intent {
        self.clone().into()
    }

    fn endpoint(&self) -> &'static Endpoint {
        senders::Add::ENDPOINT
    }

    fn call(&self, _: &[Item]) -> Call {
        senders::Add { sender: self.address.clone() }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(Said::made(senders::Add::decode(body)?.value.id.get()))
    }

    fn what(&self) -> String {
        clean_line(&self.address).into_owned()
    }

    fn why_not(&self, store: &Store, now: Timestamp) -> Option<String> {
        store.why_not_ignore(&self.address, now)
    }

    /// One key for three reasons; only the message tells them apart.
    fn holds_already(&self, refused: &Failure) -> bool {
        refused.code() == Some(keys::SENDER_REFUSED) && refused.sentence().to_lowercase().contains("already")
    }

    /// Its number may not be known yet; it is filled in before this is sent.
    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let id = Id::new(undone.made.unwrap_or_default());
        Some(AllowSender { address: self.address.clone(), id }.into())
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::Senders)
    }

    fn reading(&self, _: &Entry, item: &Item, found: &Found) -> Reading {
        let Found::Senders(senders) = found else { return Reading::Failed };
        listed(item, senders).map_or(Reading::Not, |sender| Reading::Done(Some(sender.id.get())))
    }
}
