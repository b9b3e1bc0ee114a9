//! Reads from an account's disk: whole inquiries and domains for the preview, kept answers, texts of kept messages.

use crate::api::Call;
use crate::api::types::Inquiry;
use crate::app::terminal;
use crate::base::Id;
use crate::store::disk::{self, DiskEvent, FirstReads};
use crate::store::{DomainKey, Store, Want};

use super::apart;
use super::inbox::{Inbox, Message};

/// Reads asked of the disk so far, so that none is asked twice.
#[derive(Debug, Default)]
pub struct DiskReads {
    inquiries: Vec<Id<Inquiry>>,
    domains: Vec<DomainKey>,
    /// True once the texts of kept messages were asked for.
    texts: bool,
}

impl DiskReads {
    /// Gives the store the kept answers of the first screen before its first frame, without waiting for the threads,
    /// which read everything else first.
    pub fn first(store: &mut Store, reads: &FirstReads, wants: &[Want]) {
        let wants: Vec<&Want> = wants.iter().filter(|want| want.apart.is_none() && !store.has(&want.key)).collect();
        let calls: Vec<&Call> = wants.iter().map(|want| &want.call).collect();
        for (want, kept) in wants.iter().zip(disk::first_replies(reads, &calls)) {
            if let Some((at, body)) = kept
                && let Ok(Ok(value)) = terminal::isolated(|| (want.decode)(&body))
            {
                store.accept_kept(&want.call, at, value);
            }
        }
    }

    /// Asks the disk for the kept answer to a want, to be shown until the service answers. An answer that has left
    /// the memory since is asked for again.
    pub fn ask_kept(store: &Store, want: &Want, inbox: &Inbox) {
        let Some(disk) = store.disk() else { return };
        let (call, decode, apart, inbox) = (want.call.clone(), want.decode, want.apart, inbox.clone());
        disk.reply(
            &want.call,
            Box::new(move |kept| {
                let Some((at, body)) = kept else { return };
                if apart.is_some() {
                    apart::decode_kept(decode, body, move |value| inbox.send(Message::Kept { call, at, value }));
                } else if let Ok(Ok(value)) = terminal::isolated(|| decode(&body)) {
                    inbox.send(Message::Kept { call, at, value });
                }
            }),
        );
    }

    /// Asks the disk once for the texts of kept messages, if they are wanted.
    pub fn ask_texts(&mut self, wanted: bool, store: &Store, inbox: &Inbox) {
        let Some(disk) = store.disk().filter(|_| wanted && !self.texts) else { return };
        self.texts = true;
        let inbox = inbox.clone();
        disk.mail_texts(Box::new(move |kept| inbox.send(Message::Disk(DiskEvent::MailTexts(Box::new(kept))))));
    }

    /// Asks the disk for the whole inquiries and domains that are wanted and not in memory.
    pub fn ask_details(&mut self, store: &Store, inquiries: Vec<Id<Inquiry>>, domains: Vec<DomainKey>, inbox: &Inbox) {
        let Some(disk) = store.disk() else { return };
        if self.inquiries != inquiries {
            self.inquiries = inquiries;
            let missing: Vec<Id<Inquiry>> =
                self.inquiries.iter().copied().filter(|id| store.inquiries().full(*id).is_none()).collect();
            if !missing.is_empty() {
                let inbox = inbox.clone();
                disk.details(missing, Box::new(move |found| inbox.send(Message::Details(found, Vec::new()))));
            }
        }
        if self.domains != domains {
            self.domains = domains;
            let missing: Vec<DomainKey> =
                self.domains.iter().copied().filter(|key| store.domains().full(*key).is_none()).collect();
            if !missing.is_empty() {
                let inbox = inbox.clone();
                disk.full_domains(missing, Box::new(move |found| inbox.send(Message::Details(Vec::new(), found))));
            }
        }
    }
}
