//! The live queries: the wants of the visible screens, compared with running requests and known answers.
//!
//! Bookkeeping only, in milliseconds of the loop's own clock; the caller starts and cancels the requests. Look first
//! at [`Queries`].

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::base::millis;
use crate::client::{Failure, FailureKind, Lane};
use crate::store::{Every, Want};

/// First and longest wait before a query that found no connection is asked again.
const OFFLINE_WAIT: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(5 * 60));

/// Delay before lists that a settled write touched are read again; until then the overlay shows them.
const AFTER_WRITES: Duration = Duration::from_secs(5);

/// Most requests that may begin within [`POLLS_WITHIN`] milliseconds without a key asking for them, however many
/// lists are shown.
const POLLS: usize = 2;
const POLLS_WITHIN: u64 = 1_000;

/// A request to start.
#[derive(Debug)]
pub struct Start {
    pub want: Want,
    pub generation: u64,
    pub cancel: CancellationToken,
}

/// The live queries.
#[derive(Debug, Default)]
pub struct Queries {
    live: HashMap<String, Live>,
    generation: u64,
    /// True while auto-refresh is off: no request is made by time alone.
    paused: bool,
    /// Pace set by the user, which replaces the steady pace of a screen.
    pace: Option<Duration>,
    /// Times at which the newest polls began, oldest first.
    polls: VecDeque<u64>,
    /// Keys of answers with strangers' data that no screen wants any more.
    unwanted: Vec<String>,
}

#[derive(Debug)]
struct Live {
    want: Want,
    generation: u64,
    running: Option<CancellationToken>,
    /// Time the running request began.
    since: u64,
    /// Time of the next request; `None` when only the user starts one.
    due: Option<u64>,
    /// True when the next request is due by its pace alone, so that another pace changes `due`.
    by_pace: bool,
    /// True when a key asked for the request, which then does not wait for polls.
    by_key: bool,
    /// Failure of the newest request.
    failed: Option<(FailureKind, Option<u16>)>,
    /// Present wait between requests; an unchanged answer or a lost connection doubles it.
    wait: Duration,
}

impl Queries {
    /// Live queries that poll at this pace, whatever the screens propose.
    pub fn every(pace: Duration) -> Self {
        Self { pace: Some(pace), ..Self::default() }
    }

    /// Changes the pace of polling; `None` stops it.
    pub fn set_pace(&mut self, pace: Option<Duration>, now: u64) {
        if pace.is_some() {
            self.pace = pace;
        }
        for live in self.live.values_mut() {
            live.want.every = paced(live.want.every, self.pace);
        }
        self.pause(pace.is_none(), now);
    }

