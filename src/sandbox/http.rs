//! The axum router: reads a request, applies faults, calls the service, writes the answer.

use std::io;
use std::time::{Duration, UNIX_EPOCH};

use axum::Router;
use axum::body::{Body, BodyDataStream, Bytes, to_bytes};
use axum::extract::connect_info::ConnectInfo;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use futures_util::{StreamExt, stream};
use percent_encoding::percent_decode_str;

use super::call::{Ask, Part, Refusal, Sent};
use super::control;
use super::faults::{Kind, RetryAfter, Strike};
use super::like::Like;
use super::service::{Shared, unauthorized};
use super::wire::{Peer, Step};
use super::world::flooded;

/// Size of the largest request body, in bytes, above the 16 MB of a CSV import.
const BODY_LIMIT: usize = 32 * 1024 * 1024;
/// Time for which a stalled answer keeps its connection open.
const STALL: Duration = Duration::from_secs(60 * 60);

/// Answer before it becomes HTTP.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub content_type: &'static str,
    pub extra: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    /// JSON text with this status.
    pub fn json(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, content_type: "application/json; charset=utf-8", extra: Vec::new(), body: body.into() }
    }

    fn html(status: u16, page: &str) -> Self {
        Self { status, content_type: "text/html; charset=utf-8", extra: Vec::new(), body: page.into() }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let mut reply = Self::json(refusal.status, refusal.body());
        reply.extra.extend(refusal.retry_after.map(|value| ("retry-after", value)));
        reply
    }
}

/// Router for one sandbox.
pub fn router(shared: Shared) -> Router {
    Router::new().fallback(handle).with_state(shared)
}

/// Answers one request, to the API or to the control endpoint.
pub async fn handle(State(shared): State<Shared>, request: Request) -> Response<Body> {
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.clone());
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let api = path.strip_prefix("/api/v1/").map(|path| percent_decode_str(path).decode_utf8_lossy().into_owned());
    // Choose faults before the body is read, because some hit while it is still arriving.
    let strike = match &api {
        Some(path) => shared.world().faults.strike(parts.method.as_str(), path),
        None => Strike::default(),
    };
    if let Some((kind @ (Kind::ResetUpload | Kind::StallUpload), _)) = &strike.kind {
        // Keep the rest of the body unread, so that the sender is kept waiting.
        let rest = half_of(body, text(&parts.headers, "content-length")).await;
        if *kind == Kind::StallUpload {
            tokio::time::sleep(STALL).await;
        }
        drop(rest);
        return broken_line(&shared, kind, Reply::json(200, ""), peer).await;
    }
    let Ok(body) = to_bytes(body, BODY_LIMIT).await else {
        return finish(&shared, Refusal::new(413, "body_too_large", "The body of this request is too large.").into());
    };
    let mut ask = Ask {
        parts: form(&parts.headers, &body).await,
        method: parts.method.to_string(),
        query: url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned().collect(),
        body: body.to_vec(),
        bearer: bearer(&parts.headers),
        ads_key: text(&parts.headers, "xf-api-key"),
        ..Ask::default()
    };
    // A page in a browser on this machine calls from loopback, too, but with its own host as Host or Origin.
    let of_this_machine =
        ["host", "origin"].iter().all(|name| text(&parts.headers, name).is_none_or(|at| names_loopback(&at)));
    if let Some(rest) = path.strip_prefix("/_sandbox/") {
        let local = peer.as_ref().is_none_or(|peer| peer.addr.ip().to_canonical().is_loopback()) && of_this_machine;
        rest.clone_into(&mut ask.path);
        return finish(&shared, control::answer(&shared, &ask, local));
    }
    if shared.loopback_only && !of_this_machine {
        return finish(&shared, Refusal::forbidden("This service answers under a name of this machine only.").into());
    }
    let Some(path) = api else {
        let message = "There is nothing at this address; the service is under /api/v1/.";
        return finish(&shared, Refusal::new(404, "endpoint_not_found", message).into());
    };
    ask.path = path;
    call(&shared, ask, strike, peer).await
}

async fn call(shared: &Shared, ask: Ask, strike: Strike, peer: Option<Peer>) -> Response<Body> {
    let wait = shared.latency + strike.latency;
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    let Some((kind, after)) = strike.kind else { return dated(shared, answer(shared, ask), peer.as_ref()) };
    let truth = after.then(|| answer(shared, ask));
    if let Some(page) = page(shared, &kind) {
        return finish(shared, page);
    }
    broken_line(shared, &kind, truth.unwrap_or_else(|| Reply::json(200, "")), peer).await
}

