//! Messages of the threads of the disk.

use std::sync::{Arc, Mutex};

use super::lock::Lock;
use super::noted::Noted;
use super::rows::LoadedRows;
use crate::base::Timestamp;
use crate::store::index::domains::LoadedDomains;
use crate::store::lists::mail::KeptTexts;
use crate::store::notes::NoteRow;
use crate::store::writes::journal::Entry;

/// A message of the disk that nobody asked for; hand it to [`crate::store::Store::from_disk`].
#[derive(Debug)]
pub enum DiskEvent {
    /// All inquiries of the cache.
    Rows(Box<LoadedRows>),
    /// All domains of the cache.
    Domains(Box<LoadedDomains>),
    /// Since when and until when the service asked to wait; told before the journal.
    Wait { asked: Timestamp, until: Timestamp },
    /// Notes on this computer about inquiries and mail; told before the journal.
    Noted(Noted),
    /// Searchable texts of the kept messages; sent once they were asked for.
    MailTexts(Box<KeptTexts>),
    /// All notes of the user; they include the first `has` changes handed over in this run.
    Notes { rows: Vec<NoteRow>, has: u64 },
    /// All writes of the journal.
    Journal { entries: Vec<Entry>, notices: Vec<String> },
    /// The cache was behind with its work and has caught up: waiting work may continue.
    CaughtUp,
    /// The program continues without a cache; holds the reason.
    CacheOff(String),
    /// Writing is refused; holds the reason.
    JournalOff(String),
    /// The journal can be written again.
    JournalOn,
    /// A sentence for the user.
    Notice(String),
}

/// Called on the disk's thread with an event; forwards it to the loop.
pub type Tell = Arc<dyn Fn(DiskEvent) + Send + Sync>;

/// The lock, while this program has it.
pub(super) type HeldLock = Arc<Mutex<Option<Lock>>>;
