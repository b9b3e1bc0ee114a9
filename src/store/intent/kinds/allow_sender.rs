//! Ignores an address no longer. Undo ignores it again, under a new number.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said, Undone};
use super::super::rule::{Caution, Rule, Verb};
use super::super::{Intent, Item};
use super::IgnoreSender;
use super::ignore_sender::{SENDER, item_of, listed};
use crate::api::types::Sender;
use crate::api::{Call, DecodeError, Endpoint, Request, errors as keys, senders};
use crate::base::{Id, Timestamp, clean_line};
use crate::client::Failure;
use crate::store::Store;
use crate::store::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe};
use crate::store::writes::settle::Reading;

/// Takes an address off the list of ignored senders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllowSender {
    pub address: String,
    pub id: Id<Sender>,
}

impl Verb {
    pub const ALLOW_SENDER: Self = Self("AllowSender");
}

static RULE: Rule = Rule {
    verb: Verb::ALLOW_SENDER,
    asked: "Stop ignoring {}",
    done: "no longer ignored",
    doing: "No longer ignoring {}",
    undone: "ignored again",
    action: "stop ignoring {}",
    caution: Caution::AtOnce,
    way_back: "Press u to ignore it again.",
    ..SENDER
};

impl Kind for AllowSender {
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
        senders::Remove::ENDPOINT
    }

    fn call(&self, _: &[Item]) -> Call {
        senders::Remove { id: self.id }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        senders::Remove::decode(body).map(|_| Said::done())
    }

    fn what(&self) -> String {
        clean_line(&self.address).into_owned()
    }

    /// A number taken off the list once changes nothing a second time, so there would be nothing to undo either.
    fn why_not(&self, store: &Store, _: Timestamp) -> Option<String> {
        let gone = |entry: &Entry| {
            matches!(&entry.intent, Intent::AllowSender(known) if known.id == self.id)
                && entry.targets.iter().any(|target| target.state.applied())
        };
        store.journal.entries().any(gone).then(|| format!("{} is no longer ignored.", clean_line(&self.address)))
    }

    fn holds_already(&self, refused: &Failure) -> bool {
        refused.code() == Some(keys::SENDER_NOT_FOUND)
    }

    fn inverse(&self, _: &Undone<'_>) -> Option<Intent> {
        Some(IgnoreSender { address: self.address.clone() }.into())
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn numbered(&self, number: i64) -> Option<Intent> {
        (self.id.get() != number).then(|| Self { id: Id::new(number), ..self.clone() }.into())
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::Senders)
    }

    fn reading(&self, _: &Entry, item: &Item, found: &Found) -> Reading {
        let Found::Senders(senders) = found else { return Reading::Failed };
        let is_there = listed(item, senders).is_some_and(|sender| sender.id == self.id);
        if is_there { Reading::Not } else { Reading::Done(None) }
    }
}
