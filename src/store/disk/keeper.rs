//! Thread that writes `journal.db`. It reports when the journal cannot be written, and when it can be again.

use std::sync::PoisonError;
use std::sync::mpsc::Receiver;

use super::files::Places;
use super::journal_db::{JournalDb, Parts};
use super::lock::Lock;
use super::noted::{self, Noted};
use super::told::{DiskEvent, HeldLock, Tell};
use crate::base::Timestamp;
use crate::store::subject::EntryId;
use crate::store::writes::Durable;
use crate::store::writes::journal::{BulkAnswer, Entry};

pub(super) enum JournalJob {
    Put(Box<Entry>, Option<Durable>),
    Answers(EntryId, Vec<BulkAnswer>),
    Noted(Noted),
    /// Keep since when and until when the service asked to wait.
    Wait(Option<(Timestamp, Timestamp)>),
    /// Check whether the journal can be written again.
    Look,
    Call(Box<dyn FnOnce() + Send>),
}

pub(super) struct Keeper {
    places: Places,
    lock: HeldLock,
    now: Timestamp,
    tell: Tell,
    journal: JournalDb,
}

impl Keeper {
    /// Opens the journal and sends its wait, notes and entries.
    pub fn open(places: Places, lock: HeldLock, now: Timestamp, readonly: bool, tell: Tell) -> Self {
        let journal = match JournalDb::open(&places, now, readonly) {
            Ok((journal, entries, notices)) => {
                if let Some((asked, until)) = journal.wait() {
                    tell(DiskEvent::Wait { asked, until });
                }
                tell(DiskEvent::Noted(noted::of(&places)));
                tell(DiskEvent::Journal { entries, notices });
                journal
            }
            Err(why) => {
                tell(DiskEvent::Journal { entries: Vec::new(), notices: Vec::new() });
                tell(DiskEvent::JournalOff(why.clone()));
                JournalDb::closed(&places, why)
            }
        };
        Self { places, lock, now, tell, journal }
    }

    /// Does jobs until the sender is dropped.
    pub fn serve(mut self, jobs: &Receiver<JournalJob>) {
        while let Ok(job) = jobs.recv() {
            // Queued jobs share one transaction and one fsync, so that 10,000 rows do not cost 10,000 fsyncs.
            let (mut parts, mut durables, mut calls) = (Parts::default(), Vec::new(), Vec::new());
            let mut look = false;
            for job in std::iter::once(job).chain(jobs.try_iter()) {
                match job {
                    JournalJob::Wait(wait) => self.journal.put_wait(wait),
                    JournalJob::Answers(entry, told) => parts.answers.push((entry, told)),
                    JournalJob::Put(part, durable) => {
                        parts.entries.push(*part);
                        durables.extend(durable);
                    }
                    JournalJob::Noted(noted) => parts.noted.extend(noted),
                    JournalJob::Look => look = true,
                    JournalJob::Call(call) => calls.push(call),
                }
            }
            if look {
                self.look();
            }
            if !parts.is_empty() {
                let result = self.put(parts);
                for durable in durables {
                    durable(result.clone());
                }
                // Done after the calls above: the writes may already be sent, and the checkpoint does not delay them.
                self.journal.checkpoint();
            }
            for call in calls {
                call();
            }
        }
    }

    fn put(&mut self, parts: Parts) -> Result<(), String> {
        let was_off = self.journal.off().map(str::to_owned);
        let result = self.follow().and_then(|()| self.journal.put(parts));
        match (&result, was_off) {
            (Err(why), was) if was.as_ref() != Some(why) => (self.tell)(DiskEvent::JournalOff(why.clone())),
            (Ok(()), Some(_)) => (self.tell)(DiskEvent::JournalOn),
            _ => {}
        }
        result
    }

    /// Writes the whole journal again, under a new lock, if its file was removed while the program runs: nothing is
    /// sent without a journal on the disk.
    fn follow(&mut self) -> Result<(), String> {
        if !self.journal.was_removed() {
            return Ok(());
        }
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        lock.take();
        let taken = Lock::take(&self.places).and_then(|taken| {
            *lock = Some(taken);
            self.journal.write_anew()
        });
        match taken {
            Ok(writes) => {
                let text =
                    format!("The journal was removed while Parkade was running. It was written again, with {writes}.");
                (self.tell)(DiskEvent::Notice(text));
                Ok(())
            }
            Err(why) => {
                self.journal.turn_off(&why);
                Err(why)
            }
        }
    }

    /// Checks whether the reason for not writing is gone: another program has ended, or the disk has room again.
    fn look(&mut self) {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if lock.is_none() {
            let Ok(taken) = Lock::take(&self.places) else { return };
            *lock = Some(taken);
        }
        drop(lock);
        if self.journal.is_open() {
            if self.follow().is_ok() && self.journal.try_writing().is_ok() {
                (self.tell)(DiskEvent::JournalOn);
            }
            return;
        }
        if let Ok((journal, entries, notices)) = JournalDb::open(&self.places, self.now, false) {
            self.journal = journal;
            (self.tell)(DiskEvent::Journal { entries, notices });
            (self.tell)(DiskEvent::JournalOn);
        }
    }
}
