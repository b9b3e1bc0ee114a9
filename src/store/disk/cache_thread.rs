//! Thread that owns `cache.db`. It commits up to 64 queued jobs at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;

use super::cache::{Cache, CacheJob};
use super::files::{self, Places};
use super::told::{DiskEvent, Tell};
use crate::base::Timestamp;
use crate::store::answers::budget::WAITING;

pub(super) fn run_cache(
    places: &Places,
    now: Timestamp,
    readonly: bool,
    tell: &Tell,
    jobs: &Receiver<CacheJob>,
    behind: &AtomicUsize,
) {
    let opened = Cache::open(places, now, readonly).map_err(|why| {
        // The program runs on an empty cache in memory instead.
        tell(DiskEvent::CacheOff(format!("Running without the cache: {why}.")));
    });
    let (cache, notices) = match opened {
        Ok((cache, notices)) => (cache, Some(notices)),
        Err(()) => match Cache::in_memory() {
            Ok(cache) => (cache, None),
            Err(_) => return,
        },
    };
    let mut serving = Serving { cache, readonly, places, now, tell, jobs, behind, calls: Vec::new(), told: false };
    // Reads queued during the start are answered before all rows are sent: a screen waits for its own answer only.
    serving.pending();
    // A cache in memory has no rows to send. `CacheOff` lets the walks begin, and rows sent after it would overwrite
    // their state.
    if let Some(notices) = notices {
        serving.tell_rows(notices);
    }
    serving.cache.widen();
    serving.call();
    while let Ok(job) = jobs.recv() {
        serving.serve(job);
        serving.call();
    }
}

/// Cache, and what its thread needs to do jobs.
struct Serving<'a> {
    cache: Cache,
    readonly: bool,
    places: &'a Places,
    now: Timestamp,
    tell: &'a Tell,
    jobs: &'a Receiver<CacheJob>,
    /// Bytes of the jobs that are not done yet.
    behind: &'a AtomicUsize,
    /// Calls to make once all earlier jobs are done.
    calls: Vec<Box<dyn FnOnce() + Send>>,
    /// True once the user was told that the cache cannot be written. They are told once.
    told: bool,
}

impl Serving<'_> {
    /// Sends all rows of the file, with these notices about it.
    fn tell_rows(&mut self, mut notices: Vec<String>) {
        let loaded = self.cache.load().map(|mut loaded| {
            loaded.notices.append(&mut notices);
            loaded.rows.warm();
            (self.tell)(DiskEvent::Rows(Box::new(loaded)));
        });
        self.pending();
        match loaded.and_then(|()| self.cache.load_domains()) {
            Ok(loaded) => (self.tell)(DiskEvent::Domains(Box::new(loaded))),
            Err(error) => {
                (self.tell)(DiskEvent::CacheOff(format!("The cache cannot be read: {}.", files::words(&error))));
            }
        }
    }

    /// Does the jobs handed over so far, then makes the calls that waited for them.
    fn pending(&mut self) {
        while let Ok(job) = self.jobs.try_recv() {
            self.serve(job);
        }
    }

    /// Makes the calls whose earlier jobs are now done.
    fn call(&mut self) {
        self.calls.drain(..).for_each(|call| call());
    }

    /// Does a job and up to 63 queued after it in one transaction, so that the pages of a walk share a commit.
    fn serve(&mut self, job: CacheJob) {
        let (mut batch, mut done) = (Vec::new(), 0);
        for job in std::iter::once(job).chain(self.jobs.try_iter().take(63)) {
            match job {
                CacheJob::Work(work, bytes) => {
                    batch.push(work);
                    done += bytes;
                }
                CacheJob::Call(call) => self.calls.push(call),
                CacheJob::Writable => {
                    if let Ok((opened, _)) = Cache::open(self.places, self.now, false) {
                        (self.cache, self.readonly) = (opened, false);
                        self.cache.widen();
                    }
                }
            }
        }
        let result = if batch.is_empty() { Ok(()) } else { self.cache.batch(batch, self.readonly) };
        let before = self.behind.fetch_sub(done, Ordering::Relaxed);
        if before > WAITING && before - done <= WAITING {
            (self.tell)(DiskEvent::CaughtUp);
        }
        if let Err(error) = result
            && !std::mem::replace(&mut self.told, true)
        {
            let why = files::words(&error);
            (self.tell)(DiskEvent::CacheOff(format!("The cache cannot be written ({why}); running without it.")));
        }
    }
}
