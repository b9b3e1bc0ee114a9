//! What is known: query cache, the index of inquiries, pending writes laid over it, the journal, and the disk behind them.
//!
//! It never talks to the service: the runtime hands it replies and asks it what to send. It draws nothing.
//! Look first at [`Store`], the one value screens read, and `journal.rs` for what a write goes through.

mod intent;
mod want;

pub use intent::{Intent, Mark};
pub use want::{DecodeFn, Every, Reply, Want, Wants};

/// Everything known about one account.
#[derive(Debug, Default)]
pub struct Store {}
