//! What a write is about, one by one.

use std::fmt;
use std::sync::Arc;

use crate::api::exports::Kind as ExportKind;
use crate::api::types::{Import, Inquiry};
use crate::base::{DomainName, Id};

/// One thing a write is about: the key of a journal target. Written as `inquiry:112`, `domain:xn--…`, `part:3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    Inquiry(Id<Inquiry>),
    /// A mail or IP address, in lower case.
    Sender(Arc<str>),
    /// A name in its punycode form.
    Domain(Arc<str>),
    /// A part of a list of names that is sent in several calls, from 0.
    Part(u32),
    /// A file by the digest of its content.
    File(Arc<str>),
    Import(Id<Import>),
    Export(ExportKind),
}

impl Subject {
    /// The subject a name is.
    pub fn domain(name: &DomainName) -> Self {
        Self::Domain(name.punycode().into())
    }

    /// The inquiry it is, if it is one.
    pub fn inquiry(&self) -> Option<Id<Inquiry>> {
        if let Self::Inquiry(id) = self { Some(*id) } else { None }
    }

    /// The domain it is, if it is one.
    pub fn name(&self) -> Option<DomainName> {
        if let Self::Domain(punycode) = self { Some(DomainName::from_service(punycode)) } else { None }
    }

    /// Reads what [`fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(':')?;
        Some(match kind {
            "inquiry" => Self::Inquiry(Id::new(rest.parse().ok()?)),
            "sender" => Self::Sender(rest.into()),
            "domain" => Self::Domain(rest.into()),
            "part" => Self::Part(rest.parse().ok()?),
            "file" => Self::File(rest.into()),
            "import" => Self::Import(Id::new(rest.parse().ok()?)),
            "export" => Self::Export(ExportKind::parse(rest)?),
            _ => return None,
        })
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inquiry(id) => write!(f, "inquiry:{id}"),
            Self::Sender(address) => write!(f, "sender:{address}"),
            Self::Domain(punycode) => write!(f, "domain:{punycode}"),
            Self::Part(part) => write!(f, "part:{part}"),
            Self::File(digest) => write!(f, "file:{digest}"),
            Self::Import(id) => write!(f, "import:{id}"),
            Self::Export(kind) => write!(f, "export:{}", kind.as_str()),
        }
    }
}

impl From<Id<Inquiry>> for Subject {
    fn from(id: Id<Inquiry>) -> Self {
        Self::Inquiry(id)
    }
}
