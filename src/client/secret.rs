//! Credentials: the token and the ads key, never printed whole.

use std::fmt;

use memchr::memmem;
use secrecy::{ExposeSecret, SecretString};

/// Length in bytes of the shortest credential that is searched for in bodies.
const SHORTEST: usize = 12;
/// Length in bytes from which a credential is also searched for inside words of messages.
const WORD: usize = 8;

/// A credential. It has no `Display`; `Debug` prints `…` and its last four characters.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Credential made of a text; white space around it (a pasted line end) is removed.
    pub fn new(text: String) -> Self {
        let trimmed = text.trim();
        // Copy the text only if something is cut off, so that no second plain copy is in memory.
        Self(if trimmed.len() == text.len() { text.into() } else { trimmed.to_owned().into() })
    }

    /// Last four characters, the only part ever shown; of a short secret fewer, so that half of it stays hidden.
    pub fn last4(&self) -> String {
        let text = self.expose();
        let count = text.chars().count();
        text.chars().skip(count - (count / 2).min(4)).map(|c| if c.is_ascii_graphic() { c } else { '·' }).collect()
    }

    /// Whole credential, for the header and for storing it; never for the screen or a log.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// Body with every occurrence of this credential replaced, plain or as JSON may write it; `None` if there is
    /// none. A credential as short as a word is not searched for, because it would be found everywhere.
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

    /// Text from outside with every occurrence of this credential replaced; `None` if there is none. A credential
    /// shorter than `WORD` is replaced only where it is a word of its own.
    pub fn scrub(&self, text: &str) -> Option<String> {
        let secret = self.expose();
        if secret.is_empty() {
            return None;
        }
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_hidden = |at: usize| {
            let (before, after) = (text[..at].chars().next_back(), text[at + secret.len()..].chars().next());
            secret.len() >= WORD || !in_word(before) && !in_word(after)
        };
        let (mut out, mut from) = (String::new(), 0);
        for (at, _) in text.match_indices(secret).filter(|(at, _)| is_hidden(*at)) {
            out.push_str(&text[from..at]);
            out.push('…');
            from = at + secret.len();
        }
        (from > 0).then(|| out + &text[from..])
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "…{}", self.last4())
    }
}
