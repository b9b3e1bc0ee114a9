//! The thread behind `cache.db`: commits what it is handed, several jobs at a time.

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
        // Without a file the program runs on a cache in memory, which answers with nothing.
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
    // Questions that come meanwhile are answered first: a screen waits for its own answer, not for all rows.
    serving.pending();
    // A cache in memory has no rows to tell. `CacheOff` lets the walks begin, and rows told after it would overwrite
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

/// The cache at work.
struct Serving<'a> {
    cache: Cache,
    readonly: bool,
    places: &'a Places,
    now: Timestamp,
    tell: &'a Tell,
    jobs: &'a Receiver<CacheJob>,
    /// Size of the work not done yet, in bytes.
    behind: &'a AtomicUsize,
    /// Calls to make once everything before them is done.
    calls: Vec<Box<dyn FnOnce() + Send>>,
    /// True once the user was told that the cache cannot be written.
    told: bool,
}

impl Serving<'_> {
    /// Tells all rows of the file, together with these notices about it.
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

    /// Makes the calls that waited for everything before them.
    fn call(&mut self) {
        self.calls.drain(..).for_each(|call| call());
    }

    /// Does a job and some of those that have piled up behind it, in one transaction: a walk's pages cost one commit,
    /// not one each.
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
