//! Keeps the walk over the tabs of domains going: several questions at a time, as many as the client lets through, and
//! a look at the totals every ten minutes.

use tokio_util::sync::CancellationToken;

use super::backoff::BackOff;
use crate::app::runtime::worker::Worker;
use crate::base::Timestamp;
use crate::client::Failure;
use crate::store::{DomainAnswer, Store};

/// Between two looks at the totals, in milliseconds.
const TOTALS: u64 = 600_000;

/// The walk's driver. Its progress is the store's, so that a stopped walk continues where it was.
#[derive(Debug, Default)]
pub struct DomainWalking {
    begun: bool,
    under_way: usize,
    cancel: CancellationToken,
    back_off: BackOff,
    /// Time of the next look at the totals.
    totals: Option<u64>,
}

impl DomainWalking {
    /// The first answer of this run has come, so the service is there and the screen has its rows.
    pub fn may_start(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        if !self.begun {
            self.begun = true;
            self.totals = Some(ms + TOTALS);
            store.start_domain_walk(now);
        }
    }

    /// An answer begins no walk.
    pub fn stay(&mut self) {
        self.begun = true;
    }

    /// Does not wait any longer after a failure.
    pub fn at_once(&mut self) {
        self.back_off = BackOff::default();
    }

    /// Walks again from the start (`:sync`), or continues at once after a failure.
    pub fn again(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        self.begun = true;
        self.back_off = BackOff::default();
        self.totals = Some(ms + TOTALS);
        store.sync_domains(now);
    }

    /// Asks what is to be asked. While watching is off nothing is asked by time alone.
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
        while let Some(errand) = store.domain_ask() {
            self.under_way += 1;
            worker.walk_domains(errand, self.cancel.child_token());
        }
    }

    /// Takes an answer.
    pub fn answered(
        &mut self,
        store: &mut Store,
        (ticket, began): (u64, u64),
        answer: Result<DomainAnswer, Failure>,
        now: Timestamp,
        ms: u64,
    ) {
        self.under_way = self.under_way.saturating_sub(1);
        match answer {
            Ok(answer) => {
                self.back_off.answered();
                store.domain_walked(ticket, answer, began, now);
            }
            Err(failure) => {
                store.domain_ask_failed(ticket);
                self.back_off.failed(&failure.kind, ms);
            }
        }
    }

    #[cfg(test)]
    pub fn pause(&self) -> u64 {
        self.back_off.pause()
    }

    /// Time of the next try of something that failed.
    pub fn asks_again(&self) -> Option<u64> {
        self.back_off.until()
    }

    /// Time at which something is to be asked.
    pub fn next_due(&self, watching: bool) -> Option<u64> {
        let failed = if self.under_way == 0 { self.back_off.until() } else { None };
        failed.into_iter().chain(self.totals.filter(|_| watching)).min()
    }
}
