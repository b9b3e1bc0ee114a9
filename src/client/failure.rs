//! Words about a failure, for the user.

use super::judge::shortened;
use super::outcome::{Failure, FailureKind};
use crate::api::errors::{self, ErrorKey};
use crate::base::{capital, wait_words};

impl Failure {
    /// A failure without an answer from the service.
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Self { kind, status: None, errors: Vec::new(), retry_after: None, detail: detail.into() }
    }

    /// Error key that the service sent, if any; to be compared, not shown.
    pub fn code(&self) -> Option<&str> {
        self.errors.iter().map(|error| error.code.raw()).find(|code| !code.trim().is_empty())
    }

    /// True when the answer says that the list has no such page. The documents do not say whether a page after the
    /// end gets 400, 404 or neither.
    pub fn is_no_such_page(&self) -> bool {
        self.kind == FailureKind::NotFound || (self.kind == FailureKind::Refused && self.status == Some(400))
    }

    fn key(&self) -> Option<&'static ErrorKey> {
        errors::find(self.code()?)
    }

    /// Sentence about the failure, in the service's own words where it has any.
    pub fn sentence(&self) -> String {
        if let Some(message) = self.errors.iter().map(|error| &error.message).find(|message| !message.is_blank()) {
            return shortened(message.raw(), 300);
        }
        if let Some(key) = self.key() {
            return key.text.to_owned();
        }
        if let Some(code) = self.code() {
            return format!("The service refused this ({})", shortened(code, 80));
        }
        match &self.kind {
            FailureKind::Tls(_) | FailureKind::Proxy if self.status.is_none() && !self.detail.is_empty() => {
                self.detail.clone()
            }
            FailureKind::LoginPage(_) | FailureKind::Flood => capital(&self.what()),
            FailureKind::Server if matches!(self.status, Some(502..=504)) => capital(&self.what()),
            FailureKind::Refused | FailureKind::Server => {
                with_detail(&with_status(&capital(&self.what()), self.status), &self.detail)
            }
            _ => with_detail(&capital(&self.what()), &self.detail),
        }
    }

    /// Failure in the program's words, without technical detail, for the start of a sentence or after a colon.
    pub fn what(&self) -> String {
        let text = match &self.kind {
            FailureKind::Offline => "the service cannot be reached",
            FailureKind::Tls(_) => "no secure connection to the service could be made",
            FailureKind::Proxy => "the proxy refused",
            FailureKind::Timeout => "the service did not answer in time",
            FailureKind::Broken => "the connection broke before the answer came",
            FailureKind::Cut => "the answer was cut off",
            FailureKind::TooLarge => "the answer was too large",
            FailureKind::Redirect(host) if host.is_empty() => "the address of the service has changed",
            FailureKind::Redirect(host) => return format!("the address leads to {host}, which is not followed"),
            FailureKind::LoginPage(place) => {
                return format!(
                    "the service redirected to its login page ({place}), so the token is probably not accepted"
                );
            }
            FailureKind::NotTheApi if self.status == Some(403) => {
                "something in front of the service refused the request"
            }
            FailureKind::NotTheApi => "the service answered with a web page",
            FailureKind::NotUnderstood => "the answer was not understood",
            FailureKind::Unauthorized => "the token was rejected",
            FailureKind::Forbidden => "the service does not permit this",
            FailureKind::NotFound => "it no longer exists",
            FailureKind::Conflict => "not possible in the present state",
            FailureKind::Flood => match self.retry_after {
                Some(wait) => {
                    return format!("too many requests; the service asks to wait {}", wait_words(wait.as_secs()));
                }
                None => "too many requests",
            },
            FailureKind::Refused => "the service refused this",
            FailureKind::Server => match self.status {
                Some(502 | 504) => "a gateway in front of the service answered with an error",
                Some(503) => "the service is not available at the moment",
                _ => "the service has an internal error",
            },
            FailureKind::File => "the file cannot be used",
            FailureKind::Cancelled => "cancelled",
        };
        text.to_owned()
    }

    /// One or two sentences: what happened, and what to do.
    pub fn with_hint(&self) -> String {
        let whole = |text: &str| format!("{}.", text.trim_end_matches('.'));
        match self.hint() {
            Some(hint) => format!("{} {}", whole(&self.sentence()), whole(hint)),
            None => whole(&self.sentence()),
        }
    }

    /// One or two sentences for a command that does not retry: what happened, and what to do. `login` is the command
    /// that stores a credential in place of the rejected one.
    pub fn in_command(&self, login: &str) -> String {
        let way_on = match self.kind {
            FailureKind::Unauthorized | FailureKind::LoginPage(_) => Some(format!("Store a new one with `{login}`")),
            FailureKind::Forbidden => Some("Run `parkade doctor` to see what the token may do".to_owned()),
            // Only a command says this, because a screen retries automatically.
            FailureKind::Flood => self.retry_after.map(|wait| {
                let wait = wait_words(wait.as_secs().max(1));
                format!("Run it again in {wait}")
            }),
            // With an error key, the thing is gone; without one, the address of the service may be wrong.
            FailureKind::NotFound if self.code().is_some() => None,
            FailureKind::NotFound => Some("Check the address of the account (base_url in config.toml)".to_owned()),
            _ => self.hint().map(str::to_owned),
        };
        let sentences = [Some(self.sentence()), way_on].into_iter().flatten();
        sentences.map(|text| format!("{}.", text.trim_end_matches('.'))).collect::<Vec<_>>().join(" ")
    }

    /// Advice about the failure, if there is any.
    pub fn hint(&self) -> Option<&'static str> {
        if let Some(key) = self.key() {
            return (!key.hint.is_empty()).then_some(key.hint);
        }
        match self.way_on() {
            WayOn::Itself(text) | WayOn::First(text) | WayOn::Instead(text) => Some(text),
            WayOn::Again => Some("Try again later"),
            WayOn::None => None,
        }
    }

    /// Advice about the failure, for command lines ([`Failure::hint`]) and for screens, where `ctrl-r` tries again.
    pub fn way_on(&self) -> WayOn {
        match &self.kind {
            FailureKind::Offline => WayOn::Itself("Check the network and the address of the service"),
            FailureKind::Server => WayOn::Itself("Try again later"),
            FailureKind::Flood => WayOn::Itself("Try again after the wait"),
            FailureKind::Timeout | FailureKind::Broken | FailureKind::Cut | FailureKind::NotFound => WayOn::Again,
            FailureKind::Tls(problem) => WayOn::First(problem.hint()),
            FailureKind::Proxy => WayOn::First("Check the proxy of this machine (HTTPS_PROXY, NO_PROXY)"),
            FailureKind::Redirect(_) => WayOn::First("Correct base_url in the config"),
            FailureKind::NotTheApi if self.status == Some(403) => {
                WayOn::First("The network, or a firewall of the service, must let this machine through")
            }
            FailureKind::NotTheApi => WayOn::First("The network may want you to log in, or the address is wrong"),
            FailureKind::NotUnderstood => {
                WayOn::First("A newer Parkade may understand it; if nothing else is read, check base_url in the config")
            }
            FailureKind::Forbidden => WayOn::First("The account or the token may lack the feature it needs"),
            FailureKind::File => WayOn::First("Check its path and permissions"),
            FailureKind::LoginPage(_) | FailureKind::Unauthorized => WayOn::Instead(
                "Store a new one with `parkade login`, then ctrl-r. If the token comes from PARKADE_TOKEN, restart after changing it",
            ),
            FailureKind::TooLarge => WayOn::Instead("Nothing of it was used; report this to the service"),
            FailureKind::Conflict | FailureKind::Refused | FailureKind::Cancelled => WayOn::None,
        }
    }
}