/// Answer without a fault. The server dates every answer, so one without a date is written past the server.
fn dated(shared: &Shared, mut reply: Reply, peer: Option<&Peer>) -> Response<Body> {
    if shared.likes.has(Like::NoDate)
        && let Some(peer) = peer
    {
        if reply.status >= 400 {
            reply.body = shared.likes.refusing(reply.body);
        }
        let mut bytes = head(shared, &reply, &[reply.body.len()]);
        bytes.extend_from_slice(&reply.body);
        peer.play(vec![Step::Bytes(bytes)]);
        return finish(shared, Reply::json(200, ""));
    }
    finish(shared, reply)
}

/// Answer with a fault in its bytes or its connection.
async fn broken_line(shared: &Shared, kind: &Kind, truth: Reply, peer: Option<Peer>) -> Response<Body> {
    match peer {
        Some(peer) => {
            peer.play(script(shared, kind, &truth));
            finish(shared, Reply::json(200, ""))
        }
        None => without_socket(shared, kind, truth).await,
    }
}

/// Reads half of a body, or all of a short one without a length; returns the rest.
async fn half_of(body: Body, length: Option<String>) -> BodyDataStream {
    const UNTOLD: usize = 64 * 1024;
    let half = length.and_then(|length| length.parse::<usize>().ok()).map_or(UNTOLD, |length| length / 2);
    let (mut chunks, mut read) = (body.into_data_stream(), 0);
    while read < half
        && let Some(Ok(chunk)) = chunks.next().await
    {
        read += chunk.len();
    }
    chunks
}

/// Parts of a form; none for any other body, or a broken form.
async fn form(headers: &HeaderMap, body: &Bytes) -> Vec<Part> {
    let kind = text(headers, "content-type").unwrap_or_default();
    if !kind.to_ascii_lowercase().starts_with("multipart/form-data") {
        return Vec::new();
    }
    let mut request = Request::new(Body::from(body.clone()));
    request.headers_mut().extend(headers.get("content-type").map(|value| (header::CONTENT_TYPE, value.clone())));
    DefaultBodyLimit::disable().apply(&mut request);
    let Ok(mut form) = Multipart::from_request(request, &()).await else { return Vec::new() };
    let mut parts = Vec::new();
    while let Ok(Some(field)) = form.next_field().await {
        let name = field.name().unwrap_or_default().to_owned();
        let Ok(bytes) = field.bytes().await else { return Vec::new() };
        parts.push(Part { name, bytes: bytes.to_vec() });
    }
    parts
}

fn answer(shared: &Shared, ask: Ask) -> Reply {
    match shared.answer(ask) {
        Ok(Sent::Json(json)) => Reply::json(200, json),
        Ok(Sent::File(file)) => Reply {
            status: 200,
            content_type: file.content_type,
            extra: vec![("content-disposition", format!("attachment; filename=\"{}\"", file.name))],
            body: file.body,
        },
        Err(refusal) => refusal.into(),
    }
}

/// Answer for a fault that is an answer of its own.
fn page(shared: &Shared, kind: &Kind) -> Option<Reply> {
    Some(match kind {
        Kind::Flood(after) => flooded(match after {
            RetryAfter::Seconds(seconds) => Some(seconds.to_string()),
            RetryAfter::Date => Some(http_date(shared.clock.now() + 3)),
            RetryAfter::None => None,
            RetryAfter::Junk => Some("in a while".into()),
        })
        .into(),
        Kind::Unauthorized => unauthorized().into(),
        Kind::Status(502) => Reply::html(
            502,
            "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr>\
             <center>gateway</center></body></html>",
        ),
        Kind::Status(status) => {
            Refusal::new(*status, "server_error", "The server met a problem and could not finish.").into()
        }
        Kind::Html => Reply::html(
            200,
            "<!doctype html><html><head><title>Sign in to the guest network</title></head><body><form method=post>\
             <h1>Welcome</h1><input name=room><button>Connect</button></form></body></html>",
        ),
        Kind::Redirect => {
            let mut reply = Reply::html(302, "<html><body>Found</body></html>");
            reply.extra.push(("location", "https://login.elsewhere.example/portal".into()));
            reply
        }
        Kind::Garbage => Reply::json(200, &b"Notice: undefined index\n{\"inquiries\": [{\"inquiry_id\": 1,,"[..]),
        Kind::Empty => Reply::json(200, ""),
        _ => return None,
    })
}

