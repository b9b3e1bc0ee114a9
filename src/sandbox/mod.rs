//! The service itself as the documents describe it, over a database in a file or in memory, for the demo and for
//! tests.
//!
//! It does not use the client or its types, so that both are independent readings of the documents; only the table of
//! calls is shared. Look first at `routes.rs` (the handler of each call), `service.rs` (the steps before it) and
//! `control.rs` (the endpoint for tests). Its choices where the documents say nothing are in `assets/sandbox.md`.

mod ads;
mod call;
mod clock;
mod control;
mod data;
mod domains;
mod emails;
mod exports;
mod faults;
mod http;
mod images;
mod imports;
mod inquiries;
mod insights;
mod jobs;
mod like;
mod lists;
mod nameservers;
mod options;
mod portfolio;
mod profile;
mod routes;
mod senders;
mod server;
mod service;
mod settings;
mod shapes;
mod wire;
mod work;
mod world;

use thiserror::Error;

pub use clock::SandboxClock;
pub use data::Recipe;
pub use faults::{Fault, KINDS as FAULT_KINDS};
pub use like::{CHOICES as LIKE_CHOICES, Like, help as like_help};
pub use options::{AdsKey, BadOption, Feature, Flood, Grant, Options, Token};
pub use server::{Running, Sandbox};

/// Reason why a sandbox cannot start, as one sentence for the user.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct SandboxError(pub String);
