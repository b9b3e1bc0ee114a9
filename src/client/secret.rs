//! The token and the ads key: text that is never printed.

use std::fmt;

use memchr::memmem;
use secrecy::{ExposeSecret, SecretString};

/// Bytes of the shortest credential that is looked for in bodies.
const SHORTEST: usize = 12;

/// A credential. It has no `Display`; `Debug` prints `…` and its last four characters.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Wraps a credential; white space around it (a pasted line end) is removed.
    pub fn new(text: String) -> Self {
        let trimmed = text.trim();
        // A copy is made only to cut something off, so that no second plain copy is in memory.
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

    /// A body with every occurrence of this credential replaced, as it is and as JSON may write it; `None` without any.
    /// One as short as a word would be found everywhere.
    pub fn scrub_body(&self, body: &[u8]) -> Option<Vec<u8>> {
        let secret = self.expose();
        if secret.len() < SHORTEST {
            return None;
        }
        let escaped = secret.replace('\\', "\\\\").replace('"', "\\\"").replace('/', "\\/");
        let mut scrubbed: Option<Vec<u8>> = None;
        for form in [secret, &escaped] {
            let text = scrubbed.as_deref().unwrap_or(body);
            let mut places = memmem::find_iter(text, form).peekable();
            if places.peek().is_some() {
                let (mut out, mut from) = (Vec::with_capacity(text.len()), 0);
                for at in places {
                    out.extend_from_slice(&text[from..at]);
                    out.extend_from_slice("…".as_bytes());
                    from = at + form.len();
                }
                out.extend_from_slice(&text[from..]);
                scrubbed = Some(out);
            }
        }
        scrubbed
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
