//! Ignores email or IP addresses from now on, one call each. Undo stops ignoring them.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Refusal, Said, Undone};
use super::super::rule::{Back, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Intent, Item, Subject};
use super::allow_sender::{AllowSender, ListedSender};
use crate::api::types::Sender;
use crate::api::{Call, DecodeError, Request, errors as keys, senders};
use crate::base::{Timestamp, clean_line};
use crate::client::Failure;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe};
use crate::store::writes::settle::Reading;

/// Ignores addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgnoreSender {
    pub addresses: Vec<String>,
}

impl IgnoreSender {
    /// Ignores one address.
    pub fn one(address: impl Into<String>) -> Self {
        Self { addresses: vec![address.into()] }
    }
}

impl Verb {
    pub const IGNORE_SENDER: Self = Self("IgnoreSender");
}

/// Rule shared by writes about ignored addresses.
pub(super) const SENDER: Rule = Rule {
    topic: Topic::SENDERS,
    noun: Noun::ADDRESS,
    back: Back::Inverse,
    travel: Travel::SINGLY,
    still: Still::alike("the list is as it was"),
    // The journal must keep addresses as typed and their numbers in the list, which targets do not have.
    kept_whole: true,
    ..Rule::BASE
};

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::IGNORE_SENDER,
    asked: "Ignore {}",
    done: "ignored",
    doing: "Ignoring {}",
    undone: "no longer ignored",
    action: "ignore {}",
    consequence: "New inquiries from this address will be ignored.",
    way_back: "Press u to undo.",
    ..SENDER
}];

/// Addresses of the targets: as in `all`, else made by `of` from the address in the journal.
pub(super) fn among<T: Clone>(
    all: &[T],
    targets: &mut dyn Iterator<Item = &Target>,
    address: impl Fn(&T) -> &str,
    of: impl Fn(String) -> T,
) -> Vec<T> {
    let one = |target: &Target| {
        let Subject::Sender(named) = &target.subject else { return None };
        let known = all.iter().find(|one| Subject::sender(address(one)) == target.subject);
        Some(known.cloned().unwrap_or_else(|| of(named.to_string())))
    };
    targets.filter_map(one).collect()
}

/// Row of the list by which an address is ignored; `None` without one.
pub(super) fn listed<'a>(item: &Item, senders: &'a [Sender]) -> Option<&'a Sender> {
    let Subject::Sender(address) = &item.subject else { return None };
    let same = |value: &str| value.trim().to_lowercase() == **address;
    senders.iter().find(|sender| sender.value.get().is_some_and(|value| same(value.raw())))
}

impl Kind for IgnoreSender {
    fn items(&self) -> Vec<Item> {
        self.addresses.iter().map(|address| Subject::sender(address).into()).collect()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(Self { addresses: among(&self.addresses, targets, |address| address, |address| address) }.into())
    }

    fn call(&self, items: &[Item]) -> Call {
        let wanted = |address: &&String| items.iter().any(|item| item.subject == Subject::sender(address));
        senders::Add { sender: self.addresses.iter().find(wanted).cloned().unwrap_or_default() }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(Said::made(senders::Add::decode(body)?.value.id.get()))
    }

    fn size(&self) -> usize {
        self.addresses.len()
    }

    fn what(&self) -> String {
        match &self.addresses[..] {
            [one] => clean_line(one).into_owned(),
            several => self.rule().noun.count(several.len()),
        }
    }

    fn why_not(&self, grounds: &Grounds<'_>, now: Timestamp) -> Option<String> {
        self.addresses.iter().find_map(|address| grounds.why_not_ignore(address, now))
    }

    /// Recognizes the refusal of an address that is ignored already. One error key stands for three reasons, which
    /// only the message tells apart.
    fn refusal(&self, refused: &Failure, _: &Item) -> Refusal {
        Refusal::so_if(
            refused.code() == Some(keys::SENDER_REFUSED) && refused.sentence().to_lowercase().contains("already"),
        )
    }

    /// Write that stops ignoring the addresses. Numbers that are not known yet are set before it is sent.
    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let targets = &mut undone.targets.iter().copied();
        let addresses = among(&self.addresses, targets, |address| address, |address| address);
        let senders = addresses.into_iter().map(ListedSender::unnumbered);
        Some(AllowSender { senders: senders.collect() }.into())
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::Senders)
    }

    fn reading(&self, _: &Entry, item: &Item, found: &Found) -> Reading {
        let Found::Senders(senders) = found else { return Reading::Failed };
        listed(item, senders).map_or(Reading::Not, |sender| Reading::Done(Some(sender.id.get())))
    }
}
