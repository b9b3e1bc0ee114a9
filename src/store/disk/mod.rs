//! Files of an account on this machine: `cache.db` (may be lost), `journal.db` and `notes.db` (must not), each with a
//! thread of its own, and the lock that lets one program write the first two.
//!
//! This room decides nothing: it stores rows, entries and bytes and returns them. Look first at [`Disk`], then
//! `cache.rs` and `journal_db.rs`. `first_page.rs`, `first_domains.rs`, `first_home.rs` and [`first_replies`] read
//! before any thread is started.

mod beside;
mod cache;
mod cache_tables;
mod cache_thread;
mod clock;
mod domains;
mod files;
mod first;
mod first_domains;
mod first_home;
mod first_page;
mod forms;
mod journal_db;
mod journal_tables;
mod keeper;
mod lock;
mod migrate;
mod noted;
mod notes_copies;
mod notes_db;
mod packed;
mod packed_domain;
mod proven;
mod reading;
mod replies;
mod rows;
mod short;
mod tally;
mod told;
mod unfit;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;

use serde::Serialize;

use super::writes::Durable;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::index::inquiries::inquiry_from_raw;
use crate::store::index::walk::Walk;
use crate::store::writes::journal::{Entry, Which};

pub use beside::Kept;
pub use cache::inquiries_read;
pub use clock::server_ahead;
pub use files::Places;
pub use first::FirstReads;
pub use first_domains::{FirstDomains, OpeningList, first_domains};
pub use first_home::first_home;
pub use first_page::{FirstPage, first_page};
pub use journal_db::{changes_kept, wait_left};
pub use lock::Lock;
pub use noted::Noted;
pub use notes_db::{NotesDb, first_notes, noted};
pub use proven::proven;
pub use replies::first_replies;
pub use rows::{DiskRow, LoadedRows};
pub use told::{DiskEvent, Tell};

use cache::{Cache, CacheJob, INQUIRIES, Table};
use cache_thread::run_cache;
use keeper::{JournalJob, Keeper};
use notes_db::{NotesJob, run_notes};
use told::HeldLock;

/// Number of rows read for a first frame: more than any screen shows at once.
pub const FIRST_ROWS: usize = 200;

/// Function called with an answer, on the disk's thread.
pub type Then<T> = Box<dyn FnOnce(T) + Send>;

/// Bytes that each job counts for at least, so that many small jobs put the cache behind as well.
const LEAST: usize = 80 << 10;

/// Handle to an account's files. Calls return at once; the threads do the work in order.
pub struct Disk {
    cache: Option<Sender<CacheJob>>,
    /// Bytes of the cache's jobs that are not done yet.
    behind: Arc<AtomicUsize>,
    journal: Option<Sender<JournalJob>>,
    notes: Option<Sender<NotesJob>>,
    threads: Vec<JoinHandle<()>>,
    readonly: Option<String>,
    /// Lock of the account, released when the threads have ended.
    lock: HeldLock,
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disk").field("readonly", &self.readonly).finish_non_exhaustive()
    }
}

impl Disk {
    /// Opens the account's files on threads of their own, which send what the files hold to `tell`. Takes the lock
    /// first; where another program holds it, this one only reads.
    pub fn open(places: &Places, now: Timestamp, tell: &Tell) -> Self {
        let behind = Arc::new(AtomicUsize::new(0));
        let mut disk = Self {
            cache: None,
            behind: behind.clone(),
            journal: None,
            notes: None,
            threads: Vec::new(),
            readonly: None,
            lock: HeldLock::default(),
        };
        match Lock::take(places) {
            Ok(lock) => *disk.lock.lock().unwrap_or_else(PoisonError::into_inner) = Some(lock),
            Err(why) => disk.readonly = Some(why),
        }
        let (sender, jobs) = channel();
        disk.cache = Some(sender);
        disk.spawn("cache", {
            let (places, tell, readonly) = (places.clone(), tell.clone(), disk.readonly.is_some());
            move || run_cache(&places, now, readonly, &tell, &jobs, &behind)
        });
        let (sender, jobs) = channel();
        disk.journal = Some(sender);
        disk.spawn("journal", {
            let (places, tell, lock) = (places.clone(), tell.clone(), disk.lock.clone());
            let readonly = disk.readonly.is_some();
            move || Keeper::open(places, lock, now, readonly, tell).serve(&jobs)
        });
        let (sender, jobs) = channel();
        disk.notes = Some(sender);
        disk.spawn("notes", {
            let (places, tell) = (places.clone(), tell.clone());
            move || run_notes(&places, now, &tell, &jobs)
        });
        disk
    }

