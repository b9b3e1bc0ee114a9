//! Subjects of notes and writes: things, fields of things, and values.
//!
//! This room only names things and has no data about them. Look first at [`Subject`] and [`Item`], then at `value.rs`
//! and `mark.rs`. `finding.rs` lists what can be wrong with a domain, because notes and filters name that, too.

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
pub use prices::{AMOUNTS, CURRENCY, DEFAULT_CURRENCY, FOR_SALE, LOWEST_OFFER, NO_PRICE, PRICES};
pub use value::{FieldName, Value};

/// Id of an entry of the journal. Later entries have higher ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub i64);

/// Key of a domain, valid as long as the account's cache: a domain keeps its key in the next run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DomainKey(pub(in crate::store) u32);

/// Thing that a write or note is about. Its text is `inquiry:112`, `domain:xn--…`, `part:3`, `profile:` and so on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Subject {
    Inquiry(Id<Inquiry>),
    /// Email or IP address, in lower case.
    Sender(Arc<str>),
    /// Domain, by its punycode.
    Domain(Arc<str>),
    /// Part of a list of names that is sent in several calls; the first is 0.
    Part(u32),
    /// File, by the digest of its content.
    File(Arc<str>),
    Import(Id<Import>),
    Export(ExportKind),
    /// Settings of the account.
    Account,
    /// Profile of the seller.
    Profile,
    /// Portfolio site.
    Portfolio,
    Image(Id<Image>),
    /// Nameserver, by its name.
    Nameserver(Arc<str>),
    /// Ads campaign by its number, or by a name if it is still to be created.
    Campaign(Arc<str>),
    /// Ads listing: the punycode of its domain, `@` and the number of its campaign.
    Listing(Arc<str>),
    /// Version of settings, by its number.
    Version(i64),
}

impl Subject {
    /// Subject for a domain.
    pub fn domain(name: &DomainName) -> Self {
        Self::Domain(name.punycode().into())
    }

    /// Subject for an address.
    pub fn sender(address: &str) -> Self {
        Self::Sender(address.to_lowercase().into())
    }

    /// Id of the inquiry, if the subject is one.
    pub fn inquiry(&self) -> Option<Id<Inquiry>> {
        if let Self::Inquiry(id) = self { Some(*id) } else { None }
    }

    /// Domain, if the subject is one.
    pub fn name(&self) -> Option<DomainName> {
        if let Self::Domain(punycode) = self { Some(DomainName::from_service(punycode)) } else { None }
    }

    /// Reads a text made by [`fmt::Display`].
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

/// Key of a target and in the overlay: a whole thing, or one field of it.
///
/// An item without a field also matches the first target about its thing, so that a write with one field for each
/// thing can be looked up by the thing alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item {
    pub subject: Subject,
    pub field: Option<FieldName>,
}

impl Item {
    /// Item for one field of a thing.
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

/// Something that names a target: a thing or an [`Item`].
pub trait Names {
    fn thing(&self) -> &Subject;

    /// Field of the target, if one is named.
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
