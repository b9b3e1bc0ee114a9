//! Ignored senders as they are shown: those the service lists, with pending changes.

use std::sync::Arc;

use crate::api::types::{Sender, SenderKind};
use crate::api::{Paged, senders};
use crate::base::{Id, Timestamp};
use crate::store::Store;
use crate::store::subject::{EntryId, Subject};
use crate::store::writes::intent::{AllowSender, Intent};

/// Key of an ignored address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SenderKey {
    Listed(Id<Sender>),
    /// Address that is being added: the write, and its place among the addresses of the write.
    Adding(EntryId, usize),
}

/// Ignored address.
#[derive(Clone, Debug)]
pub struct ShownSender {
    pub key: SenderKey,
    pub address: String,
    pub kind: Option<SenderKind>,
    pub date: Option<Timestamp>,
}

impl ShownSender {
    /// True while the address is being added and the service does not list it.
    pub fn is_adding(&self) -> bool {
        matches!(self.key, SenderKey::Adding(..))
    }

    fn listed(sender: &Sender) -> Self {
        let address = sender.value.get().map_or_else(String::new, |value| value.raw().to_owned());
        Self {
            key: SenderKey::Listed(sender.id),
            address,
            kind: sender.kind.get().cloned(),
            date: sender.date.copied(),
        }
    }

    fn adding(key: SenderKey, address: &str) -> Self {
        let kind = if address.contains('@') { SenderKind::Email } else { SenderKind::Ip };
        Self { key, address: address.to_owned(), kind: Some(kind), date: None }
    }
}

/// Ignored senders that the service lists; `None` until they were read.
pub fn listed(store: &Store) -> Option<&Paged<Sender>> {
    store.query(&senders::List {}).value
}

/// Ignored email addresses as they are shown, sorted and in lower case. IP addresses are left out, because inquiries
/// have none.
pub fn addresses(store: &Store) -> Arc<[Box<str>]> {
    let shown = all(store).into_iter().map(|sender| sender.address.trim().to_lowercase());
    let mut all: Vec<Box<str>> = shown.filter(|address| address.contains('@')).map(Into::into).collect();
    all.sort_unstable();
    all.into()
}

/// Ignored addresses with pending changes, the newest first. While the list was not read, only those being added.
pub fn all(store: &Store) -> Vec<ShownSender> {
    // A list read before the answer to the write does not have the new address.
    let stale = store.query(&senders::List {}).stale;
    let (mut rows, mut gone) = (Vec::new(), Vec::<(Subject, Id<Sender>)>::new());
    // The newest entries come first, and the last write about an address counts.
    for entry in store.writes.journal.entries() {
        let counts = |subject: &Subject, or: bool| {
            let target = entry.target(subject);
            target.is_some_and(|target| target.state.pending() || or && target.state.applied())
        };
        match &*entry.intent {
            Intent::IgnoreSender(adds) => {
                for (place, address) in adds.addresses.iter().enumerate() {
                    let subject = Subject::sender(address);
                    if counts(&subject, stale) && gone.iter().all(|(gone, _)| *gone != subject) {
                        let made = entry.target(&subject).filter(|target| target.state.applied());
                        // The answer to the write has the id of the address before the list is read again.
                        let key = made.and_then(|target| target.made).map(|id| SenderKey::Listed(Id::new(id)));
                        let key = key.unwrap_or(SenderKey::Adding(entry.id, place));
                        rows.push(ShownSender::adding(key, address));
                    }
                }
            }
            Intent::AllowSender(AllowSender { senders }) => {
                let taken = senders.iter().map(|sender| (Subject::sender(&sender.address), sender.id));
                gone.extend(taken.filter(|(subject, _)| counts(subject, true)));
            }
            _ => {}
        }
    }
    let listed = listed(store).into_iter().flat_map(Paged::values);
    let stays = |sender: &&Sender| gone.iter().all(|(_, id)| *id != sender.id);
    let listed: Vec<ShownSender> = listed.filter(stays).map(ShownSender::listed).collect();
    rows.retain(|row| !listed.iter().any(|known| known.address.eq_ignore_ascii_case(&row.address)));
    rows.extend(listed);
    rows
}
