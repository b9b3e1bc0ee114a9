//! The words of the header: who is signed in, how the connection is, what was requested.

use crate::base::Zone;
use crate::client::{self, LogLine, Status};
use crate::store::Store;
use crate::ui::shell::{Connection, Shell, StatusLine};

use super::worker::Worker;

/// What the client last said of the connection.
#[derive(Debug, Default)]
pub struct StatusWords {
    status: Status,
    heard_anything: bool,
}

impl StatusWords {
    /// Takes the client's status.
    pub fn connection(&mut self, status: Status) {
        self.heard_anything |= status.last_answer.is_some() || status.connection != client::Connection::Online;
        self.status = status;
    }

    /// The service does not accept the token.
    pub fn is_refused(&self) -> bool {
        matches!(self.status.connection, client::Connection::Unauthorized)
    }

    /// What the shell draws. The log is copied only while somebody looks at it.
    pub fn line(&self, store: &Store, shell: &Shell, worker: Option<&Worker>, zone: Zone) -> StatusLine {
        let requests = match worker {
            Some(worker) if shell.layer_names().contains(&"requests") => {
                worker.client.requests().iter().rev().map(|line| words(line, zone)).collect()
            }
            _ => Vec::new(),
        };
        StatusLine {
            account: store.session().account.clone(),
            connection: self.words(zone),
            readonly: store.session().readonly.is_some(),
            in_flight: self.status.in_flight,
            requests,
        }
    }

    fn words(&self, zone: Zone) -> Connection {
        if let Some(until) = self.status.waiting_until {
            return Connection::Waiting { until };
        }
        match self.status.connection {
            client::Connection::Unauthorized => Connection::TokenRefused,
            client::Connection::Offline { since, .. } => Connection::Offline { since: since.clock(zone) },
            client::Connection::Online if self.heard_anything => Connection::Live { heard: self.status.last_answer },
            client::Connection::Online => Connection::Starting,
        }
    }
}

/// One line of the request log: `14:02:11  GET  parking/inquiries?page&per_page  200  41 ms  12.4 kB`.
fn words(line: &LogLine, zone: Zone) -> String {
    let status = line.status.map_or_else(|| line.outcome.to_owned(), |status| format!("{status} {}", line.outcome));
    let again = if line.attempt > 1 { format!("  try {}", line.attempt) } else { String::new() };
    format!(
        "{}  {:6} {}  {status}  {} ms  {} bytes{again}",
        line.at.clock_seconds(zone),
        line.method,
        line.path,
        line.ms,
        line.bytes
    )
}
