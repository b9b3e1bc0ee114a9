//! Store as a whole: [`Store`] with a field for each room, and code that concerns several rooms.
//!
//! Answers are passed to the rooms, kept data is taken from the disk, and rows are written to it. Look first at
//! [`Store::accept`], then at `domains.rs`, `walking.rs` and `member_sets.rs` (answers for the indexes), `noting.rs`,
//! `prices.rs` and `settings.rs`. Writes are in `writes/`, plans of settings in `plan/`, and `guard/` warns before
//! values are written. Code that concerns one room is in that room.

mod alarms;
mod domains;
mod drafts;
mod errand;
pub mod guard;
mod heard;
mod jobs;
mod kept;
#[cfg(any(test, feature = "testing"))]
mod killed;
mod mail;
mod member_sets;
mod noting;
mod plan;
mod prices;
mod session;
mod settings;
mod taking;
mod walking;
mod writes;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::api::{Request, Resource, Row};
use crate::base::{Id, Timestamp};

use super::answers::{Loaded, Queries};
use super::disk::{self, Disk, DiskEvent};
use super::index::inquiries::InquiryIndex;
use super::index::{self, walk};
use super::lists;
use super::notes;
use super::session::Session;
use super::writes::Writes;
use super::writes::grounds::Grounds;
use super::writes::journal::Journal;
use crate::sheets::Files;

pub use errand::{DomainAnswer, DomainErrand, DomainRead, Errand, WalkAnswer, Walked};
pub use plan::{Priced, Question, Repricing, SheetReading, SheetText};
pub use prices::Worth;
pub use taking::Changes;
pub use writes::{ActsAt, UndoWords};

/// Everything known about one account. The loop owns it, screens read it.
#[derive(Debug, Default)]
pub struct Store {
    pub(in crate::store) answers: Queries,
    pub(in crate::store) lists: lists::Lists,
    pub(in crate::store) index: index::Index,
    pub(in crate::store) notes: notes::Notes,
    pub(in crate::store) writes: Writes,
    pub(in crate::store) session: Session,
    pub(in crate::store) disk: Option<Disk>,
    pub(in crate::store) opening: Opening,
    pub(in crate::store) shown: Shown,
}

/// Data that waits until the disk has sent its rows.
#[derive(Debug, Default)]
pub(in crate::store) struct Opening {
    /// Answers about domains, and the start of a walk over domains.
    pub domains: domains::Intake,
    /// Start of a walk over inquiries.
    pub inquiries: walk::Held,
}

/// Data for drawing besides the rows.
#[derive(Debug, Default)]
pub(in crate::store) struct Shown {
    /// Number that changes whenever anything may have changed that a screen reads.
    pub version: u64,
    pub made: kept::Kept,
}

impl Store {
    /// Store without a disk, for tests and for accounts of which nothing is kept.
    pub fn new(account: &str) -> Self {
        let mut store = Self::default();
        account.clone_into(&mut store.session.account);
        store
    }

    /// Attaches the disk, which sends its contents as [`DiskEvent`]s.
    pub fn attach(&mut self, disk: Disk) {
        if let Some(why) = disk.readonly() {
            self.session.turned_off(why);
        }
        self.disk = Some(disk);
    }

