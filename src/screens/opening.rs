//! Something that opens once the service has answered, unless another command calls it off.

use std::time::Duration;

use crate::api::Request;
use crate::base::Timestamp;
use crate::client::{Failure, Lane};
use crate::store::Wants;
use crate::ui::World;

/// Seconds after which a failure counts: until then it may be one from before.
const SETTLED: i64 = 2;

/// A page that opens once its requests are answered.
#[derive(Clone, Debug)]
pub struct Opening<R> {
    request: R,
    since: Timestamp,
}

impl<R: Request> Opening<R>
where
    R::Reply: 'static,
{
    /// Begins to wait.
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

    /// Wants it where no answer is younger than this.
    pub fn wants_within(&self, fresh_for: Duration, wants: &mut Wants) {
        wants.want(&self.request, Lane::User).fresh_for = fresh_for;
    }

    /// The time from which a failure counts.
    pub fn failures_count_at(&self) -> Timestamp {
        Timestamp(self.since.0 + SETTLED)
    }

    /// Why it will not come; `None` while it may. `without` is said of an answer that does not hold what is needed.
    pub fn failed(&self, without: Option<&str>, world: &World<'_>) -> Option<String> {
        let loaded = world.store.query(&self.request);
        let counts = !loaded.loading && world.now >= self.failures_count_at();
        let without = || without.filter(|_| loaded.value.is_some()).map(str::to_owned);
        loaded.failure.map(Failure::sentence).or_else(without).filter(|_| counts)
    }
}
