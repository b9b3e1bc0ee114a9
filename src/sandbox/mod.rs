//! The service itself, faithful to the documents, over a database in a file or in memory: for the demo and for tests.
//!
//! It knows nothing of the client and decodes nothing with the client's types, so that the two are independent readings
//! of the documents; only the table of calls is shared. Look first at `routes.rs` (the handler of each call),
//! `service.rs` (the steps before it) and `control.rs` (the endpoint by which tests steer it). Its choices where the
//! documents are silent are listed in `assets/sandbox.md`.

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

/// Reason why a sandbox cannot start: one sentence for people.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct SandboxError(pub String);
