//! The session in the store: keeps the wait the service asked for, and converts between its clock and ours.

use std::time::Duration;

use crate::base::Timestamp;
use crate::store::Store;
use crate::store::session::Session;

impl Store {
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// A time of the program's own clock converted to the service's, as far as the difference is known. Dates of the
    /// service are compared only with such times.
    pub fn service_time(&self, own: Timestamp) -> Timestamp {
        Timestamp(own.0.saturating_add(self.session.server_ahead))
    }

    /// A time of the service's clock converted to the program's own.
    pub fn own_time(&self, service: Timestamp) -> Timestamp {
        Timestamp(service.0.saturating_sub(self.session.server_ahead))
    }

    /// Notes how many seconds the service's clock is ahead of ours, and keeps that for the next run.
    pub fn tell_server_ahead(&mut self, seconds: i64) {
        if self.session.server_ahead == seconds {
            return;
        }
        self.session_mut().server_ahead = seconds;
        if let Some(disk) = &self.disk {
            disk.put_server_ahead(seconds);
        }
    }

    pub fn session_mut(&mut self) -> &mut Session {
        self.shown.version += 1;
        &mut self.session
    }

    /// Keeps the end of the wait the service asked for, for the next run.
    pub fn keep_wait(&mut self, until: Option<Timestamp>, now: Timestamp) {
        if self.session.wait == until {
            return;
        }
        self.session.wait = until;
        if let Some(disk) = &self.disk {
            disk.put_wait(until.map(|until| (now, until)));
        }
    }

    /// Time left of a wait the service asked for in an earlier run; the first call takes it.
    pub fn resumed_wait(&mut self) -> Option<Duration> {
        self.session.resumed.take()
    }

    /// Turns privacy mode on or off: names, addresses, phone numbers and prices are covered wherever they are shown.
    pub fn set_redact(&mut self, on: bool) {
        self.session_mut().redact = on;
        self.index.inquiries.cover(on);
    }
}