    fn spawn(&mut self, name: &str, work: impl FnOnce() + Send + 'static) {
        // Without a thread the channel has no receiver, so that sending a job fails.
        self.threads.extend(std::thread::Builder::new().name(format!("parkade-{name}")).spawn(work));
    }

    /// Reason why this program may not write, if another program holds the lock.
    pub fn readonly(&self) -> Option<&str> {
        self.readonly.as_deref()
    }

    /// Checks whether the journal can be written again, after another program held the lock or the disk was full.
    /// [`DiskEvent::JournalOn`] follows if it can.
    pub fn look_again(&self) {
        if let Some(sender) = &self.journal {
            let _ = sender.send(JournalJob::Look);
        }
    }

    /// Notes that this program has the lock now, so that the cache is written, too.
    pub(super) fn took_over(&mut self) {
        if self.readonly.take().is_some()
            && let Some(sender) = &self.cache
        {
            let _ = sender.send(CacheJob::Writable);
        }
    }

    fn cache(&self, job: impl FnOnce(&mut Cache) -> rusqlite::Result<()> + Send + 'static) {
        self.cache_of(0, job);
    }

    /// Queues work on the cache that counts for so many bytes.
    fn cache_of(&self, bytes: usize, job: impl FnOnce(&mut Cache) -> rusqlite::Result<()> + Send + 'static) {
        if let Some(sender) = &self.cache {
            let bytes = bytes.max(LEAST);
            // A closed channel is not an error here: its thread has reported that there is no cache.
            self.behind.fetch_add(bytes, Ordering::Relaxed);
            if sender.send(CacheJob::Work(Box::new(job), bytes)).is_err() {
                self.behind.fetch_sub(bytes, Ordering::Relaxed);
            }
        }
    }

    /// Writes rows of inquiries, replacing their older state.
    pub fn put_rows(&self, mut rows: Vec<DiskRow>) {
        if !rows.is_empty() {
            // A walk reads the highest ids first; inserted in that order, rows would leave pages half empty.
            rows.sort_by_key(|row| row.row.id);
            let bytes = rows.iter().filter_map(|row| row.raw.as_ref()).map(|raw| raw.len()).sum();
            self.cache_of(bytes, move |cache| cache.put_rows(&rows));
        }
    }

    pub fn put_bits(&self, bits: impl IntoIterator<Item = (Id<Inquiry>, u32)>) {
        self.put_bits_of(INQUIRIES, bits.into_iter().map(|(id, bits)| (id.get(), bits)).collect());
    }

    /// Forgets inquiries.
    pub fn remove_rows(&self, ids: &[Id<Inquiry>]) {
        self.remove_of(INQUIRIES, ids.iter().map(|id| id.get()).collect());
    }

    fn put_bits_of(&self, table: Table, bits: Vec<(i64, u32)>) {
        if !bits.is_empty() {
            self.cache(move |cache| cache.put_bits(table, &bits));
        }
    }

    fn remove_of(&self, table: Table, ids: Vec<i64>) {
        if !ids.is_empty() {
            self.cache(move |cache| cache.remove_rows(table, &ids));
        }
    }

    fn put_meta(&self, key: &'static str, value: &impl Serialize) {
        if let Ok(text) = serde_json::to_string(value) {
            self.cache(move |cache| cache.put_meta(key, &text));
        }
    }

