//! From a launch to a running loop: first frame from disk, then threads, then the network.

use std::any::Any;
use std::sync::mpsc::channel;
use std::time::Instant;

use anyhow::Context;

use crate::api::{Endpoint, abilities};
use crate::app::config::{Config, TimeZone};
use crate::app::launch::Adding;
use crate::app::logs;
use crate::app::terminal::{self, End, Keyboard, Options as TerminalOptions, Terminal, install_panic_hook, isolated};
use crate::app::{Account, AccountSource, Launch};
use crate::base::{Clock, SystemClock, Zone, capital};
use crate::screens;
use crate::sheets::NamesFile;
use crate::store::disk::{self, FirstReads, Places};
use crate::store::home::Picture;
use crate::store::{Subject, Wants};
use crate::ui::shell::Shell;
use crate::ui::{Args, Place, ScreenId, Tone};

use super::accounts::Accounts;
use super::desktop::Desktop;
use super::disk_reads::DiskReads;
use super::drawing::Drawing;
use super::inbox::{Inbox, Message};
use super::options;
use super::session::AccountSession;
use super::sleep::Sleeper;
use super::state::{Clocks, Ended, Events, Loop};

/// Opens the program and runs it to its end.
///
/// # Errors
/// When the terminal or the kernel refuses; the message is for people.
pub fn run(launch: &Launch, source: AccountSource) -> anyhow::Result<Ended> {
    match opened(launch, source) {
        // The window was closed during the start or the end.
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
    logs::started("program");
    let mut terminal = Terminal::enter(TerminalOptions { mouse: launch.config.mouse, ..TerminalOptions::default() })
        .context("The terminal could not be set up")?;
    let (sleeper, waker) = Sleeper::new().context("The program could not be set up")?;
    let (inbox, messages) = Inbox::new(waker.clone());
    // `watch` replaces this channel after the first frame.
    let (_, notices) = channel();
    let mut accounts = Accounts::default();
    let number = accounts.next_number();
    let (mut session, reads) = AccountSession::of(launch, folder.as_deref(), inbox.of_session(number));
    session.store.session_mut().notices.extend(closed);
    let mut program = Loop {
        terminal,
        events: Events { sleeper, keyboard: Keyboard::default(), notices, messages, inbox },
        shell: Shell::new(if folder.is_some() { screens::ALL } else { screens::FIRST_RUN }, options::shell(launch)),
        session,
        accounts,
        clocks: Clocks { clock: SystemClock, started: Instant::now(), zone: zone(&launch.config) },
        drawing: Drawing { dirty: true, by_key: true, ..Drawing::default() },
        launch: launch.clone(),
        desktop: Desktop::new(&launch.config),
        ended: None,
    };
    program.arrange_pictures();
    program.read_views();
    let screen = first_screen(launch, folder.is_some());
    let is_asked_for = launch.screen.is_some() || launch.add.is_some() || folder.is_none();
    program.session.began_on = (!is_asked_for).then_some(screen);
    program.read_first_rows(screen, reads.as_ref());
    program.open_first(launch, screen, reads.as_ref())?;
    drop(reads);
    // No thread and no socket exists before this line.
    terminal = program.terminal;
    program.events.notices = terminal.watch(move || waker.wake()).context("The program could not be set up")?;
    program.terminal = terminal;
    program.ask_terminal()?;
    program.session.saving.tidy();
    program.show_notices();
    program.session.attach(program.now());
    program.read_drafts();
    match (maker, &launch.account) {
        (Some(make), _) => {
            let inbox = program.session.inbox.clone();
            std::thread::Builder::new().name("account".to_owned()).spawn(move || {
                let account = isolated(make).unwrap_or_else(|panic| Err(anyhow::Error::msg(panic)));
                inbox.send(Message::Made(account.map(Box::new).map_err(|error| format!("{error:#}"))));
            })?;
        }
        (None, Some(account)) => program.connect(account.clone(), None),
        (None, None) => {}
    }
    let ended = program.run();
    tracing::info!("ended: {ended:?}");
    if let Err(why) = options::keep_line_history(&launch.paths, program.shell.line_history()) {
        tracing::warn!("{why}");
    }
    let Loop { terminal, session, accounts, .. } = program;
    // Release the terminal first, so that the user does not wait for the last writes.
    drop(terminal);
    Picture::keep(&session.store, (session.store.service_time(SystemClock.now()), zone(&launch.config)));
    session.close();
    accounts.wait();
    Ok(ended?)
}

impl Loop {
    /// Reads from disk the rows the first screen begins with; the threads read everything else.
    fn read_first_rows(&mut self, screen: ScreenId, reads: Option<&FirstReads>) {
        let Some(reads) = reads else { return };
        let line = self.start_line(screens::domains::DEF.id).unwrap_or_default();
        let opening = screens::domains::opening(&line, &self.session.store.session().views, self.now());
        if screen == screens::domains::DEF.id
            && let Some(first) = disk::first_domains(reads, &opening, disk::FIRST_ROWS)
        {
            self.session.store.from_first_domains(first);
        }
        self.session.store.opens_with(opening);
        if screen == screens::home::DEF.id {
            // The account's notes hold the last visits, from which new inquiries are known, and the arrangement of
            // Home.
            self.session.store.from_first_notes(disk::first_notes(reads.places(), &Subject::Account));
            if let Some(page) = disk::first_home::<Picture>(reads) {
                page.put_into(&mut self.session.store);
            }
        }
        // The header shows the number of new inquiries on every screen.
        if let Some(first) = disk::first_page(reads, &screens::first_view(), disk::FIRST_ROWS) {
            self.session.store.from_first_page(first);
        }
    }

    /// Line that the configuration opens a screen with, or the mistake in it.
    fn start_line(&self, screen: ScreenId) -> Result<String, String> {
        let line = self.launch.config.start_view.get(screen).map_or("", |line| line.trim());
        if line.is_empty() {
            return Ok(String::new());
        }
        let is_view = || self.session.store.session().views.get(screen, line).is_some();
        match screens::wrong_start_view(screen, line) {
            Some(wrong) if !(wrong.may_be_meant && is_view()) => Err(wrong.message),
            _ => Ok(line.to_owned()),
        }
    }

    /// Opens a screen with the line the configuration gives it.
    pub(super) fn open_screen(&mut self, screen: ScreenId) {
        if screen == screens::FIRST_RUN[0].id {
            return self.open_first_run();
        }
        let view = self.start_line(screen).unwrap_or_else(|why| {
            self.say(Tone::Warn, format!("start_view.{screen} is ignored: {why}"));
            String::new()
        });
        let args = Args { words: view.split_whitespace().map(str::to_owned).collect(), text: view, ..Args::default() };
        let effects = self.with_world(|shell, world| shell.open(screen, &args, world));
        self.carry_out(effects);
    }

    /// Handles the answer to the read that the screen in front needs. If it was refused, another screen is opened.
    pub(super) fn first_answer(&mut self, endpoint: &'static Endpoint, is_good: bool) {
        let Some(began_on) = self.session.began_on else { return };
        let Some(here) = self.shell.current().and_then(screens::def).filter(|def| def.reads == Some(endpoint)) else {
            return;
        };
        if !is_good {
            return self.leave_refused();
        }
        self.session.began_on = None;
        let session = self.session.store.session();
        let lacks = screens::def(began_on).and_then(|def| def.reads).and_then(|read| session.missing_for(read));
        if let Some(lacks) = lacks.filter(|_| here.id != began_on) {
            let lacks = capital(&abilities::lacked(lacks.0));
            self.say(Tone::Info, format!("{lacks}, so {} was opened.", here.title));
        }
    }

    /// Opens the first screen the token may be able to read, if the one the program began on was refused; if there is
    /// no such screen, returns to the first one.
    pub(super) fn leave_refused(&mut self) {
        let Some(began_on) = self.session.began_on else { return };
        let session = self.session.store.session();
        if self.shell.current().and_then(screens::def).is_none_or(|here| !screens::is_refused(here, session)) {
            return;
        }
        let next = screens::first_allowed(session);
        if next.is_none() {
            self.session.began_on = None;
        }
        self.open_screen(next.map_or(began_on, |def| def.id));
    }

    /// Opens the first screen and paints it.
    fn open_first(&mut self, launch: &Launch, screen: ScreenId, reads: Option<&FirstReads>) -> anyhow::Result<()> {
        self.open_screen(screen);
        if let Some(add) = launch.add.as_ref().filter(|_| screen != screens::FIRST_RUN[0].id) {
            let effects = self.with_world(|shell, world| match add {
                Adding::Piped(names) => shell.go(Place::Add(names.text.clone()), world),
                Adding::File(path) => shell.open(screens::add::DEF.id, &Args::words([path]), world),
            });
            self.carry_out(effects);
            if let Adding::Piped(NamesFile { said: Some(said), .. }) = add {
                self.say(Tone::Info, said.clone());
            }
        }
        self.read_first_answers(reads);
        self.paint(0)?;
        Ok(())
    }

    /// Reads from disk the kept answers that the first screen needs.
    fn read_first_answers(&mut self, reads: Option<&FirstReads>) {
        // Home's page from the last run needs none of these answers.
        let Some(reads) = reads.filter(|_| Picture::of_last_run(&self.session.store).is_none()) else { return };
        let mut wants = Wants::default();
        self.with_world(|shell, world| shell.wants(world, &mut wants));
        DiskReads::first(&mut self.session.store, reads, &wants.queries);
        self.sync();
    }

    /// Starts the client for an account.
    pub(super) fn connect(&mut self, account: Account, keep: Option<Box<dyn Any + Send>>) {
        if let Err(why) = self.session.connect(account, keep) {
            self.say(Tone::Bad, why);
        }
        self.drawing.dirty = true;
    }
}

/// The screen the program opens on.
fn first_screen(launch: &Launch, has_account: bool) -> ScreenId {
    let asked = launch.screen.as_deref().and_then(screens::def);
    match asked {
        _ if !has_account => screens::FIRST_RUN[0].id,
        Some(def) => def.id,
        None => launch.config.start_screen,
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
