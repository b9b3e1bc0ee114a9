//! Transport: HTTP, pacing, Retry-After, retries, cancellation, the request log. The only room that uses reqwest.
//!
//! It knows no screens and keeps no data. It decides only the outcome class of a write; the journal decides whether a
//! write is sent again. Look first at `outcome.rs` for the outcomes of a request, then at `service.rs` for its steps.

mod after;
mod bounds;
mod config;
mod download;
mod exchange;
mod failure;
mod gate;
mod http;
mod judge;
mod log;
mod outcome;
mod outgoing;
mod retry;
mod secret;
mod service;
mod shape;
mod standing;
mod status;
mod tls;
mod wire;

#[cfg(test)]
mod tests;

pub use config::{ClientConfig, ClientError};
pub use download::DownloadInfo;
pub use failure::WayOn;
pub use log::LogLine;
pub use outcome::{Answer, Failure, FailureKind, Lane, ServiceError, TlsProblem, WriteOutcome};
pub use reqwest::header::HeaderMap;
pub use secret::Secret;
pub use service::Client;
pub use status::{Connection, Status};
pub use wire::{Credential, Outgoing, Progress, Stage, Transport, Wire, WireAnswer, WireFailure};
