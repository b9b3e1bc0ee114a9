//! The token and the ads key: text that is never printed whole.

use std::fmt;

use memchr::memmem;
use secrecy::{ExposeSecret, SecretString};

/// Length in bytes of the shortest credential that is searched for in bodies.
const SHORTEST: usize = 12;
/// Length in bytes from which a credential is searched for inside words of messages, too.
const WORD: usize = 8;

/// A credential. It has no `Display`; `Debug` prints `…` and its last four characters.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Wraps a credential; white space around it (a pasted line end) is removed.
    pub fn new(text: String) -> Self {
        let trimmed = text.trim();
        // The text is copied only where something is cut off, so that no second plain copy is in memory.
        Self(if trimmed.len() == text.len() { text.into() } else { trimmed.to_owned().into() })
    }

    /// The last four characters, the only part that is ever shown; fewer of a short secret, so that half of it stays
    /// hidden.
    pub fn last4(&self) -> String {
        let text = self.expose();
        let count = text.chars().count();
        text.chars().skip(count - (count / 2).min(4)).map(|c| if c.is_ascii_graphic() { c } else { '·' }).collect()
    }

    /// The credential itself, for the header and for where it is stored; never for the screen or a log.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// The body with every occurrence of this credential replaced, both plain and as JSON may write it; `None` where it
    /// has none. A credential as short as a word is not searched for, as it would be found everywhere.
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

    /// The text with every occurrence of this credential replaced; `None` where it has none. For text that came from
    /// outside. A credential shorter than `WORD` is replaced only where it is a word of its own.
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
