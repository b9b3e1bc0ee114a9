//! Consequences of a request's result for later requests (pace, refused token), and its record in the status and the
//! log.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use super::exchange::Trace;
use super::gate::{Errand, Gate, Hold};
use super::judge::Fault;
use super::log::{LogLine, path_of};
use super::outcome::{Failure, FailureKind, Lane};
use super::service::Inner;
use super::status::{Connection, Status};
use crate::api::{Call, Needs, Service, errors};
use crate::base::{Timestamp, Untrusted};

/// Longest random delay of the first background request after an outage.
const STORM: Duration = Duration::from_secs(5);
/// Seconds by which two measurements of the difference between the clocks may vary, because answers take time.
const JITTER: i64 = 5;

impl Inner {
    /// Handles a good answer: raises the pace and adds a line to the log.
    pub(super) fn note_success(&self, note: &Note<'_>, errand: Errand, trace: &Trace, status: u16) {
        note.gate.succeeded(errand.lane());
        self.change(|status| status.trouble = None);
        if note.service == Service::Parking {
            // An answer lifts an earlier 401, unless a call that was answered before is among the refused ones.
            self.standing.answered(note.resumed, note.endpoint, || {
                note.gate.accept(note.resumed);
                self.change(|status| {
                    if status.connection == Connection::Unauthorized {
                        status.connection = Connection::Online;
                    }
                });
            });
        }
        self.log.push(note.line(errand.lane(), trace, Some(status), "ok"));
    }

    /// Handles a failure: removes secrets from it, applies its consequences for later requests, and logs it.
    pub(super) fn note_fault(&self, note: &Note<'_>, errand: Errand, trace: &Trace, mut fault: Fault) -> Fault {
        self.scrub(&mut fault.failure);
        self.consequences(&mut fault.failure, errand, note);
        self.log.push(note.line(errand.lane(), trace, fault.failure.status, fault.failure.kind.word()));
        fault
    }

    fn consequences(&self, failure: &mut Failure, errand: Errand, note: &Note<'_>) {
        let refused = matches!(failure.kind, FailureKind::Unauthorized | FailureKind::Forbidden);
        if let (true, Some(status @ (401 | 403)), Service::Parking) = (refused, failure.status, note.service) {
            if status == 403 && names_ability(failure, note.needs) {
                // The refusal names a missing ability, so the service knows the token.
                return self.standing.known(note.resumed);
            }
            failure.kind = self.standing.refused(note.resumed, note.endpoint, status, || {
                // After a 403 other calls may still be answered, so nothing is held back. A late answer to an earlier
                // token says nothing about the present one.
                if status == 403 || note.gate.refuse(note.resumed) {
                    self.change(|status| status.connection = Connection::Unauthorized);
                }
            });
        }
        match failure.kind {
            FailureKind::Unauthorized if failure.status == Some(401) && note.service == Service::Ads => {
                note.gate.refuse(note.resumed);
            }
            FailureKind::Flood => {
                let writes_only = errand == Errand::Write && failure.code() == Some(errors::FLOOD);
                let wait = note.gate.flooded(if writes_only { Hold::Writes } else { Hold::All }, failure.retry_after);
                failure.retry_after = Some(wait);
                self.waiting(wait);
            }
            FailureKind::Server if failure.status == Some(503) => {
                if let Some(wait) = failure.retry_after {
                    note.gate.hold(Hold::Background, wait);
                    self.waiting(wait);
                }
            }
            _ => {}
        }
    }

    /// Notes that a call has ended without a useful answer. Not called after each try, so that the status does not
    /// change for a single lost connection.
    pub(super) fn ended_badly(&self, service: Service, failure: &Failure) {
        if !failure.kind.is_no_connection() || failure.status.is_some() {
            if failure.kind.is_trouble() {
                self.change(|status| status.trouble = Some((failure.kind.clone(), failure.status)));
            }
            return;
        }
        let next_try = self.later(self.gate(service).disconnected());
        let now = self.clock.now();
        self.change(|status| {
            let since = match status.connection {
                Connection::Offline { since, .. } => since,
                _ => now,
            };
            status.connection = Connection::Offline { since, next_try };
        });
    }

    /// Notes that the service answered something.
    pub(super) fn heard(&self, note: &Note<'_>, code: u16) {
        note.gate.connected(self.retries.part_of(STORM));
        let now = self.clock.now();
        self.change(|status| {
            status.last_answer = Some(now);
            status.unanswered = None;
            if code != 401 && matches!(status.connection, Connection::Offline { .. }) {
                status.connection = Connection::Online;
            }
        });
    }

    /// Notes that a try ended without any answer from the service.
    pub(super) fn unheard(&self, note: &Note<'_>, kind: &FailureKind) {
        if kind.is_trouble() || kind.is_no_connection() {
            self.change(|status| status.unanswered = status.unanswered.or(Some(note.at)));
        }
    }

