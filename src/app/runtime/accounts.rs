//! Accounts being opened and closed: the newest request, the account being set up, and the files being closed.

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
    /// Account that will be opened once the editor gives the terminal back.
    pub ready: Option<Box<OpenedAccount>>,
    /// Account that the first run has tested and kept.
    pub accepted: Option<Box<Account>>,
    /// Account that is being set up while others exist.
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

    /// Waits until the files of all closed sessions are written; called at the end of the program.
    pub fn wait(&self) {
        self.closing.wait();
    }
}

/// Number of sessions being closed, each on a thread of its own. A thread writes the pending work to disk, releases
/// the account's lock and ends the demo's service.
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
            // The thread could not be started; its closure was dropped, which has closed the session.
            tracing::warn!("no thread to close an account: {error}");
            *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        }
    }

    /// Waits until all sessions are closed.
    pub fn wait(&self) {
        let mut open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        while *open > 0 {
            open = self.0.1.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Account that is being set up while others exist.
#[derive(Clone, Debug)]
pub struct Adding {
    pub name: String,
    /// Account that was open before, which esc opens again; `None` in a first run.
    pub before: Option<String>,
}
