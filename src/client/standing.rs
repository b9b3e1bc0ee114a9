//! What the service's answers say of the token in use: which calls it has answered with it, and which it has refused.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::outcome::FailureKind;

/// So many different calls refused, with none answered, are refused for the token.
const DIFFERENT: usize = 2;

#[derive(Debug, Default)]
struct OfToken {
    /// Which credential this is about: how often requests were let go again.
    resumed: u64,
    answered: BTreeSet<&'static str>,
    refused: BTreeSet<&'static str>,
}

/// Shared by all requests of a client.
#[derive(Debug, Default)]
pub(super) struct Standing(Mutex<OfToken>);

impl Standing {
    /// Runs `with` on what is told of the token in use; `None` for an answer to one before.
    fn of_token<R>(&self, resumed: u64, with: impl FnOnce(&mut OfToken) -> R) -> Option<R> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.resumed < resumed {
            *told = OfToken { resumed, ..OfToken::default() };
        }
        (told.resumed == resumed).then(|| with(&mut told))
    }

    /// The service answered `endpoint`.
    pub(super) fn answered(&self, resumed: u64, endpoint: &'static str) {
        self.of_token(resumed, |told| {
            told.refused.remove(endpoint);
            told.answered.insert(endpoint);
        });
    }

    /// What a 401 or 403 means. The documents leave open which of the two a missing ability is, and which a token nobody
    /// knows. A 401 is the token's unless another call was answered with it and this one never was; a 403 is the call's
    /// unless nothing was ever answered and different calls were refused.
    pub(super) fn refused(&self, resumed: u64, endpoint: &'static str, status: u16) -> FailureKind {
        let kind = self.of_token(resumed, |told| {
            told.refused.insert(endpoint);
            let token = match status {
                401 => told.answered.is_empty() || told.answered.contains(endpoint),
                _ => told.answered.is_empty() && told.refused.len() >= DIFFERENT,
            };
            if token { FailureKind::Unauthorized } else { FailureKind::Forbidden }
        });
        kind.unwrap_or(if status == 401 { FailureKind::Unauthorized } else { FailureKind::Forbidden })
    }
}
