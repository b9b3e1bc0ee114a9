//! What is known about the token in use: which calls were answered with it and which were refused.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::outcome::FailureKind;
use crate::api::Call;

#[derive(Debug, Default)]
struct OfToken {
    /// Number of times requests were allowed again; a new token has a new number.
    resumed: u64,
    answered: BTreeSet<&'static str>,
    /// Endpoints refused with 401.
    unauthorized: BTreeSet<&'static str>,
    /// Refused endpoints, after whose refusal another call was answered: the token lacks their ability.
    lacking: BTreeSet<&'static str>,
    /// True once a refusal has named a missing ability.
    named: bool,
    /// True once all first reads were refused with 403.
    shut_out: bool,
    /// Newest read that was answered. Repeating it shows whether the token is still accepted.
    sample: Option<Call>,
}

/// Knowledge about a client's token, shared by all its requests.
#[derive(Debug, Default)]
pub(super) struct Standing {
    known: Mutex<OfToken>,
    /// Held while the first reads are made, so that they are made once for all calls refused together.
    pub asking: tokio::sync::Mutex<()>,
}

impl Standing {
    /// Runs `with` on the knowledge about the token in use; `None` for an answer to an earlier token.
    fn of_token<R>(&self, resumed: u64, with: impl FnOnce(&mut OfToken) -> R) -> Option<R> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.resumed < resumed {
            *known = OfToken { resumed, ..OfToken::default() };
        }
        (known.resumed == resumed).then(|| with(&mut known))
    }

    /// Notes an answer to `endpoint`. Runs `lift` if it shows that every 401 so far was about a missing ability: no
    /// answered call has been refused. `lift`, and `stop` of [`Standing::refused`], run under one lock, so that
    /// answers arriving together have one order for all calls.
    pub(super) fn answered(&self, resumed: u64, endpoint: &'static str, lift: impl FnOnce()) {
        self.of_token(resumed, |known| {
            known.answered.insert(endpoint);
            if known.unauthorized.is_disjoint(&known.answered) {
                lift();
            }
        });
    }

    /// Notes that a refusal has named the missing ability, so the service knows the token.
    pub(super) fn known(&self, resumed: u64) {
        self.of_token(resumed, |known| known.named = true);
    }

    /// Keeps an answered read, to be repeated when the cause of a 401 is not clear.
    pub(super) fn keep(&self, resumed: u64, read: &Call) {
        self.of_token(resumed, |known| known.sample = Some(read.clone()));
    }

    /// Read to repeat after a 401 to a call that was never answered, while others were: the token may have been
    /// revoked since. `None` if the cause is known.
    pub(super) fn doubt(&self, resumed: u64, endpoint: &'static str) -> Option<Call> {
        self.of_token(resumed, |known| {
            let open = !known.answered.contains(endpoint) && !known.lacking.contains(endpoint);
            known.sample.clone().filter(|_| open)
        })?
    }

    /// Notes that the repeated read was answered: the token is accepted, but lacks the ability for `endpoint`.
    pub(super) fn lacks(&self, resumed: u64, endpoint: &'static str) {
        self.of_token(resumed, |known| known.lacking.insert(endpoint));
    }

    /// True while a 403 may mean that the service does not know the token: no call was answered with it, no refusal
    /// has named an ability, and not all first reads ([`api::FIRST_READS`](crate::api::FIRST_READS)) were refused.
    pub(super) fn is_open(&self, resumed: u64) -> bool {
        let open = |known: &mut OfToken| known.answered.is_empty() && !known.named && !known.shut_out;
        self.of_token(resumed, open).unwrap_or(false)
    }

    /// Notes that all first reads were refused with 403, as some services answer an unknown token. Runs `stop`,
    /// unless a call was answered meanwhile.
    pub(super) fn shut_out(&self, resumed: u64, stop: impl FnOnce()) {
        self.of_token(resumed, |known| {
            known.shut_out = true;
            if known.answered.is_empty() {
                stop();
            }
        });
    }

    /// True when a 403 is about the token, not about the call.
    pub(super) fn is_shut_out(&self, resumed: u64) -> bool {
        self.of_token(resumed, |known| known.shut_out && known.answered.is_empty()).unwrap_or(false)
    }

    /// Meaning of a 401 or 403. The documents do not say which of them is for a missing ability and which for an
    /// unknown token. A 401 is about the token, unless another call was answered with it and this one never was. A
    /// 403 is about the call, unless all first reads were refused and no call was ever answered. Runs `stop` when the
    /// refusal is about the token in use.
    pub(super) fn refused(
        &self,
        resumed: u64,
        endpoint: &'static str,
        status: u16,
        stop: impl FnOnce(),
    ) -> FailureKind {
        let kind = self.of_token(resumed, |known| {
            let token = match status {
                401 => {
                    known.unauthorized.insert(endpoint);
                    known.answered.is_empty() || known.answered.contains(endpoint)
                }
                _ => known.shut_out && known.answered.is_empty(),
            };
            if token {
                stop();
                FailureKind::Unauthorized
            } else {
                FailureKind::Forbidden
            }
        });
        kind.unwrap_or(if status == 401 { FailureKind::Unauthorized } else { FailureKind::Forbidden })
    }
}