    /// Data by which kinds of writes decide.
    pub fn grounds(&self) -> Grounds<'_> {
        let Self { session, answers, lists, index, writes, .. } = self;
        Grounds { session, answers, lists, index, journal: &writes.journal, overlay: &writes.overlay }
    }

    /// Disk, to read whole inquiries and kept answers from.
    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// Takes an event of the disk.
    pub fn from_disk(&mut self, event: DiskEvent, now: Timestamp) {
        self.shown.version += 1;
        match event {
            DiskEvent::Rows(loaded) => {
                self.session.notices.extend(loaded.notices);
                self.session.proven.take(loaded.proven);
                self.index.inquiries.load(loaded.rows);
                self.index.inquiries.walk = loaded.walk;
                self.index.inquiries.walk.read_back();
                for (name, ids) in loaded.sets {
                    self.index.inquiries.add_to_set(&name, ids);
                }
                self.rows_are_told(now);
            }
            DiskEvent::Wait { asked, until } => self.session.take_wait(asked, until, now),
            DiskEvent::Noted(noted) => self.lists.mail.set_marks(&noted.mail),
            DiskEvent::MailTexts(kept) => self.take_texts(*kept),
            DiskEvent::Notes { rows, has } => self.take_notes(rows, has),
            DiskEvent::Journal { entries, notices } => {
                self.session.notices.extend(notices);
                self.restore_journal(entries, now);
            }
            DiskEvent::Domains(loaded) => self.domains_from_disk(Some(*loaded), now),
            DiskEvent::CaughtUp => {}
            DiskEvent::CacheOff(why) => {
                self.session.notices.push(why);
                self.rows_are_told(now);
                self.domains_from_disk(None, now);
            }
            DiskEvent::JournalOff(why) => {
                self.session.turned_off(&why);
                self.plan_early(now);
            }
            DiskEvent::JournalOn => {
                self.session.turned_on();
                if let Some(disk) = &mut self.disk {
                    disk.took_over();
                }
                self.drop_applied(now);
            }
            DiskEvent::Notice(text) => self.session.notices.push(text),
        }
    }

    /// Takes the first page of inquiries, which was read before any thread was started.
    pub fn from_first_page(&mut self, page: disk::FirstPage) {
        self.shown.version += 1;
        self.index.inquiries.load(page.rows);
        for (name, ids) in page.sets {
            self.index.inquiries.add_to_set(&name, ids);
        }
        for (entry, id, mark, to) in page.pending {
            self.index.inquiries.overlay.lay(entry, id, mark.field(), to.into());
        }
    }

    /// Marks the answers that screens use now, so that they are never dropped to make room.
    pub fn wanted<'a>(&mut self, keys: impl IntoIterator<Item = &'a str>) {
        self.answers.wanted(keys);
    }

    /// Removes an answer that no screen wants any more.
    pub fn let_go(&mut self, key: &str) {
        self.answers.let_go(key);
    }

    /// Answer to a request, as far as it is known.
    pub fn query<R: Request>(&self, request: &R) -> Loaded<'_, R::Reply> {
        self.answers.of(request)
    }

    /// State of the answer under a key, without its value.
    pub fn state_of(&self, key: &str) -> Loaded<'_, ()> {
        self.answers.loaded(key)
    }

    /// True when the answer under a key is in memory, whatever its age.
    pub fn has(&self, key: &str) -> bool {
        self.answers.loaded::<()>(key).at.is_some()
    }

    /// Generation of the newest request for `key`. The next request has the number after it.
    pub fn generation(&self, key: &str) -> u64 {
        self.answers.generation(key)
    }

    /// Notes that a request for `key` was started under `generation`.
    pub fn mark_loading(&mut self, key: &str, generation: u64) {
        self.shown.version += 1;
        self.answers.begin(key, generation, self.index.inquiries.clock());
    }

    /// Marks the answers about these resources as stale, so that they are asked for again.
    pub fn stale(&mut self, resources: &[Resource]) {
        self.shown.version += 1;
        self.answers.stale(resources);
    }

    /// Keys of the answers made stale since the last call.
    pub fn take_stale(&mut self) -> BTreeSet<String> {
        self.answers.take_stale()
    }

    /// Takes an inquiry that was read for the walk or to settle a write, by a request started at `began`.
    pub fn take_row(&mut self, row: &Row<Inquiry>, began: u64, at: Timestamp) {
        self.shown.version += 1;
        let absorbed = self.index.inquiries.absorb([row], began);
        self.keep(&absorbed, at);
    }

    /// Logical clock, which counts confirmed changes. Note it when a request outside of the queries starts, and hand
    /// it back with the answer.
    pub fn clock(&self) -> u64 {
        self.index.inquiries.clock()
    }

    /// Removes inquiries that the service no longer has.
    pub fn forget(&mut self, gone: &[Id<Inquiry>]) {
        if gone.is_empty() {
            return;
        }
        self.shown.version += 1;
        for id in gone {
            self.index.inquiries.remove(*id);
        }
        if let Some(disk) = &self.disk {
            disk.remove_rows(gone);
        }
    }

    /// Keeps a whole inquiry in memory that was read from the disk for a want.
    pub fn put_full(&mut self, inquiry: Arc<Inquiry>) {
        self.shown.version += 1;
        self.index.inquiries.put_full(inquiry);
    }

    /// Removes everything that came from the service from memory and disk. The journal and the user's notes stay.
    pub fn purge_cache(&mut self) {
        self.shown.version += 1;
        self.answers.clear();
        self.index.inquiries.clear();
        self.lists.jobs.clear();
        self.lists.mail.clear();
        self.index.domains.clear();
        self.lists.settings.forget();
        self.lists.visits.forget();
        if let Some(disk) = &self.disk {
            disk.purge_cache();
            disk.put_server_ahead(self.session.server_ahead);
        }
    }

    /// Index of inquiries.
    pub fn inquiries(&self) -> &InquiryIndex {
        &self.index.inquiries
    }

    /// Visits and inquiries of the last 30 days by domain, as far as reports were read.
    pub fn visits(&self) -> &lists::visits::Visits {
        &self.lists.visits
    }

    /// Files of the user that were read.
    pub fn files(&self) -> &Files {
        &self.session.files
    }

    /// Files of the user that were read, for the runtime to change.
    pub fn files_mut(&mut self) -> &mut Files {
        self.shown.version += 1;
        &mut self.session.files
    }

    /// Journal of writes.
    pub fn journal(&self) -> &Journal {
        &self.writes.journal
    }

    /// Number that changes whenever anything may have changed that a screen reads.
    pub fn version(&self) -> u64 {
        self.shown.version
    }
}
