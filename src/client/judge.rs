//! The meaning of an answer: for a read an [`Answer`] or a [`Failure`], for a write its class.

use bytes::Bytes;
use reqwest::header::{self, HeaderMap};
use url::Url;

use super::bounds::Bounds;
use super::outcome::{Answer, Failure, FailureKind, ServiceError, WriteOutcome};
use super::retry::{http_date, retry_after};
use super::shape::{Shape, shape_of};
use super::wire::{Stage, WireFailure};
use crate::api::errors::{self, ErrorClass};
use crate::api::{self, Endpoint};
use crate::base::{Timestamp, clean_line, text_of};

/// Words in the addresses of login pages.
const LOGIN: [&str; 8] = ["login", "signin", "logon", "auth", "oauth", "sso", "session", "sessions"];
/// Most characters shown of a body that cannot be read.
const SHOWN: usize = 200;

/// A whole answer as received.
#[derive(Debug)]
pub(super) struct Got {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// True if the body was longer than the limit.
    pub over: bool,
}

/// Failure, with further facts that the client needs.
#[derive(Debug)]
pub(super) struct Fault {
    pub failure: Failure,
    /// Stage at which the request failed; `None` if the whole head of an answer came, and its status decided.
    pub stage: Option<Stage>,
    pub malformed: bool,
    /// True if the service itself refused: with an error list, or in JSON too long to be searched for one.
    pub said_no: bool,
}

impl From<WireFailure> for Fault {
    fn from(wire: WireFailure) -> Self {
        let failure = Failure::new(wire.kind, wire.detail);
        Self { failure, stage: Some(wire.stage), malformed: wire.malformed, said_no: false }
    }
}

