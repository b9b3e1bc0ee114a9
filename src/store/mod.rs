//! What is known: query cache, the index of inquiries, pending writes laid over it, the journal, and the disk behind them.
//!
//! It never talks to the service: the runtime hands it replies and asks it what to send. It draws nothing.
//! Look first at [`Store`], the one value screens read, and `journal/` for what a write goes through.

pub mod book;
pub mod disk;
pub mod domains;
pub mod files;
pub mod filter;
pub mod intent;
pub mod jobs;
pub mod journal;
mod overlay;
mod query;
mod session;
#[cfg(test)]
mod tests;
mod texts;
pub mod walk;
mod want;
pub mod writes;

use std::any::Any;
use std::sync::Arc;

use crate::api::inquiries::List;
use crate::api::replies::BuyerHistory;
use crate::api::types::{Domain, Inquiry};
use crate::api::{Call, Paged, Request, Resource, Row};
use crate::base::{Id, Timestamp};

use book::Absorbed;
use disk::{Disk, DiskEvent, DiskRow};
use jobs::Jobs;
use query::Queries;
use walk::{Ask, WalkPage, WalkStep};

pub use book::{Column, InquiryBook, InquiryRow, Sort, Tab, ViewSpec};
pub use domains::{Cover, DomainBook, DomainColumn, DomainKey, DomainRow, DomainSort, DomainTab, DomainView, Pending};
pub use intent::{Intent, Mark, Subject};
pub use journal::{Entry, EntryId, Journal, Origin, Reversal, State, Target, Which};
pub use query::{Changes, Loaded};
pub use session::{Connection, Grid, Known, SavedView, SavedViews, Session, WriteHold};
pub use walk::{WalkState, walk_request};
pub use want::{DecodeFn, Every, Reply, Want, Wants};
pub use writes::{Batch, Durable, NotPlanned, ParkingEmail, WriteProgress, WriteStep};

/// Everything known about one account. Owned by the loop; screens read it.
#[derive(Debug, Default)]
pub struct Store {
    queries: Queries,
    book: InquiryBook,
    domains: DomainBook,
    journal: Journal,
    jobs: Jobs,
    session: Session,
    files: files::Files,
    writes: writes::UnderWay,
    disk: Option<Disk>,
    /// The disk has told its rows, or that there are none to come.
    rows_told: bool,
    /// A walk was asked for before that.
    walk_awaits_rows: bool,
    version: u64,
}

impl Store {
    /// A store without a disk, for tests and for accounts that keep nothing.
    pub fn new(account: &str) -> Self {
        let mut store = Self::default();
        account.clone_into(&mut store.session.account);
        store
    }

    /// Puts the disk behind it; what it holds comes as [`DiskEvent`]s.
    pub fn attach(&mut self, disk: Disk) {
        if let Some(why) = disk.readonly() {
            self.session.readonly = Some(why.to_owned());
        }
        self.disk = Some(disk);
    }

    /// The disk, to ask it for whole inquiries and kept answers.
    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// Takes what the disk has to tell.
    pub fn from_disk(&mut self, event: DiskEvent, now: Timestamp) {
        self.version += 1;
        match event {
            DiskEvent::Rows(loaded) => {
                self.session.notices.extend(loaded.notices);
                self.book.load(loaded.rows);
                self.book.walk = loaded.walk;
                for (name, ids) in loaded.sets {
                    self.book.add_to_set(&name, ids);
                }
                self.rows_are_told();
            }
            DiskEvent::Journal { entries, notices } => {
                self.session.notices.extend(notices);
                self.restore_journal(entries, now);
            }
            DiskEvent::CacheOff(why) => {
                self.session.notices.push(why);
                self.rows_are_told();
            }
            DiskEvent::JournalOff(why) => {
                self.session.readonly.get_or_insert_with(|| why.clone());
                self.session.notices.push(why);
            }
        }
    }

    /// Takes the first page read before any thread existed.
    pub fn from_first_page(&mut self, page: disk::FirstPage) {
        self.version += 1;
        self.book.load(page.rows);
        for (name, ids) in page.sets {
            self.book.add_to_set(&name, ids);
        }
        for (entry, id, mark, to) in page.pending {
            self.book.overlay.push(entry, id, mark, to);
        }
    }

