//! Index of inquiries: all rows that a walk, a page or a single read has brought, compact and in order.
//!
//! This room does not fetch, journal or write to the disk. Look first at [`InquiryIndex`], then `view.rs` (filter),
//! `order.rs` (sort), `chunk.rs` (rows in memory) and `row.rs` (contents of a row).

mod among;
mod answered;
pub mod bits;
mod chunk;
mod finding;
mod mask;
mod order;
mod row;
mod sets;
mod tab;
mod told;
mod view;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::api::Row;
use crate::api::types::{Inquiry, InquiryMarks};
use crate::base::{Currency, Id, Kept};

use super::overlay::Values;
use super::walk::{Counts, Sweep, Unseen, Walk, WalkState};
use crate::store::answers::{DETAILS, Recent, budget};
use crate::store::notes::Records;
use crate::store::subject::Mark;

pub use answered::ReplyDraft;
pub use chunk::{Chunk, Chunks, Put};
pub use mask::{COVER, covered};
pub(in crate::store) use order::offer_rank;
pub use row::{Compact, FIELDS, Field, InquiryRow, Key, assign, inquiry_from_raw, mark_of};
pub use sets::SetNeeds;
use sets::Sets;
pub use tab::{Tab, set_name};
use view::{Cached, Ready};
pub use view::{Column, Sort, ViewSpec};
pub(crate) use {tab::SetPage, view::bits_of_spec};

/// Number of views that are kept.
const VIEWS: usize = 12;
/// Most rows whose confirmed marks are remembered, so that an answer to an earlier request does not undo them.
const ACKS: usize = 4_096;

/// Marks of a row that the service has confirmed. Answers to earlier requests do not undo them.
#[derive(Clone, Copy, Debug, Default)]
struct Ack {
    /// Newest clock in `marks`.
    at: u64,
    /// Value of each mark, with the clock of its confirmation.
    marks: [Option<(u64, bool)>; 4],
}

/// Result of taking rows into the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Absorbed {
    /// Number of rows not known before.
    pub new: usize,
    /// Number of rows that changed.
    pub changed: usize,
    /// Number of rows left out because the index is full.
    pub left_out: usize,
    /// Rows to keep on the disk, in the order of the answer: id and JSON text.
    pub rows: Vec<(Id<Inquiry>, Arc<str>)>,
}

/// Index of all known inquiries.
#[derive(Debug, Default)]
pub struct InquiryIndex {
    rows: Chunks,
    pub(in crate::store) overlay: Values,
    acks: HashMap<i64, Ack>,
    /// Number of confirmations. An answer to an earlier request must not undo later ones.
    clock: u64,
    details: Recent<Id<Inquiry>, Inquiry, DETAILS>,
    /// True in privacy mode.
    covered: bool,
    /// Drafts of replies on this computer, by the id of the inquiry.
    drafts: Arc<BTreeMap<i64, ReplyDraft>>,
    records: (Arc<Records>, u64),
    sets: Sets,
    /// Number added to the version of the rows, so that the sum also grows when all rows are replaced.
    replaced: u64,
    told: told::Told,
    pub(in crate::store) walk: Walk,
    views: RefCell<Recent<ViewSpec, Cached, VIEWS>>,
    /// Currencies of offers, by the version of the rows.
    currencies: Kept<u64, Arc<[Box<str>]>>,
}

impl InquiryIndex {
    /// Ids that a list shows, in order. They are kept; a changed mark filters only one piece of the rows again.
    pub fn view(&self, spec: &ViewSpec) -> Arc<[Id<Inquiry>]> {
        let under = (self.overlay.version(), self.sets.version);
        let mut views = self.views.borrow_mut();
        let current = |cached: &&Arc<Cached>| cached.version == self.version() && cached.under == under;
        if let Some(cached) = views.get(spec).as_ref().filter(current) {
            return cached.ids.clone();
        }
        let old = views.take(spec).filter(|cached| cached.under == under);
        let cached = self.make(spec, old.as_deref());
        let ids = cached.ids.clone();
        views.put(spec.clone(), Arc::new(cached));
        ids
    }

