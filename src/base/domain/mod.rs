//! Domain names in Unicode and punycode. Look first at [`DomainName`]; `script.rs` finds names made to look like
//! others.

mod script;

use std::borrow::Cow;
use std::net::Ipv4Addr;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::clean_line;

/// Domain name, in the form people read and in the form the service is sent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DomainName {
    /// Unicode form, cleaned for one line.
    unicode: String,
    /// Canonical ASCII form (UTS 46, non-transitional, lower case), as the service is sent it.
    punycode: String,
}

/// Reason why a text is not a domain name.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct DomainNameError(pub String);

/// Reason why a name may be read as another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookalike {
    /// Letters of several scripts in one label, in words: `Latin and Cyrillic`.
    MixedScripts(String),
    /// Every letter of a label looks like a Latin one; holds the Latin reading of the whole name.
    WholeScript(String),
}

impl DomainName {
    /// Reads a name as typed or pasted, in Unicode or punycode.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, DomainNameError> {
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let wrong = |why: &str| Err(DomainNameError(why.to_owned()));
        if text.is_empty() {
            return wrong("No name here.");
        }
        if text.parse::<Ipv4Addr>().is_ok() {
            return wrong("This is an IP address, not a domain name.");
        }
        if is_canonical(text) {
            return Ok(Self { unicode: text.to_owned(), punycode: text.to_owned() });
        }
        if text.contains("://") || text.contains('/') {
            return wrong("This is an address; only the name is needed.");
        }
        if text.contains('@') {
            return wrong("This is a mail address, not a domain name.");
        }
        if text.contains(char::is_whitespace) {
            return wrong("A domain name has no spaces.");
        }
        let uts46 = Uts46::new();
        let Ok(punycode) = uts46.to_ascii(text.as_bytes(), AsciiDenyList::STD3, Hyphens::Allow, DnsLength::Verify)
        else {
            return wrong(&why_invalid(text));
        };
        let punycode = punycode.into_owned();
        if !punycode.contains('.') {
            return wrong("A domain name has an ending, such as .com.");
        }
        if punycode.split('.').any(|label| label.starts_with('-') || label.ends_with('-')) {
            return wrong("A part of the name begins or ends with a hyphen.");
        }
        let (unicode, valid) = uts46.to_unicode(punycode.as_bytes(), AsciiDenyList::STD3, Hyphens::Allow);
        if valid.is_err() {
            return wrong("This is not a valid domain name.");
        }
        // A name with joiners is valid but partly invisible, so it is shown in its ASCII form.
        let unicode = if clean_line(&unicode) == unicode { unicode.into_owned() } else { punycode.clone() };
        Ok(Self { unicode, punycode })
    }

    /// Name that the service sent. A text that is not a valid name is kept unchanged, also for sending it back.
    pub fn from_service(punycode: &str) -> Self {
        Self::parse(punycode)
            .unwrap_or_else(|_| Self { unicode: clean_line(punycode).into_owned(), punycode: punycode.to_owned() })
    }

    /// The Unicode form, safe for the screen.
    pub fn unicode(&self) -> &str {
        &self.unicode
    }

    /// ASCII form, as the service is sent it; for an invalid name the text as it came. Not for the screen.
    pub fn punycode(&self) -> &str {
        &self.punycode
    }

    /// Both forms where they differ: `sólar.com (xn--slar-qqa.com)`. Safe for the screen.
    pub fn both(&self) -> String {
        let ascii = clean_line(&self.punycode);
        if self.unicode == ascii { self.unicode.clone() } else { format!("{} ({ascii})", self.unicode) }
    }

    /// A warning when the name can be mistaken for another.
    pub fn lookalike(&self) -> Option<Lookalike> {
        script::lookalike(&self.unicode)
    }
}

/// Reason why a text is not a name, if one can be found.
fn why_invalid(text: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    if let Some(sign) = text.chars().find(|c| c.is_ascii() && !allowed(*c)) {
        return format!("“{sign}” is not allowed in a name.");
    }
    if text.starts_with('.') {
        return "A name cannot start with a dot.".to_owned();
    }
    if text.split('.').any(str::is_empty) {
        return "Two dots in a row.".to_owned();
    }
    if text.split('.').any(|label| label.len() > 63) {
        return "More than 63 characters between dots.".to_owned();
    }
    if text.len() > 253 {
        return "More than 253 characters.".to_owned();
    }
    "This is not a valid domain name.".to_owned()
}

/// True for a text whose characters alone show that it is in canonical form, as those of most names do.
fn is_canonical(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    text.len() <= 253
        && text.contains('.')
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(plain)
                && !label.starts_with("xn--")
                && !label.starts_with('-')
                && !label.ends_with('-')
        })
}

impl Serialize for DomainName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.punycode)
    }
}

impl<'de> Deserialize<'de> for DomainName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::from_service(&Cow::<'_, str>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests;
