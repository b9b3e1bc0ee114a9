//! Domain names in both spellings.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A domain name as people read it and as the wire carries it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DomainName {
    /// The Unicode form, cleaned for one line.
    unicode: String,
    /// The canonical ASCII form (UTS 46, non-transitional, lower case); what the service is sent.
    punycode: String,
}

/// Why a text is not a domain name.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct DomainNameError(pub String);

/// Why a name may be read as another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookalike {
    /// Letters of several scripts in one label, in words: `Latin and Cyrillic`.
    MixedScripts(String),
    /// Every letter of a label looks like a Latin one: the Latin reading.
    WholeScript(String),
}

impl DomainName {
    /// Reads a name as typed or pasted, in Unicode or punycode.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, DomainNameError> {
        let t = text.trim();
        if t.is_empty() {
            return Err(DomainNameError("this line is empty".into()));
        }
        Ok(Self { unicode: t.to_owned(), punycode: t.to_owned() })
    }

    /// Takes a name the service sent; a text that is no valid name stays as it is.
    pub fn from_service(punycode: &str) -> Self {
        Self::parse(punycode).unwrap_or_else(|_| Self {
            unicode: super::clean_line(punycode).into_owned(),
            punycode: punycode.to_owned(),
        })
    }

    /// The Unicode form, safe for the screen.
    pub fn unicode(&self) -> &str {
        &self.unicode
    }

    /// The ASCII form the service is sent.
    pub fn punycode(&self) -> &str {
        &self.punycode
    }

    /// Both forms where they differ: `sólar.com (xn--slar-qqa.com)`.
    pub fn both(&self) -> String {
        if self.unicode == self.punycode {
            self.unicode.clone()
        } else {
            format!("{} ({})", self.unicode, self.punycode)
        }
    }

    /// A warning when the name can be mistaken for another.
    pub fn lookalike(&self) -> Option<Lookalike> {
        None
    }
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