    fn make(&self, spec: &ViewSpec, old: Option<&Cached>) -> Cached {
        let ready = Ready::new(spec, &self.records.0);
        let set = spec.set();
        let members = set.as_ref().map(|name| self.members(name));
        let member = |id: Id<Inquiry>| match members {
            None => true,
            Some(ids) => ids.is_some_and(|ids| ids.contains(&id.get())),
        };
        let known: HashMap<u64, &Vec<Id<Inquiry>>> =
            old.map(|old| old.parts.iter().map(|(version, ids)| (*version, ids)).collect()).unwrap_or_default();
        let mut parts = Vec::with_capacity(self.rows.pieces().len());
        let mut ids = Vec::new();
        for piece in self.rows.pieces() {
            let part = known.get(&piece.version).map_or_else(
                || {
                    let mut part = Vec::new();
                    ready.collect(piece, |id, bits| self.laid_over(id, bits), member, &mut part);
                    part
                },
                |part| (*part).clone(),
            );
            ids.extend_from_slice(&part);
            parts.push((piece.version, part));
        }
        order::order(&mut ids, spec, &self.records.0, |id| self.row(id).map(InquiryRow::as_sent));
        let under = (self.overlay.version(), self.sets.version);
        Cached { version: self.version(), ids: ids.into(), parts, under }
    }

