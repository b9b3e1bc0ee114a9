//! Everything that belongs to one account while it is open: its data, its connection, its running work, its files.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::paths::Paths;
use crate::app::reply::ReplySession;
use crate::app::{Account, Launch};
use crate::base::{Timestamp, Zone, clean_line};
use crate::client::Client;
use crate::store::Store;
use crate::store::disk::{self, Disk, FirstReads, Places};
use crate::store::home::Sketch;
use crate::ui::ScreenId;

use super::disk_reads::DiskReads;
use super::exchange::{Exchange, Traffic};
use super::file_worker::{Editing, FileWorker};
use super::inbox::{Inbox, Message};
use super::queries::Queries;
use super::saving::Saving;
use super::status::StatusWords;
use super::worker::Worker;

/// Milliseconds without a frame after which Home's page is written to the disk; [`HOME_PACE`] is the shortest time
/// between two writes.
const HOME_QUIET: u64 = 2_000;
const HOME_PACE: u64 = 30_000;
/// Milliseconds between two checks of a disk that cannot be written.
const DISK_LOOK: u64 = 5_000;

/// Account in use. Opening another account drops this value, with its threads, requests and lock, and builds a new
/// one. Messages of threads that outlive it have its number and are dropped.
pub struct AccountSession {
    pub store: Store,
    /// `None` in the first run, and while the demo's service is being started.
    pub service: Option<Service>,
    pub traffic: Traffic,
    pub status: StatusWords,
    pub disk_reads: DiskReads,
    /// Files being saved.
    pub saving: Saving,
    /// Thread for the user's files.
    pub files: FileWorker,
    /// The reply being written.
    pub reply: Option<ReplySession>,
    /// Screen's text that is open in the editor, with its file; `None` while a reply is edited.
    pub editing: Option<Editing>,
    /// Inbox for the session's threads.
    pub inbox: Inbox,
    /// Screen the program opened at its start; `None` once its read was answered or a key was pressed.
    pub began_on: Option<ScreenId>,
    places: Option<Places>,
    /// Time at which Home's page was last written, in the loop's milliseconds, and the store's version then.
    home_kept: Option<(u64, u64)>,
    /// Time of the last frame, and Home's page being made since.
    home_sketch: (u64, Sketch),
    /// Time of the next check of a disk that cannot be written.
    disk_look: Option<u64>,
}

/// Service of an account, with the worker that makes the requests.
pub struct Service {
    pub account: Account,
    pub worker: Worker,
    /// The demo's own service, which ends with the session.
    pub keep: Option<Box<dyn Any + Send>>,
}

impl AccountSession {
    /// Session with this store, not yet connected to a service.
    pub fn new(store: Store, saving: Saving, inbox: Inbox) -> Self {
        Self {
            store,
            service: None,
            traffic: Traffic::default(),
            status: StatusWords::default(),
            disk_reads: DiskReads::default(),
            saving,
            files: FileWorker::default(),
            reply: None,
            editing: None,
            inbox,
            began_on: None,
            places: None,
            home_kept: None,
            home_sketch: (0, Sketch::default()),
            disk_look: None,
        }
    }

    /// Session for a launch. Its files are in `folder`; without one nothing is kept (first run). Also returns the
    /// reads for the first frame, which the threads take over later.
    pub fn of(launch: &Launch, folder: Option<&str>, inbox: Inbox) -> (Self, Option<FirstReads>) {
        let own = launch.account.as_ref().map(|account| account.name.as_str());
        let mut store = Store::new(own.unwrap_or(if folder.is_some() { "demo" } else { "" }));
        store.session_mut().readonly = launch.readonly.map(str::to_owned);
        store.session_mut().keeps_mail = launch.config.keep_mail;
        store.session_mut().rates = Arc::new(launch.config.rates.clone());
        let Paths { cache, data, state, .. } = &launch.paths;
        let saving = Saving::new(launch.config.download_dir.clone(), state, cache);
        let mut session = Self::new(store, saving, inbox);
        session.traffic.queries = Queries::every(std::time::Duration::from_secs(launch.config.poll_seconds));
        session.places = folder.map(|folder| Places::new(cache, data, folder));
        let reads = session.places().map(FirstReads::of);
        session.store.session_mut().server_ahead = reads.as_ref().map_or(0, disk::server_ahead);
        (session, reads)
    }

    /// Account, once its service is known.
    pub fn account(&self) -> Option<&Account> {
        self.service.as_ref().map(|service| &service.account)
    }

