//! State of the connection for the header and the about page.

use super::outcome::FailureKind;
use crate::base::Timestamp;

/// State of the connection. It changes with events only, never with time alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    pub connection: Connection,
    /// End of the last wait the service asked for, even if that is over.
    pub waiting_until: Option<Timestamp>,
    /// Times at which the running requests were sent, oldest first.
    pub under_way: Vec<Timestamp>,
    /// Kind and status of the newest failure caused by the network or the service; `None` once the API has answered
    /// again.
    pub trouble: Option<(FailureKind, Option<u16>)>,
    /// Time at which the first request since the last answer was sent, if it got none; `None` once the service
    /// answers.
    pub unanswered: Option<Timestamp>,
    /// Time of the last answer of any kind, by our clock.
    pub last_answer: Option<Timestamp>,
    /// Seconds that the service's clock is ahead of ours; `None` until an answer had a date.
    pub server_clock_skew: Option<i64>,
}

/// State of the connection: whether the service is reachable, and the token accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// No failure is known.
    #[default]
    Online,
    /// The last request got no connection. Background work waits until `next_try`; the user's requests do not.
    Offline { since: Timestamp, next_try: Timestamp },
    /// The token was not accepted; nothing is sent until [`super::Client::resume`].
    Unauthorized,
}
