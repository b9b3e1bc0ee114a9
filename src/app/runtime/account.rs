//! What the token turns out to hold, and the first run's test read.

use crate::api::{Endpoint, Needs};
use crate::app::{launch, secrets};
use crate::client::{Client, Failure, FailureKind, Lane};
use crate::ui::{Keep, Login, Tone};

use super::mail::Message;
use super::turn::{Ended, Loop};

impl Loop {
    /// A refused read says that a right is missing; an answered one that it is there (fault 49).
    pub(super) fn note_ability(&mut self, endpoint: &'static Endpoint, failure: Option<&Failure>) {
        let Needs::One(ability) = endpoint.needs else { return };
        match failure.map(|failure| &failure.kind) {
            None if self.store.session().missing_for(endpoint).is_some() => self.store.session_mut().holds(ability),
            Some(FailureKind::Forbidden) => self.store.session_mut().lacks(ability),
            _ => {}
        }
    }
}
