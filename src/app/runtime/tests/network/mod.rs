//! The service without sockets, behind a network with faults: a transport that calls the sandbox and records for
//! every write what it asked for and whether it was carried out. Look first at [`Network`].

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::http::Request;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use serde_json::Value;

use super::spelled::{Ask, change_of, deeds_of, verb_of};
use super::trouble::{Trouble, trouble};
use crate::api::Method;
use crate::base::Clock;
use crate::client::{FailureKind, HeaderMap, Stage, Transport, Wire, WireAnswer, WireFailure};
use crate::sandbox::{Options, Sandbox};
use crate::store::writes::intent::Verb;
use crate::store::{Mark, Subject};

mod ahead;
mod past;

/// Time after the reset at which a stuck proxy passes a write on to the service.
const LATE: Duration = Duration::from_secs(20);
const MARKS: [(Mark, &str); 4] =
    [(Mark::Read, "read"), (Mark::Starred, "starred"), (Mark::Archived, "archived"), (Mark::Hidden, "removed")];

/// A write as it went over the network.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub ids: Vec<i64>,
    pub mark: Mark,
    pub to: bool,
    /// Rows that had the wanted mark before the write was sent.
    pub already: BTreeSet<i64>,
    /// Rows that had the wanted mark right after the write reached the service.
    pub done: BTreeSet<i64>,
    /// Rows for which the program has reported the write as not done.
    pub judged: BTreeSet<i64>,
    /// True if the service queued the write, so that `done` says nothing about it.
    pub queued: bool,
    /// Events of the call with their times, for the message of a failing test.
    #[expect(dead_code, reason = "shown by Debug")]
    pub how: String,
}

impl Attempt {
    fn new(ids: Vec<i64>, mark: Mark, to: bool, how: String) -> Self {
        let none = BTreeSet::new;
        Self { ids, mark, to, already: none(), done: none(), judged: none(), queued: false, how }
    }
}

/// A write other than a mark: its kind, its subject, and whether the service carried it out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deed {
    pub verb: Verb,
    pub subject: Subject,
    pub applied: bool,
    /// True for a delete of the portfolio's host, which the service leaves out of a bulk call.
    pub passed_over: bool,
}

/// Number of sends of one kind of write, without those answered with 429.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub sent: usize,
    pub applied: usize,
}

/// Kind of the record about a write, with its index among the records of that kind.
#[derive(Clone, Copy, Debug)]
enum Noted {
    Mark(usize),
    Deeds(usize, usize),
}

/// Simulated network with the service behind it. Cheap to clone.
#[derive(Clone)]
pub struct Network(Arc<Inner>);

struct Inner {
    clock: Arc<dyn Clock>,
    sandbox: Sandbox,
    notes: Mutex<Notes>,
}

struct Notes {
    dice: fastrand::Rng,
    percent: u8,
    /// Fault of the next write.
    next: Option<Trouble>,
    /// Fault of the next read.
    next_read: Option<Trouble>,
    /// Faults of every read and of every write.
    always: [Option<Trouble>; 2],
    /// Fault of the first write of each kind.
    first: Option<Trouble>,
    /// For each kind of write, how often it may have reached the service, and how often it was carried out.
    counts: HashMap<Verb, Count>,
    /// True when answers have no `Date` header.
    undated: bool,
    /// Token that requests send.
    token: &'static str,
    attempts: Vec<Attempt>,
    deeds: Vec<Deed>,
    /// Every read, with the time it was sent.
    reads: Vec<(tokio::time::Instant, String)>,
}

impl Network {
    pub fn new(options: Options, clock: Arc<dyn Clock>) -> Self {
        let seed = options.seed;
        let options = Options { emails: 0, clock: Some(clock.clone()), ..options };
        let sandbox = Sandbox::new(&options).unwrap();
        let notes = Notes {
            dice: fastrand::Rng::with_seed(seed ^ 0x5eed),
            percent: 0,
            next: None,
            next_read: None,
            always: [None; 2],
            first: None,
            counts: HashMap::new(),
            undated: false,
            token: "full",
            attempts: Vec::new(),
            deeds: Vec::new(),
            reads: Vec::new(),
        };
        Self(Arc::new(Inner { clock, sandbox, notes: Mutex::new(notes) }))
    }

    pub fn attempts(&self) -> Vec<Attempt> {
        self.notes().attempts.clone()
    }

    /// Every read with the time it was sent, oldest first.
    pub fn reads_sent(&self) -> Vec<(tokio::time::Instant, String)> {
        self.notes().reads.clone()
    }

    /// Every write other than a mark.
    pub fn deeds(&self) -> Vec<Deed> {
        self.notes().deeds.clone()
    }

