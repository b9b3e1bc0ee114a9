//! Files of an account opened to be read by a command, while another program may have them open.

use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use super::cache_thread::run_cache;
use super::keeper::Keeper;
use super::{Disk, DiskEvent, HeldLock, Lock, Places, Tell, notes_db};
use crate::base::Timestamp;

impl Disk {
    /// Opens the account's files to read them. With `keep`, it takes the lock and writes the cache, unless another
    /// program holds the lock. Without `keep`, it does not disturb a program that is open on the account.
    pub fn open_to_read(places: &Places, now: Timestamp, keep: bool, tell: &Tell) -> Self {
        let behind = Arc::new(AtomicUsize::new(0));
        let (lock, why) = match keep.then(|| Lock::take(places)) {
            Some(Ok(lock)) => (Some(lock), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        let keeps = lock.is_some();
        let (cache, jobs) = channel();
        let mut disk = Self {
            cache: Some(cache),
            behind: behind.clone(),
            journal: None,
            notes: None,
            threads: Vec::new(),
            readonly: Some(why.unwrap_or_else(|| "Read-only: opened to read.".to_owned())),
            lock: Arc::new(Mutex::new(lock)),
        };
        disk.spawn("cache", {
            let (places, tell) = (places.clone(), tell.clone());
            move || run_cache(&places, now, !keeps, &tell, &jobs, &behind)
        });
        match notes_db::noted(places) {
            Ok(rows) => tell(DiskEvent::Notes { rows, has: 0 }),
            Err(why) => tell(DiskEvent::Notice(why)),
        }
        drop(Keeper::open(places.clone(), HeldLock::default(), now, true, tell.clone()));
        disk
    }

    /// Reason why new answers are not kept in the cache; `None` where they are kept.
    pub fn not_kept(&self) -> Option<&str> {
        let keeps = self.lock.lock().is_ok_and(|lock| lock.is_some());
        self.readonly().filter(|_| !keeps).map(|why| why.trim_start_matches("Read-only: "))
    }
}
