//! Admission of requests: the user's first, all background work at one shared pace, none during a wait the service
//! asked for, none after a 401.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::outcome::Lane;
use super::retry::{LONGEST_SILENT_WAIT, own_wait};

/// Number of background requests that may run at once: at the start, and at most.
const WINDOW_START: f64 = 2.0;
const WINDOW_MOST: f64 = 8.0;
/// Lowest and highest pace, in background requests per second, once a 429 has shown that there is a limit.
const PACE_LEAST: f64 = 0.2;
const PACE_MOST: f64 = 50.0;
/// Pace in requests per second assumed at the first 429, if fewer were counted before it.
const PACE_FIRST: f64 = 2.0;
/// Requests per second added to the pace by each good answer.
const PACE_STEP: f64 = 0.1;
/// Waits between tries while there is no connection: the first, and the longest.
const OFFLINE_FIRST: Duration = Duration::from_secs(30);
const OFFLINE_MOST: Duration = Duration::from_secs(5 * 60);
/// Shortest wait after a refusal, even if the service says 0 seconds.
const SHORTEST_WAIT: Duration = Duration::from_millis(500);

/// Kind of a request, which decides which waits hold it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    Read(Lane),
    Write,
}

impl Errand {
    pub(super) fn lane(self) -> Lane {
        match self {
            Self::Read(lane) => lane,
            Self::Write => Lane::User,
        }
    }
}

/// Requests held back by a wait that the service asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Only background work.
    Background,
    /// Writes and background work, because writes came too fast; the user's reads continue.
    Writes,
    /// All requests.
    All,
}

/// Reason why a request may not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    Cancelled,
    /// The service did not accept the credential.
    Unauthorized,
    /// The service asked for a wait that is too long to keep without telling the user.
    LongWait(Duration),
}

#[derive(Debug)]
struct State {
    user: usize,
    background: usize,
    ahead_waiting: usize,
    window: f64,
    /// Background requests per second; `None` while no limit has been seen.
    pace: Option<f64>,
    next_start: Instant,
    /// Start of the current ten seconds, in which background requests are counted to measure the first pace.
    counted_since: Instant,
    counted: u32,
    hold: [Option<Instant>; 3],
    floods: u32,
    refused: bool,
    /// Number of times [`Gate::resume`] was called; a 401 to a request sent before the last call is outdated.
    resumed: u64,
    offline: Option<(Instant, Duration)>,
}

/// Gate of one service, shared by all its requests.
#[derive(Debug)]
pub(super) struct Gate {
    state: Mutex<State>,
    changed: Notify,
}

enum Verdict {
    Go,
    At(Instant),
    OnChange,
    Stop(Stopped),
}

impl Gate {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        let state = State {
            user: 0,
            background: 0,
            ahead_waiting: 0,
            window: WINDOW_START,
            pace: None,
            next_start: now,
            counted_since: now,
            counted: 0,
            hold: [None; 3],
            floods: 0,
            refused: false,
            resumed: 0,
            offline: None,
        };
        Self { state: Mutex::new(state), changed: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<R>(&self, with: impl FnOnce(&mut State) -> R) -> R {
        let result = with(&mut self.lock());
        self.changed.notify_waiters();
        result
    }

    /// Counts a request of the user until the guard is dropped; meanwhile no background work starts.
    pub(super) fn user_runs(self: &Arc<Self>) -> UserRuns {
        self.lock().user += 1;
        UserRuns(Arc::clone(self))
    }

    /// Waits until the request may start. The permit is held while it runs.
    pub(super) async fn admit(self: &Arc<Self>, errand: Errand, cancel: &CancellationToken) -> Result<Permit, Stopped> {
        let _waiting = (errand.lane() == Lane::Ahead).then(|| {
            self.lock().ahead_waiting += 1;
            AheadWaits(Arc::clone(self))
        });
        loop {
            let mut changed = std::pin::pin!(self.changed.notified());
            // Register for changes before checking, so that a change in between is not missed.
            changed.as_mut().enable();
            if cancel.is_cancelled() {
                return Err(Stopped::Cancelled);
            }
            let verdict = self.lock().verdict(errand);
            let until = match verdict {
                Verdict::Go => return Ok(Permit { gate: Arc::clone(self), lane: errand.lane() }),
                Verdict::Stop(why) => return Err(why),
                Verdict::At(until) => Some(until),
                Verdict::OnChange => None,
            };
            tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(Stopped::Cancelled),
                () = changed => {}
                () = sleep_until(until) => {}
            }
        }
    }

