//! Exit codes, in one table for the program, the help and the man page.

use std::fmt::Write as _;
use std::process::ExitCode;

use crate::app::Stop;
use crate::app::terminal::End;
use crate::client::{Failure, FailureKind};

/// Result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Success,
    Failure,
    Usage,
    Token,
    Permission,
    NotFound,
    RateLimited,
    Network,
    PartlyFailed,
    Interrupted,
    HungUp,
    Quit,
    Terminated,
}

/// Every exit code with its meaning. A program ended by a signal exits with 128 plus the number of the signal, as in
/// shells.
pub const TABLE: &[(Exit, u8, &str)] = &[
    (Exit::Success, 0, "success"),
    (Exit::Failure, 1, "failure"),
    (Exit::Usage, 2, "wrong use of the command line"),
    (Exit::Token, 3, "token missing or rejected"),
    (Exit::Permission, 4, "permission missing"),
    (Exit::NotFound, 5, "not found"),
    (Exit::RateLimited, 6, "the service asks to wait"),
    (Exit::Network, 7, "no connection, or a broken one"),
    (Exit::PartlyFailed, 8, "some of several things failed"),
    (Exit::HungUp, 129, "the terminal was closed, or SIGHUP"),
    (Exit::Interrupted, 130, "interrupted"),
    (Exit::Quit, 131, "SIGQUIT"),
    (Exit::Terminated, 143, "SIGTERM"),
];

impl Exit {
    /// Number of the exit code.
    pub fn code(self) -> u8 {
        TABLE.iter().find(|(exit, ..)| *exit == self).map_or(1, |(_, code, _)| *code)
    }

    /// Failure of a command that was ended early.
    pub fn stopped(stop: Stop) -> Self {
        match stop {
            Stop::Signal(End::Interrupt) => Self::Interrupted,
            Stop::Signal(End::Terminate) => Self::Terminated,
            Stop::Signal(End::Quit) => Self::Quit,
            Stop::Signal(End::HangUp) => Self::HungUp,
            Stop::TokenRefused => Self::Token,
            Stop::NoConnection => Self::Network,
            Stop::Wait(_) => Self::RateLimited,
        }
    }

    /// Exit code for a failed request.
    pub fn of(failure: &Failure) -> Self {
        match failure.kind {
            FailureKind::Unauthorized | FailureKind::LoginPage(_) => Self::Token,
            FailureKind::Forbidden => Self::Permission,
            FailureKind::NotFound => Self::NotFound,
            FailureKind::Flood => Self::RateLimited,
            FailureKind::Offline
            | FailureKind::Tls(_)
            | FailureKind::Proxy
            | FailureKind::Timeout
            | FailureKind::Broken
            | FailureKind::Cut
            | FailureKind::Redirect(_)
            | FailureKind::NotTheApi => Self::Network,
            FailureKind::Cancelled => Self::Interrupted,
            _ => Self::Failure,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The table as text.
pub fn table() -> String {
    TABLE.iter().fold(String::new(), |mut text, (_, code, meaning)| {
        let _ = writeln!(text, "  {code:>3}  {meaning}");
        text
    })
}

/// Failure of a command: a sentence for standard error, and an exit code.
#[derive(Debug)]
pub struct Fault {
    pub exit: Exit,
    pub message: String,
}

impl Fault {
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into() }
    }

    /// Failure for a wrongly written command.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    pub fn failure(message: impl Into<String>) -> Self {
        Self::new(Exit::Failure, message)
    }

    /// Failure of a request, with what to do: `Not applied: The access token is expired. Store …`.
    pub fn of(what: &str, failure: &Failure) -> Self {
        Self::told(what, failure, "parkade login")
    }

    /// Failure of a request to the ads service, which has a key of its own.
    pub fn of_ads(what: &str, failure: &Failure) -> Self {
        Self::told(what, failure, "parkade login --ads-key")
    }

    /// Failure of a request; `login` is the command that stores a credential in place of the rejected one.
    fn told(what: &str, failure: &Failure, login: &str) -> Self {
        let message = format!("{what}: {}", failure.in_command(login));
        Self::new(Exit::of(failure), message)
    }
}

impl From<std::io::Error> for Fault {
    fn from(e: std::io::Error) -> Self {
        Self::failure(format!("Stopped: {}.", crate::base::reason(&e)))
    }
}

impl From<crate::app::launch::LaunchError> for Fault {
    fn from(e: crate::app::launch::LaunchError) -> Self {
        use crate::app::launch::LaunchError;
        let exit = match &e {
            LaunchError::Secret(_) => Exit::Token,
            LaunchError::Account(_) | LaunchError::Address(_) => Exit::Usage,
            LaunchError::NoHome(_) => Exit::Failure,
        };
        Self::new(exit, e.to_string())
    }
}

impl From<crate::app::secrets::SecretError> for Fault {
    fn from(e: crate::app::secrets::SecretError) -> Self {
        Self::new(Exit::Token, e.to_string())
    }
}

/// Result of every subcommand.
pub type Outcome = Result<Exit, Fault>;