    /// What is known about a request's answer.
    pub fn query<R: Request>(&self, request: &R) -> Loaded<'_, R::Reply> {
        self.queries.loaded(&request.call().key())
    }

    /// The same for a want, without its type: age and state only.
    pub fn state_of(&self, key: &str) -> Loaded<'_, ()> {
        self.queries.loaded(key)
    }

    /// True when an answer of whatever age is in memory.
    pub fn has(&self, key: &str) -> bool {
        self.queries.loaded::<()>(key).at.is_some()
    }

    /// The generation of the newest request for `key`; the next one is begun under one more.
    pub fn generation(&self, key: &str) -> u64 {
        self.queries.generation(key)
    }

    /// A request for `key` was begun under `generation`.
    pub fn mark_loading(&mut self, key: &str, generation: u64) {
        self.version += 1;
        self.queries.begin(key, generation, self.book.moment());
    }

    /// The request was cancelled; what was known stays.
    pub fn mark_cancelled(&mut self, key: &str, generation: u64) {
        self.version += 1;
        self.queries.ended(key, generation);
    }

    /// Answers about these resources are to be asked again. Returns their keys.
    pub fn stale(&mut self, resources: &[Resource]) -> Vec<String> {
        self.version += 1;
        self.queries.stale(resources)
    }

    /// Takes an answer: drops it when a newer request runs, takes inquiries into the index, keeps it on disk.
    pub fn accept(&mut self, reply: Reply) -> Changes {
        let began = self.queries.began_moment(&reply.key);
        let value = reply.result.as_ref().ok().cloned();
        if !self.queries.accept(&reply.call, &reply.key, reply.generation, reply.at, reply.result) {
            return Changes::default();
        }
        self.version += 1;
        let mut changes = Changes { taken: true, ..Changes::default() };
        if let Some(value) = value {
            changes.differs = self.queries.note_body(&reply.key, reply.body.as_deref());
            changes.ended = self.jobs.absorb(&reply.call, &*value, reply.at, true);
            let absorbed = self.absorb(&reply.call, &value, began, reply.at);
            (changes.new, changes.changed) = (absorbed.new, absorbed.changed);
            self.session.heard = self.session.heard.max(Some(reply.at));
            if let (Some(disk), Some(body)) = (&self.disk, reply.body) {
                disk.put_reply(reply.key, reply.at, body);
            }
        }
        changes
    }

    /// Takes an answer kept by an earlier run, decoded; never over a newer one.
    pub fn accept_kept(&mut self, call: &Call, at: Timestamp, value: Arc<dyn Any + Send + Sync>) -> bool {
        self.version += 1;
        self.jobs.absorb(call, &*value, at, false);
        self.queries.accept_disk(call, at, value)
    }

    /// Takes the inquiries out of whatever answer carries some.
    fn absorb(&mut self, call: &Call, value: &Arc<dyn Any + Send + Sync>, began: u64, at: Timestamp) -> Absorbed {
        let absorbed = if let Some(page) = value.downcast_ref::<Paged<Inquiry>>() {
            let absorbed = self.book.absorb(&page.rows, began);
            if call.endpoint == List::ENDPOINT {
                self.note_set(call, page);
            }
            absorbed
        } else if let Some(row) = value.downcast_ref::<Row<Inquiry>>() {
            self.book.put_full(Arc::new(row.value.clone()));
            self.book.absorb([row], began)
        } else if let Some(history) = value.downcast_ref::<BuyerHistory>() {
            self.book.absorb(&history.inquiries.rows, began)
        } else if let Some(page) = value.downcast_ref::<Paged<Domain>>() {
            let taken = self.absorb_domains(call, page, began, at);
            return Absorbed { new: taken.new, changed: taken.changed, rows: Vec::new() };
        } else if let Some(row) = value.downcast_ref::<Row<Domain>>() {
            let taken = self.take_domain(row, began, at);
            return Absorbed { new: taken.new, changed: taken.changed, rows: Vec::new() };
        } else {
            Absorbed::default()
        };
        self.keep(&absorbed, at);
        absorbed
    }

    fn note_set(&mut self, call: &Call, page: &Paged<Inquiry>) {
        if !book::needs_set(call) {
            return;
        }
        let set = book::set_of_call(call);
        let (first, last) = (set.page == 1, page.rows.len() + page.odd.len() < set.per_page as usize);
        let ids = page.values().map(|inquiry| inquiry.inquiry_id);
        if set.in_order || (first && last) {
            self.book.put_set(&set.name, ids, first, last);
        } else {
            // By offer a page says nothing about those it leaves out.
            self.book.add_to_set(&set.name, ids.map(Id::get));
        }
        if let Some(disk) = &self.disk {
            disk.put_set(set.name.clone(), self.book.set(&set.name));
        }
    }

    /// Hands rows to the disk, with the bits as they are now known.
    fn keep(&self, absorbed: &Absorbed, at: Timestamp) {
        let Some(disk) = &self.disk else { return };
        let rows = absorbed.rows.iter().filter_map(|(id, raw)| {
            let (row, bits, walk) = self.book.kept(*id)?;
            Some(DiskRow { row: row.clone(), bits, walk, at, raw: Some(raw.clone()) })
        });
        disk.put_rows(rows.collect());
    }

    /// Keeps the changed bits of rows on the disk.
    fn keep_bits(&self, ids: impl IntoIterator<Item = Id<Inquiry>>) {
        let Some(disk) = &self.disk else { return };
        disk.put_bits(ids.into_iter().filter_map(|id| self.book.kept(id).map(|(_, bits, _)| (id, bits))).collect());
    }

    /// Begins a background walk over all inquiries, or goes on with the one that was stopped: once the disk has told
    /// which that is. A walk begun earlier would number its rows below those of the walks before it.
    pub fn start_walk(&mut self) {
        self.version += 1;
        self.walk_awaits_rows = self.disk.is_some() && !self.rows_told;
        if !self.walk_awaits_rows {
            self.book.walk.start();
        }
    }

    fn rows_are_told(&mut self) {
        self.rows_told = true;
        if std::mem::take(&mut self.walk_awaits_rows) {
            self.book.walk.start();
        }
    }

    /// What the walk asks next, with the request for it and the moment to hand back with the answer; `None` while one
    /// is under way or nothing is to ask.
    pub fn walk_ask(&mut self) -> Option<(Ask, u64)> {
        let ask = self.book.walk.ask()?;
        Some((ask, self.book.moment()))
    }

    /// The request of the walk failed or was cancelled; [`Store::walk_ask`] gives it again.
    pub fn walk_failed(&mut self) {
        self.book.walk.failed();
    }

    /// Takes a page of the walk, begun at `began`.
    pub fn walk_page(&mut self, number: u32, page: &Paged<Inquiry>, began: u64, at: Timestamp) -> Changes {
        self.version += 1;
        let rows = page.values().map(|inquiry| (inquiry.inquiry_id, book::key_of(inquiry))).collect();
        let seen = WalkPage { page: number, rows, odd: page.odd.len(), total: page.pagination.total.copied() };
        let walk = self.book.walk.number();
        let book = &self.book;
        let mut machine = book.walk.clone();
        let step = machine.page(&seen, |id| book.kept(id).is_some_and(|(.., last)| last == walk));
        // The rows first, so that they carry this walk's number when the step sweeps.
        let absorbed = self.book.absorb(&page.rows, began);
        self.keep(&absorbed, at);
        self.book.walk = machine;
        self.walk_step(step);
        Changes { taken: true, new: absorbed.new, changed: absorbed.changed, ..Changes::default() }
    }

    /// Takes one inquiry read for the walk or for settling a write, begun at `began`.
    pub fn take_row(&mut self, row: &Row<Inquiry>, began: u64, at: Timestamp) {
        self.version += 1;
        let absorbed = self.book.absorb([row], began);
        self.keep(&absorbed, at);
    }

    /// The moment to note when a read is begun outside the queries, and to hand back with its answer.
    pub fn moment(&self) -> u64 {
        self.book.moment()
    }

    /// Takes the walk's single read of a row: there (then it went through [`Store::accept`] too), or not known.
    pub fn walk_one(&mut self, id: Id<Inquiry>, there: bool) {
        self.version += 1;
        let step = self.book.walk.one(id, there);
        self.walk_step(step);
    }

    fn walk_step(&mut self, step: WalkStep) {
        let mut gone = step.gone;
        if let Some(sweep) = &step.sweep {
            let candidates = self.book.unseen(sweep);
            if sweep.proven {
                gone.extend(candidates);
            } else {
                self.book.walk.ask_singly(candidates);
            }
        }
        self.forget(&gone);
        if step.save
            && let Some(disk) = &self.disk
        {
            disk.put_walk(&self.book.walk);
        }
    }

    /// The service no longer has these inquiries.
    pub fn forget(&mut self, gone: &[Id<Inquiry>]) {
        if gone.is_empty() {
            return;
        }
        self.version += 1;
        for id in gone {
            self.book.remove(*id);
        }
        if let Some(disk) = &self.disk {
            disk.remove_rows(gone.to_vec());
        }
    }

    /// Keeps a whole inquiry in memory (read from the disk for a want).
    pub fn put_full(&mut self, inquiry: Arc<Inquiry>) {
        self.version += 1;
        self.book.put_full(inquiry);
    }

    /// Forgets what came from the service, in memory and on disk; the journal stays.
    pub fn purge_cache(&mut self) {
        self.version += 1;
        self.queries.clear();
        self.book.clear();
        self.jobs.clear();
        self.domains.clear();
        if let Some(disk) = &self.disk {
            disk.purge_cache();
        }
    }

    /// All inquiries known.
    pub fn inquiries(&self) -> &InquiryBook {
        &self.book
    }

    /// All writes known.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Imports and exports.
    pub fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// What was read from the user's files.
    pub fn files(&self) -> &files::Files {
        &self.files
    }

    pub fn files_mut(&mut self) -> &mut files::Files {
        self.version += 1;
        &mut self.files
    }

    /// Differs whenever anything a screen reads may differ.
    pub fn version(&self) -> u64 {
        self.version
    }
}