    /// Row with its pending writes.
    pub fn row(&self, id: Id<Inquiry>) -> Option<InquiryRow<'_>> {
        let (row, bits, _) = self.rows.get(id)?;
        let pending = self.is_pending(id);
        Some(InquiryRow { row, bits: self.laid_over(id, bits), pending, covered: self.covered })
    }

    /// Copy of the rows with their pending writes and notes, to be read off the loop.
    pub fn frozen(&self) -> Self {
        let (rows, overlay) = (self.rows.clone(), self.overlay.clone());
        let (drafts, records) = (self.drafts.clone(), self.records.clone());
        Self { rows, overlay, drafts, records, covered: self.covered, ..Self::default() }
    }

    /// Mark as the service last sent it, without pending writes; `None` where it is not known.
    pub fn truth(&self, id: Id<Inquiry>, mark: Mark) -> Option<bool> {
        mark_of(self.rows.get(id)?.1, mark)
    }

    /// Mark with pending writes, as it is shown; `None` where it is not known.
    pub fn shown(&self, id: Id<Inquiry>, mark: Mark) -> Option<bool> {
        mark_of(self.row(id)?.bits, mark)
    }

    /// Whole inquiry as it may be shown, if it is in memory. Screens ask for it with their wants.
    pub fn full(&self, id: Id<Inquiry>) -> Option<Arc<Inquiry>> {
        self.full_as_sent(id).map(|inquiry| if self.covered { Arc::new(covered(&inquiry)) } else { inquiry })
    }

    /// Whole inquiry without masking, to copy it or to write to the buyer.
    pub fn full_as_sent(&self, id: Id<Inquiry>) -> Option<Arc<Inquiry>> {
        self.details.get(&id)
    }

    /// Turns privacy mode on or off, in which rows and inquiries are shown masked.
    pub(in crate::store) fn cover(&mut self, on: bool) {
        self.covered = on;
    }

    /// Keeps a whole inquiry in memory, among the last `DETAILS`.
    pub fn put_full(&mut self, inquiry: Arc<Inquiry>) {
        self.details.put(inquiry.inquiry_id, inquiry);
    }

    /// True when the disk should have the whole inquiry, because its row came with details.
    pub fn detailed(&self, id: Id<Inquiry>) -> bool {
        self.rows.get(id).is_some_and(|(_, bits, _)| bits & bits::DETAILED != 0)
    }

    /// Version that changes whenever a view may change.
    pub fn version(&self) -> u64 {
        // Each part only grows, so the sum changes when one of them does.
        self.replaced + self.rows.version() + self.overlay.version() + self.sets.version
    }

    /// Currency of most offers; empty without offers.
    pub fn usual_currency(&self) -> Currency {
        Currency(self.currencies().first().map_or_else(String::new, ToString::to_string))
    }

    /// Currencies of offers, the one with most offers first.
    pub fn currencies(&self) -> Arc<[Box<str>]> {
        self.currencies.get(self.replaced + self.rows.version(), |_| {
            let offers = self.rows.iter().filter(|(row, ..)| row.offer.is_some());
            order::currencies(offers.map(|(row, ..)| row.get(Field::Currency))).into_iter().map(Into::into).collect()
        })
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Id of the newest inquiry.
    pub fn newest(&self) -> Option<Id<Inquiry>> {
        self.rows.iter().next().map(|(row, ..)| row.id)
    }

    /// State of the walk over all inquiries.
    pub fn walk(&self) -> WalkState {
        self.walk.state()
    }

    /// Progress of the first walk; `None` once it has ended.
    pub fn first_reading(&self) -> Option<WalkState> {
        self.walk.first()
    }

    /// True once all inquiries were read, also while they are read again.
    pub fn was_read(&self) -> bool {
        matches!(self.walk.outcome(), WalkState::Complete { .. })
    }

    /// Copy of the rows for work off the loop.
    pub fn snapshot(&self) -> Chunks {
        self.rows.clone()
    }

    /// Takes the rows from the disk. Rows that the service has sent since the start replace them.
    pub fn load(&mut self, loaded: Chunks) {
        let newer = self.replace(loaded);
        for (row, bits, walk) in newer.iter() {
            self.rows.put(row.clone(), bits, walk);
        }
    }

    /// Replaces all rows and returns the old ones. Views are dropped: versions of old and new pieces may be equal.
    fn replace(&mut self, rows: Chunks) -> Chunks {
        *self.views.borrow_mut() = Recent::default();
        let old = std::mem::replace(&mut self.rows, rows);
        // The sum must be higher than every version of the old rows. Their `told` is never higher than their version.
        self.replaced += old.version() + 1;
        old
    }

    /// Logical clock. It is noted when a request is started, and passed to [`InquiryIndex::absorb`] with the answer.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Takes the rows of an answer into the index; `began` is the clock when the request was started.
    pub fn absorb<'a>(&mut self, rows: impl IntoIterator<Item = &'a Row<Inquiry>>, began: u64) -> Absorbed {
        let mut absorbed = Absorbed::default();
        let walk = self.walk.number();
        for row in rows {
            let id = row.value.inquiry_id;
            if self.rows.bytes() >= budget::INQUIRIES && !self.rows.contains(id) {
                absorbed.left_out += 1;
                continue;
            }
            let (compact, mut told) = Compact::from_inquiry(&row.value);
            if row.raw.len() > budget::ROW {
                told &= !bits::DETAILED;
            }
            match self.rows.put(compact, self.merged(id, told, began), walk) {
                Put::New => absorbed.new += 1,
                Put::Changed => absorbed.changed += 1,
                Put::Same => {}
            }
            if self.details.contains(&id) && row.value.details.get().is_some() {
                self.details.put(id, Arc::new(row.value.clone()));
            }
            absorbed.rows.push((id, row.raw.clone()));
        }
        absorbed
    }

    /// Bits of an answer, with known bits where it has none, and with marks confirmed after its request was started.
    fn merged(&self, id: Id<Inquiry>, told: u32, began: u64) -> u32 {
        let mut merged = told;
        if let Some((_, known, _)) = self.rows.get(id) {
            for mark in Mark::ALL {
                if mark_of(told, mark).is_none()
                    && let Some(to) = mark_of(known, mark)
                {
                    merged = assign(merged, mark, to);
                }
            }
            if told & bits::DETAILED == 0 {
                merged |= known & bits::OF_DETAILS;
            }
            if told & bits::OF_ANSWERS == 0 {
                merged |= known & bits::OF_ANSWERS;
            }
        }
        if let Some(ack) = self.acks.get(&id.get()).filter(|ack| ack.at > began) {
            for (mark, to) in Mark::ALL.into_iter().zip(ack.marks) {
                if let Some((_, to)) = to.filter(|(at, _)| *at > began) {
                    merged = assign(merged, mark, to);
                }
            }
        }
        merged
    }

    /// Sets a mark that the service has confirmed, or that a reading has shown.
    pub fn acknowledge(&mut self, id: Id<Inquiry>, mark: Mark, to: bool) {
        self.acknowledge_all(id, &[(mark, to)]);
    }

    /// Sets all marks of a row that an answer has.
    pub fn acknowledge_marks(&mut self, id: Id<Inquiry>, marks: &InquiryMarks) {
        let told = [&marks.read, &marks.starred, &marks.archived, &marks.removed];
        let all: Vec<(Mark, bool)> =
            Mark::ALL.into_iter().zip(told).filter_map(|(mark, told)| Some((mark, told.copied()?))).collect();
        self.acknowledge_all(id, &all);
    }

    /// Advances the clock, so that requests started before are older than what follows.
    pub(in crate::store) fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn acknowledge_all(&mut self, id: Id<Inquiry>, marks: &[(Mark, bool)]) {
        self.tick();
        if self.acks.len() >= ACKS {
            // A request this old has long been answered or timed out.
            let old = self.clock.saturating_sub(ACKS as u64 / 2);
            self.acks.retain(|_, ack| ack.at > old);
        }
        let ack = self.acks.entry(id.get()).or_default();
        ack.at = self.clock;
        for (mark, to) in marks {
            ack.marks[*mark as usize] = Some((self.clock, *to));
        }
        if let Some((_, bits, _)) = self.rows.get(id) {
            let bits = marks.iter().fold(bits, |bits, (mark, to)| assign(bits, *mark, *to));
            self.rows.set_bits(id, bits);
        }
    }

    /// Removes an inquiry that the service no longer has.
    pub fn remove(&mut self, id: Id<Inquiry>) -> bool {
        self.details.take(&id);
        self.sets.remove(id.get());
        self.rows.remove(id)
    }

    /// Row with its bits as the service sent them and the number of the walk that last saw it, for the disk.
    pub(in crate::store) fn kept(&self, id: Id<Inquiry>) -> Option<(&Compact, u32, u32)> {
        self.rows.get(id)
    }

    /// Number of known rows, and number of hidden rows among them by the service's marks.
    pub(in crate::store) fn counts(&self) -> Counts {
        let hidden = self.rows.iter().filter(|(_, bits, _)| mark_of(*bits, Mark::Hidden) == Some(true)).count();
        Counts { rows: self.len() as u64, hidden: hidden as u64 }
    }

    /// Rows that a finished walk did not see, sorted into gone and perhaps gone by the result for their list.
    pub(in crate::store) fn unseen(&self, sweep: &Sweep) -> Unseen {
        let mut unseen = Unseen::default();
        for (row, bits, _) in self.rows.iter().filter(|(.., walk)| *walk < sweep.walk) {
            let hidden = mark_of(bits, Mark::Hidden) == Some(true);
            let list = if hidden { sweep.hidden } else { sweep.all };
            if list.read && list.down_to.is_none_or(|last| row.key() <= last) {
                (if list.proven { &mut unseen.gone } else { &mut unseen.perhaps }).push(row.id);
            }
        }
        unseen
    }

    /// Removes all rows (`:purge cache`). Pending writes and marks of this computer stay.
    pub fn clear(&mut self) {
        self.replace(Chunks::default());
        self.details = Recent::default();
        self.sets.clear();
        self.walk = Walk::default();
    }
}

/// Position of an inquiry in the list.
pub(in crate::store) fn key_of(inquiry: &Inquiry) -> Key {
    Key::new(inquiry.inquire_date.copied(), inquiry.inquiry_id)
}
