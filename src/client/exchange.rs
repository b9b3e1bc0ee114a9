//! One request over a transport, within its limits of time and size. Nothing is repeated here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use url::Url;

use super::bounds::Bounds;
use super::config::ClientConfig;
use super::judge::Got;
use super::outcome::FailureKind;
use super::outgoing::outgoing;
use super::wire::{Credential, Progress, Stage, Transport, Upload, Wire, WireAnswer, WireFailure};
use crate::api::{Body as Sent, Call, Endpoint, Needs, Service};

const FIRST_BYTE_READ: Duration = Duration::from_secs(30);
const FIRST_BYTE_WRITE: Duration = Duration::from_secs(60);
const FIRST_BYTE_BULK: Duration = Duration::from_secs(2 * 60);
/// Longest time between two pieces of a body.
pub(super) const IDLE: Duration = Duration::from_secs(30);
/// Longest time for a whole JSON answer, however slowly it arrives.
const TOTAL: Duration = Duration::from_secs(2 * 60);
const ERROR_BYTES: usize = 64 * 1024;
/// Size in bytes from which only one body is in memory at a time, because several large ones would take too much.
const LARGE: usize = 1024 * 1024;
/// Length of a list in a JSON body from which the request has the longer time limit of a bulk call.
const LONG_LIST: usize = 100;

/// Progress of a running request: `out` is true once all of it may have been sent, `bytes` is the number received.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub out: Arc<AtomicBool>,
    pub bytes: AtomicU64,
}

/// Address and credential of a call. Fails, with nothing sent, if there is no credential for its service.
pub(super) fn addressed(config: &ClientConfig, call: &Call) -> Result<(Url, Credential), WireFailure> {
    let local = |kind, detail: &str| WireFailure::new(Stage::NotSent, kind, detail);
    let base = config.base_url.as_str().trim_end_matches('/');
    let root = format!("{base}/api/v1/");
    let mut url = Url::parse(&format!("{root}{}", call.path))
        .ok()
        // A path that leads out of the API (`..`) is refused.
        .filter(|url| url.as_str().starts_with(&root))
        .ok_or_else(|| local(FailureKind::Refused, "the address of the request is not valid"))?;
    if !call.query.is_empty() {
        url.query_pairs_mut().extend_pairs(call.query.iter().map(|(name, value)| (*name, value.as_str())));
    }
    let credential = match call.endpoint.service {
        Service::Parking => config.token.clone().map(Credential::Bearer),
        Service::Ads => config.ads_key.clone().map(Credential::Key),
    };
    let missing = match call.endpoint.service {
        Service::Parking => "no token has been given",
        Service::Ads => "no ads key has been given",
    };
    Ok((url, credential.ok_or_else(|| local(FailureKind::Unauthorized, missing))?))
}

/// Sends a call once and waits for the head of the answer.
pub(super) async fn head(
    transport: &dyn Transport,
    call: &Call,
    url: Url,
    credential: Credential,
    trace: &Trace,
    progress: Option<Progress>,
) -> Result<WireAnswer, WireFailure> {
    let upload = Upload::new(progress, trace.out.clone());
    let body = outgoing(&call.body, &upload).await?;
    let wire = Wire { endpoint: call.endpoint, url, credential, body };
    let limit = first_byte(call);
    upload.touch();
    // A file is sent in pieces, and the service uses nothing before the last one.
    if !matches!(call.body, Sent::Multipart(_)) {
        trace.out.store(true, Ordering::Relaxed);
    }
    let mut sending = transport.send(wire);
    loop {
        let due = upload.last() + limit;
        tokio::select! {
            biased;
            answer = &mut sending => return answer,
            () = sleep_until(due) => {
                if upload.last() + limit <= Instant::now() {
                    let detail = format!("no answer for {} s", limit.as_secs());
                    return Err(WireFailure::new(Stage::Sent, FailureKind::Timeout, detail));
                }
            }
        }
    }
}

/// Permits for large bodies: one body at a time, until nobody holds it any more.
#[derive(Debug)]
pub(super) struct LargeBodies(Arc<Semaphore>);

impl LargeBodies {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

/// Body of an answer, with its permit if it is large.
#[derive(Default)]
struct Body {
    bytes: Vec<u8>,
    place: Option<OwnedSemaphorePermit>,
}

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Whole answer after its head, within the limits. The body of an error may be cut off, because the status says
/// enough.
pub(super) async fn whole(
    answer: WireAnswer,
    started: Instant,
    endpoint: &Endpoint,
    large: &LargeBodies,
    trace: &Trace,
) -> Result<Got, WireFailure> {
    let WireAnswer { status, headers, body } = answer;
    let since = if endpoint.is_read() { started } else { Instant::now() };
    let good = (200..300).contains(&status);
    let cap = if good { Bounds::of(endpoint).bytes } else { ERROR_BYTES };
    let mut kept = Body::default();
    let ended = fill(body, &mut kept, cap, since + TOTAL, large, trace).await;
    let over = matches!(&ended, Err(failure) if failure.kind == FailureKind::TooLarge);
    if good {
        ended?;
    }
    Ok(Got { status, headers, body: Bytes::from_owner(kept), over })
}

async fn fill(
    mut body: futures_util::stream::BoxStream<'static, Result<Bytes, WireFailure>>,
    kept: &mut Body,
    cap: usize,
    deadline: Instant,
    large: &LargeBodies,
    trace: &Trace,
) -> Result<(), WireFailure> {
    let slow = |_| {
        let detail = format!("the answer was not complete after {} s", TOTAL.as_secs());
        let mut slow = WireFailure::new(Stage::Body, FailureKind::Timeout, detail);
        // Counts as malformed, so that it is tried once more, not twice.
        slow.malformed = true;
        slow
    };
    loop {
        let next = timeout_at(deadline, timeout(IDLE, body.next())).await.map_err(slow)?;
        let Some(piece) = next.map_err(|_| stalled())? else { return Ok(()) };
        let piece = piece?;
        if kept.place.is_none() && kept.bytes.len() + piece.len() > LARGE {
            // The semaphore is never closed, so the permit will come.
            kept.place = timeout_at(deadline, Arc::clone(&large.0).acquire_owned()).await.map_err(slow)?.ok();
        }
        let bytes = &mut kept.bytes;
        let left = cap - bytes.len();
        bytes.extend_from_slice(&piece[..piece.len().min(left)]);
        trace.bytes.store(bytes.len() as u64, Ordering::Relaxed);
        if piece.len() > left {
            let detail = format!("more than {} MiB", cap / 1024 / 1024);
            return Err(WireFailure::new(Stage::Body, FailureKind::TooLarge, detail));
        }
    }
}

pub(super) fn stalled() -> WireFailure {
    let detail = format!("the answer stopped for {} s", IDLE.as_secs());
    WireFailure::new(Stage::Body, FailureKind::Timeout, detail)
}

fn first_byte(call: &Call) -> Duration {
    let many = |value: &serde_json::Value| {
        value
            .as_object()
            .is_some_and(|map| map.values().any(|v| v.as_array().is_some_and(|list| list.len() > LONG_LIST)))
    };
    match &call.body {
        _ if call.endpoint.is_read() => FIRST_BYTE_READ,
        _ if matches!(call.endpoint.needs, Needs::PerAction { .. }) => FIRST_BYTE_BULK,
        Sent::Multipart(_) => FIRST_BYTE_BULK,
        Sent::Json(value) if many(value) => FIRST_BYTE_BULK,
        _ => FIRST_BYTE_WRITE,
    }
}
