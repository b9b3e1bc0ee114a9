//! Strangers' text, which must be cleaned before it is shown, copied or used as a name.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::clean::{clean_block, clean_line};

/// Text from outside: the service, a buyer, a file. It has no `Display`, so the compiler demands a cleaning call.
///
/// `raw` is exactly what was sent, for comparisons and the raw view. [`Untrusted::line`] and [`Untrusted::block`]
/// give text that may become cells, titles, clipboard text or file names.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Untrusted(String);

impl Untrusted {
    /// Wraps text from outside.
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    /// Exactly what was sent; never for the screen.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// True when the text is empty or only white space.
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Text cleaned for one line. Newlines, tabs and everything that could forge a row become a mark.
    pub fn line(&self) -> Cow<'_, str> {
        clean_line(&self.0)
    }

    /// Text cleaned with its line breaks as `
    /// `, for message bodies in a text view.
    pub fn block(&self) -> Cow<'_, str> {
        clean_block(&self.0)
    }
}

impl fmt::Debug for Untrusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Untrusted({:?})", self.line())
    }
}

impl From<&str> for Untrusted {
    fn from(raw: &str) -> Self {
        Self(raw.to_owned())
    }
}

impl From<String> for Untrusted {
    fn from(raw: String) -> Self {
        Self(raw)
    }
}
