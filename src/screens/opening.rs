//! Opening a page once the service has answered, unless another command cancels it.

use std::time::Duration;

use crate::api::Request;
use crate::base::Timestamp;
use crate::client::{Failure, Lane};
use crate::store::Wants;
use crate::ui::World;

/// Seconds of waiting after which a failure counts; before, it may be that of an earlier request.
const SETTLED: i64 = 2;

/// Page that opens once its request is answered.
#[derive(Clone, Debug)]
pub struct Opening<R> {
    request: R,
    since: Timestamp,
}

impl<R: Request> Opening<R>
where
    R::Reply: 'static,
{
    /// Starts waiting for the answer.
    pub fn new(request: R, now: Timestamp) -> Self {
        Self { request, since: now }
    }

    /// True when it waits for this request.
    pub fn is_for(&self, request: &R) -> bool {
        self.request.call().key() == request.call().key()
    }

    pub fn wants(&self, wants: &mut Wants) {
        wants.want(&self.request, Lane::User);
    }

    /// Wants the request answered, unless an answer younger than `fresh_for` is known.
    pub fn wants_within(&self, fresh_for: Duration, wants: &mut Wants) {
        wants.want(&self.request, Lane::User).fresh_for = fresh_for;
    }

    /// Time from which a failure counts.
    pub fn failures_count_at(&self) -> Timestamp {
        Timestamp(self.since.0 + SETTLED)
    }

    /// Sentence why the page will not open; `None` while it still may. `without` is the sentence for an answer that
    /// lacks what is needed.
    pub fn failed(&self, without: Option<&str>, world: &World<'_>) -> Option<String> {
        let loaded = world.store.query(&self.request);
        let counts = !loaded.loading && world.now >= self.failures_count_at();
        let without = || without.filter(|_| loaded.value.is_some()).map(str::to_owned);
        loaded.failure.map(Failure::sentence).or_else(without).filter(|_| counts)
    }
}
