//! Downloads of files from the service, written piece by piece.

use std::sync::atomic::Ordering;

use futures_util::StreamExt;
use reqwest::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, DATE, HeaderMap, HeaderName};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::exchange::{self, IDLE, Trace};
use super::gate::Errand;
use super::judge::{Fault, judge, says_html, says_json};
use super::outcome::{Failure, FailureKind, Lane};
use super::retry::http_date;
use super::service::{Client, Inner, cancelled, not_started};
use super::wire::{Stage, WireAnswer, WireFailure};
use crate::api::Call;
use crate::base::{Timestamp, Untrusted};

/// Description of a file that was downloaded whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DownloadInfo {
    /// Length of the file, in bytes.
    pub bytes: u64,
    /// Type the service declares, unchecked.
    pub content_type: Option<Untrusted>,
    /// File name that the service proposes. It is not a path to write to.
    pub file_name: Option<Untrusted>,
    pub server_time: Option<Timestamp>,
}

impl Client {
    /// Downloads a file of at most `most` bytes into `to`. Tries again only while nothing has been written.
    /// `progress` gets the bytes so far, and the total if it is known. An answer in JSON or HTML is an error and is
    /// not written; a longer file is [`FailureKind::TooLarge`].
    ///
    /// # Errors
    /// After a failure `to` may hold a part of the file.
    pub async fn download(
        &self,
        call: &Call,
        most: u64,
        to: &mut (dyn AsyncWrite + Unpin + Send),
        progress: impl Fn(u64, Option<u64>) + Send,
        cancel: &CancellationToken,
    ) -> Result<DownloadInfo, Failure> {
        let mut tries = self.0.tries(call.endpoint.service);
        loop {
            tries.sent += 1;
            let fault = match self.0.fetch(call, most, to, &progress, tries.sent, cancel).await {
                Ok(info) => return Ok(info),
                Err((fault, true)) => return Err(fault.failure),
                Err((fault, false)) => fault,
            };
            if let Some(failure) = self.0.give_up(fault, &mut tries, call.endpoint.service, cancel).await {
                return Err(failure);
            }
        }
    }
}

impl Inner {
    /// Makes one try. With a failure, the flag is true if something may have been written.
    async fn fetch(
        &self,
        call: &Call,
        most: u64,
        to: &mut (dyn AsyncWrite + Unpin + Send),
        progress: &(impl Fn(u64, Option<u64>) + Send),
        number: u32,
        cancel: &CancellationToken,
    ) -> Result<DownloadInfo, (Fault, bool)> {
        let errand = Errand::Read(Lane::User);
        // Background work waits only until the head of the answer, because a long file must not stop it.
        let gate = self.gate(call.endpoint.service);
        let runs = gate.user_runs();
        let unwritten = |fault: Fault| (fault, false);
        let _permit = gate.admit(errand, cancel).await.map_err(|why| unwritten(not_started(&why)))?;
        let addressed = exchange::addressed(&self.config(), call);
        let (url, credential) = addressed.map_err(|failure| unwritten(failure.into()))?;
        let note = self.begin(call, number);
        let trace = Trace::default();
        let head = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(cancelled(&trace)),
            head = exchange::head(&*self.transport, call, url.clone(), credential, &trace, None) => head,
        };
        drop(runs);
        let answer = match head {
            Ok(answer) => answer,
            Err(failure) => return Err(unwritten(self.note_fault(&note, errand, &trace, failure.into()))),
        };
        let server_time = text_of(&answer.headers, &DATE).and_then(http_date);
        self.heard(&note, answer.status);
        let kind = text_of(&answer.headers, &CONTENT_TYPE).unwrap_or_default();
        if answer.status != 200 || says_json(kind) || says_html(kind) {
            let whole = tokio::select! {
                biased;
                () = cancel.cancelled() => Err(cancelled(&trace)),
                whole = exchange::whole(answer, note.started, call.endpoint, &self.large, &trace) => whole,
            };
            let fault = match whole.map(|got| judge(got, call.endpoint, &url, self.service_now())) {
                Ok(Err(fault)) => fault,
                Ok(Ok(_)) => WireFailure::new(Stage::Body, FailureKind::NotUnderstood, "no file came").into(),
                Err(failure) => failure.into(),
            };
            return Err(unwritten(self.note_fault(&note, errand, &trace, fault)));
        }
        self.understood(server_time);
        let status = answer.status;
        let info = DownloadInfo {
            bytes: 0,
            content_type: text_of(&answer.headers, &CONTENT_TYPE).map(Untrusted::from),
            file_name: text_of(&answer.headers, &CONTENT_DISPOSITION).and_then(file_name),
            server_time,
        };
        let ended = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(cancelled(&trace)),
            ended = pour(answer, most, to, progress, &trace) => ended,
        };
        let bytes = trace.bytes.load(Ordering::Relaxed);
        match ended {
            Ok(()) => {
                self.note_success(&note, errand, &trace, status);
                Ok(DownloadInfo { bytes, ..info })
            }
            Err(failure) => Err((self.note_fault(&note, errand, &trace, failure.into()), bytes > 0)),
        }
    }
}

async fn pour(
    answer: WireAnswer,
    most: u64,
    to: &mut (dyn AsyncWrite + Unpin + Send),
    progress: &(impl Fn(u64, Option<u64>) + Send),
    trace: &Trace,
) -> Result<(), WireFailure> {
    let total = text_of(&answer.headers, &CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if total.is_some_and(|total| total > most) {
        return Err(too_long(most));
    }
    let mut body = answer.body;
    let mut bytes = 0;
    while let Some(piece) = timeout(IDLE, body.next()).await.map_err(|_| exchange::stalled())? {
        let piece = piece?;
        if bytes == 0 && is_page(&piece) {
            return Err(WireFailure::new(Stage::Body, FailureKind::NotTheApi, ""));
        }
        bytes += piece.len() as u64;
        if bytes > most {
            return Err(too_long(most));
        }
        // Counted before writing, so that a piece whose writing fails counts as written.
        trace.bytes.store(bytes, Ordering::Relaxed);
        to.write_all(&piece).await.map_err(|why| on_disk(&why))?;
        progress(bytes, total);
    }
    to.flush().await.map_err(|why| on_disk(&why))?;
    if total.is_some_and(|total| total != bytes) {
        return Err(WireFailure::new(Stage::Body, FailureKind::Cut, ""));
    }
    Ok(())
}

/// True for an HTML page that has no content type.
fn is_page(piece: &[u8]) -> bool {
    let start = piece.trim_ascii_start();
    let start = start[..start.len().min(14)].to_ascii_lowercase();
    start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

fn too_long(most: u64) -> WireFailure {
    WireFailure::new(Stage::Body, FailureKind::TooLarge, format!("more than {} MiB", most >> 20))
}

fn on_disk(why: &std::io::Error) -> WireFailure {
    WireFailure::new(Stage::Body, FailureKind::File, why.to_string())
}

fn text_of<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Proposed name, from the plain parameter `filename=`.
fn file_name(disposition: &str) -> Option<Untrusted> {
    let (_, name) = disposition.split_once("filename=")?;
    let name = match name.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => name.split(';').next()?.trim(),
    };
    (!name.is_empty()).then(|| name.into())
}
