//! Subjects of notes and writes: things, fields of things, and their values.
//!
//! Only names of things are here, nothing that is known about them. Look first at [`Subject`] and [`Item`], then
//! `value.rs` and `mark.rs`; `finding.rs` lists what can be wrong with a domain, which notes and filters name, too.

pub mod finding;
mod mark;
mod prices;
mod value;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::api::exports::Kind as ExportKind;
use crate::api::types::{Image, Import, Inquiry};
use crate::base::{DomainName, Id};

pub use mark::Mark;
pub use prices::{AMOUNTS, CURRENCY, DEFAULT_CURRENCY, FOR_SALE, NO_PRICE, PRICES};
pub use value::{FieldName, Value};

/// Number of an entry of the journal; later entries have higher numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub i64);

/// Key of a domain as long as this account's cache lives: the same name keeps its key, also in the next run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DomainKey(pub(in crate::store) u32);

/// One thing a write is about. Written as `inquiry:112`, `domain:xn--…`, `part:3`, `profile:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
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
    /// The settings of the account.
    Account,
    /// The seller's profile.
    Profile,
    /// The portfolio site.
    Portfolio,
    Image(Id<Image>),
    /// A nameserver by its name.
    Nameserver(Arc<str>),
    /// An ads campaign by its number; one still to be created by a name.
    Campaign(Arc<str>),
    /// An ads listing: the punycode of its domain, `@` and the number of its campaign.
    Listing(Arc<str>),
    /// A version of settings by its number.
    Version(i64),
}

impl Subject {
    /// The subject of a domain name.
    pub fn domain(name: &DomainName) -> Self {
        Self::Domain(name.punycode().into())
    }

    /// The subject of an address.
    pub fn sender(address: &str) -> Self {
        Self::Sender(address.to_lowercase().into())
    }

    /// The inquiry's number, if the subject is one.
    pub fn inquiry(&self) -> Option<Id<Inquiry>> {
        if let Self::Inquiry(id) = self { Some(*id) } else { None }
    }

    /// The domain's name, if the subject is one.
    pub fn name(&self) -> Option<DomainName> {
        if let Self::Domain(punycode) = self { Some(DomainName::from_service(punycode)) } else { None }
    }

    /// Reads text written by [`fmt::Display`].
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
            "account" => Self::Account,
            "profile" => Self::Profile,
            "portfolio" => Self::Portfolio,
            "image" => Self::Image(Id::new(rest.parse().ok()?)),
            "nameserver" => Self::Nameserver(rest.into()),
            "campaign" => Self::Campaign(rest.into()),
            "listing" => Self::Listing(rest.into()),
            "version" => Self::Version(rest.parse().ok()?),
            _ => return None,
        })
    }
}

impl From<Subject> for String {
    fn from(subject: Subject) -> Self {
        subject.to_string()
    }
}

impl TryFrom<String> for Subject {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("“{}” names nothing", crate::base::clean_line(&text)))
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
            Self::Account => write!(f, "account:"),
            Self::Profile => write!(f, "profile:"),
            Self::Portfolio => write!(f, "portfolio:"),
            Self::Image(id) => write!(f, "image:{id}"),
            Self::Nameserver(name) => write!(f, "nameserver:{name}"),
            Self::Campaign(name) => write!(f, "campaign:{name}"),
            Self::Listing(name) => write!(f, "listing:{name}"),
            Self::Version(number) => write!(f, "version:{number}"),
        }
    }
}

impl From<Id<Inquiry>> for Subject {
    fn from(id: Id<Inquiry>) -> Self {
        Self::Inquiry(id)
    }
}

/// Key of a target and of the overlay: a thing as a whole, or one field of it.
///
/// An item without a field also matches the first target of its thing, so that a write with one field per thing can be
/// looked up by the thing alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item {
    pub subject: Subject,
    pub field: Option<FieldName>,
}

impl Item {
    /// The item of one field of a thing.
    pub fn field(subject: impl Into<Subject>, field: FieldName) -> Self {
        Self { subject: subject.into(), field: Some(field) }
    }
}

impl<S: Into<Subject>> From<S> for Item {
    fn from(subject: S) -> Self {
        Self { subject: subject.into(), field: None }
    }
}

impl Deref for Item {
    type Target = Subject;

    fn deref(&self) -> &Subject {
        &self.subject
    }
}

/// A way to name a target: by a thing, or by an [`Item`].
pub trait Names {
    fn thing(&self) -> &Subject;

    /// The field, where one is named.
    fn named_field(&self) -> Option<&FieldName> {
        None
    }
}

impl Names for Subject {
    fn thing(&self) -> &Subject {
        self
    }
}

impl Names for Item {
    fn thing(&self) -> &Subject {
        &self.subject
    }

    fn named_field(&self) -> Option<&FieldName> {
        self.field.as_ref()
    }
}
