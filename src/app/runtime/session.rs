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

/// Milliseconds without a frame after which Home's page is kept; `HOME_PACE` is the least time between two such pages.
const HOME_QUIET: u64 = 2_000;
const HOME_PACE: u64 = 30_000;
/// Milliseconds between looks at a disk that takes no writes.
const DISK_LOOK: u64 = 5_000;

/// An account in use. Opening another one drops this value, with its threads, its requests and its lock, and builds
/// another; messages of threads that outlive it carry its number and are dropped.
pub struct AccountSession {
    pub store: Store,
    /// `None` in the first run, and while the demo's service is being started.
    pub service: Option<Service>,
    pub traffic: Traffic,
    pub status: StatusWords,
    pub disk_reads: DiskReads,
    /// Files being saved.
    pub saving: Saving,
    /// The thread for the user's files.
    pub files: FileWorker,
    /// The reply being written.
    pub reply: Option<ReplySession>,
    /// The text in the editor: whose it is, and its file. `None`: a reply.
    pub editing: Option<Editing>,
    /// Inbox its threads send to.
    pub inbox: Inbox,
    /// Screen the program opened at its start; `None` once it was answered or a key was pressed.
    pub began_on: Option<ScreenId>,
    places: Option<Places>,
    /// Time at which Home's page was last kept, in the loop's milliseconds, and the store's version then.
    home_kept: Option<(u64, u64)>,
    /// Home's page in the making after the last frame, and the time of that frame.
    home_sketch: (u64, Sketch),
    /// Time of the next look at a disk that takes no writes.
    disk_look: Option<u64>,
}

/// The service of an account and who asks it.
pub struct Service {
    pub account: Account,
    pub worker: Worker,
    /// The demo's own service, which ends with the session.
    pub keep: Option<Box<dyn Any + Send>>,
}

impl AccountSession {
    /// A session over this store, without a service yet.
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

    /// The session a launch asks for. Its files are in `folder`; without one nothing is kept (first run). Also returns
    /// the reads of the first frame, which the threads take over later.
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

    /// The account, once its service is known.
    pub fn account(&self) -> Option<&Account> {
        self.service.as_ref().map(|service| &service.account)
    }

    /// The worker that asks the service.
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

    /// Opens the account's files on their threads; the lock is taken where no other program has it.
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

    /// Ends the session: requests are cut, saving stops, and work handed to the disk is done before the lock is given
    /// back. Writes without an answer are settled when the account is opened again.
    pub fn close(mut self) {
        self.saving.cancel();
        if let Some(Service { worker, keep, .. }) = self.service.take() {
            // Requests end before the service they go to.
            drop(worker);
            drop(keep);
        }
        self.store.keep_domains_for_the_next_start();
    }

    /// Checks whether the disk takes writes again, if nothing may be changed because it did not.
    pub fn look_at_disk(&mut self) {
        if self.store.session().readonly_by_disk
            && let Some(disk) = self.store.disk()
        {
            disk.look_again();
        }
    }

    /// Checks the disk every few seconds.
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

    /// Time at which Home's page is to be kept: for `parkade digest` while the program is open, and for the start after
    /// a crash. `drawn` is the time of the last frame.
    pub fn home_due(&self, drawn: u64) -> Option<u64> {
        let quiet = drawn + HOME_QUIET;
        match self.home_kept {
            Some((_, version)) if version == self.store.version() => None,
            Some((at, _)) => Some(quiet.max(at + HOME_PACE)),
            None => Some(quiet),
        }
    }

    /// Keeps Home's page when that is due, a part of the work in each turn of the loop.
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
