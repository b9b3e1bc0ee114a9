//! Stops ignoring addresses, one call each. Undo ignores them again, with new numbers in the list.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Refusal, Said, Undone};
use super::super::rule::{Caution, Rule, Verb};
use super::super::{Intent, Item, Subject};
use super::IgnoreSender;
use super::ignore_sender::{SENDER, among, listed};
use crate::api::types::Sender;
use crate::api::{Call, DecodeError, Request, errors as keys, senders};
use crate::base::{Id, Timestamp, clean_line};
use crate::client::Failure;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// Removes addresses from the list of ignored senders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllowSender {
    pub senders: Vec<ListedSender>,
}

/// Ignored address with its number in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSender {
    pub address: String,
    pub id: Id<Sender>,
}

impl ListedSender {
    /// Address whose number in the list is not known.
    pub(super) fn unnumbered(address: String) -> Self {
        Self { address, id: Id::new(0) }
    }

    /// Number in the list; `None` if it is not known.
    fn number(&self) -> Option<Id<Sender>> {
        Some(self.id).filter(|id| id.get() != 0)
    }
}

impl AllowSender {
    /// Removes one address from the list.
    pub fn one(address: impl Into<String>, id: Id<Sender>) -> Self {
        Self { senders: vec![ListedSender { address: address.into(), id }] }
    }

    /// Address and number of a target.
    pub fn listed(&self, subject: &Subject) -> Option<&ListedSender> {
        self.senders.iter().find(|sender| Subject::sender(&sender.address) == *subject)
    }

    /// True when this entry's write has removed the row with this number from the list.
    fn took_off(entry: &Entry, id: Id<Sender>) -> bool {
        let Intent::AllowSender(allows) = &*entry.intent else { return false };
        let mut done = entry.targets.iter().filter(|target| target.state.applied());
        done.any(|target| allows.listed(&target.subject).is_some_and(|known| known.id == id))
    }
}

impl Intent {
    /// Sets the number of an address to be removed, if it became known only after planning; false where the address
    /// has this number, or is not in the write.
    pub fn number(&mut self, subject: &Subject, number: i64) -> bool {
        let Self::AllowSender(allows) = self else { return false };
        let lacks = |sender: &ListedSender| sender.id.get() != number && Subject::sender(&sender.address) == *subject;
        let mut numbered = false;
        for sender in allows.senders.iter_mut().filter(|sender| lacks(sender)) {
            sender.id = Id::new(number);
            numbered = true;
        }
        numbered
    }
}

impl Verb {
    pub const ALLOW_SENDER: Self = Self("AllowSender");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::ALLOW_SENDER,
    asked: "Stop ignoring {}",
    done: "no longer ignored",
    doing: "No longer ignoring {}",
    undone: "ignored again",
    action: "stop ignoring {}",
    caution: Caution::AtOnce,
    way_back: "Press u to undo.",
    needs_number: true,
    ..SENDER
}];

impl Kind for AllowSender {
    fn items(&self) -> Vec<Item> {
        self.senders.iter().map(|sender| Subject::sender(&sender.address).into()).collect()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(Self { senders: among(&self.senders, targets, |sender| &sender.address, ListedSender::unnumbered) }.into())
    }

    fn call(&self, items: &[Item]) -> Call {
        let sender = items.first().and_then(|item| self.listed(&item.subject));
        senders::Remove { id: sender.map_or(Id::new(0), |sender| sender.id) }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        senders::Remove::decode(body).map(|_| Said::done())
    }

    fn size(&self) -> usize {
        self.senders.len()
    }

    fn what(&self) -> String {
        match &self.senders[..] {
            [one] => clean_line(&one.address).into_owned(),
            several => self.rule().noun.count(several.len()),
        }
    }

    /// Reason why a number cannot be removed: it was removed before. A second call would change nothing, and there
    /// would be nothing to undo.
    fn why_not(&self, grounds: &Grounds<'_>, _: Timestamp) -> Option<String> {
        let gone = |sender: &&ListedSender| grounds.journal.entries().any(|entry| Self::took_off(entry, sender.id));
        let sender = self.senders.iter().find(gone)?;
        Some(format!("{} is no longer ignored.", clean_line(&sender.address)))
    }

    fn refusal(&self, refused: &Failure, _: &Item) -> Refusal {
        Refusal::so_if(refused.code() == Some(keys::SENDER_NOT_FOUND))
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let targets = &mut undone.targets.iter().copied();
        let senders = among(&self.senders, targets, |sender| &sender.address, ListedSender::unnumbered);
        Some(IgnoreSender { addresses: senders.into_iter().map(|sender| sender.address).collect() }.into())
    }

    /// Reads the list where an address has no number, as in journals of earlier versions. Without it a wrong address,
    /// or none, would be removed.
    fn reads_first<'a>(&'a self, _: &Grounds<'a>, items: &[Item]) -> Vec<ReadAgain<'a>> {
        let known = |item: &Item| self.listed(&item.subject).is_some_and(|sender| sender.number().is_some());
        if items.iter().all(known) { Vec::new() } else { vec![ReadAgain::always(Probe::Senders)] }
    }

    fn compare(&self, target: &Target, _: &Found) -> Compared {
        let known = self.listed(&target.subject).is_some_and(|sender| sender.number().is_some());
        let why = "its number in the list was not kept; choose it again under Ignored senders";
        if known { Compared::Same } else { Compared::Out(why.to_owned()) }
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::Senders)
    }

    fn reading(&self, _: &Entry, item: &Item, found: &Found) -> Reading {
        let Found::Senders(senders) = found else { return Reading::Failed };
        let own = self.listed(&item.subject).and_then(ListedSender::number);
        let same = |sender: &Sender| own.is_none_or(|own| sender.id == own);
        if listed(item, senders).is_some_and(same) { Reading::Not } else { Reading::Done(None) }
    }
}
