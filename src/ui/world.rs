//! The read-only world: what is known, the present time, and the settings in force.

use crate::base::{Timestamp, Zone};
use crate::store::Store;

use super::Prefs;

/// The read-only world a screen sees.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub store: &'a Store,
    /// The present time by the service's clock as far as known; it comes with the event.
    pub now: Timestamp,
    pub zone: Zone,
    /// Writing is switched off (`--readonly`, account setting, second instance), and why.
    pub readonly: Option<&'a str>,
    /// Settings of the configuration.
    pub prefs: Prefs,
}

impl<'a> World<'a> {
    /// The world of this store at a time by the program's own clock.
    pub fn of(store: &'a Store, prefs: Prefs, now: Timestamp, zone: Zone) -> Self {
        Self { store, now: store.service_time(now), zone, readonly: store.session().readonly.as_deref(), prefs }
    }
}

impl World<'_> {
    /// A time the program noted itself (an answer, a journal entry) on the scale of [`World::now`].
    pub fn noted(&self, at: Timestamp) -> Timestamp {
        self.store.service_time(at)
    }
}
