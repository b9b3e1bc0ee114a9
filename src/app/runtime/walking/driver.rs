//! Driver of one walk. Pages of domains are requested several at a time, as many as the client allows, and their
//! totals are read every ten minutes. Pages of inquiries are requested one after the other, with pauses.

use std::time::Duration;

use super::backoff::BackOff;
use super::pace::Pace;
use crate::app::runtime::worker::Worker;
use crate::base::{Timestamp, millis};
use crate::client::Failure;
use crate::store::index::walk::Begin;
use crate::store::{Errand, Store, WalkAnswer, Walked};

/// Milliseconds between two readings of the totals.
const TOTALS: u64 = 600_000;

/// Driver of one walk. The store has the progress, so that a stopped walk continues where it was.
#[derive(Debug)]
pub struct Driver {
    of: Walked,
    begun: bool,
    under_way: usize,
    back_off: BackOff,
    /// Pauses between requests, for a walk that sends one at a time.
    pace: Option<Pace>,
    /// Time of the last request, in the loop's milliseconds.
    asked: Option<u64>,
    /// Time of the next reading of the totals.
    totals: Option<u64>,
}

impl Driver {
    /// Driver that waits for the first answer of the service.
    pub fn new(of: Walked) -> Self {
        let pace = (of == Walked::Inquiries).then(Pace::default);
        Self { of, begun: false, under_way: 0, back_off: BackOff::default(), pace, asked: None, totals: None }
    }

    /// Begins the walk; called after the first answer of this run.
    pub fn may_start(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        if !self.begun {
            self.begin(Begin::Resume, store, now, ms);
        }
    }

    /// Starts the walk over, or continues at once after a failure.
    pub fn again(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        self.at_once();
        self.begin(Begin::Sync, store, now, ms);
    }

    fn begin(&mut self, how: Begin, store: &mut Store, now: Timestamp, ms: u64) {
        self.begun = true;
        self.totals = (self.of == Walked::Domains).then_some(ms + TOTALS);
        store.begin_walk(self.of, how, now);
    }

    /// Keeps the first answer from beginning the walk.
    pub fn stay(&mut self) {
        self.begun = true;
    }

    /// Ends the wait after a failure.
    pub fn at_once(&mut self) {
        self.back_off = BackOff::default();
    }

    /// Sends the requests that are due.
    pub fn advance(&mut self, store: &mut Store, worker: &Worker, watching: bool, ms: u64) {
        if !self.begun {
            return;
        }
        if watching && self.totals.is_some_and(|at| at <= ms) {
            self.totals = Some(ms + TOTALS);
            store.ask_domain_totals();
        }
        if self.back_off.holds(ms) {
            return;
        }
        while self.may_ask(ms)
            && let Some(errand) = store.errand(self.of)
        {
            self.under_way += 1;
            self.asked = Some(ms);
            worker.walk(errand);
        }
    }

    fn may_ask(&self, ms: u64) -> bool {
        self.pace.is_none() || self.under_way == 0 && self.due().is_none_or(|due| due <= ms)
    }

    /// Time of the next request by its pause alone; `None` before the first one, or for a walk without pauses.
    fn due(&self) -> Option<u64> {
        Some(self.asked? + millis(self.pace?.pause()))
    }

    /// Takes an answer.
    pub fn answered(
        &mut self,
        store: &mut Store,
        errand: Errand,
        answer: Result<WalkAnswer, Failure>,
        now: Timestamp,
        ms: u64,
    ) {
        self.under_way = self.under_way.saturating_sub(1);
        if let Some(pace) = &mut self.pace {
            let took = self.asked.map_or(0, |asked| ms.saturating_sub(asked));
            pace.answered(Duration::from_millis(took));
        }
        match answer {
            Ok(answer) => store.walked(errand, answer, now),
            Err(failure) if store.not_walked(&errand, &failure, now) => {}
            Err(failure) => return self.back_off.failed(&failure.kind, ms),
        }
        self.back_off.answered();
    }

    #[cfg(test)]
    pub fn pause(&self) -> u64 {
        self.back_off.pause()
    }

    /// Time of the next try of something that failed.
    pub fn asks_again(&self) -> Option<u64> {
        self.back_off.until()
    }

    /// Time of the next request, in the loop's milliseconds.
    pub fn next_due(&self, store: &Store, watching: bool) -> Option<u64> {
        let paced = self.due().filter(|_| store.walk_waits());
        let next = if self.under_way > 0 { None } else { self.back_off.until().or(paced) };
        next.into_iter().chain(self.totals.filter(|_| watching)).min()
    }
}
