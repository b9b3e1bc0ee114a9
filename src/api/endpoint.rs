//! Endpoints of the service. A call's path, cache key, log line, ability, help and sandbox route all come from this
//! one value.

use std::fmt::Debug;

use thiserror::Error;

/// The verb of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    Get,
    Post,
    Delete,
}

impl Method {
    /// Method as written in an HTTP request.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

/// The two services, each with its own credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// Service of documents 1 and 2, with `Authorization: Bearer`.
    Parking,
    /// Service of document 3, with `XF-Api-Key`.
    Ads,
}

/// Permission of a token, spelled as in the documents (`inquiries.list`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ability(pub &'static str);

/// A scope of an ads key (`np_ads_listings:read`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AdsScope(pub &'static str);

/// Ability or scope that a call needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// One ability.
    One(Ability),
    /// For bulk calls: the ability of the action, and a second one if `all` is used.
    PerAction { actions: &'static [(&'static str, Ability)], with_all: Ability },
    /// For undo: the ability by the scope of the version (`account`, `profile`, `domain`).
    PerScope(&'static [(&'static str, Ability)]),
    /// A scope of the ads key.
    Scope(AdsScope),
    /// Not in the documents.
    NotShown,
}

/// Condition for sending the same call again after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resend {
    /// Read, repeated within the retry budget.
    Read,
    /// Write, sent once more by the program after readings showed that it was not applied.
    AfterNotApplied,
    /// Write that only the user can send again.
    ByUser,
    /// Write that is never sent again without the full confirmation.
    Never,
}

/// Place of a parameter in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Path,
    Query,
    Json,
    Multipart,
}

/// A parameter of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    pub name: &'static str,
    pub place: Place,
}

/// How a list is divided into pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageRule {
    /// Not a list, or a list without pages.
    None,
    /// Parameters `page` and `per_page`, which may be up to this number.
    UpTo(u32),
    /// Parameter `page` only, with this many rows on each page.
    Fixed(u32),
}

/// Format of a successful answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A JSON object.
    Json,
    /// File; an answer in JSON is an error.
    Stream,
}

/// Source of a call's documentation, and whether this program uses the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// In the documents, for this program to use.
    Documented,
    /// Old name of the call named here; in the documents, but never used by this program.
    AliasOf(&'static str),
    /// Not in the three documents but in the operator's public reference; a service may not have it (404, 405).
    Extension,
}

/// Kinds of things that the service keeps. A read names the kinds it is about, a write the kinds it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    Domains,
    DomainSettings,
    Imports,
    Exports,
    Images,
    Senders,
    Nameservers,
    Emails,
    Inquiries,
    Insights,
    Portfolio,
    Profile,
    Settings,
    History,
    Schema,
    Campaigns,
}

/// One call of the documents.
#[derive(Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Unique name, `group.verb`: `inquiries.star`.
    pub name: &'static str,
    /// One line for help and documentation.
    pub summary: &'static str,
    /// Document that describes the call, and the heading there: `Parking API, part 1: Imports.`
    pub documented: &'static str,
    pub service: Service,
    pub method: Method,
    /// Path relative to `{base_url}/api/v1/`, with `{placeholders}`.
    pub path: &'static str,
    pub params: &'static [Param],
    pub needs: Needs,
    pub resend: Resend,
    /// Kinds that a read is about: its answer is stale once a write has changed one of them.
    pub about: &'static [Resource],
    /// Kinds that a successful write changes.
    pub touches: &'static [Resource],
    pub page: PageRule,
    pub answer: Answer,
    pub standing: Standing,
}

impl Endpoint {
    /// True when the call changes nothing at the service.
    pub fn is_read(&self) -> bool {
        self.resend == Resend::Read
    }

    /// True when the call needs the ability or scope of that name, alone or for one of its actions.
    pub fn takes(&self, name: &str) -> bool {
        let among = |all: &[(&str, Ability)]| all.iter().any(|(_, ability)| ability.0 == name);
        match self.needs {
            Needs::One(ability) => ability.0 == name,
            Needs::Scope(scope) => scope.0 == name,
            Needs::PerAction { actions, with_all } => with_all.0 == name || among(actions),
            Needs::PerScope(scopes) => among(scopes),
            Needs::NotShown => false,
        }
    }

