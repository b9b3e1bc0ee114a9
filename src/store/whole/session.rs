//! Session in the store: keeps the wait the service asked for, and converts between the service's clock and this
//! computer's.

use std::time::Duration;

use crate::base::Timestamp;
use crate::store::Store;
use crate::store::session::Session;

impl Store {
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Time of this computer's clock, converted to the service's. Dates of the service are compared only with such
    /// times.
    pub fn service_time(&self, own: Timestamp) -> Timestamp {
        Timestamp(own.0.saturating_add(self.session.server_ahead))
    }

    /// Time of the service's clock, converted to this computer's.
    pub fn own_time(&self, service: Timestamp) -> Timestamp {
        Timestamp(service.0.saturating_sub(self.session.server_ahead))
    }

    /// Notes by how many seconds the service's clock is ahead of this computer's, and keeps it for the next run.
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

    /// Time left of a wait from an earlier run. The first call takes it; later ones return `None`.
    pub fn resumed_wait(&mut self) -> Option<Duration> {
        self.session.resumed.take()
    }

    /// Turns privacy mode on or off, in which names, addresses, phone numbers and prices are masked.
    pub fn set_redact(&mut self, on: bool) {
        self.session_mut().redact = on;
        self.index.inquiries.cover(on);
    }
}