    /// Worker that makes requests to the service.
    pub fn worker(&self) -> Option<&Worker> {
        self.service.as_ref().map(|service| &service.worker)
    }

    /// Folders of its files; `None` in the first run.
    pub fn places(&self) -> Option<&Places> {
        self.places.as_ref()
    }

    /// The folder of its drafts; `None` in the first run.
    pub fn drafts(&self) -> Option<PathBuf> {
        self.places.as_ref().map(Places::drafts)
    }

    /// The part of the loop that needs no terminal, at this moment.
    pub fn exchange(&mut self, now: Timestamp, ms: u64) -> Exchange<'_> {
        let worker = self.service.as_ref().map(|service| &service.worker);
        self.traffic.exchange(&mut self.store, worker, &self.inbox, now, ms)
    }

    /// Opens the account's files on their threads, and takes its lock if no other program has it.
    pub fn attach(&mut self, now: Timestamp) {
        let Some(places) = &self.places else { return };
        let inbox = self.inbox.clone();
        let tell: disk::Tell = Arc::new(move |event| inbox.send(Message::Disk(event)));
        self.store.attach(Disk::open(places, now, &tell));
    }

    /// Starts the client for an account.
    ///
    /// # Errors
    /// Why it could not be started, as a sentence.
    pub fn connect(&mut self, account: Account, keep: Option<Box<dyn Any + Send>>) -> Result<(), String> {
        if account.readonly && self.store.session().readonly.is_none() {
            self.store.session_mut().readonly = Some("Read-only account (readonly in config.toml).".to_owned());
        }
        self.store.session_mut().host = account.base_url.host_str().map(clean_line).unwrap_or_default().into();
        account.base_url.as_str().clone_into(&mut self.store.session_mut().base_url);
        self.store.session_mut().uses(account.token_digest());
        let client = Client::new(account.client_config()).map_err(|error| error.to_string())?;
        let worker = Worker::start(client, self.inbox.clone()).map_err(|error| error.to_string())?;
        self.service = Some(Service { account, worker, keep });
        Ok(())
    }

    /// Ends the session: cancels requests, stops savings, and finishes the disk work before the lock is released.
    /// Writes without an answer are settled when the account is opened again.
    pub fn close(mut self) {
        self.saving.cancel();
        if let Some(Service { worker, keep, .. }) = self.service.take() {
            // End the requests before the service they go to.
            drop(worker);
            drop(keep);
        }
        self.store.keep_domains_for_the_next_start();
    }

    /// Checks whether the disk can be written again, if changes were stopped because it could not.
    pub fn look_at_disk(&mut self) {
        if self.store.session().readonly_by_disk
            && let Some(disk) = self.store.disk()
        {
            disk.look_again();
        }
    }

    /// Checks every few seconds a disk that cannot be written.
    pub fn disk_due(&mut self, ms: u64) {
        if !self.store.session().readonly_by_disk {
            self.disk_look = None;
            return;
        }
        let due = *self.disk_look.get_or_insert(ms + DISK_LOOK);
        if due <= ms {
            self.look_at_disk();
            self.disk_look = Some(ms + DISK_LOOK);
        }
    }

    /// Time at which Home's page is to be written, for `parkade digest` while the program is open and for a start
    /// after a crash. `drawn` is the time of the last frame.
    pub fn home_due(&self, drawn: u64) -> Option<u64> {
        let quiet = drawn + HOME_QUIET;
        match self.home_kept {
            Some((_, version)) if version == self.store.version() => None,
            Some((at, _)) => Some(quiet.max(at + HOME_PACE)),
            None => Some(quiet),
        }
    }

    /// Writes Home's page when that is due; each turn of the loop does a part of the work.
    pub fn keep_home(&mut self, drawn: u64, ms: u64, at: (Timestamp, Zone)) {
        if self.home_due(drawn).is_none_or(|due| due > ms) {
            return;
        }
        if self.home_sketch.0 != drawn {
            self.home_sketch = (drawn, Sketch::default());
        }
        if self.home_sketch.1.go_on(&self.store, at) {
            self.home_kept = Some((ms, self.store.version()));
            self.home_sketch = (0, Sketch::default());
        }
    }

    /// Time at which something is due, in the loop's milliseconds.
    pub fn next_due(&self) -> Option<u64> {
        let Traffic { queries, writes, walking } = &self.traffic;
        let all = [
            queries.next_due(),
            writes.next_due(),
            walking.next_due(&self.store, !queries.is_paused()),
            self.disk_look,
        ];
        all.into_iter().flatten().min()
    }
}