impl Got {
    pub(super) fn header(&self, name: header::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    pub(super) fn server_time(&self) -> Option<Timestamp> {
        http_date(self.header(header::DATE)?)
    }

    pub(super) fn is_html(&self) -> bool {
        let start = self.body.trim_ascii_start();
        start.starts_with(b"<") || (start.is_empty() && self.header(header::CONTENT_TYPE).is_some_and(says_html))
    }

    fn is_long_json(&self) -> bool {
        let json = self.header(header::CONTENT_TYPE).is_some_and(says_json);
        self.over && json && self.body.trim_ascii_start().starts_with(b"{")
    }

    /// Wait that this answer asks for. `now` is the service's clock as far as known, for an answer without a date.
    fn wait(&self, now: Timestamp) -> Option<std::time::Duration> {
        retry_after(self.header(header::RETRY_AFTER)?, self.server_time().unwrap_or(now))
    }
}

pub(super) fn says_html(content_type: &str) -> bool {
    content_type.trim_start().to_ascii_lowercase().starts_with("text/html")
}

pub(super) fn says_json(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || kind.ends_with("+json")
}

/// Judges a whole answer. `url` is the address of the request, `now` the service's clock as far as known.
pub(super) fn judge(got: Got, endpoint: &Endpoint, url: &Url, now: Timestamp) -> Result<Answer, Fault> {
    match got.status {
        200..=299 => success(got, endpoint, now),
        300..=399 => Err(answered(&got, redirect(&got, url), now)),
        _ => Err(answered(&got, refusal(&got), now)),
    }
}

fn answered(got: &Got, mut failure: Failure, now: Timestamp) -> Fault {
    failure.status = Some(got.status);
    failure.retry_after = got.wait(now);
    let said_no = !failure.errors.is_empty() || got.is_long_json();
    Fault { failure, stage: None, malformed: false, said_no }
}

fn success(got: Got, endpoint: &Endpoint, now: Timestamp) -> Result<Answer, Fault> {
    if let Some(coding) = got.header(header::CONTENT_ENCODING).filter(|coding| !coding.eq_ignore_ascii_case("identity"))
    {
        let detail = format!("the answer is packed in a way that was not asked for ({})", shortened(coding, 40));
        return Err(answered(&got, Failure::new(FailureKind::NotUnderstood, detail), now));
    }
    let server_time = got.server_time();
    let stream = endpoint.answer == api::Answer::Stream;
    if stream && !got.header(header::CONTENT_TYPE).is_some_and(|kind| says_json(kind) || says_html(kind)) {
        return Ok(Answer { status: got.status, body: got.body, server_time });
    }
    let body = repaired(&got.body);
    if let Err(detail) = Bounds::of(endpoint).check(&body) {
        return Err(answered(&got, Failure::new(FailureKind::TooLarge, detail), now));
    }
    let failure = match shape_of(&body) {
        Ok(Shape { errors, .. }) if !errors.is_empty() => service_said_no(got.status, errors),
        Ok(_) if stream => Failure::new(FailureKind::NotUnderstood, "a file was asked for and none came"),
        Ok(Shape { success: Some(false), .. }) => {
            Failure::new(FailureKind::NotUnderstood, "the answer says both yes and no")
        }
        Ok(_) => return Ok(Answer { status: got.status, body, server_time }),
        Err(_) if got.is_html() => Failure::new(FailureKind::NotTheApi, html_title(&body)),
        Err(_) if body.trim_ascii().is_empty() => Failure::new(FailureKind::NotUnderstood, "the answer is empty"),
        Err(why) => Failure::new(FailureKind::NotUnderstood, why),
    };
    Err(answered(&got, failure, now))
}

/// The body as UTF-8 without a byte order mark; invalid bytes become replacement characters.
fn repaired(body: &Bytes) -> Bytes {
    match text_of(body) {
        std::borrow::Cow::Borrowed(text) => body.slice_ref(text.as_bytes()),
        std::borrow::Cow::Owned(text) => Bytes::from(text),
    }
}

fn redirect(got: &Got, url: &Url) -> Failure {
    let target = got.header(header::LOCATION).and_then(|place| url.join(place).ok());
    if let Some(target) = target.as_ref().filter(|target| is_login(target)) {
        let place = shortened(&format!("{}{}", host_of(target), target.path()), 100);
        return Failure::new(FailureKind::LoginPage(place), String::new());
    }
    let (host, detail) = match &target {
        Some(target) if target.origin() == url.origin() => {
            (host_of(target), format!("the address changed within {}", host_of(target)))
        }
        Some(target) => {
            (host_of(target), format!("following would send the token to {}://{}", target.scheme(), host_of(target)))
        }
        None => (String::new(), "the answer points to another address without naming one".to_owned()),
    };
    Failure::new(FailureKind::Redirect(host), detail)
}

/// True when an address looks like a login page, to which services redirect requests whose token they do not accept.
fn is_login(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().split('.').next();
    let mut parts = url.path_segments().into_iter().flatten().chain(host).map(str::to_ascii_lowercase);
    parts.any(|part| {
        let word: String = part.chars().filter(char::is_ascii_alphanumeric).collect();
        LOGIN.contains(&word.trim_end_matches("php").trim_end_matches("html"))
    })
}

fn host_of(url: &Url) -> String {
    shortened(url.host_str().unwrap_or(url.scheme()), 100)
}

fn refusal(got: &Got) -> Failure {
    let body = repaired(&got.body);
    let errors = errors::parse_refusal(&body);
    if !errors.is_empty() {
        return service_said_no(got.status, errors);
    }
    // Of a gateway's web page only the title is shown, of a plain text its first words.
    let words = errors::words_of_refusal(&body);
    let words = words.as_deref().map_or_else(|| String::from_utf8_lossy(&body), std::borrow::Cow::Borrowed);
    if got.status == 403 && !body.trim_ascii().is_empty() && !got.is_long_json() && shape_of(&body).is_err() {
        let words = if got.is_html() { html_title(&body) } else { shortened(&words, SHOWN) };
        return Failure::new(FailureKind::NotTheApi, words);
    }
    let mut detail = if got.is_html() {
        String::new()
    } else if got.is_long_json() {
        // A truncated JSON object cannot be read as a sentence.
        "the reason given is too long to be read".to_owned()
    } else {
        shortened(&words, SHOWN)
    };
    if let Some(id) = got.headers.get("x-request-id").and_then(|id| id.to_str().ok()) {
        let gap = if detail.is_empty() { "" } else { " " };
        detail = format!("{detail}{gap}(request {})", shortened(id, 60));
    }
    Failure::new(kind_of(got.status, &[]), detail)
}

fn service_said_no(status: u16, entries: Vec<ServiceError>) -> Failure {
    let mut failure = Failure::new(kind_of(status, &entries), String::new());
    failure.errors = entries;
    failure
}

fn kind_of(status: u16, entries: &[ServiceError]) -> FailureKind {
    let says = |class| entries.iter().any(|error| errors::find(error.code.raw()).is_some_and(|key| key.class == class));
    match status {
        // The refusal has status 200, so its error key decides the kind.
        200..=299 if says(ErrorClass::Flood) => FailureKind::Flood,
        200..=299 if says(ErrorClass::Permission) => FailureKind::Forbidden,
        401 => FailureKind::Unauthorized,
        403 => FailureKind::Forbidden,
        404 => FailureKind::NotFound,
        407 => FailureKind::Proxy,
        408 => FailureKind::Timeout,
        409 => FailureKind::Conflict,
        429 if says(ErrorClass::YearlyLimit) => FailureKind::Refused,
        429 => FailureKind::Flood,
        500.. => FailureKind::Server,
        _ => FailureKind::Refused,
    }
}

/// Outcome of a write: unknown, unless it was certainly applied, refused or not sent.
pub(super) fn class_of(result: Result<Answer, Fault>) -> WriteOutcome {
    let fault = match result {
        Ok(answer) => return WriteOutcome::Applied(answer),
        Err(fault) => fault,
    };
    match (fault.stage, fault.failure.status) {
        (Some(Stage::NotSent), _) => WriteOutcome::NotSent(fault.failure),
        (None, Some(status)) => {
            let refused = match status {
                200..=299 => fault.failure.errors.iter().any(|error| errors::find(error.code.raw()).is_some()),
                // 408 and 425 may come from a gateway that has already passed the request on.
                408 | 425 => false,
                401 | 405 | 407 | 411 | 413 | 414 | 415 | 417 | 421 | 426 | 428 | 431 | 451 | 501 | 505 => true,
                400..=499 => fault.said_no,
                _ => false,
            };
            if refused { WriteOutcome::Refused(fault.failure) } else { WriteOutcome::Unknown(fault.failure) }
        }
        _ => WriteOutcome::Unknown(fault.failure),
    }
}

/// Cleaned title of a page, by which users tell a hotel's login page from a maintenance page.
fn html_title(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(16 * 1024)]);
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|at| {
        let from = at + lower[at..].find('>')? + 1;
        let to = from + lower[from..].find("</title")?;
        text.get(from..to)
    });
    title.map(|title| shortened(title, 80)).unwrap_or_default()
}

/// Strangers' text on one line, cleaned and cut.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let folded: Vec<&str> = text.split_whitespace().take(most).collect();
    let folded = folded.join(" ");
    let cleaned = clean_line(&folded);
    match cleaned.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &cleaned[..at]),
        None => cleaned.into_owned(),
    }
}
