//! Messages that the threads of the disk send.

use std::sync::{Arc, Mutex};

use super::lock::Lock;
use super::noted::Noted;
use super::rows::LoadedRows;
use crate::base::Timestamp;
use crate::store::index::domains::LoadedDomains;
use crate::store::lists::mail::KeptTexts;
use crate::store::notes::NoteRow;
use crate::store::writes::journal::Entry;

/// Message of the disk to the program; hand it to [`crate::store::Store::from_disk`].
#[derive(Debug)]
pub enum DiskEvent {
    /// All inquiries of the cache.
    Rows(Box<LoadedRows>),
    /// All domains of the cache.
    Domains(Box<LoadedDomains>),
    /// Since when and until when the service asked to wait; sent before the journal.
    Wait { asked: Timestamp, until: Timestamp },
    /// Marks and notes about caught mail; sent before the journal.
    Noted(Noted),
    /// Searchable texts of the kept messages, sent on request.
    MailTexts(Box<KeptTexts>),
    /// All notes of the user, among them the first `has` changes of this run.
    Notes { rows: Vec<NoteRow>, has: u64 },
    /// All writes in the journal, and notices about the file.
    Journal { entries: Vec<Entry>, notices: Vec<String> },
    /// The cache was behind and has caught up: a walk may continue.
    CaughtUp,
    /// The program continues without a cache; holds the reason.
    CacheOff(String),
    /// The journal cannot be written; holds the reason.
    JournalOff(String),
    /// The journal can be written again.
    JournalOn,
    /// A sentence for the user.
    Notice(String),
}

/// Function called with an event on a disk's thread; it forwards the event to the loop.
pub type Tell = Arc<dyn Fn(DiskEvent) + Send + Sync>;

/// Lock of the account; `None` while another program has it.
pub(super) type HeldLock = Arc<Mutex<Option<Lock>>>;
