//! From a launch to a running loop: first frame from disk, then threads, then the network.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::app::config::{Config, MarkRead, TimeZone};
use crate::app::launch::Adding;
use crate::app::logs;
use crate::app::terminal::{self, End, Keyboard, Options as TerminalOptions, Terminal, install_panic_hook, isolated};
use crate::app::{Account, AccountSource, Launch};
use crate::base::{Clock, SystemClock, Zone};
use crate::client::Client;
use crate::screens;
use crate::store::Store;
use crate::store::disk::{self, Disk, Places};
use crate::ui::shell::Shell;
use crate::ui::{Args, ScreenId, Tone};

use super::exchange::Traffic;
use super::file_worker::FileWorker;
use super::inbox::{Inbox, Message};
use super::options;
use super::outside::Outside;
use super::queries::Queries;
use super::saving::Saving;
use super::sleep::Sleeper;
use super::status::StatusWords;
use super::turn::{Drawing, Ended, Loop};
use super::worker::Worker;

/// While the disk takes no writes it is looked at this often, in milliseconds.
const DISK_LOOK: u64 = 5_000;

/// Opens the program and runs it to its end.
///
/// # Errors
/// When the terminal or the kernel refuses; the message is for people.
pub fn run(launch: &Launch, source: AccountSource) -> anyhow::Result<Ended> {
    match opened(launch, source) {
        // The window was closed while the program was starting or ending.
        Err(error) if error.downcast_ref().is_some_and(terminal::is_gone) => Ok(Ended::Outside(End::HangUp)),
        ended => ended,
    }
}

fn opened(launch: &Launch, source: AccountSource) -> anyhow::Result<Ended> {
    let closed = launch.paths.claim().map_err(anyhow::Error::msg)?;
    let (folder, maker) = match source {
        AccountSource::Configured => (launch.account.as_ref().map(|account| account.name.clone()), None),
        AccountSource::Made { folder, make } => (Some(folder), Some(make)),
    };
    let places = folder.as_deref().map(|folder| Places::new(&launch.paths.cache, &launch.paths.data, folder));
    let suspect = places.clone();
    install_panic_hook(launch.paths.logs(), move || suspect.iter().for_each(Places::suspect_cache));
    let _log =
        logs::start(&launch.paths.logs(), std::env::var("PARKADE_LOG").ok().as_deref(), &launch.config.log_level);
    let mut store =
        Store::new(launch.account.as_ref().map_or(if folder.is_some() { "demo" } else { "" }, |account| &account.name));
    if launch.readonly {
        store.session_mut().readonly = Some("Read-only session (--readonly).".to_owned());
    }
    store.session_mut().notices.extend(closed);
    let shell = Shell::new(if folder.is_some() { screens::ALL } else { screens::FIRST_RUN }, options::shell(launch));
    let mut terminal = Terminal::enter(TerminalOptions { mouse: launch.config.mouse, ..TerminalOptions::default() })
        .context("The terminal could not be set up")?;
    let (sleeper, waker) = Sleeper::new().context("The program could not be set up")?;
    let (inbox, messages) = Inbox::new(waker.clone());
    // Replaced by the watch's own once the first frame is painted.
    let (_, notices) = channel();
    let mut program = Loop {
        sleeper,
        notices,
        messages,
        inbox: inbox.clone(),
        shell,
        store,
        worker: None,
        traffic: Traffic {
            queries: Queries::every(Duration::from_secs(launch.config.poll_seconds)),
            ..Traffic::default()
        },
        outside: Outside::new(&launch.config, places.as_ref().map(Places::drafts)),
        status: StatusWords::default(),
        zone: zone(&launch.config),
        clock: SystemClock,
        started: Instant::now(),
        drawing: Drawing { dirty: true, by_key: true, ..Drawing::default() },
        ended: None,
        keyboard: Keyboard::default(),
        terminal,
        paths: launch.paths.clone(),
        account: launch.account.as_ref().map(|account| (account.name.clone(), account.base_url.clone())),
        launch: launch.clone(),
        signed: None,
        accepted: None,
        editor: None,
        editing: None,
        file_worker: FileWorker::default(),
        saving: Saving::new(launch.config.download_dir.clone(), &launch.paths.state, &launch.paths.cache),
        reply: None,
        kept: None,
        disk_look: None,
    };
    program.read_views();
    let screen = first_screen(launch, folder.is_some());
    program.read_first_rows(launch, screen, places.as_ref());
    program.open_first(launch, screen)?;
    // Before this line there is no thread and no socket.
    terminal = program.terminal;
    program.notices = terminal.watch(move || waker.wake()).context("The program could not be set up")?;
    program.terminal = terminal;
    program.saving.tidy();
    program.show_notices();
    if let Some(places) = &places {
        program.attach(places);
    }
    match (maker, &launch.account) {
        (Some(make), _) => {
            let inbox = inbox.clone();
            std::thread::Builder::new().name("account".to_owned()).spawn(move || {
                let account = isolated(make).unwrap_or_else(|panic| Err(anyhow::Error::msg(panic)));
                inbox.send(Message::Made(account.map(Box::new).map_err(|error| format!("{error:#}"))));
            })?;
        }
        (None, Some(account)) => program.connect(account),
        (None, None) => {}
    }
    let ended = program.run()?;
    program.store.keep_first_domains();
    options::keep_line_history(&launch.paths, program.shell.line_history());
    Ok(ended)
}

