//! A list without its screen, for `parkade list`: kept rows from the disk, or read again; same rows and words as on
//! the screen.

use std::collections::HashSet;
use std::sync::Arc;

use crate::app::{Account, Launch, views};
use crate::base::Zone;
use crate::client::{Failure, Lane};
use crate::store::disk::{self, Disk};
use crate::store::lists::settings;
use crate::store::{Store, WalkState, Walked, Want, Wants};
use crate::ui::list::{AsList, Reading, part};
use crate::ui::widgets::table::Form;
use crate::ui::{Args, Cx, Outcome, Prefs, SaveFrom, Screen, ScreenDef, World};

use super::disk_reads::DiskReads;
use super::headless::{Headless, Stop};
use super::inbox::Message;
use super::start;

/// Milliseconds between two messages about the progress.
const TOLD_EVERY: u64 = 5_000;

/// Reasons why a list was not read.
#[derive(Debug)]
pub enum NotListed {
    /// The service could not be asked, or refused.
    Failure(Failure),
    /// Stopped before its end.
    Stopped(Stop),
    /// Fewer rows were read than announced, or a page was refused, with its failure. The rows read are a part of the
    /// list.
    Partly(Option<Failure>),
}

/// Account opened to read one of its lists.
pub struct Listing {
    account: Headless,
    screen: Box<dyn Screen>,
    columns: Vec<String>,
    /// True when the list has cells that are empty because they were not read.
    lacks_cells: bool,
    prefs: Prefs,
    zone: Zone,
}

impl Listing {
    /// Opens the account's files for the list of a screen. Answers are kept on the disk if `keep` is true and no
    /// other program has the account open.
    ///
    /// # Errors
    /// A sentence why the account cannot be opened.
    pub fn open(launch: &Launch, account: &Account, of: &ScreenDef, keep: bool) -> Result<Self, String> {
        let mut opened = Headless::new("list", launch, account)?;
        let (now, session) = (opened.now(), &mut opened.session);
        session.store.session_mut().views = views::load(&launch.paths).0;
        if let Some(places) = session.places() {
            let inbox = session.inbox.clone();
            let tell: disk::Tell = Arc::new(move |event| inbox.send(Message::Disk(event)));
            session.store.attach(Disk::open_to_read(places, now, keep, &tell));
        }
        let (screen, columns, zone) = ((of.make)(), Vec::new(), start::zone(&launch.config));
        Ok(Self { account: opened, screen, columns, lacks_cells: false, prefs: launch.config.prefs(), zone })
    }

    /// Shows the list that a line names, with these columns; with its usual columns if none is given.
    ///
    /// # Errors
    /// The screen's sentence about the word it cannot read.
    pub fn show(&mut self, line: &str, columns: &[String]) -> Result<(), String> {
        let world = World::of(&self.account.session.store, self.prefs, self.account.now(), self.zone);
        let mut cx = Cx { world, effects: &mut Vec::new() };
        if let Outcome::Refused(why) = self.screen.open(&Args::listed(line), &mut cx) {
            return Err(why);
        }
        columns.clone_into(&mut self.columns);
        self.choose_columns()
    }

    /// Loads the rows kept by earlier runs.
    pub fn read_kept(&mut self) {
        self.load();
        let mut asked = HashSet::new();
        loop {
            self.sync(None);
            let wants = self.wants();
            let wants: Vec<Want> = wants.into_iter().filter(|want| asked.insert(want.key.clone())).collect();
            if wants.is_empty() {
                return;
            }
            let session = &mut self.account.session;
            session.store.wanted(asked.iter().map(String::as_str));
            for want in &wants {
                DiskReads::ask_kept(&session.store, want, &session.inbox);
            }
            self.load();
        }
    }

    /// Reads the whole list from the service; `tell` is called with the progress.
    ///
    /// # Errors
    /// Why not all of it could be read.
    pub fn read(
        &mut self,
        account: &Account,
        walked: Option<Walked>,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), NotListed> {
        self.load();
        // Without a client nothing can be requested, so this counts as no connection, after a sentence of its own.
        if let Err(why) = self.account.session.connect(account.clone(), None) {
            tell(&why);
            return Err(NotListed::Stopped(Stop::NoConnection));
        }
        let (now, ms) = (self.account.now(), self.account.ms());
        let session = &mut self.account.session;
        session.traffic.walking.only(walked, &mut session.store, now, ms);
        let (mut wants, mut told, mut refused) = (Vec::new(), ms, None);
        loop {
            // During a walk the screen does not sync, because every answer would sort a list of up to 100,000 rows
            // again.
            if wants.is_empty() || !is_walking(&self.account.session.store, walked) {
                self.sync(walked);
                wants = self.wants();
            }
            let (now, ms) = (self.account.now(), self.account.ms());
            self.account.session.exchange(now, ms).ask(wants.clone(), |_| {});
            if let Some(failure) = self.with_list(|list, world| list.reading(world).failure).flatten() {
                return Err(NotListed::Failure(failure));
            }
            let store = &self.account.session.store;
            if !is_walking(store, walked) && wants.iter().all(|want| is_answered(store, want)) {
                return match walked.map(|walked| walk(store, walked)) {
                    Some(WalkState::MaybeIncomplete { of, .. }) if of.is_some() || refused.is_some() => {
                        Err(NotListed::Partly(refused))
                    }
                    _ => Ok(()),
                };
            }
            if ms >= told + TOLD_EVERY
                && let Some(WalkState::Walking { rows: rows @ 1.., of }) = walked.map(|walked| walk(store, walked))
            {
                tell(&part(rows, of));
                told = ms;
            }
            if let Some(message) = self.account.next() {
                let failure = walk_failure(&message).map(|(failure, well)| (failure.clone(), well));
                self.account.take(message);
                match failure {
                    Some((failure, true)) => refused = refused.or(Some(failure)),
                    Some((failure, false)) => return Err(NotListed::Failure(failure)),
                    None => {}
                }
            }
            self.account.wait(None, tell).map_err(NotListed::Stopped)?;
        }
    }

