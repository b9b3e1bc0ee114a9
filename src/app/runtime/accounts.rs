//! Accounts being opened and closed: which was asked for last, which is set up, which files are still being closed.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::app::Account;

use super::brought::OpenedAccount;
use super::session::AccountSession;

/// Accounts being opened and closed.
#[derive(Default)]
pub struct Accounts {
    /// Number of the newest session.
    number: u64,
    /// Number of the newest request to open an account; answers to earlier ones are dropped.
    pub request: u64,
    /// An account that is opened once the editor gives the terminal back.
    pub ready: Option<Box<OpenedAccount>>,
    /// The account the first run has tried and kept.
    pub accepted: Option<Box<Account>>,
    /// The account that is being set up beside others.
    pub adding: Option<Adding>,
    pub closing: Closing,
}

impl Accounts {
    /// The number of the next session.
    pub fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Closes a session on a thread of its own.
    pub fn close(&self, session: AccountSession) {
        self.closing.close(session);
    }

    /// Waits until the files of every account that was left are closed; for the end of the program.
    pub fn wait(&self) {
        self.closing.wait();
    }
}

/// Counts the sessions being closed, each on a thread of its own: what they handed to the disk is written there, their
/// locks are given back, and the demo's service ends.
#[derive(Clone, Default)]
pub struct Closing(Arc<(Mutex<usize>, Condvar)>);

impl Closing {
    fn close(&self, session: AccountSession) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let closing = self.clone();
        let close = move || {
            session.close();
            *closing.0.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
            closing.0.1.notify_all();
        };
        if let Err(error) = std::thread::Builder::new().name("close".to_owned()).spawn(close) {
            // The session was dropped, and with that closed, together with the thread that could not be started.
            tracing::warn!("no thread to close an account: {error}");
            *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        }
    }

    /// Waits until all are closed.
    pub fn wait(&self) {
        let mut open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        while *open > 0 {
            open = self.0.1.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// An account that is being set up beside others.
#[derive(Clone, Debug)]
pub struct Adding {
    pub name: String,
    /// The account that was open before, which esc opens again; none in a first run.
    pub before: Option<String>,
}
