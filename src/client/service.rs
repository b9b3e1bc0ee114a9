//! The client itself: one object for all requests of an account.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::config::{ClientConfig, ClientError};
use super::exchange::{self, LargeBodies, Trace};
use super::gate::{Errand, Gate, Hold, Stopped};
use super::http::Http;
use super::judge::{Fault, class_of, judge};
use super::log::{Log, LogLine};
use super::outcome::{Answer, Failure, FailureKind, Lane, WriteOutcome};
use super::retry::{self, Retries};
use super::secret::Secret;
use super::standing::Standing;
use super::status::{Connection, Status};
use super::wire::{Progress, Stage, Transport, WireFailure};
use crate::api::{Call, FIRST_READS, Service};
use crate::base::{Clock, SystemClock};

/// Sends requests. Cheap to clone; all clones share pace, log and status.
#[derive(Clone)]
pub struct Client(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub config: RwLock<ClientConfig>,
    pub transport: Arc<dyn Transport>,
    /// Gate of each service, so that a wait one service asks for does not hold back the other.
    gates: [Arc<Gate>; 2],
    pub standing: Standing,
    pub retries: Retries,
    pub log: Log,
    pub large: LargeBodies,
    pub status: watch::Sender<Status>,
    pub clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("config", &*self.0.config()).finish_non_exhaustive()
    }
}

/// Tries of one read so far, and whether there may be more.
pub(super) struct Tries {
    pub sent: u32,
    failed: u32,
    floods: u32,
    waited: Duration,
    /// True when there is only one try, as without a connection.
    only_one: bool,
}

impl Client {
    /// A client over HTTP.
    ///
    /// # Errors
    /// When the address is not allowed, the certificates cannot be read, or there are none.
    pub fn new(mut config: ClientConfig) -> Result<Self, ClientError> {
        config.base_url = ClientConfig::check_base_url(config.base_url.as_str()).map_err(ClientError::BaseUrl)?;
        let transport = Arc::new(Http::new(&config)?);
        Ok(Self::with_transport(config, transport))
    }

    /// Client over another transport, such as the sandbox without sockets, a recorder, or a scripted test.
    pub fn with_transport(config: ClientConfig, transport: Arc<dyn Transport>) -> Self {
        Self::simulated(config, transport, Arc::new(SystemClock), None)
    }

    /// Like [`Client::with_transport`], with a given clock and a seed for randomness, so that a run can be repeated.
    pub fn simulated(
        config: ClientConfig,
        transport: Arc<dyn Transport>,
        clock: Arc<dyn Clock>,
        seed: Option<u64>,
    ) -> Self {
        Self(Arc::new(Inner {
            config: RwLock::new(config),
            transport,
            gates: [Arc::new(Gate::new()), Arc::new(Gate::new())],
            standing: Standing::default(),
            retries: Retries::new(seed),
            log: Log::default(),
            large: LargeBodies::new(),
            status: watch::Sender::new(Status::default()),
            clock,
        }))
    }

    /// Makes a read. Tries up to three times where that can help, and keeps waits of the service of up to two
    /// minutes; any other failure is returned at once.
    ///
    /// # Errors
    /// The failure of the last try.
    pub async fn read(&self, call: &Call, lane: Lane, cancel: &CancellationToken) -> Result<Answer, Failure> {
        self.read_with(call, lane, cancel, self.0.tries(call.endpoint.service)).await
    }

    /// Makes a read with one try, for the first test of an address, whose result the user waits for.
    ///
    /// # Errors
    /// The failure.
    pub async fn read_once(&self, call: &Call, lane: Lane, cancel: &CancellationToken) -> Result<Answer, Failure> {
        self.read_with(call, lane, cancel, Tries { only_one: true, ..self.0.tries(call.endpoint.service) }).await
    }

    async fn read_with(
        &self,
        call: &Call,
        lane: Lane,
        cancel: &CancellationToken,
        mut tries: Tries,
    ) -> Result<Answer, Failure> {
        if !call.endpoint.is_read() {
            return Err(Failure::new(FailureKind::Refused, "a call that changes something was asked as a read"));
        }
        let _runs = (lane == Lane::User).then(|| self.0.gate(call.endpoint.service).user_runs());
        loop {
            tries.sent += 1;
            let fault = match self.0.attempt(call, Errand::Read(lane), tries.sent, cancel, None).await {
                Ok(answer) => return Ok(answer),
                Err(fault) => fault,
            };
            if let Some(mut failure) = self.0.give_up(fault, &mut tries, call.endpoint.service, cancel).await {
                self.0.be_sure(&mut failure, call, lane, cancel).await;
                return Err(failure);
            }
        }
    }

