//! State of the connection for the header and the about page.

use super::outcome::FailureKind;
use crate::base::Timestamp;

/// The state of the connection. It changes only when something happens, never with time alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    pub connection: Connection,
    /// End of the wait the service asked for; it stays here when it is past.
    pub waiting_until: Option<Timestamp>,
    /// Times at which the requests still under way went out, the oldest first.
    pub under_way: Vec<Timestamp>,
    /// Kind and status of the newest failure of the network or the service; `None` once the API has answered again.
    pub trouble: Option<(FailureKind, Option<u16>)>,
    /// Time of the first request since the last answer that got none; `None` once the service answers again.
    pub unanswered: Option<Timestamp>,
    /// Time of the last answer of any kind, by our clock.
    pub last_answer: Option<Timestamp>,
    /// Seconds the service's clock is ahead of ours; `None` until it sent a date.
    pub server_clock_skew: Option<i64>,
}

/// State of the service as seen from here: reachable or not, and the token accepted or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// No failure is known.
    #[default]
    Online,
    /// The last request got no connection. Background work waits until `next_try`; the user's own requests do not.
    Offline { since: Timestamp, next_try: Timestamp },
    /// The token was not accepted; nothing is sent until [`super::Client::resume`].
    Unauthorized,
}