    /// Ends when requests are refused, so that a wait before a retry ends at once.
    pub(super) async fn refused(&self) {
        loop {
            let mut changed = std::pin::pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.lock().refused {
                return;
            }
            changed.await;
        }
    }

    /// Handles a good answer: raises the pace a little and ends a run of 429s.
    pub(super) fn succeeded(&self, lane: Lane) {
        self.change(|state| {
            state.floods = 0;
            if lane != Lane::User {
                state.window = (state.window + 1.0 / state.window).min(WINDOW_MOST);
                state.pace = state.pace.map(|pace| pace + PACE_STEP).filter(|pace| *pace < PACE_MOST);
            }
        });
    }

    /// Notes an answer, which shows that there is a connection. Returns true when there was none before.
    pub(super) fn connected(&self, storm: Duration) -> bool {
        self.change(|state| {
            let was_offline = state.offline.take().is_some();
            if was_offline {
                // Delay background work by a random time, because many clients come back after an outage.
                state.keep(Hold::Background, Instant::now() + storm);
            }
            was_offline
        })
    }

    /// Notes that there was no connection. Returns the wait until background work tries again.
    pub(super) fn disconnected(&self) -> Duration {
        self.change(|state| {
            let now = Instant::now();
            let wait = match state.offline {
                // Requests that failed together are one outage, so the wait is doubled only once.
                Some((until, wait)) if until > now => return until.min(now + wait) - now,
                Some((_, wait)) => (wait * 2).min(OFFLINE_MOST),
                None => OFFLINE_FIRST,
            };
            state.offline = Some((now + wait, wait));
            wait
        })
    }

    pub(super) fn is_offline(&self) -> bool {
        self.lock().offline.is_some()
    }

    /// Handles a 429: halves the pace and holds requests back for `asked` or, if the service gave no time, for a wait
    /// of our own that doubles. Returns the wait.
    pub(super) fn flooded(&self, hold: Hold, asked: Option<Duration>) -> Duration {
        self.change(|state| {
            let now = Instant::now();
            // Several 429s at once count once and halve the pace once.
            if state.hold.iter().flatten().all(|until| *until <= now) {
                state.floods = state.floods.saturating_add(1);
                let measured =
                    f64::from(state.counted) / now.duration_since(state.counted_since).as_secs_f64().max(1.0);
                state.pace = Some((state.pace.unwrap_or(measured.max(PACE_FIRST)) / 2.0).clamp(PACE_LEAST, PACE_MOST));
                state.window = (state.window / 2.0).max(1.0);
            }
            let wait = asked.unwrap_or_else(|| own_wait(state.floods)).max(SHORTEST_WAIT);
            state.keep(hold, now + wait);
            wait
        })
    }

    /// Ends the waits the service asked for, because the user wants to continue; its next 429 begins a new one.
    pub(super) fn lift(&self) {
        self.change(|state| state.hold = [None; 3]);
    }

    /// Holds requests back without changing the pace.
    pub(super) fn hold(&self, hold: Hold, wait: Duration) {
        self.change(|state| state.keep(hold, Instant::now() + wait));
    }

    /// Handles a 401 to a request that was sent when [`Gate::resumed`] was `resumed`: no request is sent until
    /// [`Gate::accept`] or [`Gate::resume`]. False when one of these was called since.
    pub(super) fn refuse(&self, resumed: u64) -> bool {
        self.change(|state| {
            let now = state.resumed == resumed;
            state.refused |= now;
            now
        })
    }