    /// Changes the record of the newest write of this kind for this row.
    pub fn with_last(&self, id: i64, mark: Mark, to: bool, change: impl FnOnce(&mut Attempt)) {
        let mut notes = self.notes();
        let fits = |a: &&mut Attempt| a.mark == mark && a.to == to && a.ids.contains(&id);
        if let Some(attempt) = notes.attempts.iter_mut().rev().find(fits) {
            change(attempt);
        }
    }

    /// Sets the token of requests from now on.
    pub fn token(&self, token: &'static str) {
        self.notes().token = token;
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.notes.lock().unwrap()
    }

    async fn call(&self, ask: &Ask) -> (u16, HeaderMap, Bytes) {
        let request = Request::builder()
            .method(ask.method)
            .uri(&ask.path)
            .header("authorization", format!("Bearer {}", self.notes().token))
            .header("xf-api-key", "ads")
            .header("content-type", if ask.content_type.is_empty() { "application/json" } else { &ask.content_type })
            .body(axum::body::Body::from(ask.body.clone()))
            .unwrap();
        let (head, body) = self.0.sandbox.call(request).await.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        (head.status.as_u16(), head.headers, body)
    }

    /// Passes the request to the service, and records the rows that have the wanted mark afterwards.
    async fn arrive(&self, ask: &Ask, noted: Option<Noted>) -> (u16, HeaderMap, Bytes) {
        let answer = self.call(ask).await;
        if ask.method != "GET" && answer.0 == 200 {
            self.notes().counts.entry(verb_of(ask)).or_default().applied += 1;
        }
        match noted {
            Some(Noted::Mark(at)) => {
                let value: Value = serde_json::from_slice(&answer.2).unwrap_or_default();
                self.notes().attempts[at].queued = value["queued"] == true;
                self.look(at, |attempt, id| attempt.done.insert(id)).await;
            }
            Some(Noted::Deeds(from, to)) => self.note_deeds(from..to, &answer),
            None => {}
        }
        answer
    }

