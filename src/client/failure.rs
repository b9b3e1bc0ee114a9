//! A failure in words for people.

use super::judge::shortened;
use super::outcome::{Failure, FailureKind};
use crate::api::errors::{self, ErrorKey};
use crate::base::wait_words;

impl Failure {
    /// A failure without an answer of the service.
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Self { kind, status: None, errors: Vec::new(), retry_after: None, detail: detail.into() }
    }

    /// The service's error key, when it sent one; for comparing, not for showing.
    pub fn code(&self) -> Option<&str> {
        self.errors.iter().map(|error| error.code.raw()).find(|code| !code.trim().is_empty())
    }

    /// True when the answer refuses a page of a list as one that is not there: which of 400 and 404 a page behind the end
    /// gets, if any, is not documented.
    pub fn is_no_such_page(&self) -> bool {
        self.kind == FailureKind::NotFound || (self.kind == FailureKind::Refused && self.status == Some(400))
    }

    fn key(&self) -> Option<&'static ErrorKey> {
        errors::find(self.code()?)
    }

    /// What happened, in one sentence; the service's own words first (product page A.0).
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
        let text = match &self.kind {
            FailureKind::Offline => "No connection to the service",
            FailureKind::Tls(_) if !self.detail.is_empty() => return self.detail.clone(),
            FailureKind::Tls(_) => "No secure connection to the service could be made",
            FailureKind::Proxy if self.status.is_none() && !self.detail.is_empty() => return self.detail.clone(),
            FailureKind::Proxy => "The proxy refused",
            FailureKind::Timeout => "No answer within the time limit",
            FailureKind::Broken => "The connection broke before the answer came",
            FailureKind::Cut => "The answer was cut off",
            FailureKind::TooLarge => "The answer is too large",
            FailureKind::Redirect(host) if host.is_empty() => "The address of the service has changed",
            FailureKind::Redirect(host) => return with_detail(&format!("The service points to {host}"), &self.detail),
            FailureKind::LoginPage(place) => {
                return format!(
                    "The service redirected to its login page ({place}): the token is probably not accepted"
                );
            }
            FailureKind::NotTheApi => "This is not the API: it looks like a login or notice page of the network",
            FailureKind::NotUnderstood => "The answer was not understood",
            FailureKind::Unauthorized => "The token is not accepted",
            FailureKind::Forbidden => "The service does not permit this",
            FailureKind::NotFound => "No longer there",
            FailureKind::Conflict => "Not possible in the present state",
            FailureKind::Flood => {
                return match self.retry_after {
                    Some(wait) => format!("Too fast; the service asks to wait {}", wait_words(wait.as_secs())),
                    None => "Too fast; the service asks to wait".to_owned(),
                };
            }
            FailureKind::Refused => {
                return with_detail(&with_status("The service refused this", self.status), &self.detail);
            }
            FailureKind::Server => match self.status {
                Some(502 | 504) => "Gateway error in front of the service",
                Some(503) => "The service is not available at the moment",
                status => return with_detail(&with_status("Error in the service", status), &self.detail),
            },
            FailureKind::File => "The file cannot be used",
            FailureKind::Cancelled => "Cancelled",
        };
        with_detail(text, &self.detail)
    }

    /// What happened and the way on, as one or two whole sentences.
    pub fn with_hint(&self) -> String {
        let whole = |text: &str| format!("{}.", text.trim_end_matches('.'));
        match self.hint() {
            Some(hint) => format!("{} {}", whole(&self.sentence()), whole(hint)),
            None => whole(&self.sentence()),
        }
    }

    /// The way on, when there is one.
    pub fn hint(&self) -> Option<&'static str> {
        if let Some(key) = self.key() {
            return (!key.hint.is_empty()).then_some(key.hint);
        }
        Some(match &self.kind {
            FailureKind::Offline => "Check the network or the address of the service",
            FailureKind::Tls(problem) => problem.hint(),
            FailureKind::Proxy => "Check the proxy of this machine (HTTPS_PROXY, NO_PROXY)",
            FailureKind::Timeout | FailureKind::Broken | FailureKind::Cut | FailureKind::Server => "Try again later",
            FailureKind::Redirect(_) => "Check base_url in the config; addresses are not followed on their own",
            FailureKind::LoginPage(_) => "Store a new token with `parkade login`, then ctrl-r",
            FailureKind::NotTheApi => "Open a web page to log in to the network, then try again",
            FailureKind::NotUnderstood => "Try again; if it stays, check base_url in the config",
            FailureKind::Unauthorized => "Enter a new token",
            FailureKind::Forbidden => {
                "It may not be possible now, or the account or the token may lack the feature it needs"
            }
            FailureKind::NotFound => "Refresh the list",
            FailureKind::Flood => "It goes on by itself after the wait, if that is short",
            FailureKind::File => "Check the path and its rights",
            FailureKind::TooLarge | FailureKind::Conflict | FailureKind::Refused | FailureKind::Cancelled => {
                return None;
            }
        })
    }
}

impl FailureKind {
    /// The service was not reached.
    pub fn is_no_connection(&self) -> bool {
        matches!(self, Self::Offline | Self::Tls(_) | Self::Proxy)
    }

    /// The network or the service is at fault, so the next call may fail the same way.
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

    /// One word for the request log.
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
