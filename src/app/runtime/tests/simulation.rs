//! The program without a terminal, on one thread in paused time, with checks after every step.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tokio::time::Instant;
use url::Url;

use super::Ticking;
use super::network::Network;
use crate::api::Service as ApiService;
use crate::api::types::Inquiry;
use crate::app::Account;
use crate::app::runtime::exchange::Exchange;
use crate::app::runtime::inbox::{Envelope, Inbox, Message};
use crate::app::runtime::saving::Saving;
use crate::app::runtime::session::{AccountSession, Service};
use crate::app::runtime::sleep::Sleeper;
use crate::app::runtime::worker::Worker;
use crate::base::{Clock, Id, Timestamp, Zone};
use crate::client::{Client, Lane, Secret};
use crate::sandbox::Options;
use crate::screens;
use crate::store::writes::intent::SetMark;
use crate::store::{
    Entry, EntryId, Every, Intent, Mark, NotPlanned, State, Store, Target, WalkList, WalkState, Wants, walk_request,
};
use crate::ui::shell::{Shell, ShellOptions};
use crate::ui::{Confirm, Prefs, World};

pub const BEGAN: i64 = 1_800_000_000;
pub const MARKS: [Mark; 4] = [Mark::Read, Mark::Starred, Mark::Archived, Mark::Hidden];

/// One inquiry of a write of marks, as recorded in the journal.
struct Marked {
    entry: EntryId,
    id: i64,
    mark: Mark,
    to: bool,
    state: State,
}

pub struct Simulation {
    pub network: Network,
    pub session: AccountSession,
    clock: Arc<dyn Clock>,
    /// Messages to the user, oldest first.
    pub told: Vec<String>,
    /// Hints about the clocks.
    pub hints: Vec<String>,
    /// Inbox from which the inboxes of sessions are made.
    inbox: Inbox,
    messages: Receiver<Envelope>,
    /// Number of the newest session, and number of late messages from earlier ones.
    number: u64,
    pub late: usize,
    /// Keeps the pipe open for messages that wake the loop.
    _pipe: Sleeper,
    start: Instant,
    /// Last seen state of each target, by which changes are noticed.
    pub states: HashMap<(EntryId, i64), State>,
    /// Number of times a write was sent again automatically, after it was proven not done.
    pub resends: HashMap<(i64, Mark, bool), usize>,
    /// Wants of the screen in front.
    pub in_front: fn(&Store, &mut Wants),
    /// Marks that somebody else has set; about these the program's reports may be wrong.
    pub foreign: HashSet<(i64, Mark)>,
}

/// Session with this store, connected to the service behind the network.
fn session(store: Store, network: &Network, clock: &Arc<dyn Clock>, inbox: Inbox, seed: u64) -> AccountSession {
    let account = Account {
        name: store.session().account.clone(),
        base_url: Url::parse("http://127.0.0.1:1").unwrap(),
        token: Some(Secret::new("full".to_owned())),
        token_origin: None,
        ads_key: Some(Secret::new("ads".to_owned())),
        ca_file: None,
        readonly: false,
    };
    let client = Client::simulated(account.client_config(), Arc::new(network.clone()), clock.clone(), Some(seed));
    let worker = Worker::on(tokio::runtime::Handle::current(), client, inbox.clone(), clock.clone());
    let mut session = AccountSession::new(store, Saving::new(None, Path::new(""), Path::new("")), inbox);
    session.service = Some(Service { account, worker, keep: None });
    session
}

impl Simulation {
    pub fn new(seed: u64, inquiries: u32) -> Self {
        Self::of(Options { inquiries, domains: 12, seed, ..Options::default() })
    }

    /// Simulation with a service of these options.
    pub fn of(options: Options) -> Self {
        let (start, seed) = (Instant::now(), options.seed);
        let clock: Arc<dyn Clock> = Arc::new(Ticking(start));
        let theirs = options.clock.clone().unwrap_or_else(|| clock.clone());
        let network = Network::new(options, theirs);
        let (pipe, waker) = Sleeper::new().unwrap();
        let (inbox, messages) = Inbox::new(waker);
        let session = session(Store::new("simulated"), &network, &clock, inbox.of_session(1), seed);
        Self {
            network,
            clock,
            session,
            told: Vec::new(),
            hints: Vec::new(),
            inbox,
            messages,
            number: 1,
            late: 0,
            _pipe: pipe,
            start,
            states: HashMap::new(),
            resends: HashMap::new(),
            in_front: |_, _| {},
            foreign: HashSet::new(),
        }
    }

    /// Kills the program and starts it again: cached rows and the journal remain, running work does not. Requests
    /// already sent still reach the service.
    pub fn restart(&mut self) {
        let store = self.session.store.after_kill(self.now());
        self.open(store);
        self.remember();
    }

