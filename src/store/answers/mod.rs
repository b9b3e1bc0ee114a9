//! Answers of the service by request: what is wanted, and what came, with its age and how well it is known.
//!
//! This room does not look into answers. Look first at `query.rs`, then at `want.rs` (what a screen asks for).
//! `keys.rs` makes the key of each request once, `recent.rs` keeps the few values used last, `budget.rs` says how much
//! memory each kind of answer may take.

pub mod budget;
mod keys;
mod known;
mod query;
mod recent;
mod want;

pub use known::Known;
pub use query::Loaded;
pub(in crate::store) use query::Queries;
pub(in crate::store) use recent::{DETAILS, Recent};
pub use want::{DecodeFn, Every, GiveUp, Reply, Want, Wants, decode};
