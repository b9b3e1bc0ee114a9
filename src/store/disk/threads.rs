//! What the two threads of the disk do: work off what is handed to them, several jobs at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;

use super::cache::Cache;
use super::domains::BEHIND;
use super::files::{self, Places};
use super::journal_db::JournalDb;
use super::{CacheJob, DiskEvent, JournalJob, Tell};
use crate::base::Timestamp;

pub(super) fn run_cache(
    places: &Places,
    now: Timestamp,
    readonly: bool,
    tell: &Tell,
    jobs: &Receiver<CacheJob>,
    behind: &AtomicUsize,
) {
    let (mut cache, mut notices) = match Cache::open(places, now, readonly) {
        Ok(opened) => opened,
        Err(why) => {
            // Without a file the program runs on memory alone; questions are answered with nothing.
            tell(DiskEvent::CacheOff(format!("The program goes on without its cache: {why}.")));
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
        let (mut batch, mut calls) = (Vec::new(), Vec::new());
        for job in std::iter::once(job).chain(jobs.try_iter().take(63)) {
            match job {
                CacheJob::Work(work) => batch.push(work),
                CacheJob::Call(call) => calls.push(call),
            }
        }
        let done = batch.len();
        let result = if batch.is_empty() { Ok(()) } else { cache.batch(batch, readonly) };
        let before = behind.fetch_sub(done, Ordering::Relaxed);
        if before > BEHIND && before - done <= BEHIND {
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
            tell(DiskEvent::CacheOff(format!("The cache cannot be written ({why}); the program goes on without it.")));
        }
    }
}

pub(super) fn run_journal(places: &Places, now: Timestamp, readonly: bool, tell: &Tell, jobs: &Receiver<JournalJob>) {
    match JournalDb::open(places, now, readonly) {
        Ok((mut journal, entries, notices)) => {
            if let Some((asked, until)) = journal.wait() {
                tell(DiskEvent::Wait { asked, until });
            }
            tell(DiskEvent::Journal { entries, notices });
            if let Some(why) = journal.off() {
                tell(DiskEvent::JournalOff(why.to_owned()));
            }
            serve_journal(&mut journal, jobs, tell);
        }
        Err(why) => {
            tell(DiskEvent::Journal { entries: Vec::new(), notices: Vec::new() });
            tell(DiskEvent::JournalOff(why.clone()));
            serve_journal(&mut JournalDb::closed(why), jobs, tell);
        }
    }
}

fn serve_journal(journal: &mut JournalDb, jobs: &Receiver<JournalJob>, tell: &Tell) {
    while let Ok(job) = jobs.recv() {
        // What has piled up shares one transaction and one fsync: a batch of 10,000 rows is not 10,000 of them.
        let (mut parts, mut answers, mut durables, mut calls) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for job in std::iter::once(job).chain(jobs.try_iter()) {
            match job {
                JournalJob::Wait(wait) => journal.put_wait(wait),
                JournalJob::Answers(entry, told) => answers.push((entry, told)),
                JournalJob::Put(part, durable) => {
                    parts.push(*part);
                    durables.extend(durable);
                }
                JournalJob::Call(call) => calls.push(call),
            }
        }
        let empty = parts.is_empty() && answers.is_empty();
        let result = if empty { Ok(()) } else { journal.put(&parts, &answers) };
        if let Some(why) = journal.newly_off() {
            tell(DiskEvent::JournalOff(why));
        }
        for durable in durables {
            durable(result.clone());
        }
        for call in calls {
            call();
        }
    }
}
