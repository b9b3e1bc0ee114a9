//! The read-only world: what is known, the present time, and the settings in force.

use crate::base::{Timestamp, Zone};
use crate::store::Store;

use super::Prefs;

/// Reason why something with names or prices in it is not given out in privacy mode.
pub const REDACTED: &str = "Redaction is on; run :redact off first.";

/// World as a screen sees it, read-only.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub store: &'a Store,
    /// Present time by the service's clock, as far as known; it comes with the event.
    pub now: Timestamp,
    pub zone: Zone,
    /// Reason why writing is off (`--readonly`, account setting, second instance); `None` while it is on.
    pub readonly: Option<&'a str>,
    /// Settings of the configuration.
    pub prefs: Prefs,
}

impl<'a> World<'a> {
    /// World of this store at a time by the program's own clock.
    pub fn of(store: &'a Store, prefs: Prefs, now: Timestamp, zone: Zone) -> Self {
        Self { store, now: store.service_time(now), zone, readonly: store.session().readonly.as_deref(), prefs }
    }
}

impl World<'_> {
    /// Time that the program noted itself (of an answer or a journal entry), on the scale of [`World::now`].
    pub fn noted(&self, at: Timestamp) -> Timestamp {
        self.store.service_time(at)
    }
}
