//! Requests about jobs while no screen shows them, so that the header counts running jobs and a message reports each
//! end. A screen that shows jobs reads the same pages more often.

use std::time::Duration;

use crate::api::Request;
use crate::base::Timestamp;
use crate::client::Lane;
use crate::store::lists::jobs::{Job, Jobs, Known, exports_page, imports_page};
use crate::store::{Every, Store, Wants};

/// Pace of the requests while a job runs.
const RUNNING: Every = Every::BackingOff(Duration::from_secs(10), Duration::from_secs(60));
/// Pace of the requests while no job is known to run.
const IDLE: Every = Every::BackingOff(Duration::from_secs(5 * 60), Duration::from_secs(5 * 60));

impl Store {
    /// Imports and exports.
    pub fn jobs(&self) -> &Jobs {
        &self.lists.jobs
    }

    /// Adds the wants for the lists of jobs, unless the screen has them.
    pub fn watch_jobs(&self, now: Timestamp, wants: &mut Wants) {
        let (jobs, now): (&Jobs, _) = (self.jobs(), self.service_time(now));
        let moving = jobs.imports().running().any(|known| is_near(known, now));
        self.watch(&imports_page(1), moving, wants);
        let moving = jobs.exports().running().any(|known| is_near(known, now));
        self.watch(&exports_page(1), moving, wants);
    }

    fn watch<R: Request>(&self, request: &R, moving: bool, wants: &mut Wants) {
        // Nobody waits for these answers, so they are asked for only once the service has answered, and if the token
        // has the ability.
        if self.session().heard.is_none() || self.session().missing_for(R::ENDPOINT).is_some() {
            return;
        }
        let key = request.call().key();
        if wants.queries.iter().any(|want| want.key == key) {
            return;
        }
        let want = wants.want(request, Lane::Background);
        want.every = if moving { RUNNING } else { IDLE };
    }
}

fn is_near<T: Job>(known: &Known<T>, now: Timestamp) -> bool {
    !known.is_quiet(now)
}