    /// Records which deeds of a call the service has carried out or queued. It leaves out unknown names and, in a
    /// bulk call, names the act does not apply to.
    fn note_deeds(&self, deeds: std::ops::Range<usize>, (status, _, body): &(u16, HeaderMap, Bytes)) {
        let answer: Value = serde_json::from_slice(body).unwrap_or_default();
        let missing: Vec<&str> =
            answer["not_found"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for deed in &mut self.notes().deeds[deeds] {
            let found = !matches!(&deed.subject, Subject::Domain(name) if missing.contains(&&**name));
            deed.applied |= *status == 200 && found && !deed.passed_over;
        }
    }

    /// Calls `note` for the rows of a write that have the wanted mark.
    async fn look(&self, at: usize, note: impl Fn(&mut Attempt, i64) -> bool) {
        let Attempt { ids, mark, to, .. } = self.notes().attempts[at].clone();
        for id in ids {
            if self.mark(id, mark).await == Some(to) {
                note(&mut self.notes().attempts[at], id);
            }
        }
    }

    async fn look_for_hosts(&self, deeds: std::ops::Range<usize>) {
        let wants_none = |deed: &Deed| deed.verb == Verb::DELETE_DOMAINS;
        if !self.notes().deeds[deeds.clone()].iter().any(wants_none) {
            return;
        }
        let rows = self.tab("my_domains").await;
        let hosts: Vec<&str> = rows
            .iter()
            .filter(|row| row["is_portfolio_host"] == true)
            .filter_map(|row| row["punycode"].as_str())
            .collect();
        for deed in &mut self.notes().deeds[deeds] {
            deed.passed_over = matches!(&deed.subject, Subject::Domain(name) if hosts.contains(&&**name));
        }
    }

    /// Records a write that is being sent; returns its record, the fault planned for it, and the milliseconds it takes.
    fn set_out(&self, ask: &Ask) -> (Option<Noted>, Option<Trouble>, u64) {
        let mut notes = self.notes();
        let write = ask.method != "GET";
        let wait = notes.dice.u64(5..400);
        let percent = notes.percent;
        let trouble = (notes.dice.u8(0..100) < percent).then(|| trouble(&mut notes.dice, write));
        let always = notes.always[usize::from(write)];
        let mut next = if write { notes.next.take() } else { notes.next_read.take() };
        let verb = write.then(|| verb_of(ask));
        if let Some(first) = verb.and(notes.first)
            && verb.is_some_and(|verb| !notes.counts.contains_key(&verb))
        {
            next = Some(first);
        }
        let trouble = next.or(always).or(trouble);
        if !write {
            notes.reads.push((tokio::time::Instant::now(), ask.path.clone()));
        }
        if let Some(verb) = verb {
            let refused = matches!(trouble, Some(Trouble::NotSent | Trouble::Flood(_) | Trouble::FloodUntil(_)));
            notes.counts.entry(verb).or_default().sent += usize::from(!refused);
        }
        let number = write.then(|| {
            let deeds = deeds_of(ask);
            if !deeds.is_empty() {
                let from = notes.deeds.len();
                let deed = |(verb, subject)| Deed { verb, subject, applied: false, passed_over: false };
                notes.deeds.extend(deeds.into_iter().map(deed));
                return Noted::Deeds(from, notes.deeds.len());
            }
            let (ids, mark, to) = change_of(ask);
            let how = format!("{trouble:?} at {}", self.0.clock.now().0);
            notes.attempts.push(Attempt::new(ids, mark, to, how));
            Noted::Mark(notes.attempts.len() - 1)
        });
        (number, trouble, wait)
    }

    async fn travel(&self, wire: Wire) -> Result<WireAnswer, WireFailure> {
        let ask = ask_of(wire).await;
        let (attempt, trouble, wait) = self.set_out(&ask);
        match attempt {
            Some(Noted::Mark(at)) => self.look(at, |attempt, id| attempt.already.insert(id)).await,
            Some(Noted::Deeds(from, to)) => self.look_for_hosts(from..to).await,
            None => {}
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let broken = || WireFailure::new(Stage::Sent, FailureKind::Broken, "reset");
        let Some(trouble) = trouble else {
            let (status, headers, body) = self.arrive(&ask, attempt).await;
            return Ok(answer(status, headers, body));
        };
        if let Trouble::Reset { applied: true }
        | Trouble::Status(_, true)
        | Trouble::Page { applied: true }
        | Trouble::Says { applied: true, .. }
        | Trouble::Silence { applied: true } = trouble
        {
            self.arrive(&ask, attempt).await;
        }
        match trouble {
            Trouble::NotSent => Err(WireFailure::new(Stage::NotSent, FailureKind::Offline, "refused")),
            Trouble::Reset { .. } => Err(broken()),
            Trouble::Late => {
                let network = self.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(LATE).await;
                    network.arrive(&ask, attempt).await;
                });
                Err(broken())
            }
            Trouble::Cut => {
                let (status, headers, body) = self.arrive(&ask, attempt).await;
                let cut = WireFailure::new(Stage::Body, FailureKind::Cut, "cut");
                let pieces = [Ok(body.slice(..body.len() / 2)), Err(cut)];
                Ok(WireAnswer { status, headers, body: stream::iter(pieces).boxed() })
            }
            Trouble::Flood(_) | Trouble::FloodUntil(_) => {
                let mut headers = HeaderMap::new();
                match trouble {
                    Trouble::Flood(Some(seconds)) => {
                        headers.insert("retry-after", seconds.into());
                    }
                    Trouble::FloodUntil(seconds) => {
                        let at = self.date_in(seconds);
                        headers.insert("retry-after", at.parse().unwrap());
                    }
                    _ => {}
                }
                let body = r#"{"errors":[{"code":"np_parking_api_error_flood","message":"Please wait.","params":[]}]}"#;
                Ok(answer(429, headers, Bytes::from_static(body.as_bytes())))
            }
            Trouble::Says { status, headers, body, .. } => {
                let pairs = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
                Ok(answer(status, pairs.collect(), Bytes::from_static(body.as_bytes())))
            }
            Trouble::Status(status, _) => Ok(answer(status, HeaderMap::new(), Bytes::from_static(b"<html>no</html>"))),
            Trouble::Page { .. } => {
                Ok(answer(200, HeaderMap::new(), Bytes::from_static(b"<html><title>Sign in</title></html>")))
            }
            Trouble::Silence { .. } => std::future::pending().await,
        }
    }
}

impl Transport for Network {
    fn send(&self, wire: Wire) -> BoxFuture<'_, Result<WireAnswer, WireFailure>> {
        async move {
            let mut answer = self.travel(wire).await?;
            answer.headers.remove("date");
            if !self.notes().undated {
                answer.headers.insert("date", self.date_in(0).parse().unwrap());
            }
            Ok(answer)
        }
        .boxed()
    }
}

fn answer(status: u16, headers: HeaderMap, body: Bytes) -> WireAnswer {
    WireAnswer { status, headers, body: stream::iter([Ok(body)]).boxed() }
}

async fn ask_of(wire: Wire) -> Ask {
    let method = match wire.endpoint.method {
        Method::Get => "GET",
        Method::Post => "POST",
        Method::Delete => "DELETE",
    };
    let path = wire.url[url::Position::BeforePath..].to_owned();
    let (mut body, mut content_type) = (Vec::new(), String::new());
    if let Some(mut outgoing) = wire.body {
        outgoing.content_type.clone_into(&mut content_type);
        while let Some(piece) = outgoing.stream.next().await {
            body.extend_from_slice(&piece.unwrap());
        }
    }
    Ask { method, path, body, content_type }
}