    /// Makes a write: sends it once, never a second time. A wait the service asked for is kept before that, if it is
    /// at most two minutes.
    pub async fn write(&self, call: &Call, cancel: &CancellationToken) -> WriteOutcome {
        self.write_with_progress(call, cancel, None).await
    }

    /// Like [`Client::write`]; `progress` gets the bytes sent and the bytes in all.
    pub async fn write_with_progress(
        &self,
        call: &Call,
        cancel: &CancellationToken,
        progress: Option<Progress>,
    ) -> WriteOutcome {
        let _runs = self.0.gate(call.endpoint.service).user_runs();
        let mut result = self.0.attempt(call, Errand::Write, 1, cancel, progress).await;
        if let Err(fault) = &mut result {
            self.0.be_sure(&mut fault.failure, call, Lane::User, cancel).await;
        }
        let outcome = class_of(result);
        if let WriteOutcome::NotSent(failure) | WriteOutcome::Unknown(failure) = &outcome {
            self.0.ended_badly(call.endpoint.service, failure);
        }
        outcome
    }

    /// Receiver of the status: its current value, and every change from now on.
    pub fn status(&self) -> watch::Receiver<Status> {
        self.0.status.subscribe()
    }

    /// True while nothing is sent because the token was not accepted.
    pub fn is_refused(&self) -> bool {
        self.0.gate(Service::Parking).is_refused()
    }

    /// Time left of a wait the service asked for, if it holds back writes.
    pub fn write_wait(&self) -> Option<Duration> {
        self.0.gate(Service::Parking).write_wait()
    }

    /// Time left of a wait the service asked for, if it holds back reads the user waits for.
    pub fn read_wait(&self) -> Option<Duration> {
        self.0.gate(Service::Parking).read_wait()
    }

    /// Log of the newest requests, oldest first.
    pub fn requests(&self) -> Vec<LogLine> {
        self.0.log.lines()
    }

    /// Allows requests again after a 401, and background work at once after an outage.
    pub fn resume(&self) {
        self.0.gates.iter().for_each(|gate| gate.resume());
        self.0.change(|status| status.connection = Connection::Online);
    }

    /// Ends a wait the service asked for, because the user wants to send now.
    pub fn send_anyway(&self) {
        self.0.gates.iter().for_each(|gate| gate.lift());
        self.0.change(|status| status.waiting_until = None);
    }

    /// Holds back writes and background work for a wait the service asked for in an earlier run.
    pub fn keep_waiting(&self, wait: Duration) {
        self.0.gate(Service::Parking).hold(Hold::Writes, wait);
        self.0.waiting(wait);
    }

    /// Replaces the token and allows requests again.
    pub fn resume_with(&self, token: Secret) {
        self.0.config.write().unwrap_or_else(PoisonError::into_inner).token = Some(token);
        self.resume();
    }
}

impl Inner {
    pub(super) fn config(&self) -> std::sync::RwLockReadGuard<'_, ClientConfig> {
        self.config.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The gate that admits requests to a service.
    pub(super) fn gate(&self, service: Service) -> &Arc<Gate> {
        match service {
            Service::Parking => &self.gates[0],
            Service::Ads => &self.gates[1],
        }
    }

    pub(super) fn tries(&self, service: Service) -> Tries {
        self.retries.earn();
        let only_one = self.gate(service).is_offline();
        Tries { sent: 0, failed: 0, floods: 0, waited: Duration::ZERO, only_one }
    }