    /// Takes the wants of this turn. Cancels requests that are no longer wanted, and returns those to start now.
    ///
    /// `known` is true if the store has a recent enough answer for a want.
    pub fn reconcile(&mut self, wants: Vec<Want>, now: u64, known: impl Fn(&Want) -> bool) -> Vec<Start> {
        let wanted: HashSet<&str> = wants.iter().map(|want| want.key.as_str()).collect();
        self.live.retain(|key, live| {
            let keep = wanted.contains(key.as_str());
            if !keep && let Some(cancel) = &live.running {
                cancel.cancel();
            }
            if !keep && live.want.apart.is_some() {
                self.unwanted.push(key.clone());
            }
            keep
        });
        let mut starts = Vec::new();
        let mut polls = Vec::new();
        for mut want in wants {
            want.every = paced(want.every, self.pace);
            if !self.live.contains_key(&want.key) {
                let by_pace = known(&want);
                let due = if by_pace { self.first_poll(&want, now) } else { Some(now + millis(want.after)) };
                let wait = first_wait(&want);
                let (running, by_key) = (None, !by_pace && !want.paced);
                let idle = Live {
                    generation: 0,
                    running,
                    since: now,
                    due,
                    by_pace,
                    by_key,
                    failed: None,
                    wait,
                    want: want.clone(),
                };
                self.live.insert(want.key.clone(), idle);
            }
            let Some(live) = self.live.get_mut(&want.key) else { continue };
            let paced_anew = live.want.every != want.every;
            if want.after < live.want.after && live.generation == 0 && live.running.is_none() && !live.by_pace {
                // The first answer is now wanted sooner.
                live.due = Some(live.since + millis(want.after));
            }
            live.want = want;
            if paced_anew {
                live.wait = first_wait(&live.want);
                if live.running.is_none() && (live.due.is_none() || live.by_pace) && !self.paused {
                    // A finished job is not polled again; one that has begun is polled at its own pace from now on.
                    live.due = self_poll(&live.want, now);
                    (live.by_pace, live.by_key) = (true, false);
                }
            }
            match live.due {
                Some(due) if due <= now && live.running.is_none() => {
                    if live.by_key {
                        starts.push(live.start(&mut self.generation, now));
                    } else {
                        polls.push((due, live.want.key.clone()));
                    }
                }
                _ => {}
            }
        }
        // The longest waiting query goes first, so that each gets its turn.
        polls.sort_by_key(|(due, _)| *due);
        for (_, key) in polls {
            if self.next_poll() > now {
                break;
            }
            let Some(live) = self.live.get_mut(&key) else { continue };
            starts.push(live.start(&mut self.generation, now));
            self.polls.push_back(now);
            self.polls.drain(..self.polls.len().saturating_sub(POLLS));
        }
        starts
    }

