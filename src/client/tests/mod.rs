//! Tests of the client over a scripted transport in paused time. Look first at `reads.rs`, the simplest.

mod pace;
mod reads;
#[path = "../../../tests/support/things.rs"]
mod things;
mod waits;
mod words;
mod writes;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::*;
use crate::api::{self, Call, Endpoint, Method, Needs, Resend};
use crate::base::{Clock, TestClock, Timestamp};
use things::{ADS, FILE, FILE_LIST, LIST, READ, SAVE, call_about};

pub const NOW: i64 = 1_800_000_000;
pub const TOKEN: &str = "canary-7f3a-token-9XYZ";

pub fn call_of(endpoint: &'static Endpoint) -> Call {
    call_about(endpoint, "secret-person.example")
}

pub fn list() -> Call {
    call_of(&LIST)
}

pub fn save() -> Call {
    call_of(&SAVE)
}

/// Answer or failure of one request.
#[derive(Clone)]
pub enum Step {
    Says(u16, &'static [(&'static str, &'static str)], &'static str),
    Fails(WireFailure),
    /// This step after a time.
    After(Duration, Box<Step>),
    /// Never answers.
    Hangs,
    /// Sends the head at once, then one byte per second without end.
    Drips,
    /// Sends the head at once, then nothing.
    Stalls,
    /// Sends a JSON text of this many MiB.
    Large(usize),
    /// Refuses with this status and a message of this many KiB.
    Wordy(u16, usize),
}

pub fn ok() -> Step {
    Step::Says(200, &[], "{}")
}

pub fn broken() -> Step {
    Step::Fails(WireFailure::new(Stage::Sent, FailureKind::Broken, "reset"))
}

pub fn refused() -> Step {
    Step::Fails(WireFailure::new(Stage::NotSent, FailureKind::Offline, "127.0.0.1: refused"))
}

pub fn slow(seconds: u64, step: Step) -> Step {
    Step::After(Duration::from_secs(seconds), Box::new(step))
}

/// Transport that answers from a list, then always with `last`. Records when each request came, and its credential.
pub struct Script {
    steps: Mutex<VecDeque<Step>>,
    last: Step,
    sent: Mutex<Vec<(Instant, &'static str, String)>>,
}

impl Script {
    /// Seconds after `start` at which each request came.
    pub fn times(&self, start: Instant) -> Vec<f64> {
        self.sent.lock().unwrap().iter().map(|(at, ..)| (*at - start).as_secs_f64()).collect()
    }

    pub fn count(&self) -> usize {
        self.sent.lock().unwrap().len()
    }

    /// Names and values of the headers that carried a credential.
    pub fn credentials(&self) -> Vec<String> {
        self.sent.lock().unwrap().iter().map(|(_, name, value)| format!("{name}={value}")).collect()
    }
}

impl Transport for Script {
    fn send(&self, wire: Wire) -> BoxFuture<'_, Result<WireAnswer, WireFailure>> {
        async move {
            let (name, value) = wire.credential.header();
            self.sent.lock().unwrap().push((Instant::now(), name, value));
            let step = self.steps.lock().unwrap().pop_front().unwrap_or_else(|| self.last.clone());
            play(step).await
        }
        .boxed()
    }
}

fn play(step: Step) -> BoxFuture<'static, Result<WireAnswer, WireFailure>> {
    async move {
        match step {
            Step::Says(status, headers, body) => {
                let mut answer = head(status, stream::once(async move { Ok(Bytes::from(body)) }).boxed());
                for (name, value) in headers {
                    answer.headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
                }
                Ok(answer)
            }
            Step::Fails(failure) => Err(failure),
            Step::After(wait, step) => {
                tokio::time::sleep(wait).await;
                play(*step).await
            }
            Step::Hangs => std::future::pending().await,
            Step::Drips => {
                let drops = stream::repeat(()).then(|()| async {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    Ok(Bytes::from_static(b" "))
                });
                Ok(head(200, drops.boxed()))
            }
            Step::Large(mib) => {
                let piece = |text: &'static [u8]| Ok(Bytes::from_static(text));
                let middle = std::iter::repeat_n(piece(&[b'a'; 1024]), mib * 1024);
                let all: Vec<_> = std::iter::once(piece(b"{\"a\":\"")).chain(middle).chain([piece(b"\"}")]).collect();
                Ok(head(200, stream::iter(all).boxed()))
            }
            Step::Wordy(status, kib) => {
                let words = "a".repeat(kib * 1024);
                let body = format!(r#"{{"errors":[{{"code":"unheard_of","message":"{words}"}}]}}"#);
                let mut answer = head(status, stream::once(async move { Ok(Bytes::from(body)) }).boxed());
                answer.headers.insert(reqwest::header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
                Ok(answer)
            }
            Step::Stalls => Ok(head(200, stream::pending().boxed())),
        }
    }
    .boxed()
}

/// Client over a script, with a seed for its randomness.
pub struct Bench {
    pub client: Client,
    pub script: Arc<Script>,
    pub start: Instant,
    pub cancel: CancellationToken,
}

impl Bench {
    pub fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self::seeded(steps, ok(), 1)
    }

    /// Bench whose requests all get the same step.
    pub fn always(step: Step) -> Self {
        Self::seeded([], step, 1)
    }

    pub fn seeded(steps: impl IntoIterator<Item = Step>, last: Step, seed: u64) -> Self {
        let script = Arc::new(Script { steps: Mutex::new(steps.into_iter().collect()), last, sent: Mutex::default() });
        let clock: Arc<dyn Clock> = Arc::new(TestClock::at(NOW));
        let client = Client::simulated(config(), script.clone(), clock, Some(seed));
        Self { client, script, start: Instant::now(), cancel: CancellationToken::new() }
    }

    pub async fn read(&self, lane: Lane) -> Result<Answer, Failure> {
        self.client.read(&list(), lane, &self.cancel).await
    }

    pub async fn write(&self) -> WriteOutcome {
        self.client.write(&save(), &self.cancel).await
    }

    /// Begins a read in a task of its own.
    pub fn spawn(&self, lane: Lane) -> tokio::task::JoinHandle<Result<Answer, Failure>> {
        let (client, cancel) = (self.client.clone(), self.cancel.clone());
        tokio::spawn(async move { client.read(&list(), lane, &cancel).await })
    }

    pub fn times(&self) -> Vec<f64> {
        self.script.times(self.start)
    }
}

pub fn config() -> ClientConfig {
    ClientConfig {
        base_url: Url::parse("http://127.0.0.1:1").unwrap(),
        token: Some(Secret::new(TOKEN.to_owned())),
        ads_key: Some(Secret::new("canary-ads-key-1234".to_owned())),
        ca_file: None,
        user_agent: "parkade-test".to_owned(),
    }
}

/// Runs spawned tasks until all of them wait.
pub async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

fn head(status: u16, body: futures_util::stream::BoxStream<'static, Result<Bytes, WireFailure>>) -> WireAnswer {
    WireAnswer { status, headers: HeaderMap::new(), body }
}