    /// Notes an answer of the API with the service's own time. The page of a gateway in between says nothing about the
    /// service's clock.
    pub(super) fn understood(&self, server_time: Option<Timestamp>) {
        self.change(|status| status.trouble = None);
        let Some(theirs) = server_time else { return };
        let skew = theirs.0.saturating_sub(self.clock.now().0);
        self.change(|status| {
            if status.server_clock_skew.is_none_or(|known| known.saturating_sub(skew).abs() > JITTER) {
                status.server_clock_skew = Some(skew);
            }
        });
    }

    /// The current time by the service's clock, as far as it is known.
    pub(super) fn service_now(&self) -> Timestamp {
        let skew = self.status.borrow().server_clock_skew.unwrap_or_default();
        Timestamp(self.clock.now().0.saturating_add(skew))
    }

    pub(super) fn waiting(&self, wait: Duration) {
        let until = self.later(wait);
        self.change(|status| status.waiting_until = status.waiting_until.max(Some(until)));
    }

    /// End of a wait that begins now, rounded up to a second, so that no countdown ends before the wait.
    fn later(&self, wait: Duration) -> Timestamp {
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        Timestamp(self.clock.now().0.saturating_add(i64::try_from(seconds).unwrap_or(i64::MAX)))
    }

    /// Body without our credentials, because an answer that repeats one must not reach the screen or the cache.
    pub(super) fn without_secrets(&self, body: Bytes) -> Bytes {
        let config = self.config();
        let secrets = [&config.token, &config.ads_key].into_iter().flatten();
        secrets.fold(body, |body, secret| secret.scrub_body(&body).map_or(body, Bytes::from))
    }

    /// Removes our credentials from a failure, because an answer that repeats one must not reach the screen or a log.
    fn scrub(&self, failure: &mut Failure) {
        let config = self.config();
        for secret in [&config.token, &config.ads_key].into_iter().flatten() {
            let clean = |text: &mut Untrusted| {
                if let Some(scrubbed) = secret.scrub(text.raw()) {
                    *text = scrubbed.into();
                }
            };
            if let Some(scrubbed) = secret.scrub(&failure.detail) {
                failure.detail = scrubbed;
            }
            for error in &mut failure.errors {
                clean(&mut error.code);
                clean(&mut error.message);
                error.field.as_mut().map(clean);
            }
        }
    }

    /// Changes the status, and wakes its listeners if it is different now.
    pub(super) fn change(&self, with: impl FnOnce(&mut Status)) {
        self.status.send_if_modified(|status| {
            let before = status.clone();
            with(status);
            *status != before
        });
    }

    pub(super) fn begin<'a>(&'a self, call: &Call, attempt: u32) -> Note<'a> {
        let now = self.clock.now();
        self.change(|status| {
            status.under_way.push(now);
            status.waiting_until = status.waiting_until.filter(|until| *until > now);
        });
        Note {
            inner: self,
            at: now,
            started: Instant::now(),
            service: call.endpoint.service,
            gate: self.gate(call.endpoint.service),
            resumed: self.gate(call.endpoint.service).resumed(),
            endpoint: call.endpoint.name,
            needs: call.endpoint.needs,
            method: call.endpoint.method.as_str(),
            path: path_of(call),
            attempt,
        }
    }
}

/// True when a refusal names the missing ability.
fn names_ability(failure: &Failure, needs: Needs) -> bool {
    let Needs::One(ability) = needs else { return false };
    failure.errors.iter().any(|error| error.message.raw().contains(ability.0))
}

/// A request under way, counted in the status until it is dropped.
pub(super) struct Note<'a> {
    inner: &'a Inner,
    at: Timestamp,
    pub started: Instant,
    service: Service,
    gate: &'a Gate,
    /// [`Gate::resumed`](super::gate::Gate::resumed) when the request began.
    pub resumed: u64,
    endpoint: &'static str,
    needs: Needs,
    method: &'static str,
    path: String,
    attempt: u32,
}

impl Drop for Note<'_> {
    fn drop(&mut self) {
        self.inner.change(|status| {
            if let Some(place) = status.under_way.iter().position(|began| *began == self.at) {
                status.under_way.remove(place);
            }
        });
    }
}

impl Note<'_> {
    fn line(&self, lane: Lane, trace: &Trace, status: Option<u16>, outcome: &'static str) -> LogLine {
        LogLine {
            at: self.at,
            endpoint: self.endpoint,
            method: self.method,
            path: self.path.clone(),
            status,
            outcome,
            ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            bytes: trace.bytes.load(Ordering::Relaxed),
            attempt: self.attempt,
            lane,
        }
    }
}
