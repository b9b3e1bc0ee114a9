//! The token and the ads key: text that is never printed.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

/// A credential. It has no `Display`; `Debug` prints `…` and its last four characters.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Wraps a credential; white space around it (a pasted line end) is removed.
    pub fn new(text: String) -> Self {
        let trimmed = text.trim();
        // Only a copy when there is something to cut off, so that no second plain copy lies in memory.
        Self(if trimmed.len() == text.len() { text.into() } else { trimmed.to_owned().into() })
    }

    /// The last four characters, the only part that is ever shown; of a short secret fewer, so that half stays hidden.
    pub fn last4(&self) -> String {
        let text = self.expose();
        let count = text.chars().count();
        text.chars().skip(count - (count / 2).min(4)).map(|c| if c.is_ascii_graphic() { c } else { '·' }).collect()
    }

    /// The credential itself, for the header and for the place it is kept in; never for the screen or a log.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// `text` with every occurrence of this credential replaced, for text that came from outside.
    pub fn scrub(&self, text: &str) -> Option<String> {
        let secret = self.expose();
        (!secret.is_empty() && text.contains(secret)).then(|| text.replace(secret, "…"))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "…{}", self.last4())
    }
}
