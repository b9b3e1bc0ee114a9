//! Endpoints of the service: from this one value follow path, cache key, log line, ability grid, help and sandbox route
//! of a call.

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
    /// The method as in an HTTP request.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

/// The two services; the service decides which credential is sent (never both).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// Documents 1 and 2, with `Authorization: Bearer`.
    Parking,
    /// Document 3, with `XF-Api-Key`.
    Ads,
}

/// A named permission of a token, spelled as in the documents (`inquiries.list`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ability(pub &'static str);

/// A scope of an ads key (`np_ads_listings:read`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AdsScope(pub &'static str);

/// Right the credential must have for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// One ability.
    One(Ability),
    /// For bulk calls: the ability of the single action, and the second ability too when `all` is used.
    PerAction { actions: &'static [(&'static str, Ability)], with_all: Ability },
    /// For undo: the ability by the scope of the version (`account`, `profile`, `domain`).
    PerScope(&'static [(&'static str, Ability)]),
    /// A scope of the ads key.
    Scope(AdsScope),
    /// Not stated in the documents.
    NotShown,
}

/// When the same call may be sent again after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resend {
    /// A read: retried within the budget and with jitter.
    Read,
    /// A write: the program sends it once more after readings showed that it was not applied.
    AfterNotApplied,
    /// A write: only the user can send it again.
    ByUser,
    /// A write that is never sent again without the full confirmation.
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

/// Form of a successful answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A JSON object.
    Json,
    /// A file; an answer in JSON is an error.
    Stream,
}

/// Where a call is documented, and if this program uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// In the documents; this program may use it.
    Documented,
    /// The old name of the call named here: in the documents, never called by this program.
    AliasOf(&'static str),
    /// Not in the three documents but in the operator's public reference; a service may not know it (404, 405).
    Extension,
}

/// Kinds of things the service keeps: a read names the kinds it is about, a write the kinds it changes.
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
    /// The document that describes it and the heading there: `Parking API, part 1: Imports.`
    pub documented: &'static str,
    pub service: Service,
    pub method: Method,
    /// Path relative to `{base_url}/api/v1/`, with `{placeholders}`.
    pub path: &'static str,
    pub params: &'static [Param],
    pub needs: Needs,
    pub resend: Resend,
    /// Resources a read is about: its answer is stale once a write has touched one of them.
    pub about: &'static [Resource],
    /// Resources that a successful write makes stale.
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

    /// True when the call needs that ability or scope whatever its parameters are.
    pub fn takes_only(&self, name: &str) -> bool {
        matches!(self.needs, Needs::One(Ability(own)) | Needs::Scope(AdsScope(own)) if own == name)
    }

    /// The one ability, or scope of the ads key, that the call needs; `None` where it needs none or several.
    pub fn right(&self) -> Option<Ability> {
        match self.needs {
            Needs::One(ability) => Some(ability),
            Needs::Scope(AdsScope(scope)) => Some(Ability(scope)),
            Needs::PerAction { .. } | Needs::PerScope(_) | Needs::NotShown => None,
        }
    }

    /// Values of the placeholders, if `path` (relative to `{base_url}/api/v1/`) fits this call.
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
    /// A file, read from disk when it is sent: streamed as it is, or rewritten if its rows are in another format than
    /// the service reads.
    File {
        name: &'static str,
        path: std::path::PathBuf,
        file_name: String,
        content_type: &'static str,
        written: crate::base::Written,
        /// [`crate::base::digest`] of the content to send; other content is not sent. `None` sends whatever the file
        /// contains.
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

/// A concrete request, which the client sends and by which the cache keeps its answer. Plain data, cheap to clone.
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
    /// The smallest form of a read that needs no name and no number: its first page, with one row where the page size
    /// can be set.
    pub fn smallest(endpoint: &'static Endpoint) -> Self {
        let query = match endpoint.page {
            PageRule::UpTo(_) => vec![("page", "1".to_owned()), ("per_page", "1".to_owned())],
            PageRule::Fixed(_) => vec![("page", "1".to_owned())],
            PageRule::None => Vec::new(),
        };
        Self { endpoint, path: endpoint.path.to_owned(), query, body: Body::None }
    }

    /// The value of a query parameter, if the call has it.
    pub fn sent(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(sent, _)| *sent == name).map(|(_, value)| value.as_str())
    }

    /// Key of the call, the same for equal reads: `parking/inquiries?page=2&per_page=100`.
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