    /// True when the call needs that ability or scope for all values of its parameters.
    pub fn takes_only(&self, name: &str) -> bool {
        matches!(self.needs, Needs::One(Ability(own)) | Needs::Scope(AdsScope(own)) if own == name)
    }

    /// The only ability or scope that the call needs; `None` if it needs none or several.
    pub fn right(&self) -> Option<Ability> {
        match self.needs {
            Needs::One(ability) => Some(ability),
            Needs::Scope(AdsScope(scope)) => Some(Ability(scope)),
            Needs::PerAction { .. } | Needs::PerScope(_) | Needs::NotShown => None,
        }
    }

    /// Values of the placeholders, if `path` (relative to `{base_url}/api/v1/`) is one of this call.
    pub fn places(&self, path: &str) -> Option<Vec<String>> {
        let mut values = Vec::new();
        let (mut left, mut right) = (self.path.split('/'), path.split('/'));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return Some(values),
                (Some(t), Some(p)) if t.starts_with('{') && !p.is_empty() => values.push(p.to_owned()),
                (Some(t), Some(p)) if t == p => {}
                _ => return None,
            }
        }
    }
}

/// A file or field of a multipart body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A text field.
    Field { name: &'static str, value: String },
    /// File, read from disk when it is sent: streamed unchanged, or rewritten if its rows are in another format than
    /// the service reads.
    File {
        name: &'static str,
        path: std::path::PathBuf,
        file_name: String,
        content_type: &'static str,
        written: crate::base::Written,
        /// [`crate::base::digest`] of the checked content; different content is not sent. `None` sends whatever the
        /// file contains.
        digest: Option<String>,
    },
}

/// The body of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Body {
    #[default]
    None,
    Json(serde_json::Value),
    Multipart(Vec<Part>),
}

/// Concrete request, which the client sends, and under whose key the cache keeps the answer. Plain data, cheap to
/// clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub endpoint: &'static Endpoint,
    /// Path with its placeholders filled and percent-encoded, relative to `{base_url}/api/v1/`.
    pub path: String,
    /// Query parameters, not yet encoded, in the order of the documents.
    pub query: Vec<(&'static str, String)>,
    pub body: Body,
}

impl Call {
    /// Smallest form of a read that needs no name and no number: its first page, with one row if the page size can be
    /// set.
    pub fn smallest(endpoint: &'static Endpoint) -> Self {
        let query = match endpoint.page {
            PageRule::UpTo(_) => vec![("page", "1".to_owned()), ("per_page", "1".to_owned())],
            PageRule::Fixed(_) => vec![("page", "1".to_owned())],
            PageRule::None => Vec::new(),
        };
        Self { endpoint, path: endpoint.path.to_owned(), query, body: Body::None }
    }

    /// Value of a query parameter, if the call has it.
    pub fn sent(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(sent, _)| *sent == name).map(|(_, value)| value.as_str())
    }

    /// Key of the call, equal for equal reads: `parking/inquiries?page=2&per_page=100`.
    pub fn key(&self) -> String {
        let mut key = String::from(self.path.as_str());
        for (i, (name, value)) in self.query.iter().enumerate() {
            key.push(if i == 0 { '?' } else { '&' });
            key.push_str(name);
            key.push('=');
            key.push_str(value);
        }
        key
    }
}

/// Reason why an answer with status 2xx could not be understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct DecodeError {
    /// One sentence for people.
    pub message: String,
}

/// A typed request of the catalogue.
pub trait Request: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The decoded answer.
    type Reply: Debug + Send + Sync + 'static;
    /// The request's entry in the catalogue.
    const ENDPOINT: &'static Endpoint;

    /// The concrete call.
    fn call(&self) -> Call;

    /// Decodes the body of a successful answer.
    ///
    /// # Errors
    /// When the body is not the documented object at all; single odd fields and rows are tolerated.
    fn decode(body: &[u8]) -> Result<Self::Reply, DecodeError>;
}
