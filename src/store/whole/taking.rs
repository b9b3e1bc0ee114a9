//! Answers as they are taken: their contents go to the rooms that keep them, and to the disk.

use std::any::Any;
use std::sync::Arc;

use crate::api::inquiries::List;
use crate::api::replies::BuyerHistory;
use crate::api::types::Inquiry;
use crate::api::{Call, Paged, Request, Row};
use crate::base::{Id, Timestamp};
use crate::client::FailureKind;
use crate::store::answers::{Reply, budget};
use crate::store::disk::DiskRow;
use crate::store::index::inquiries::Absorbed;
use crate::store::lists::jobs::Ended;
use crate::store::session::Session;
use crate::store::{Store, lists};

/// Changes that an answer has made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// True when the answer was taken, and not dropped because a newer request runs.
    pub taken: bool,
    /// Number of inquiries or domains that were not known.
    pub new: usize,
    /// Number of inquiries or domains that changed.
    pub changed: usize,
    /// True when the body differs from that of the answer before.
    pub differs: bool,
    /// Messages about jobs that have ended, by this answer.
    pub ended: Vec<Ended>,
}

/// Answer that is being taken.
#[derive(Clone, Copy)]
pub(in crate::store) struct Arriving<'a> {
    pub call: &'a Call,
    pub value: &'a Arc<dyn Any + Send + Sync>,
    /// Store's clock when the request was started; `None` for an answer kept by an earlier run.
    pub began: Option<u64>,
    pub at: Timestamp,
    /// Time `at` by the service's clock.
    pub told: Timestamp,
}

/// Function that takes one kind of thing from an answer.
type Take = fn(&mut Store, Arriving<'_>, &mut Changes);

/// Functions that take things from answers. A new collection that is filled from answers needs a line here.
const TAKES: [Take; 7] = [
    |store, from, changes| {
        changes.ended = store.lists.jobs.absorb(from.call, &**from.value, from.told, from.began.is_some());
    },
    |store, from, _| store.lists.mail.absorb(from.call, &**from.value),
    |store, from, _| store.keep_text(from.call, &**from.value),
    |store, from, _| store.lists.visits.absorb(from.call, &**from.value, from.told),
    Store::take_inquiries_from,
    |store, from, changes| {
        let taken = from.began.and_then(|began| store.absorb_domains(from.call, from.value, began, from.at));
        if let Some(taken) = taken {
            (changes.new, changes.changed) = (taken.new, taken.changed);
        }
    },
    |store, from, _| {
        // Settings read by an earlier run must not be used for writes.
        if from.began.is_some() {
            store.absorb_settings(from.call, &**from.value, from.at);
        }
    },
];

impl Store {
    /// Takes an answer: passes its contents to the rooms and keeps it on the disk. It is dropped when a newer request
    /// runs.
    pub fn accept(&mut self, reply: Reply) -> Changes {
        let began = self.answers.began_clock(&reply.key);
        let value = reply.result.as_ref().ok().cloned();
        let failure = reply.result.as_ref().err().cloned();
        let gone = reply.call.endpoint == crate::api::domains::Get::ENDPOINT
            && reply.result.as_ref().is_err_and(|failure| failure.kind == FailureKind::NotFound);
        if !self.answers.accept(&reply.call, &reply.key, reply.generation, reply.at, reply.result) {
            return Changes::default();
        }
        self.shown.version += 1;
        self.look_at_notes();
        let mut changes = Changes { taken: true, ..Changes::default() };
        if let Some(value) = value {
            changes.differs = self.answers.note_body(&reply.key, reply.body.as_deref());
            let told = self.service_time(reply.at);
            let from = Arriving { call: &reply.call, value: &value, began: Some(began), at: reply.at, told };
            for take in TAKES {
                take(self, from, &mut changes);
            }
            if changes.new > 0 {
                self.ask_sets_again();
            }
            self.session.heard = self.session.heard.max(Some(reply.at));
            if let (Some(disk), Some(body)) = (&self.disk, reply.body) {
                disk.put_reply(&reply.call, reply.at, body);
            }
            if lists::settings::is_taken_over(&reply.call) {
                self.answers.let_go(&reply.key);
            }
        }
        if let Some(failure) = failure {
            self.session.no_campaign_calls |= Session::is_not_offered(reply.call.endpoint, &failure);
            self.own_settings_failed(&reply.call, reply.at, &failure);
        }
        if gone {
            // One "not found" proves nothing. Where a total has changed, the lists are read, and a domain that is gone
            // is not on them.
            self.ask_domain_totals();
        }
        changes
    }

    /// Takes a decoded answer kept by an earlier run. False if a newer one is known.
    pub fn accept_kept(&mut self, call: &Call, at: Timestamp, value: Arc<dyn Any + Send + Sync>) -> bool {
        self.shown.version += 1;
        let from = Arriving { call, value: &value, began: None, at, told: self.service_time(at) };
        for take in TAKES {
            take(self, from, &mut Changes::default());
        }
        self.answers.accept_disk(call, at, value)
    }

    /// Takes the settings from an answer kept by an earlier run, for a program that only shows them. A write needs
    /// settings that were read in its own run.
    pub fn recall_settings(&mut self, call: &Call, at: Timestamp, value: &Arc<dyn Any + Send + Sync>) {
        self.absorb_settings(call, &**value, at);
    }

    /// Takes the inquiries from an answer, if it contains some. Rows of an answer kept by an earlier run come from the
    /// disk instead.
    fn take_inquiries_from(&mut self, from: Arriving<'_>, changes: &mut Changes) {
        let Some(began) = from.began else { return };
        let absorbed = if let Some(page) = from.value.downcast_ref::<Paged<Inquiry>>() {
            let absorbed = self.index.inquiries.absorb(&page.rows, began);
            if from.call.endpoint == List::ENDPOINT {
                self.note_head(from.call, page, from.at);
                self.note_set(from.call, page, began);
            }
            absorbed
        } else if let Some(row) = from.value.downcast_ref::<Row<Inquiry>>() {
            self.index.inquiries.put_full(Arc::new(row.value.clone()));
            self.index.inquiries.absorb([row], began)
        } else if let Some(history) = from.value.downcast_ref::<BuyerHistory>() {
            self.index.inquiries.absorb(&history.inquiries.rows, began)
        } else {
            return;
        };
        self.keep(&absorbed, from.at);
        (changes.new, changes.changed) = (absorbed.new, absorbed.changed);
    }

    /// Writes rows to the disk, with their present bits.
    pub(in crate::store) fn keep(&mut self, absorbed: &Absorbed, at: Timestamp) {
        absorbed.rows.iter().for_each(|(id, _)| self.index.inquiries.told(*id, at));
        let Some(disk) = &self.disk else { return };
        let rows = absorbed.rows.iter().filter_map(|(id, raw)| {
            let (row, bits, walk) = self.index.inquiries.kept(*id)?;
            Some(DiskRow { row: row.clone(), bits, walk, at, raw: (raw.len() <= budget::ROW).then(|| raw.clone()) })
        });
        disk.put_rows(rows.collect());
    }

    /// Writes the present bits of rows to the disk.
    pub(in crate::store) fn keep_bits(&self, ids: impl IntoIterator<Item = Id<Inquiry>>) {
        let Some(disk) = &self.disk else { return };
        disk.put_bits(ids.into_iter().filter_map(|id| self.index.inquiries.kept(id).map(|(_, bits, _)| (id, bits))));
    }
}
