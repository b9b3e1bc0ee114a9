//! Runs the background walks, after the screen has the data it needs. Look first at [`Walking`], then at `driver.rs`.

mod backoff;
mod driver;
mod pace;

use crate::base::Timestamp;
use crate::client::Failure;
use crate::store::{Errand, Store, WalkAnswer, Walked};

use super::worker::Worker;
use driver::Driver;
pub use pace::Pace;

/// Drivers of both walks.
#[derive(Debug)]
pub struct Walking {
    domains: Driver,
    inquiries: Driver,
}

impl Default for Walking {
    fn default() -> Self {
        Self { domains: Driver::new(Walked::Domains), inquiries: Driver::new(Walked::Inquiries) }
    }
}

impl Walking {
    /// Begins the walks; called after the first answer of this run, when the service is known to answer and the
    /// screen has its rows.
    pub fn may_start(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        self.each(|driver| driver.may_start(store, now, ms));
    }

    /// Starts the walks over (`:sync`), or continues at once after a failure.
    pub fn again(&mut self, store: &mut Store, now: Timestamp, ms: u64) {
        self.each(|driver| driver.again(store, now, ms));
    }

    /// Reads `list` again, or no list; the first answer then begins no other walk.
    pub fn only(&mut self, list: Option<Walked>, store: &mut Store, now: Timestamp, ms: u64) {
        self.each(Driver::stay);
        if let Some(list) = list {
            self.of(list).again(store, now, ms);
        }
    }

    /// Ends the wait after a failure, because the user tries again, perhaps with another token.
    pub fn at_once(&mut self) {
        self.each(Driver::at_once);
    }

    /// Sends the next requests. While auto-refresh is off, none is made by time alone.
    pub fn advance(&mut self, store: &mut Store, worker: &Worker, watching: bool, ms: u64) {
        self.each(|driver| driver.advance(store, worker, watching, ms));
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
        self.of(errand.of()).answered(store, errand, answer, now, ms);
    }

    /// Pauses of the walk over inquiries and of the walk over domains, in milliseconds.
    #[cfg(test)]
    pub fn pauses(&self) -> [u64; 2] {
        [self.inquiries.pause(), self.domains.pause()]
    }

    /// Time of the next try of something that failed.
    pub fn asks_again(&self) -> Option<u64> {
        [&self.domains, &self.inquiries].into_iter().filter_map(Driver::asks_again).min()
    }

    /// Time of the next request, in the loop's milliseconds.
    pub fn next_due(&self, store: &Store, watching: bool) -> Option<u64> {
        [&self.domains, &self.inquiries].into_iter().filter_map(|driver| driver.next_due(store, watching)).min()
    }

    fn of(&mut self, list: Walked) -> &mut Driver {
        match list {
            Walked::Domains => &mut self.domains,
            Walked::Inquiries => &mut self.inquiries,
        }
    }

    fn each(&mut self, tell: impl FnMut(&mut Driver)) {
        [&mut self.domains, &mut self.inquiries].into_iter().for_each(tell);
    }
}
