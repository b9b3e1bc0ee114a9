//! Transport: HTTP, pacing, Retry-After, retries, cancellation, the request log. The only room that knows reqwest.
//!
//! It knows no screens and keeps no data. Look first at `outcome.rs` for what a request can come to.

mod config;
mod outcome;
mod secret;

pub use config::{ClientConfig, ClientError};
pub use outcome::{Answer, Failure, FailureKind, Lane, ServiceError, WriteOutcome};
pub use secret::Secret;