    /// Keys of answers with strangers' data that no screen wants any more.
    pub fn take_unwanted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unwanted)
    }

    /// Time the next poll may begin.
    fn next_poll(&self) -> u64 {
        match self.polls.front() {
            Some(oldest) if self.polls.len() >= POLLS => oldest + POLLS_WITHIN,
            _ => 0,
        }
    }

    /// Handles the end of a request; nothing changes if its generation is older.
    pub fn ended(&mut self, key: &str, generation: u64, changed: bool, failure: Option<&Failure>, now: u64) {
        let paused = self.paused;
        let Some(live) = self.live.get_mut(key).filter(|live| live.generation == generation) else { return };
        live.running = None;
        live.failed = failure.map(|failure| (failure.kind.clone(), failure.status));
        // A refresh asked for during this request stays due, because the answer may be older than the refresh.
        let asked = live.due;
        let unprompted = match failure.map(|failure| &failure.kind) {
            Some(
                FailureKind::Offline
                | FailureKind::Timeout
                | FailureKind::Broken
                | FailureKind::Cut
                | FailureKind::NotTheApi,
            ) => {
                let wait = live.wait.clamp(OFFLINE_WAIT.0, OFFLINE_WAIT.1);
                live.wait = (wait * 2).min(OFFLINE_WAIT.1);
                Some(now + millis(wait))
            }
            Some(FailureKind::Flood | FailureKind::Server) => Some(now + millis(OFFLINE_WAIT.0)),
            Some(_) => None,
            None if paused => None,
            None => {
                live.wait = match live.want.every {
                    Every::BackingOff(first, _) if changed => first,
                    Every::BackingOff(_, longest) => (live.wait * 2).min(longest),
                    Every::Once | Every::Steady(_) => first_wait(&live.want),
                };
                (live.want.every != Every::Once).then(|| now + millis(live.wait))
            }
        };
        live.by_pace = asked.is_none() && failure.is_none();
        live.by_key = asked.is_some();
        live.due = asked.into_iter().chain(unprompted).min();
    }

    /// Requests everything on the screen again, whatever its age.
    pub fn refresh(&mut self, now: u64) {
        for live in self.live.values_mut() {
            live.due = Some(now);
            (live.by_pace, live.by_key) = (false, true);
        }
    }

    /// Requests the failed queries again, because the cause of the failure is over.
    pub fn retry_failed(&mut self, now: u64) {
        for live in self.live.values_mut().filter(|live| live.failed.is_some() && live.running.is_none()) {
            live.due = Some(now);
            (live.by_pace, live.by_key) = (false, true);
        }
    }

    /// Schedules queries that became stale: those the user waits for at once, others after a while, so that several
    /// writes in a row cost one request.
    pub fn soon(&mut self, stale: &BTreeSet<String>, wants: &[Want], now: u64) {
        for key in stale {
            let is_awaited = |want: &Want| want.key == *key && want.lane == Lane::User && want.fresh_for.is_zero();
            if let Some(live) = self.live.get_mut(key) {
                let wait = if wants.iter().any(is_awaited) { Duration::ZERO } else { AFTER_WRITES };
                live.due = Some(now + millis(wait));
                (live.by_pace, live.by_key) = (false, true);
            }
        }
    }

    /// Cancels running requests; known answers stay on the screen. True when something was running.
    pub fn cancel(&mut self) -> bool {
        let mut any = false;
        for live in self.live.values_mut() {
            if let Some(cancel) = live.running.take() {
                cancel.cancel();
                any = true;
            }
        }
        any
    }

    /// Time since which the user waits for something on the screen, in the loop's milliseconds.
    pub fn waiting_since(&self) -> Option<u64> {
        let waited = |live: &&Live| live.running.is_some() && live.want.lane == Lane::User;
        self.live.values().filter(waited).map(|live| live.since).min()
    }

    /// Switches asking by time alone off or on.
    pub fn pause(&mut self, paused: bool, now: u64) {
        self.paused = paused;
        for live in self.live.values_mut() {
            live.due = if paused { None } else { self_poll(&live.want, now).or(live.due) };
            (live.by_pace, live.by_key) = (true, false);
        }
    }

    /// True while nothing is asked by time alone.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The earliest moment something is due.
    pub fn next_due(&self) -> Option<u64> {
        let may = self.next_poll();
        let idle = self.live.values().filter(|live| live.running.is_none());
        idle.filter_map(|live| live.due.map(|due| if live.by_key { due } else { due.max(may) })).min()
    }

    /// Failure for which something on the screen cannot be read, if the cause is the network or the service.
    pub fn trouble(&self) -> Option<&(FailureKind, Option<u16>)> {
        self.live.values().filter_map(|live| live.failed.as_ref()).find(|(kind, _)| kind.is_trouble())
    }

    /// Time of the next try of something that failed.
    pub fn asks_again(&self) -> Option<u64> {
        self.live
            .values()
            .filter(|live| live.failed.is_some() && live.running.is_none())
            .filter_map(|live| live.due)
            .min()
    }

    fn first_poll(&self, want: &Want, now: u64) -> Option<u64> {
        if self.paused { None } else { self_poll(want, now) }
    }
}

impl Live {
    fn start(&mut self, generation: &mut u64, now: u64) -> Start {
        *generation += 1;
        let cancel = CancellationToken::new();
        self.generation = *generation;
        self.running = Some(cancel.clone());
        self.since = now;
        self.due = None;
        self.by_pace = false;
        Start { want: self.want.clone(), generation: *generation, cancel }
    }
}

/// Pace of a query: the user's own in place of any steady one.
fn paced(every: Every, pace: Option<Duration>) -> Every {
    match (every, pace) {
        (Every::Steady(_), Some(pace)) => Every::Steady(pace),
        _ => every,
    }
}

fn self_poll(want: &Want, now: u64) -> Option<u64> {
    (want.every != Every::Once).then(|| now + millis(first_wait(want)))
}

fn first_wait(want: &Want) -> Duration {
    match want.every {
        Every::Once => OFFLINE_WAIT.0,
        Every::Steady(pace) | Every::BackingOff(pace, _) => pace,
    }
}

#[cfg(test)]
mod tests;
