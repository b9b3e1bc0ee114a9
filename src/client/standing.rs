//! Standing of the token in use by the service's answers: calls that were answered with it, and calls that were
//! refused.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::outcome::FailureKind;
use crate::api::Call;

#[derive(Debug, Default)]
struct OfToken {
    /// Number of times requests were let go again, which tells the credential.
    resumed: u64,
    answered: BTreeSet<&'static str>,
    /// Endpoints refused with 401.
    unauthorized: BTreeSet<&'static str>,
    /// Endpoints among them after which another call was answered: the ability is missing.
    lacking: BTreeSet<&'static str>,
    /// True once a refusal has named an ability that is missing.
    named: bool,
    /// True once all first reads were refused with 403.
    shut_out: bool,
    /// The newest read that was answered; asked again, it tells whether the token still is good.
    sample: Option<Call>,
}

/// The standing of a client's token, shared by all its requests.
#[derive(Debug, Default)]
pub(super) struct Standing {
    known: Mutex<OfToken>,
    /// Held while the first reads are asked, so that they are asked once for all calls that were refused together.
    pub asking: tokio::sync::Mutex<()>,
}

impl Standing {
    /// Runs `with` on the standing of the token in use; `None` for an answer to an earlier token.
    fn of_token<R>(&self, resumed: u64, with: impl FnOnce(&mut OfToken) -> R) -> Option<R> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.resumed < resumed {
            *known = OfToken { resumed, ..OfToken::default() };
        }
        (known.resumed == resumed).then(|| with(&mut known))
    }

    /// Takes an answer to `endpoint`. Runs `lift` when it shows that every 401 so far was for a missing ability: no
    /// call that was answered has been refused. `lift` and the `stop` of [`Standing::refused`] run under one lock, so
    /// that answers that come together are taken in one order by all calls.
    pub(super) fn answered(&self, resumed: u64, endpoint: &'static str, lift: impl FnOnce()) {
        self.of_token(resumed, |known| {
            known.answered.insert(endpoint);
            if known.unauthorized.is_disjoint(&known.answered) {
                lift();
            }
        });
    }

    /// Notes that a refusal has named the ability the token lacks: a service that does so knows the token.
    pub(super) fn known(&self, resumed: u64) {
        self.of_token(resumed, |known| known.named = true);
    }

    /// Keeps a read that was answered, to be asked again when a 401 leaves open what it is about.
    pub(super) fn keep(&self, resumed: u64, read: &Call) {
        self.of_token(resumed, |known| known.sample = Some(read.clone()));
    }

    /// The read to ask again after a 401 of a call that was never answered while others were: the token may have been
    /// revoked since. `None` where that is known already.
    pub(super) fn doubt(&self, resumed: u64, endpoint: &'static str) -> Option<Call> {
        self.of_token(resumed, |known| {
            let open = !known.answered.contains(endpoint) && !known.lacking.contains(endpoint);
            known.sample.clone().filter(|_| open)
        })?
    }

    /// Notes that the read that was asked again was answered: the token is good, and lacks the ability for `endpoint`.
    pub(super) fn lacks(&self, resumed: u64, endpoint: &'static str) {
        self.of_token(resumed, |known| known.lacking.insert(endpoint));
    }

    /// True while a 403 leaves open whether the token is known: no call was answered with it, no refusal has named an
    /// ability, and not all first reads ([`api::FIRST_READS`](crate::api::FIRST_READS)) were refused.
    pub(super) fn is_open(&self, resumed: u64) -> bool {
        let open = |known: &mut OfToken| known.answered.is_empty() && !known.named && !known.shut_out;
        self.of_token(resumed, open).unwrap_or(false)
    }

    /// Called when all first reads were refused with 403, by which some services refuse an unknown token. Runs `stop`
    /// unless a call was answered meanwhile.
    pub(super) fn shut_out(&self, resumed: u64, stop: impl FnOnce()) {
        self.of_token(resumed, |known| {
            known.shut_out = true;
            if known.answered.is_empty() {
                stop();
            }
        });
    }

    /// True when a 403 is the token's.
    pub(super) fn is_shut_out(&self, resumed: u64) -> bool {
        self.of_token(resumed, |known| known.shut_out && known.answered.is_empty()).unwrap_or(false)
    }

    /// Meaning of a 401 or 403. The documents leave open which of the two a missing ability is, and which an unknown
    /// token. A 401 is about the token unless another call was answered with it and this one never was; a 403 is about
    /// the call unless all first reads were refused so and none was ever answered. Runs `stop` when it is about the token
    /// in use.
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
