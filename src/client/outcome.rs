//! Outcomes of a request, as in the reliability promises: a read is answered or failed; a write is applied, refused,
//! not sent or unknown.

use std::time::Duration;

use bytes::Bytes;

/// One entry of the service's `errors`.
pub use crate::api::errors::ErrorEntry as ServiceError;
use crate::base::Timestamp;

/// A successful answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Bytes,
    /// Service's time from the Date header, so that ages are right even if the local clock is wrong.
    pub server_time: Option<Timestamp>,
}

/// Kinds of failure that the program treats differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// No connection: refused, unreachable, or no DNS. Nothing was sent.
    Offline,
    /// The certificate or handshake was refused. Nothing was sent.
    Tls(TlsProblem),
    /// A proxy refused. Nothing reached the service.
    Proxy,
    /// No answer, or no further byte of it, within the time limit.
    Timeout,
    /// The connection broke after the request was sent.
    Broken,
    /// The answer was shorter than announced.
    Cut,
    /// The answer was larger than the limit for its kind.
    TooLarge,
    /// A redirect, not followed; holds the cleaned target host.
    Redirect(String),
    /// A redirect to a login page, not followed; holds its cleaned host and path.
    LoginPage(String),
    /// Status 200 with a page instead of an answer of the API (captive portal, login, maintenance).
    NotTheApi,
    /// Status 2xx with a body that could not be understood.
    NotUnderstood,
    /// 401.
    Unauthorized,
    /// 403.
    Forbidden,
    /// 404.
    NotFound,
    /// 409.
    Conflict,
    /// 429, except for the yearly nameserver limit.
    Flood,
    /// 400 and other refusals by the service.
    Refused,
    /// 5xx.
    Server,
    /// A file on this machine could not be read or written.
    File,
    /// Cancelled by the user, or because nobody wants the answer any more.
    Cancelled,
}

/// Why a connection is not secure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsProblem {
    /// The certificate has expired, or is not valid yet.
    Time,
    /// The certificate is for another name.
    Name,
    /// The certificate is signed by an authority that is not trusted.
    Authority,
    /// The certificate is signed by its own key.
    SelfSigned,
    /// The server does not speak TLS at all.
    NotTls,
    /// The server's versions of TLS are not supported here.
    Version,
    Other,
}

impl TlsProblem {
    /// Advice about the problem.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Time => "Check the clock of this machine; if it is right, the service must renew its certificate",
            Self::Name => "Check the address of the service (base_url in the config)",
            Self::Authority => "Behind a company network, name the file of its authority as ca_file in the config",
            Self::SelfSigned => "If the server is yours, name the file of this certificate as ca_file in the config",
            Self::NotTls => "Check the address and the port (base_url in the config)",
            Self::Version => "The service must offer TLS 1.2 or newer",
            Self::Other => "Check the network and the address of the service",
        }
    }
}

/// Why a request has no useful answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    pub status: Option<u16>,
    /// The service's own errors, when it sent any.
    pub errors: Vec<ServiceError>,
    /// Wait given in Retry-After, at most a year; after a 429 without it, the wait the program chose.
    pub retry_after: Option<Duration>,
    /// Cleaned sentence of technical detail (host, certificate problem, first 200 characters of the body).
    pub detail: String,
}

/// Outcome of one write: applied, refused, not sent or unknown.
#[derive(Clone, Debug)]
pub enum WriteOutcome {
    /// Applied, as the service answered; the body may still be read for its contents.
    Applied(Answer),
    /// Refused by the service; nothing changed.
    Refused(Failure),
    /// No byte was sent, so it may be sent again.
    NotSent(Failure),
    /// The write may have been applied; only reading back can show it.
    Unknown(Failure),
}

/// Origin of a request. The user's go first; background work waits for them and is paced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// The user waits for the answer.
    User,
    /// For the screen, but not asked for by a key: polls, rows beside the cursor.
    Ahead,
    /// The walk over whole collections.
    Background,
}