    /// Passes the kept inquiries of these ids to `then`, in any order.
    pub fn details(&self, ids: Vec<Id<Inquiry>>, then: Then<Vec<Arc<Inquiry>>>) {
        self.cache(move |cache| {
            let raws = cache.raws(INQUIRIES, ids.iter().map(|id| id.get()))?;
            then(raws.iter().filter_map(|raw| inquiry_from_raw(raw)).map(Arc::new).collect());
            Ok(())
        });
    }

    /// Passes the kept JSON text of an inquiry to `then`, for the raw view.
    pub fn raw(&self, id: Id<Inquiry>, then: Then<Option<String>>) {
        self.cache(move |cache| {
            then(cache.raws(INQUIRIES, [id.get()])?.pop());
            Ok(())
        });
    }

    /// Keeps how far the walk of the inquiries has come.
    pub fn put_walk(&self, walk: &Walk) {
        self.put_meta("walk", walk);
    }

    /// Keeps the members of a set.
    pub fn put_set(&self, name: String, ids: Vec<i64>) {
        self.cache(move |cache| cache.put_set(&name, &ids));
    }

    /// Forgets everything that came from the service.
    pub fn purge_cache(&self) {
        self.cache(Cache::purge);
    }

    /// Writes an entry with the chosen targets. `durable` is called once they are safe on the disk.
    pub fn put_entry(&self, entry: &Entry, targets: &Which, durable: Option<Durable>) {
        let targets = match targets {
            Which::These(items) => items.iter().filter_map(|item| entry.target(item)).cloned().collect(),
            Which::All => entry.targets.clone(),
        };
        // The things of an intent are kept as its targets only.
        let part = Entry {
            targets,
            intent: entry.intent.kept(),
            answers: Vec::new(),
            program: entry.program.clone(),
            ..*entry
        };
        let job = JournalJob::Put(Box::new(part), durable);
        let unsent = match &self.journal {
            Some(sender) => sender.send(job).err().map(|back| back.0),
            None => Some(job),
        };
        if let Some(JournalJob::Put(_, Some(durable))) = unsent {
            durable(Err("The journal is closed.".to_owned()));
        }
    }

    /// Keeps the service's answers to the bulk calls of an entry.
    pub fn put_answers(&self, entry: &Entry) {
        if let Some(sender) = &self.journal {
            // If the journal's thread has ended, writing the entry's targets reports it.
            let _ = sender.send(JournalJob::Answers(entry.id, entry.answers.clone()));
        }
    }

    /// Keeps since when and until when the service asked to wait.
    pub fn put_wait(&self, wait: Option<(Timestamp, Timestamp)>) {
        if let Some(sender) = &self.journal {
            let _ = sender.send(JournalJob::Wait(wait));
        }
    }

    /// Writes marks and notes about messages; an empty one is removed.
    pub fn put_noted(&self, noted: Noted) {
        if let Some(sender) = &self.journal {
            // If this cannot be written, the journal's thread reports it.
            let _ = sender.send(JournalJob::Noted(noted));
        }
    }

    /// Waits until all queued work is on the disk. For the end of the program and for tests.
    pub fn flush(&self) {
        let (done, wait) = channel::<()>();
        let call = || {
            let done = done.clone();
            Box::new(move || {
                let _ = done.send(());
            })
        };
        if let Some(sender) = &self.cache {
            let _ = sender.send(CacheJob::Call(call()));
        }
        if let Some(sender) = &self.journal {
            let _ = sender.send(JournalJob::Call(call()));
        }
        self.notes(NotesJob::Call(call()));
        drop(done);
        // Ends when all threads have answered or ended.
        while wait.recv().is_ok() {}
    }

    /// Closes the files: queued work is written and the lock released.
    pub fn close(mut self) {
        self.shut();
    }

    fn shut(&mut self) {
        self.cache = None;
        self.journal = None;
        self.notes = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.shut();
    }
}
