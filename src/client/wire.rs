//! The interface below the client: requests, answers and failures of a transport.
//!
//! Real HTTP, the sandbox's router without sockets, a recorder and a scripted test are all a [`Transport`].

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use reqwest::header::HeaderMap;
use tokio::time::Instant;
use url::Url;

use super::outcome::FailureKind;
use super::secret::Secret;
use crate::api::Endpoint;

/// Transport that sends each request once. The client keeps time and size limits, retries, and cancels by dropping
/// the future.
pub trait Transport: Send + Sync {
    /// Sends a request; resolves when the head of the answer has come.
    fn send(&self, wire: Wire) -> BoxFuture<'_, Result<WireAnswer, WireFailure>>;
}

/// Request, ready to be sent.
#[derive(Debug)]
pub struct Wire {
    pub endpoint: &'static Endpoint,
    /// Address with its query.
    pub url: Url,
    pub credential: Credential,
    pub body: Option<Outgoing>,
}

/// Credential of a request, of which the type allows only one.
#[derive(Clone, Debug)]
pub enum Credential {
    /// The token, sent as `Authorization: Bearer`.
    Bearer(Secret),
    /// The ads key, sent as `XF-Api-Key`.
    Key(Secret),
}

impl Credential {
    /// Name and value of the header; for transports only.
    pub fn header(&self) -> (&'static str, String) {
        match self {
            Self::Bearer(token) => ("authorization", format!("Bearer {}", token.expose())),
            Self::Key(key) => ("xf-api-key", key.expose().to_owned()),
        }
    }
}

/// Body to be sent, with its exact length.
pub struct Outgoing {
    pub content_type: String,
    pub length: u64,
    pub stream: BoxStream<'static, std::io::Result<Bytes>>,
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outgoing({}, {} bytes)", self.content_type, self.length)
    }
}

/// Progress of an upload. The time limit for the first byte of the answer begins with the last piece.
#[derive(Clone)]
pub(super) struct Upload {
    state: Arc<Mutex<(Instant, u64)>>,
    progress: Option<Progress>,
    /// True once the transport took the last piece.
    out: Arc<AtomicBool>,
}

impl Upload {
    pub(super) fn new(progress: Option<Progress>, out: Arc<AtomicBool>) -> Self {
        Self { state: Arc::new(Mutex::new((Instant::now(), 0))), progress, out }
    }

    /// Notes that the transport took a piece of `bytes` bytes, of a body of `of` bytes.
    pub(super) fn took(&self, bytes: usize, of: u64) {
        let sent = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.0 = Instant::now();
            state.1 += bytes as u64;
            state.1
        };
        if sent >= of {
            self.out.store(true, Ordering::Relaxed);
        }
        if let Some(progress) = &self.progress {
            progress(sent, of);
        }
    }

    /// Begins the wait for the answer.
    pub(super) fn touch(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).0 = Instant::now();
    }

    pub(super) fn last(&self) -> Instant {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Function called with the bytes of a body that were sent, and the bytes in all. The connection has taken these
/// bytes; whether they arrived, only the answer shows.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// Head of an answer, and its body as it arrives, decompressed.
pub struct WireAnswer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: BoxStream<'static, Result<Bytes, WireFailure>>,
}

/// Progress of a request at its failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No byte can have been sent to the service.
    NotSent,
    /// Bytes may have been sent; no answer came.
    Sent,
    /// The head of an answer came, but its body did not come whole.
    Body,
}

/// A request that failed below HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireFailure {
    pub stage: Stage,
    pub kind: FailureKind,
    /// Cleaned detail, without the address of the request.
    pub detail: String,
    /// True when the received bytes break the rules of HTTP, so that only one more try makes sense; false when they
    /// stopped.
    pub malformed: bool,
}

impl WireFailure {
    /// A failure of `kind` at `stage`.
    pub fn new(stage: Stage, kind: FailureKind, detail: impl Into<String>) -> Self {
        Self { stage, kind, detail: detail.into(), malformed: false }
    }
}