impl Loop {
    /// Reads from disk what the first screen shows first; all else comes with the threads.
    fn read_first_rows(&mut self, launch: &Launch, screen: ScreenId, places: Option<&Places>) {
        let Some(places) = places else { return };
        let line = launch.config.start_view.get(screens::domains::DEF.id).map_or("", String::as_str);
        let opening = screens::domains::opening(line, &self.store.session().views, self.now());
        if screen == screens::domains::DEF.id
            && let Some(first) = disk::first_domains(places, &opening, disk::FIRST_ROWS)
        {
            self.store.from_first_domains(first);
        }
        self.store.opens_with(opening);
        // The header counts what is new there on every screen.
        if let Some(first) = disk::first_page(places, &screens::first_view(), disk::FIRST_ROWS) {
            self.store.from_first_page(first);
        }
    }

    /// Opens the first screen and paints it.
    fn open_first(&mut self, launch: &Launch, screen: ScreenId) -> anyhow::Result<()> {
        let view = launch.config.start_view.get(screen).cloned().unwrap_or_default();
        let args = Args { words: view.split_whitespace().map(str::to_owned).collect(), text: view, ..Args::default() };
        let effects = self.with_world(|shell, world| shell.open(screen, &args, world));
        self.carry_out(effects);
        if let Some(add) = launch.add.as_ref().filter(|_| screen != screens::FIRST_RUN[0].id) {
            let args = match add {
                Adding::Text(lines) => screens::add::given(lines),
                Adding::File(path) => Args::words([path]),
            };
            let effects = self.with_world(|shell, world| shell.open(screens::add::DEF.id, &args, world));
            self.carry_out(effects);
        }
        if screen != screens::FIRST_RUN[0].id && launch.config.mark_read != MarkRead::OnOpen {
            self.set_mark_read(launch.config.mark_read);
        }
        self.paint(0)?;
        Ok(())
    }

    /// Opens the account's files on their threads.
    fn attach(&mut self, places: &Places) {
        let inbox = self.inbox.clone();
        let tell: disk::Tell = Arc::new(move |event| inbox.send(Message::Disk(event)));
        self.store.attach(Disk::open(places, SystemClock.now(), &tell));
    }

    /// Looks whether what keeps the disk from taking writes is over, where that is why nothing may be changed.
    pub(super) fn look_at_disk(&mut self) {
        if self.store.session().readonly_by_disk
            && let Some(disk) = self.store.disk()
        {
            disk.look_again();
        }
    }

    /// The same every few seconds. When it is due next; `None` while writing is possible.
    pub(super) fn disk_due(&mut self) -> Option<u64> {
        if !self.store.session().readonly_by_disk {
            self.disk_look = None;
            return None;
        }
        let ms = self.ms();
        let due = *self.disk_look.get_or_insert(ms + DISK_LOOK);
        if due <= ms {
            self.look_at_disk();
            self.disk_look = Some(ms + DISK_LOOK);
        }
        self.disk_look
    }

    /// Starts the client for an account.
    pub fn connect(&mut self, account: &Account) {
        let at = self.ms();
        if account.readonly && self.store.session().readonly.is_none() {
            self.store.session_mut().readonly =
                Some("Read-only account (readonly in config.toml, or PARKADE_READONLY).".to_owned());
        }
        self.store.session_mut().host =
            account.base_url.host_str().map(crate::base::clean_line).unwrap_or_default().into();
        let made = Client::new(account.client_config())
            .map_err(|error| error.to_string())
            .and_then(|client| Worker::start(client, self.inbox.clone()).map_err(|error| error.to_string()));
        match made {
            Ok(worker) => {
                self.worker = Some(worker);
                self.signed = Some(account.clone());
            }
            Err(why) => self.shell.toast(Tone::Bad, why, at),
        }
        self.drawing.dirty = true;
    }
}

/// The screen the program opens on.
fn first_screen(launch: &Launch, has_account: bool) -> ScreenId {
    let asked = launch.screen.as_ref().and_then(|asked| screens::ALL.iter().find(|def| def.id == *asked));
    match asked {
        _ if !has_account => screens::FIRST_RUN[0].id,
        Some(def) => def.id,
        None => screens::FIRST,
    }
}

pub(super) fn zone(config: &Config) -> Zone {
    match &config.time_zone {
        TimeZone::Utc => return Zone::Utc,
        TimeZone::Named(name) if !Zone::name_local(name) => tracing::warn!("the time zone {name} could not be set"),
        TimeZone::Named(_) | TimeZone::Local => {}
    }
    Zone::Local
}
