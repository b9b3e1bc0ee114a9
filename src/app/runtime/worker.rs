//! Requests beside the loop: one task each, with its decoding, so that the main thread never waits.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::runtime::{Builder, Handle, Runtime};
use tokio_util::sync::CancellationToken;

use crate::api::{Body, Call, Request, inquiries};
use crate::app::terminal::isolated;
use crate::base::{Clock, SystemClock};
use crate::client::{Client, Failure, FailureKind, Lane, Progress};
use crate::store::index::walk::Ask as WalkAsk;
use crate::store::writes::Ask;
use crate::store::{DomainAnswer, DomainErrand, DomainRead, Errand, Reply, WalkAnswer, Want, walk_request};

use super::apart;
use super::inbox::{Inbox, Message};
use super::probing::{look, probe};
use super::queries::Start;
use super::writes::Looking;

/// The client, the threads it runs on, and the inbox of the loop.
pub struct Worker {
    /// `None` when the threads belong to the caller.
    runtime: Option<Runtime>,
    handle: Handle,
    clock: Arc<dyn Clock>,
    pub client: Client,
    inbox: Inbox,
}

impl Worker {
    /// Starts the threads. Called after the first frame is painted.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(client: Client, inbox: Inbox) -> std::io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).thread_name("worker").enable_all().build()?;
        let mut worker = Self::on(runtime.handle().clone(), client, inbox, Arc::new(SystemClock));
        worker.runtime = Some(runtime);
        Ok(worker)
    }

    /// Worker on the threads of `handle`, with this clock.
    pub fn on(handle: Handle, client: Client, inbox: Inbox, clock: Arc<dyn Clock>) -> Self {
        let worker = Self { runtime: None, handle, clock, client, inbox };
        worker.watch_status();
        worker
    }

    /// Handle for tasks that are not requests.
    pub fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Tells the loop when the state of the connection may have changed.
    fn watch_status(&self) {
        let (mut status, inbox) = (self.client.status(), self.inbox.clone());
        self.handle().spawn(async move {
            while status.changed().await.is_ok() {
                let seen = status.borrow_and_update().clone();
                inbox.send(Message::Status(seen));
            }
        });
    }

    /// Sends the request of a want.
    pub fn fetch(&self, start: Start) {
        let (client, inbox, clock) = (self.client.clone(), self.inbox.clone(), Arc::clone(&self.clock));
        self.handle().spawn(async move {
            let Start { want, generation, cancel } = start;
            let answer = client.read(&want.call, want.lane, &cancel).await;
            let (result, body) = match (answer, want.apart) {
                (Ok(answer), Some(instead)) => {
                    (apart::decode(want.decode, instead, answer.body.clone()).await, Some(answer.body))
                }
                (Ok(answer), None) => (decode(&want, &answer.body), Some(answer.body)),
                (Err(failure), _) => (Err(failure), None),
            };
            let body = body.filter(|_| want.keep);
            let reply = Reply { key: want.key, generation, call: want.call, at: clock.now(), result, body };
            inbox.send(Message::Query(reply));
        });
    }

    /// Sends the next request of a walk; rows of domains are prepared here, not on the loop.
    pub fn walk(&self, errand: Errand) {
        let (client, inbox) = (self.client.clone(), self.inbox.clone());
        self.handle().spawn(async move {
            let answer = match &errand {
                Errand::Inquiries { ask: WalkAsk::Page(list, number), .. } => {
                    read(&client, &walk_request(*list, *number)).await.map(WalkAnswer::Inquiries)
                }
                Errand::Inquiries { ask: WalkAsk::One(id), .. } => {
                    let row = if_there(read(&client, &inquiries::Get { id: *id }).await);
                    row.map(|row| WalkAnswer::Inquiry(row.map(Box::new)))
                }
                Errand::Domains(DomainErrand { read: DomainRead::List(list), .. }) => {
                    read(&client, list).await.map(|page| WalkAnswer::Domains(DomainAnswer::page(&page)))
                }
                Errand::Domains(DomainErrand { read: DomainRead::Get(get), .. }) => {
                    let row = if_there(read(&client, get).await);
                    row.map(|row| WalkAnswer::Domains(DomainAnswer::One(row.map(Box::new))))
                }
            };
            inbox.send(Message::Walked { errand, answer: answer.map(Box::new) });
        });
    }

    /// Makes the readings that a batch needs before it is sent.
    pub fn look(&self, looking: Looking) {
        let (client, inbox) = (self.client.clone(), self.inbox.clone());
        self.handle().spawn(async move {
            let found = look(&client, looking.probes, looking.cancel).await;
            inbox.send(Message::Looked { batch: looking.batch, found });
        });
    }

    /// Sends a write whose journal entry is on disk.
    pub fn write(&self, batch: u64, call: Call, cancel: CancellationToken) {
        let (client, inbox) = (self.client.clone(), self.inbox.clone());
        self.handle().spawn(async move {
            let progress = progress(&call, batch, inbox.clone());
            let mut outcome = client.write_with_progress(&call, &cancel, progress.clone()).await;
            if let crate::client::WriteOutcome::NotSent(failure) = &outcome
                && failure.kind != FailureKind::Cancelled
            {
                // Nothing was sent, so a second try is safe.
                outcome = client.write_with_progress(&call, &cancel, progress).await;
            }
            inbox.send(Message::WriteEnded { batch, outcome });
        });
    }

    /// Reads the result of a write with an unknown outcome.
    pub fn settle(&self, ask: Ask, began: u64) {
        let (client, inbox) = (self.client.clone(), self.inbox.clone());
        self.handle().spawn(async move {
            let found = probe(&client, ask.probe).await;
            inbox.send(Message::Reading { check: ask.check, found: Box::new(found), began });
        });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Cancel the running requests; the journal knows which writes were being sent.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Function that tells the loop the progress of an upload, at most a hundred times.
fn progress(call: &Call, batch: u64, inbox: Inbox) -> Option<Progress> {
    if !matches!(call.body, Body::Multipart(_)) {
        return None;
    }
    let told = AtomicU64::new(u64::MAX);
    Some(Arc::new(move |sent, of| {
        let share = sent * 100 / of.max(1);
        if told.swap(share, Ordering::Relaxed) != share {
            inbox.send(Message::Uploaded { batch, sent, of });
        }
    }))
}

/// Answer to a request of a walk.
async fn read<R: Request>(client: &Client, request: &R) -> Result<R::Reply, Failure> {
    let read = client.read(&request.call(), Lane::Background, &CancellationToken::new()).await;
    // Several answers come at a time: let the next requests go out before the first answer is decoded.
    tokio::task::yield_now().await;
    understood::<R>(&read?.body)
}

/// Answer, or `None` when the service says that there is no such thing.
fn if_there<T>(read: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match read {
        Err(failure) if failure.kind == FailureKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Decodes an answer. A panic makes it an answer that is not understood, instead of ending the program.
fn decode(want: &Want, body: &[u8]) -> Result<Arc<dyn Any + Send + Sync>, Failure> {
    match isolated(|| (want.decode)(body)) {
        Ok(decoded) => decoded.map_err(|error| not_understood(error.message)),
        Err(panic) => Err(not_understood(panic)),
    }
}

pub(super) fn understood<R: Request>(body: &[u8]) -> Result<R::Reply, Failure> {
    match isolated(|| R::decode(body)) {
        Ok(decoded) => decoded.map_err(|error| not_understood(error.message)),
        Err(panic) => Err(not_understood(panic)),
    }
}

pub(super) fn not_understood(detail: String) -> Failure {
    Failure { kind: FailureKind::NotUnderstood, status: Some(200), errors: Vec::new(), retry_after: None, detail }
}