    /// Drops the session and opens another with this store; late messages have the old one's number.
    pub fn open(&mut self, store: Store) {
        self.number += 1;
        let inbox = self.inbox.of_session(self.number);
        self.session = session(store, &self.network, &self.clock, inbox, self.ms());
    }

    /// Runs turns until no write is being sent or awaits an answer; panics if that does not happen.
    pub async fn at_rest(&mut self) {
        for _ in 0..100 {
            let is_sending = |entry: &Entry| entry.targets.iter().any(|target| target.state == State::Sending);
            let leaves = self.session.store.journal().open().any(is_sending);
            if !leaves && self.session.traffic.writes.sending_since().is_none() {
                return;
            }
            self.run(Duration::from_millis(100)).await;
        }
    }

    /// Tries a refused token again, as the user does.
    pub fn try_token(&mut self) {
        let is_ads = |entry: &Entry| entry.intent.endpoint().service == ApiService::Ads;
        let ads = self.session.store.journal().open().any(is_ads);
        if ads || self.session.status.is_refused() {
            self.session.worker().unwrap().client.resume();
            self.refresh();
        }
    }

    pub fn ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    pub fn now(&self) -> Timestamp {
        Timestamp(BEGAN + self.start.elapsed().as_secs().cast_signed())
    }

    fn exchange(&mut self) -> Exchange<'_> {
        let (now, ms) = (self.now(), self.ms());
        self.session.exchange(now, ms)
    }

    /// Runs one turn of the loop; true when there was a message.
    fn turn(&mut self) -> bool {
        let mut any = false;
        while let Ok(envelope) = self.messages.try_recv() {
            any = true;
            let Some(message) = self.session.inbox.open(envelope) else {
                self.late += 1;
                continue;
            };
            let (told, rest) = self.exchange().message(message);
            self.told.extend(told.map(|(_, text)| text));
            if let Some(Message::Status(status)) = rest {
                let was_refused = self.session.status.is_refused();
                self.hints.extend(self.session.status.connection(status));
                if was_refused && !self.session.status.is_refused() {
                    self.exchange().accepted();
                }
            }
            self.watch();
        }
        let mut wants = Wants::default();
        wants.want(&walk_request(WalkList::All, 1), Lane::Ahead).every = Every::Steady(Duration::from_secs(45));
        (self.in_front)(&self.session.store, &mut wants);
        self.session.store.watch_jobs(self.now(), &mut wants);
        let told = self.exchange().ask(wants.queries, |_| {});
        self.told.extend(told.map(|(_, text)| text));
        any
    }

    /// Runs turns for this long.
    pub async fn run(&mut self, wait: Duration) {
        let until = Instant::now() + wait;
        let mut pause = Duration::from_millis(10);
        loop {
            pause = if self.turn() { Duration::from_millis(10) } else { (pause * 2).min(Duration::from_secs(2)) };
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            tokio::time::sleep(pause.min(left)).await;
        }
    }

    /// Runs turns until no write is open; refreshes now and then, as a user would.
    pub async fn settle(&mut self) {
        for _ in 0..120 {
            self.run(Duration::from_secs(20)).await;
            if self.session.store.journal().pending() == (0, 0) {
                return;
            }
            self.refresh();
        }
        panic!("after 40 minutes still open: {:?}", self.session.store.journal().open().collect::<Vec<_>>());
    }

    /// Presses `ctrl-r`; returns the question that comes before anything is sent.
    pub fn refresh(&mut self) -> Option<Confirm> {
        let asked = self.session.status.waiting_until(self.now());
        self.exchange().refresh(asked, Zone::Utc)
    }

    /// Answers yes to the question of [`Self::refresh`].
    pub fn send_now(&mut self) {
        self.exchange().send_now();
    }

    /// The right end of the header.
    pub fn header(&self, width: u16) -> String {
        let line =
            self.session.status.line(&self.session.store, &self.session.traffic, Zone::Utc, self.now(), self.ms());
        let shell = Shell::new(screens::ALL, ShellOptions::default());
        let area = Rect::new(0, 0, width, 24);
        let mut buffer = Buffer::empty(area);
        shell.render(
            &World::of(&self.session.store, Prefs::default(), self.now(), Zone::Utc),
            &line,
            false,
            &mut buffer,
        );
        crate::ui::testing::text(&buffer).lines().next().unwrap_or_default().trim_end().to_owned()
    }

    /// Begins another walk over everything.
    pub fn walk(&mut self) {
        let now = self.now();
        self.session.store.sync_inquiries(now);
    }

    /// Runs turns until the running walk is over; a failed walk waits for minutes before it continues.
    pub async fn walked(&mut self) {
        for _ in 0..60 {
            self.run(Duration::from_secs(20)).await;
            if !matches!(self.session.store.inquiries().walk(), WalkState::Walking { .. }) {
                return;
            }
        }
        panic!("the walk does not end: {:?}", self.session.store.inquiries().walk());
    }

    /// Runs turns until no more reads come: imports have ended, and the lists of domains are walked.
    pub async fn quiet(&mut self) {
        for _ in 0..90 {
            self.run(Duration::from_secs(20)).await;
            let walking = matches!(self.session.store.domains().walk(), WalkState::Walking { .. });
            if !walking && self.session.store.jobs().running() == 0 {
                return;
            }
        }
        panic!("after half an hour still reading: {:?}", self.session.store.domains().walk());
    }

    /// True when the header says that the token is not accepted.
    pub fn is_refused(&self) -> bool {
        self.session.worker().unwrap().client.status().borrow().connection == crate::client::Connection::Unauthorized
    }

    /// Presses ctrl-c.
    pub fn cancel(&mut self) {
        let now = self.now();
        self.session.traffic.queries.cancel();
        self.session.traffic.writes.cancel(&mut self.session.store, now);
        self.remember();
    }

    pub fn mark(&mut self, ids: &[i64], mark: Mark, to: bool) -> Option<EntryId> {
        let ids = ids.iter().map(|id| Id::new(*id)).collect();
        let now = self.now();
        self.session.store.plan(Intent::Mark(SetMark { ids, mark, to }), now).ok()
    }

    /// Confirms a write other than a mark, even after an earlier one whose outcome could not be determined.
    pub fn confirm(&mut self, intent: Intent) -> Option<EntryId> {
        let now = self.now();
        match self.session.store.plan(intent.clone(), now) {
            Err(NotPlanned::Undetermined(_)) => self.session.store.plan_over(intent, now).ok(),
            planned => planned.ok(),
        }
    }

    /// Presses `u`, and once more if it stops at an act that cannot be undone.
    pub fn undo(&mut self) -> Option<EntryId> {
        let order = self.session.store.journal().undo_order(1, None);
        let act = order.acts.first().copied().or_else(|| {
            let past = order.stop?;
            self.session.store.journal().undo_order(1, Some(past)).acts.first().copied()
        });
        self.reverse(act?)
    }

    /// Presses `U`.
    pub fn redo(&mut self) -> Option<EntryId> {
        let undo = self.session.store.journal().redo_order(1).first().copied();
        self.reverse(undo?)
    }

    fn reverse(&mut self, id: EntryId) -> Option<EntryId> {
        let now = self.now();
        self.session.store.reverse(id, now).ok()
    }

    /// Every row the program knows.
    pub fn rows(&self) -> Vec<i64> {
        self.session.store.inquiries().snapshot().iter().map(|(row, ..)| row.id.get()).collect()
    }

    fn targets(&self) -> Vec<Marked> {
        let entries = self.session.store.journal().entries();
        entries
            .filter_map(|entry| Some((entry, entry.mark()?)))
            .flat_map(|(entry, (mark, to))| {
                let id = |target: &Target| target.subject.inquiry().expect("an inquiry").get();
                entry.targets.iter().map(move |t| Marked { entry: entry.id, id: id(t), mark, to, state: t.state })
            })
            .collect()
    }

    pub fn remember(&mut self) {
        for Marked { entry, id, state, .. } in self.targets() {
            self.states.insert((entry, id), state);
        }
    }

    /// Checks every target whose state has changed: what the program now reports must be true.
    fn watch(&mut self) {
        for Marked { entry, id, mark, to, state } in self.targets() {
            let was = self.states.insert((entry, id), state).unwrap_or_default();
            if was == state {
                continue;
            }
            let ours = !self.foreign.contains(&(id, mark));
            let again = was == State::Unknown && state == State::Planned;
            if again {
                *self.resends.entry((id, mark, to)).or_default() += 1;
            }
            let mut wrong = false;
            self.network.with_last(id, mark, to, |attempt| {
                if again || state == State::SettledNotApplied || (state == State::Refused && was == State::Sending) {
                    attempt.judged.insert(id);
                }
                let done = attempt.done.contains(&id) || attempt.already.contains(&id) || attempt.queued;
                wrong = ours && state.applied() && !done;
            });
            assert!(!wrong, "{id} is called {mark:?} {to}, but was not done: {}", self.story(id));
        }
    }

    /// Everything about a row, for the message of a failing test.
    pub fn story(&self, id: i64) -> String {
        let mut story = String::new();
        for attempt in self.network.attempts().iter().filter(|attempt| attempt.ids.contains(&id)) {
            let _ = write!(story, "\n  {attempt:?}");
        }
        for entry in self.session.store.journal().entries() {
            for target in entry.targets.iter().filter(|target| target.subject == Id::new(id).into()) {
                let _ = write!(story, "\n  {:?} {:?} {:?} {target:?}", entry.id, entry.origin, entry.mark());
            }
        }
        story
    }

    pub fn shown(&self, id: i64, mark: Mark) -> Option<bool> {
        self.session.store.inquiries().shown(Id::<Inquiry>::new(id), mark)
    }
}