/// Bytes and pauses on the connection for a fault.
fn script(shared: &Shared, kind: &Kind, truth: &Reply) -> Vec<Step> {
    let length = truth.body.len();
    match kind {
        Kind::Cut => {
            let mut bytes = head(shared, truth, &[length.max(2)]);
            bytes.extend_from_slice(&truth.body[..length / 2]);
            vec![Step::Bytes(bytes)]
        }
        Kind::ResetBody => {
            let mut bytes = head(shared, truth, &[length.max(2)]);
            bytes.extend_from_slice(&truth.body[..length / 2]);
            // Wait before the reset, which would otherwise overtake the bytes.
            vec![Step::Bytes(bytes), Step::Wait(Duration::from_millis(50)), Step::Reset]
        }
        Kind::Slow(pause) => {
            let mut steps = vec![Step::Bytes(head(shared, truth, &[length]))];
            for byte in &truth.body {
                steps.push(Step::Wait(*pause));
                steps.push(Step::Bytes(vec![*byte]));
            }
            steps
        }
        Kind::DoubleLength => {
            let mut bytes = head(shared, truth, &[length, length + 7]);
            bytes.extend_from_slice(&truth.body);
            vec![Step::Bytes(bytes)]
        }
        Kind::Stall => vec![Step::Wait(STALL)],
        _ => vec![Step::Reset],
    }
}

fn head(shared: &Shared, reply: &Reply, lengths: &[usize]) -> Vec<u8> {
    let reason = StatusCode::from_u16(reply.status).ok().and_then(|status| status.canonical_reason()).unwrap_or("OK");
    let mut head = format!("HTTP/1.1 {} {reason}\r\ncontent-type: {}\r\n", reply.status, reply.content_type);
    for (name, value) in &reply.extra {
        head.extend([name, ": ", value.as_str(), "\r\n"]);
    }
    for length in lengths {
        head.extend(["content-length: ", length.to_string().as_str(), "\r\n"]);
    }
    if shared.likes.has(Like::NoDate) {
        // The connection ends after a script.
        head.push_str("connection: close\r\n");
    } else {
        head.extend(["date: ", http_date(shared.clock.now()).as_str(), "\r\n"]);
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// Answer with a fault for callers of the router, which have no connection to break: a body that fails or waits.
async fn without_socket(shared: &Shared, kind: &Kind, truth: Reply) -> Response<Body> {
    let lost = || io::Error::from(io::ErrorKind::ConnectionReset);
    let body = match kind {
        Kind::Stall => {
            tokio::time::sleep(STALL).await;
            Body::empty()
        }
        Kind::Cut | Kind::ResetBody => {
            let half = Bytes::copy_from_slice(&truth.body[..truth.body.len() / 2]);
            Body::from_stream(stream::iter([Ok(half), Err(lost())]))
        }
        Kind::Slow(pause) => {
            tokio::time::sleep(*pause * u32::try_from(truth.body.len()).unwrap_or(u32::MAX)).await;
            Body::from(truth.body.clone())
        }
        _ => Body::from_stream(stream::iter([Err::<Bytes, _>(lost())])),
    };
    let mut response = finish(shared, truth);
    response.headers_mut().remove(header::CONTENT_LENGTH);
    *response.body_mut() = body;
    response
}

/// Answer as HTTP, dated by the sandbox's clock.
fn finish(shared: &Shared, mut reply: Reply) -> Response<Body> {
    if reply.status >= 400 {
        reply.body = shared.likes.refusing(reply.body);
    }
    let mut builder = Response::builder()
        .status(reply.status)
        .header(header::CONTENT_TYPE, reply.content_type)
        .header(header::CONTENT_LENGTH, reply.body.len());
    if !shared.likes.has(Like::NoDate) {
        builder = builder.header(header::DATE, http_date(shared.clock.now()));
    }
    for (name, value) in reply.extra {
        builder = builder.header(name, value);
    }
    builder.body(Body::from(reply.body)).unwrap_or_else(|_| Response::new(Body::empty()))
}

fn http_date(at: i64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(u64::try_from(at).unwrap_or(0)))
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// True for a `Host` or `Origin` with a name of this machine.
fn names_loopback(at: &str) -> bool {
    let address = at.split_once("://").map_or_else(|| format!("http://{at}"), |(_, at)| format!("http://{at}"));
    match url::Url::parse(&address).ok().as_ref().and_then(url::Url::host) {
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        Some(url::Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        None => false,
    }
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = text(headers, "authorization")?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}