    /// Undoes [`Gate::refuse`], because a later answer shows that the credential is accepted; not if [`Gate::resume`]
    /// was called since.
    pub(super) fn accept(&self, resumed: u64) {
        self.change(|state| state.refused &= state.resumed != resumed);
    }

    /// True while no request is sent because the credential was not accepted.
    pub(super) fn is_refused(&self) -> bool {
        self.lock().refused
    }

    /// Time left until a write may start.
    pub(super) fn write_wait(&self) -> Option<Duration> {
        let now = Instant::now();
        self.lock().held_until(Errand::Write, now).map(|until| until - now)
    }

    /// Time left until a read for the user may start.
    pub(super) fn read_wait(&self) -> Option<Duration> {
        let now = Instant::now();
        self.lock().held_until(Errand::Read(Lane::User), now).map(|until| until - now)
    }

    /// Number of times [`Gate::resume`] was called.
    pub(super) fn resumed(&self) -> u64 {
        self.lock().resumed
    }

    /// Allows requests again after a 401 or an outage; a wait the service asked for continues.
    pub(super) fn resume(&self) {
        self.change(|state| {
            state.refused = false;
            state.resumed += 1;
            state.offline = None;
        });
    }
}

impl State {
    fn keep(&mut self, hold: Hold, until: Instant) {
        let slot = &mut self.hold[hold as usize];
        *slot = Some(slot.map_or(until, |before| before.max(until)));
    }

    fn held_until(&self, errand: Errand, now: Instant) -> Option<Instant> {
        let [background, writes, all] = self.hold;
        let until = match errand {
            Errand::Read(Lane::User) => all,
            Errand::Read(_) => background.max(writes).max(all),
            Errand::Write => writes.max(all),
        };
        until.filter(|until| *until > now)
    }

    fn verdict(&mut self, errand: Errand) -> Verdict {
        let now = Instant::now();
        if self.refused {
            return Verdict::Stop(Stopped::Unauthorized);
        }
        if let Some(until) = self.held_until(errand, now) {
            let left = until - now;
            return if left > LONGEST_SILENT_WAIT {
                Verdict::Stop(Stopped::LongWait(left))
            } else {
                Verdict::At(until)
            };
        }
        let lane = errand.lane();
        if lane == Lane::User {
            return Verdict::Go;
        }
        if let Some((until, _)) = self.offline {
            if until > now {
                return Verdict::At(until);
            }
            if self.background > 0 {
                return Verdict::OnChange;
            }
        }
        if lane == Lane::Background && (self.user > 0 || self.ahead_waiting > 0) {
            return Verdict::OnChange;
        }
        if self.background >= (self.window as usize).max(1) {
            return Verdict::OnChange;
        }
        if let Some(pace) = self.pace {
            if self.next_start > now {
                return Verdict::At(self.next_start);
            }
            self.next_start = now + Duration::from_secs_f64(1.0 / pace.max(PACE_LEAST));
        }
        if now.duration_since(self.counted_since) > Duration::from_secs(10) {
            self.counted_since = now;
            self.counted = 0;
        }
        self.counted += 1;
        self.background += 1;
        Verdict::Go
    }
}

async fn sleep_until(until: Option<Instant>) {
    match until {
        Some(until) => tokio::time::sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// Guard held while a request runs.
#[derive(Debug)]
pub(super) struct Permit {
    gate: Arc<Gate>,
    lane: Lane,
}

impl Drop for Permit {
    fn drop(&mut self) {
        if self.lane != Lane::User {
            self.gate.change(|state| state.background -= 1);
        }
    }
}

/// Guard held while a call of the user runs, including its waits and retries.
#[derive(Debug)]
pub(super) struct UserRuns(Arc<Gate>);

impl Drop for UserRuns {
    fn drop(&mut self) {
        self.0.change(|state| state.user -= 1);
    }
}

struct AheadWaits(Arc<Gate>);

impl Drop for AheadWaits {
    fn drop(&mut self) {
        self.0.change(|state| state.ahead_waiting -= 1);
    }
}
