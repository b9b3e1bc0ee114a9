//! Answers kept of an account, read by a command while another program may have the files open: no thread, no lock,
//! and nothing is written.

use super::cache::Cache;
use super::files::{Places, words};
use super::journal_db::JournalDb;
use super::told::DiskEvent;
use super::{noted, notes_db};
use crate::api::Call;
use crate::base::Timestamp;

/// Cache of the account, opened to be read.
pub struct Kept(Cache);

impl Kept {
    /// Opens the account's files. Also returns the events that the disk sends when a program starts, with all that is
    /// kept.
    ///
    /// # Errors
    /// Reason why the files cannot be read, as a sentence.
    pub fn open(places: &Places, now: Timestamp) -> Result<(Self, Vec<DiskEvent>), String> {
        let unread = |why: String| format!("What is kept on this computer cannot be read: {why}.");
        let (cache, _) = Cache::open(places, now, true).map_err(unread)?;
        let rows = cache.load().map_err(|error| unread(words(&error)))?;
        let domains = cache.load_domains().map_err(|error| unread(words(&error)))?;
        let (_, entries, notices) = JournalDb::open(places, now, true)?;
        let events = vec![
            DiskEvent::Rows(Box::new(rows)),
            DiskEvent::Domains(Box::new(domains)),
            DiskEvent::Noted(noted::of(places)),
            DiskEvent::Notes { rows: notes_db::noted(places)?, has: 0 },
            DiskEvent::Journal { entries, notices },
        ];
        Ok((Self(cache), events))
    }

    /// Kept answer to a call, with the time it came.
    pub fn answer(&self, call: &Call) -> Option<(Timestamp, Vec<u8>)> {
        self.0.kept(call).ok()?
    }
}
