//! Keeps the background walks going, after the screen has what it needs: that over the inquiries one question at a
//! time, that over the domains in `walking/domains.rs`. Look first at [`Walking`].

mod backoff;
mod domains;
mod pace;

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::api::types::Inquiry;
use crate::api::{Paged, Row};
use crate::base::{Id, Timestamp, millis};
use crate::client::Failure;
use crate::store::{Store, WalkList};

use super::queries::Queries;
use super::worker::Worker;
use backoff::BackOff;
use domains::DomainWalking;
pub use pace::Pace;

/// A list that is read whole by a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    Inquiries,
    Domains,
}

/// The walk's driver. Its progress is the store's, so that a stopped walk continues where it was.
#[derive(Debug, Default)]
pub struct Walking {
    begun: bool,
    asking: bool,
    cancel: CancellationToken,
    back_off: BackOff,
    pace: Pace,
    /// Time of the last question.
    asked: Option<u64>,
    pub domains: DomainWalking,
}

impl Walking {
    /// The first answer of this run has come, so the service is there and the screen has its rows.
    pub fn may_start(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        self.domains.may_start(store, now, ms);
        if !self.begun {
            self.begun = true;
            store.start_inquiry_walk(now);
        }
    }

    /// Walks again from the start (`:sync`), or continues at once after a failure.
    pub fn again(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        self.domains.again(store, now, ms);
        self.begun = true;
        self.back_off = BackOff::default();
        store.sync_inquiries(now);
    }

    /// Reads all domains anew.
    pub fn domains_again(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        self.begun = true;
        self.domains.again(store, now, ms);
    }

    /// Reads one list anew, or none; no other list is read meanwhile.
    pub fn only(&mut self, list: Option<Walked>, store: &mut Store, now: Timestamp, ms: u64) {
        self.begun = true;
        self.domains.stay();
        match list {
            Some(Walked::Inquiries) => store.sync_inquiries(now),
            Some(Walked::Domains) => self.domains.again(store, now, ms),
            None => {}
        }
    }

    /// Does not wait any longer after a failure: the user tries again, perhaps with another token.
    pub fn at_once(&mut self) {
        self.back_off = BackOff::default();
        self.domains.at_once();
    }

    /// Asks the next questions.
    pub fn advance(&mut self, store: &mut Store, worker: &Worker, watching: bool, ms: u64) {
        self.domains.advance(store, worker, watching, ms);
        if !self.begun || self.asking || self.back_off.holds(ms) {
            return;
        }
        if self.due().is_some_and(|due| due > ms) {
            return;
        }
        if let Some((ask, began)) = store.walk_ask() {
            self.asking = true;
            self.asked = Some(ms);
            worker.walk(ask, began, self.cancel.child_token());
        }
    }

    /// Time of the next question, by the pace alone; `None` before the first.
    fn due(&self) -> Option<u64> {
        self.asked.map(|asked| asked + millis(self.pace.pause()))
    }

    fn answered(&mut self, ms: u64) {
        self.asking = false;
        let took = self.asked.map_or(0, |asked| ms.saturating_sub(asked));
        self.pace.answered(Duration::from_millis(took));
    }

    /// Takes a page.
    pub fn page(
        &mut self,
        store: &mut Store,
        place: (WalkList, u32),
        page: Result<Paged<Inquiry>, Failure>,
        began: u64,
        now: Timestamp,
        ms: u64,
    ) {
        self.answered(ms);
        match page {
            Ok(page) => {
                self.back_off.answered();
                store.walk_page(place, &page, began, now);
            }
            Err(failure) if failure.is_no_such_page() && store.walk_refused(place) => self.back_off.answered(),
            Err(failure) => self.failed(store, &failure, ms),
        }
    }

    /// Takes a row that was asked for alone.
    pub fn one(
        &mut self,
        store: &mut Store,
        id: Id<Inquiry>,
        row: Result<Option<Row<Inquiry>>, Failure>,
        began: u64,
        now: Timestamp,
        ms: u64,
    ) {
        self.answered(ms);
        match row {
            Ok(row) => {
                self.back_off.answered();
                if let Some(row) = &row {
                    store.take_row(row, began, now);
                }
                store.walk_one(id, row.is_some());
            }
            Err(failure) => self.failed(store, &failure, ms),
        }
    }

    fn failed(&mut self, store: &mut Store, failure: &Failure, ms: u64) {
        store.walk_failed();
        self.back_off.failed(&failure.kind, ms);
    }

    /// The pauses of the walks over inquiries and over domains.
    #[cfg(test)]
    pub fn pauses(&self) -> [u64; 2] {
        [self.back_off.pause(), self.domains.pause()]
    }

    /// Time of the next try of something that failed.
    pub fn asks_again(&self) -> Option<u64> {
        self.back_off.until().into_iter().chain(self.domains.asks_again()).min()
    }

    /// Time at which something is to be asked.
    pub fn next_due(&self, store: &Store, queries: &Queries) -> Option<u64> {
        let paced = self.due().filter(|_| store.walk_waits());
        let failed = if self.asking { None } else { self.back_off.until().or(paced) };
        failed.into_iter().chain(self.domains.next_due(!queries.is_paused())).min()
    }
}
