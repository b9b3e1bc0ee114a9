//! The store as a whole: [`Store`], a field per room, and what concerns several of them.
//!
//! All of `Store` is in this folder: answers come in and are handed to the rooms, kept data comes from the disk, and
//! rows go to it. Look first at [`Store::accept`], then at `domains.rs`, `walking.rs` and `member_sets.rs`, what
//! answers do to the indexes, `noting.rs`, `prices.rs` and `settings.rs`. A write goes through `writes/`, a plan of
//! settings through `plan/`, and `guard/` warns before values are written. What concerns one room alone is in that
//! room.

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

/// Everything known about one account. Owned by the loop; screens read it.
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

/// Data that waits until the disk has handed over its rows.
#[derive(Debug, Default)]
pub(in crate::store) struct Opening {
    /// Answers about domains, and a walk over domains that was asked for.
    pub domains: domains::Intake,
    /// A walk over inquiries that was asked for.
    pub inquiries: walk::Held,
}

/// Data that screens draw besides the rows.
#[derive(Debug, Default)]
pub(in crate::store) struct Shown {
    /// Number that changes whenever anything a screen reads may have changed.
    pub version: u64,
    pub made: kept::Kept,
}

impl Store {
    /// A store without a disk, for tests and for accounts that keep nothing.
    pub fn new(account: &str) -> Self {
        let mut store = Self::default();
        account.clone_into(&mut store.session.account);
        store
    }

    /// Attaches the disk, whose contents come as [`DiskEvent`]s.
    pub fn attach(&mut self, disk: Disk) {
        if let Some(why) = disk.readonly() {
            self.session.turned_off(why);
        }
        self.disk = Some(disk);
    }

    /// Data by which a write is decided.
    pub fn grounds(&self) -> Grounds<'_> {
        let Self { session, answers, lists, index, writes, .. } = self;
        Grounds { session, answers, lists, index, journal: &writes.journal, overlay: &writes.overlay }
    }

    /// The disk, to ask it for whole inquiries and kept answers.
    pub fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// Takes a message of the disk.
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

    /// Takes the first page read before any thread existed.
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

    /// Notes the keys of the answers that screens use now, so that no other answer displaces them.
    pub fn wanted<'a>(&mut self, keys: impl IntoIterator<Item = &'a str>) {
        self.answers.wanted(keys);
    }

    /// Forgets an answer that no screen wants any more.
    pub fn let_go(&mut self, key: &str) {
        self.answers.let_go(key);
    }

    /// The known answer to a request.
    pub fn query<R: Request>(&self, request: &R) -> Loaded<'_, R::Reply> {
        self.answers.of(request)
    }

    /// Age and state of the answer to a want, without its type.
    pub fn state_of(&self, key: &str) -> Loaded<'_, ()> {
        self.answers.loaded(key)
    }

    /// True when the answer is in memory, whatever its age.
    pub fn has(&self, key: &str) -> bool {
        self.answers.loaded::<()>(key).at.is_some()
    }

    /// Generation of the newest request for `key`; the next request begins under a number one higher.
    pub fn generation(&self, key: &str) -> u64 {
        self.answers.generation(key)
    }

    /// Notes that a request for `key` was begun under `generation`.
    pub fn mark_loading(&mut self, key: &str, generation: u64) {
        self.shown.version += 1;
        self.answers.begin(key, generation, self.index.inquiries.clock());
    }

    /// Marks answers about these resources as stale, to be asked again.
    pub fn stale(&mut self, resources: &[Resource]) {
        self.shown.version += 1;
        self.answers.stale(resources);
    }

    /// Keys of the answers that writes made stale since the last call, either by their own answer or when their outcome
    /// was read back.
    pub fn take_stale(&mut self) -> BTreeSet<String> {
        self.answers.take_stale()
    }

    /// Takes one inquiry read for the walk or for settling a write, begun at `began`.
    pub fn take_row(&mut self, row: &Row<Inquiry>, began: u64, at: Timestamp) {
        self.shown.version += 1;
        let absorbed = self.index.inquiries.absorb([row], began);
        self.keep(&absorbed, at);
    }

    /// Logical clock that counts acknowledged changes. Note it when a read begins outside the queries, and hand it back
    /// with the answer.
    pub fn clock(&self) -> u64 {
        self.index.inquiries.clock()
    }

    /// Forgets inquiries that the service no longer has.
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

    /// Forgets all that came from the service, in memory and on disk; the journal stays.
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

    /// The index of inquiries.
    pub fn inquiries(&self) -> &InquiryIndex {
        &self.index.inquiries
    }

    /// Visits and inquiries of the last 30 days, as far as reports were read.
    pub fn visits(&self) -> &lists::visits::Visits {
        &self.lists.visits
    }

    /// Files read from the user.
    pub fn files(&self) -> &Files {
        &self.session.files
    }

    /// Files read from the user, to be changed by the runtime.
    pub fn files_mut(&mut self) -> &mut Files {
        self.shown.version += 1;
        &mut self.session.files
    }

    /// The journal of writes.
    pub fn journal(&self) -> &Journal {
        &self.writes.journal
    }

    /// Number that changes whenever anything a screen reads may have changed.
    pub fn version(&self) -> u64 {
        self.shown.version
    }
}
