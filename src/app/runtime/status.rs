//! Words of the header: the account, the connection, the requests.

use crate::app::launch::FROM_ENVIRONMENT;
use crate::base::{Timestamp, Zone, span_words};
use crate::client::{self, FailureKind, LogLine, Status};
use crate::store::{Session, Store};
use crate::ui::shell::{Connection, StatusLine};
use crate::ui::text;

use super::exchange::{CLOCKS_DIFFER, Traffic};
use super::worker::Worker;

/// State of the connection, as last reported by the client.
#[derive(Debug, Default)]
pub struct StatusWords {
    status: Status,
    heard_anything: bool,
    /// True once the user was told that the clocks differ.
    clock_noted: bool,
}

impl StatusWords {
    /// Takes the client's status; returns a hint for the user the first time the clocks turn out to differ.
    pub fn connection(&mut self, status: Status) -> Option<String> {
        self.heard_anything |= status.last_answer.is_some() || status.connection != client::Connection::Online;
        let ahead = status.server_clock_skew.unwrap_or_default();
        self.status = status;
        if ahead.abs() < CLOCKS_DIFFER || std::mem::replace(&mut self.clock_noted, true) {
            return None;
        }
        let way = if ahead > 0 { "behind" } else { "ahead of" };
        Some(format!("This machine's clock is {} {way} the service's.", span_words(ahead.unsigned_abs())))
    }

    /// True when the service does not accept the token.
    pub fn is_refused(&self) -> bool {
        matches!(self.status.connection, client::Connection::Unauthorized)
    }

    /// End of the wait the service asked for, if that is not over.
    pub fn waiting_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.status.waiting_until.filter(|until| *until > now)
    }

    /// Status for the shell, without the log of requests; `now` and `ms` are the program's own clocks.
    pub fn line(&self, store: &Store, traffic: &Traffic, zone: Zone, now: Timestamp, ms: u64) -> StatusLine {
        let ago = |at: u64| Timestamp(now.0 - (ms.saturating_sub(at) / 1_000).cast_signed());
        let again = traffic.tries_again().map(|at| at.saturating_sub(ms).div_ceil(1_000).cast_signed());
        let again = again.map(|seconds| Timestamp(now.0 + seconds));
        let unread = traffic.writes.cannot_read();
        StatusLine {
            account: called(store.session()).to_owned(),
            connection: self.words(zone, now, again, unread.as_ref().or(traffic.queries.trouble())),
            readonly: store.session().readonly.is_some(),
            in_flight: self.status.under_way.len(),
            asked: self.status.under_way.first().copied().into_iter().chain(self.status.unanswered).min(),
            sending: traffic.writes.sending_since().map(ago),
            waiting: store.journal().waiting(),
            progress: store.journal().progress(),
            requests: Vec::new(),
        }
    }

    fn words(
        &self,
        zone: Zone,
        now: Timestamp,
        again: Option<Timestamp>,
        held: Option<&(FailureKind, Option<u16>)>,
    ) -> Connection {
        if self.is_refused() {
            return Connection::TokenRefused;
        }
        if let Some(until) = self.waiting_until(now) {
            return Connection::Waiting { until };
        }
        match (&self.status.connection, self.status.trouble.as_ref().or(held)) {
            (client::Connection::Offline { since, .. }, _) => Connection::Offline { since: since.clock(zone) },
            (_, Some((kind, status))) => {
                let (short, long) = trouble(kind, *status);
                Connection::Failing { short, long, again }
            }
            _ if self.heard_anything => Connection::Live { heard: self.status.last_answer },
            _ => Connection::Starting,
        }
    }
}

/// Name of the account in the header; for an account from the environment its host.
fn called(session: &Session) -> &str {
    let unnamed = session.account == FROM_ENVIRONMENT && !session.host.is_empty();
    if unnamed { &session.host } else { &session.account }
}

/// Words for a problem of the service or the connection: short for a narrow header, and as a whole clause.
fn trouble(kind: &FailureKind, status: Option<u16>) -> (String, String) {
    let same = |short: &str, long: &str| (short.to_owned(), long.to_owned());
    match kind {
        FailureKind::Timeout => same("no answer", "the service did not answer"),
        FailureKind::Broken => same("connection lost", "the connection was lost"),
        FailureKind::Cut => same("answer cut off", "the answer was cut off"),
        FailureKind::TooLarge => same("answer too large", "the answer was too large"),
        FailureKind::Redirect(_) => same("redirected", "the service redirected to another address"),
        FailureKind::LoginPage(_) => same("login page", "the service asks to log in; check the token"),
        FailureKind::NotTheApi if status == Some(403) => {
            same("refused in front", "something in front of the service refused the request")
        }
        FailureKind::NotTheApi => same("web page", "the service answered with a web page"),
        FailureKind::Server => {
            let code = status.map(|status| format!(" {status}")).unwrap_or_default();
            (format!("error{code}"), format!("the service answered with error{code}"))
        }
        _ => same("bad answer", "the answer was not understood"),
    }
}

/// The newest requests, the newest first.
pub fn requests(worker: &Worker, zone: Zone) -> Vec<String> {
    worker.client.requests().iter().rev().map(|line| words(line, zone)).collect()
}

/// Line of the request log, with its path last because that may wrap: `14:02:11  GET     200 ok             41 ms
/// 12.4 kB  parking/inquiries?page&per_page`.
fn words(line: &LogLine, zone: Zone) -> String {
    let status = line.status.map_or_else(|| line.outcome.to_owned(), |status| format!("{status} {}", line.outcome));
    let again = if line.attempt > 1 { format!("  try {}", line.attempt) } else { String::new() };
    format!(
        "{}  {:6}  {status:14} {:>6} ms {:>9}  {}{again}",
        line.at.clock_seconds(zone),
        line.method,
        line.ms,
        text::bytes(line.bytes),
        line.path,
    )
}