    /// State of reading the list, and its age in seconds.
    pub fn reading(&mut self) -> (Reading, Option<i64>) {
        let now = self.account.now();
        let reading = self.with_list(|list, world| list.reading(world)).unwrap_or_default();
        // Rows that came from no list have no time.
        let at = reading.at.filter(|at| at.0 > 0);
        let age = at.map(|at| now.0.saturating_sub(at.0).max(0));
        (reading, age)
    }

    /// Sentences about rows, or data the filter checks, that were not read.
    pub fn lacks(&mut self) -> Option<String> {
        self.with_list(|list, world| list.lacks(world)).flatten()
    }

    /// Sentence why new answers are not kept; `None` if they are.
    pub fn not_kept(&self) -> Option<String> {
        match self.account.session.store.disk() {
            Some(disk) => disk.not_kept().map(|why| format!("What was read is not kept: {why}")),
            None => Some("What was read is not kept: there is no folder for it.".to_owned()),
        }
    }

    /// Text of the list in that form.
    ///
    /// # Errors
    /// A sentence about the columns.
    pub fn written(&mut self, form: Form) -> Result<Vec<u8>, String> {
        self.choose_columns()?;
        if let Some(list) = self.screen.as_list().filter(|_| form == Form::Json && self.columns.is_empty()) {
            list.name_rows();
        }
        let world = World::of(&self.account.session.store, self.prefs, self.account.now(), self.zone);
        let made = match self.screen.export(form, &world).map(|export| export.from) {
            Some(SaveFrom::Text(text)) => Some(text.as_bytes().to_vec()),
            Some(SaveFrom::Made { text, .. }) => text.make(&mut |_| true),
            _ => None,
        };
        made.ok_or_else(|| "This list cannot be written.".to_owned())
    }

    /// Sentences about damaged or missing files of this account.
    pub fn notices(&mut self) -> Vec<String> {
        let store = &mut self.account.session.store;
        let of_reading = store.disk().and_then(|disk| disk.readonly().map(str::to_owned));
        let notices = std::mem::take(&mut store.session_mut().notices);
        notices.into_iter().filter(|notice| Some(notice) != of_reading.as_ref()).collect()
    }

    /// Closes the account, after what was read is kept.
    pub fn close(self) {
        self.account.close();
    }

    fn with_list<T>(&mut self, work: impl FnOnce(&mut dyn AsList, &World<'_>) -> T) -> Option<T> {
        let world = World::of(&self.account.session.store, self.prefs, self.account.now(), self.zone);
        self.screen.as_list().map(|list| work(list, &world))
    }

    fn choose_columns(&mut self) -> Result<(), String> {
        let columns: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        if columns.is_empty() {
            return Ok(());
        }
        self.screen.as_list().map_or(Ok(()), |list| list.show_only(&columns))
    }

    /// Updates the list from the store; if it is read in pages, it then wants the next page.
    fn sync(&mut self, walked: Option<Walked>) {
        let lacks = self.with_list(|list, world| {
            list.sync(world);
            if walked.is_none() {
                list.to_end();
            }
            list.lacks(world).is_some()
        });
        self.lacks_cells = lacks == Some(true);
    }

    /// Wants of the rows, without those read ahead of a cursor.
    fn wants(&self) -> Vec<Want> {
        let mut wants = Wants::default();
        let world = World::of(&self.account.session.store, self.prefs, self.account.now(), self.zone);
        self.screen.wants(&world, &mut wants);
        // The screen reads these answers one at a time; here they fill a column of the rows, so wait for all of them.
        let of_rows = |want: &&mut Want| self.lacks_cells && settings::is_taken_over(&want.call);
        for want in wants.queries.iter_mut().filter(of_rows) {
            (want.lane, want.paced) = (Lane::Ahead, false);
        }
        let needed =
            |want: &Want| want.apart.is_none() && want.after.is_zero() && (want.lane == Lane::User || !want.paced);
        wants.queries.into_iter().filter(needed).collect()
    }

    /// Waits for the requested reads of the disk.
    fn load(&mut self) {
        if let Some(disk) = self.account.session.store.disk() {
            disk.flush();
        }
        while let Some(message) = self.account.here() {
            self.account.take(message);
        }
    }
}

fn walk(store: &Store, walked: Walked) -> WalkState {
    match walked {
        Walked::Inquiries => store.inquiries().walk(),
        Walked::Domains => store.domains().walk(),
    }
}

fn is_walking(store: &Store, walked: Option<Walked>) -> bool {
    walked.is_some_and(|walked| matches!(walk(store, walked), WalkState::Walking { .. }))
}

/// True for a want that was answered or refused in this run.
fn is_answered(store: &Store, want: &Want) -> bool {
    let state = store.state_of(&want.key);
    !state.loading && (state.failure.is_some() || (state.at.is_some() && !state.from_disk))
}

/// Failure of a walk's request, and true if it was expected because the list ends before the page.
fn walk_failure(message: &Message) -> Option<(&Failure, bool)> {
    let Message::Walked { errand, answer: Err(failure) } = message else { return None };
    Some((failure, errand.may_end(failure)))
}