/// Advice about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOn {
    /// Screens retry automatically; on the command line, do this.
    Itself(&'static str),
    /// Trying again may help.
    Again,
    /// Do this, then try again.
    First(&'static str),
    /// Trying again does not help; do this instead.
    Instead(&'static str),
    /// No advice is known.
    None,
}

impl FailureKind {
    /// True when the service was not reached.
    pub fn is_no_connection(&self) -> bool {
        matches!(self, Self::Offline | Self::Tls(_) | Self::Proxy)
    }

    /// True when the network or the service caused the failure, so that the next call may fail, too.
    pub fn is_trouble(&self) -> bool {
        matches!(
            self,
            Self::Timeout
                | Self::Broken
                | Self::Cut
                | Self::TooLarge
                | Self::Redirect(_)
                | Self::LoginPage(_)
                | Self::NotTheApi
                | Self::NotUnderstood
                | Self::Server
        )
    }

    /// Word for the request log.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Offline => "offline",
            Self::Tls(_) => "certificate",
            Self::Proxy => "proxy",
            Self::Timeout => "timeout",
            Self::Broken => "broken",
            Self::Cut => "cut",
            Self::TooLarge => "too large",
            Self::Redirect(_) => "redirect",
            Self::LoginPage(_) => "login page",
            Self::NotTheApi => "not the API",
            Self::NotUnderstood => "not understood",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not found",
            Self::Conflict => "conflict",
            Self::Flood => "flood",
            Self::Refused => "refused",
            Self::Server => "server error",
            Self::File => "file",
            Self::Cancelled => "cancelled",
        }
    }
}

fn with_detail(text: &str, detail: &str) -> String {
    if detail.is_empty() { text.to_owned() } else { format!("{text}: {detail}") }
}

fn with_status(text: &str, status: Option<u16>) -> String {
    status.map_or_else(|| text.to_owned(), |status| format!("{text} ({status})"))
}
