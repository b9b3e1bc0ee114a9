//! The thread behind `cache.db`: commits what it is handed, several jobs at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;

use super::cache::Cache;
use super::files::{self, Places};
use super::{CacheJob, DiskEvent, Tell};
use crate::base::Timestamp;
use crate::store::budget::WAITING;

pub(super) fn run_cache(
    places: &Places,
    now: Timestamp,
    mut readonly: bool,
    tell: &Tell,
    jobs: &Receiver<CacheJob>,
    behind: &AtomicUsize,
) {
    let (mut cache, mut notices) = match Cache::open(places, now, readonly) {
        Ok(opened) => opened,
        Err(why) => {
            // Without a file the program runs on memory alone; questions are answered with nothing.
            tell(DiskEvent::CacheOff(format!("Running without the cache: {why}.")));
            match Cache::in_memory() {
                Ok(cache) => (cache, Vec::new()),
                Err(_) => return,
            }
        }
    };
    let loaded = cache.load().map(|mut loaded| {
        loaded.notices.append(&mut notices);
        loaded.rows.warm();
        tell(DiskEvent::Rows(Box::new(loaded)));
    });
    match loaded.and_then(|()| cache.load_domains()) {
        Ok(loaded) => tell(DiskEvent::Domains(Box::new(loaded))),
        Err(error) => tell(DiskEvent::CacheOff(format!("The cache cannot be read: {}.", files::words(&error)))),
    }
    let mut told = false;
    while let Ok(job) = jobs.recv() {
        // What has piled up goes into one transaction: a walk's pages cost one commit, not one each.
        let (mut batch, mut calls, mut done) = (Vec::new(), Vec::new(), 0);
        for job in std::iter::once(job).chain(jobs.try_iter().take(63)) {
            match job {
                CacheJob::Work(work, bytes) => {
                    batch.push(work);
                    done += bytes;
                }
                CacheJob::Call(call) => calls.push(call),
                CacheJob::Writable => {
                    if let Ok((opened, _)) = Cache::open(places, now, false) {
                        (cache, readonly) = (opened, false);
                    }
                }
            }
        }
        let result = if batch.is_empty() { Ok(()) } else { cache.batch(batch, readonly) };
        let before = behind.fetch_sub(done, Ordering::Relaxed);
        if before > WAITING && before - done <= WAITING {
            tell(DiskEvent::CaughtUp);
        }
        for call in calls {
            call();
        }
        if let Err(error) = result
            && !told
        {
            told = true;
            let why = files::words(&error);
            tell(DiskEvent::CacheOff(format!("The cache cannot be written ({why}); running without it.")));
        }
    }
}