    /// Makes one request: waits for the gate, sends, judges the answer and notes the result.
    async fn attempt(
        &self,
        call: &Call,
        errand: Errand,
        number: u32,
        cancel: &CancellationToken,
        progress: Option<Progress>,
    ) -> Result<Answer, Fault> {
        let gate = self.gate(call.endpoint.service);
        let _permit = gate.admit(errand, cancel).await.map_err(|why| not_started(&why))?;
        let (url, credential) = exchange::addressed(&self.config(), call)?;
        let note = self.begin(call, number);
        let trace = Trace::default();
        let got = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(cancelled(&trace)),
            got = async {
                let answer = exchange::head(&*self.transport, call, url.clone(), credential, &trace, progress).await?;
                exchange::whole(answer, note.started, call.endpoint, &self.large, &trace).await
            } => got,
        };
        let result = match got {
            Ok(mut got) => {
                got.body = self.without_secrets(got.body);
                self.heard(&note, got.status);
                let server_time = got.server_time();
                let judged = judge(got, call.endpoint, &url, self.service_now());
                if judged.as_ref().err().is_none_or(|fault| !fault.failure.errors.is_empty()) {
                    self.understood(server_time);
                }
                judged
            }
            Err(failure) => {
                match failure.stage {
                    Stage::Body => self.heard(&note, 0),
                    Stage::NotSent | Stage::Sent => self.unheard(&note, &failure.kind),
                }
                Err(failure.into())
            }
        };
        match result {
            Ok(answer) => {
                self.note_success(&note, errand, &trace, answer.status);
                if call.endpoint.is_read() && call.endpoint.service == Service::Parking {
                    self.standing.keep(note.resumed, call);
                }
                Ok(answer)
            }
            Err(fault) => Err(self.note_fault(&note, errand, &trace, fault)),
        }
    }

    /// Finds out whether a refusal is about the token or a missing ability, and sets the kind of the failure.
    async fn be_sure(&self, failure: &mut Failure, call: &Call, lane: Lane, cancel: &CancellationToken) {
        if failure.kind != FailureKind::Forbidden || call.endpoint.service != Service::Parking {
            return;
        }
        let resumed = self.gate(Service::Parking).resumed();
        let by_token = match failure.status {
            Some(401) => self.is_revoked(resumed, call.endpoint.name, lane, cancel).await,
            Some(403) if call.endpoint.is_read() => self.is_shut_out(resumed, cancel).await,
            _ => false,
        };
        if by_token {
            failure.kind = FailureKind::Unauthorized;
        }
    }

    /// After a 401, repeats a read that was answered before, to learn whether the token was revoked.
    async fn is_revoked(&self, resumed: u64, asked: &'static str, lane: Lane, cancel: &CancellationToken) -> bool {
        let Some(sample) = self.standing.doubt(resumed, asked) else { return false };
        match self.attempt(&sample, Errand::Read(lane), 1, cancel, None).await {
            Ok(_) => self.standing.lacks(resumed, asked),
            Err(fault) => return fault.failure.kind == FailureKind::Unauthorized,
        }
        false
    }

    /// After a 403, makes reads that nearly every token may make, until one is answered. Done once for each token.
    async fn is_shut_out(&self, resumed: u64, cancel: &CancellationToken) -> bool {
        let _asking = self.standing.asking.lock().await;
        for endpoint in FIRST_READS {
            if !self.standing.is_open(resumed) {
                return self.standing.is_shut_out(resumed);
            }
            let answer = self.attempt(&Call::smallest(endpoint), Errand::Read(Lane::User), 1, cancel, None).await;
            let status =
                answer.err().and_then(|fault| (!fault.failure.kind.is_trouble()).then_some(fault.failure.status?));
            if status != Some(403) {
                return status == Some(401);
            }
        }
        self.standing.shut_out(resumed, || self.change(|status| status.connection = Connection::Unauthorized));
        self.standing.is_shut_out(resumed)
    }

    /// Waits before another try and returns `None`, or returns the failure that ends the call.
    pub(super) async fn give_up(
        &self,
        fault: Fault,
        tries: &mut Tries,
        service: Service,
        cancel: &CancellationToken,
    ) -> Option<Failure> {
        let failure = fault.failure;
        let asked = failure.retry_after.unwrap_or_default();
        if failure.kind == FailureKind::Flood && failure.status.is_some() {
            tries.floods += 1;
            tries.waited += asked.min(retry::FLOOD_TOTAL);
            let stop = asked > retry::LONGEST_SILENT_WAIT
                || tries.floods > retry::FLOOD_WAITS
                || tries.waited > retry::FLOOD_TOTAL;
            // The wait is kept by the gate before the next try.
            return stop.then_some(failure);
        }
        tries.failed += 1;
        let most = if tries.only_one { 1 } else { retry::attempts(&failure.kind, failure.status, fault.malformed) };
        let wait = if tries.failed < most && asked <= retry::LONGEST_SILENT_WAIT {
            self.retries.take(tries.failed)
        } else {
            None
        };
        let Some(wait) = wait else {
            self.ended_badly(service, &failure);
            return Some(failure);
        };
        tokio::select! {
            biased;
            () = cancel.cancelled() => Some(Failure::new(FailureKind::Cancelled, "")),
            // The gate will refuse the next try anyway.
            () = self.gate(service).refused() => None,
            () = tokio::time::sleep(wait.max(asked)) => None,
        }
    }
}

pub(super) fn cancelled(trace: &Trace) -> WireFailure {
    let stage = if trace.out.load(Ordering::Relaxed) { Stage::Sent } else { Stage::NotSent };
    WireFailure::new(stage, FailureKind::Cancelled, "")
}

pub(super) fn not_started(why: &Stopped) -> Fault {
    let mut failure = match why {
        Stopped::Cancelled => Failure::new(FailureKind::Cancelled, ""),
        Stopped::Unauthorized => Failure::new(FailureKind::Unauthorized, ""),
        Stopped::LongWait(_) => Failure::new(FailureKind::Flood, ""),
    };
    if let Stopped::LongWait(left) = why {
        failure.retry_after = Some(*left);
    }
    Fault { failure, stage: Some(Stage::NotSent), malformed: false, said_no: false }
}
