//! Answers on their way in: what is in them goes to the rooms that know such things, and to the disk.

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
use crate::store::index::domains::Taken;
use crate::store::index::inquiries::Absorbed;
use crate::store::lists::jobs::Ended;
use crate::store::session::Session;
use crate::store::{Store, lists};

/// Changes made by an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The answer was taken (an outdated one is dropped).
    pub taken: bool,
    /// Inquiries not known before.
    pub new: usize,
    /// Inquiries that read differently.
    pub changed: usize,
    /// The answer reads differently from the one before.
    pub differs: bool,
    /// Jobs that ended by it.
    pub ended: Vec<Ended>,
}

impl Store {
    /// Takes an answer: drops it when a newer request runs, takes inquiries into the index, keeps it on disk.
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
            changes.ended = self.lists.jobs.absorb(&reply.call, &*value, self.service_time(reply.at), true);
            self.lists.mail.absorb(&reply.call, &*value);
            self.keep_text(&reply.call, &*value);
            self.lists.visits.absorb(&reply.call, &*value, self.service_time(reply.at));
            let absorbed = self.absorb(&reply.call, &value, began, reply.at);
            (changes.new, changes.changed) = (absorbed.new, absorbed.changed);
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
            // A single "not found" is no proof: the lists are read, and a row that is gone is not on them.
            self.ask_domain_totals();
        }
        changes
    }

    /// Takes an answer kept by an earlier run, decoded; never over a newer one.
    pub fn accept_kept(&mut self, call: &Call, at: Timestamp, value: Arc<dyn Any + Send + Sync>) -> bool {
        self.shown.version += 1;
        self.lists.jobs.absorb(call, &*value, self.service_time(at), false);
        self.lists.mail.absorb(call, &*value);
        self.keep_text(call, &*value);
        self.lists.visits.absorb(call, &*value, self.service_time(at));
        self.answers.accept_disk(call, at, value)
    }

    /// Takes the inquiries out of whatever answer carries some.
    pub(in crate::store) fn absorb(
        &mut self,
        call: &Call,
        value: &Arc<dyn Any + Send + Sync>,
        began: u64,
        at: Timestamp,
    ) -> Absorbed {
        let absorbed = if let Some(page) = value.downcast_ref::<Paged<Inquiry>>() {
            let absorbed = self.index.inquiries.absorb(&page.rows, began);
            if call.endpoint == List::ENDPOINT {
                self.note_head(call, page, at);
                self.note_set(call, page, began);
            }
            absorbed
        } else if let Some(row) = value.downcast_ref::<Row<Inquiry>>() {
            self.index.inquiries.put_full(Arc::new(row.value.clone()));
            self.index.inquiries.absorb([row], began)
        } else if let Some(history) = value.downcast_ref::<BuyerHistory>() {
            self.index.inquiries.absorb(&history.inquiries.rows, began)
        } else if let Some(taken) = self.absorb_domains(call, value, began, at) {
            let Taken { new, changed, left_out, .. } = taken;
            return Absorbed { new, changed, left_out, rows: Vec::new() };
        } else {
            self.absorb_settings(call, &**value, at);
            Absorbed::default()
        };
        self.keep(&absorbed, at);
        absorbed
    }

    /// Hands rows to the disk, with the bits as they are now known.
    pub(in crate::store) fn keep(&mut self, absorbed: &Absorbed, at: Timestamp) {
        absorbed.rows.iter().for_each(|(id, _)| self.index.inquiries.told(*id, at));
        let Some(disk) = &self.disk else { return };
        let rows = absorbed.rows.iter().filter_map(|(id, raw)| {
            let (row, bits, walk) = self.index.inquiries.kept(*id)?;
            Some(DiskRow { row: row.clone(), bits, walk, at, raw: (raw.len() <= budget::ROW).then(|| raw.clone()) })
        });
        disk.put_rows(rows.collect());
    }

    /// Keeps the changed bits of rows on the disk.
    pub(in crate::store) fn keep_bits(&self, ids: impl IntoIterator<Item = Id<Inquiry>>) {
        let Some(disk) = &self.disk else { return };
        disk.put_bits(ids.into_iter().filter_map(|id| self.index.inquiries.kept(id).map(|(_, bits, _)| (id, bits))));
    }
}
