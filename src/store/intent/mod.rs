//! What the user asked to change, before it is a call: the unit of the journal, of undo and of the log of what was done.
//!
//! Nothing here is sent or kept. Look first at [`Intent`] (every write there is, with what it needs), then `rules.rs`
//! (the one table: words, confirmation, way back, how an unknown outcome is settled) and `calls.rs` (the call it becomes
//! and how its answer is read).

mod calls;
mod rules;
mod subject;
mod verb;
mod words;

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::domains::{Casing, Tab};
use crate::api::exports::Kind as ExportKind;
use crate::api::inquiries::{DeliveryFilter, Order, Status};
use crate::api::types::{Import, Inquiry, Sender};
use crate::base::{DomainName, Id, Written};
use crate::store::journal::Target;

pub use calls::{BulkSaid, Said, filter_body};
pub use rules::RULES;
pub use subject::Subject;
pub use verb::{Again, Back, Caution, EXPIRES_AFTER, Noun, Rule, Settles, Topic, Verb};
pub(crate) use words::thousands;

/// A mark of an inquiry. Patches assign a value and never toggle, so that doing one twice changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Read,
    Starred,
    Archived,
    /// `marks.removed` at the service; in every text of the program *hidden*.
    Hidden,
}

/// A change the user confirmed. Screens push it as `Effect::Write(intent)`, behind `Confirm::of` where it asks first.
///
/// Which rows, names or files it is about are its [`Subject`]s ([`Intent::subjects`]): the journal keeps one target with
/// a state of its own for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Sets one mark of some inquiries. At once, with exact undo; equal marks that wait travel as one bulk call.
    Mark {
        /// Kept as targets, not here.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ids: Vec<Id<Inquiry>>,
        mark: Mark,
        to: bool,
    },
    /// Sets one mark of everything a filter holds at the service, also of what is not known here (trap F.4): `ids` are
    /// the rows known here, `filter` is the body of the bulk call with `all`. Undo takes back the known rows only, so the
    /// question must say so. Never for hiding, and never where the filter has terms only this program knows (F.1).
    MarkAll {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ids: Vec<Id<Inquiry>>,
        mark: Mark,
        to: bool,
        /// How many the service said there are.
        of: u64,
        /// The filters of `parking/inquiries/bulk`, as they are sent.
        filter: Value,
    },
    /// Mails inquiries to the confirmed parking address (`to`, for the words). No way back.
    RequestEmail {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ids: Vec<Id<Inquiry>>,
        to: String,
    },
    /// Asks buyers for a working address: once per inquiry, a day after the address was confirmed. No way back.
    Unreachable {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ids: Vec<Id<Inquiry>>,
    },
    /// Ignores a mail or IP address from now on. Undo allows it again.
    IgnoreSender { address: String },
    /// Ignores an address no longer. Undo ignores it again, under a new number.
    AllowSender { address: String, id: Id<Sender> },
    /// Does one thing to domains, by name: one call for one name where there is one, else bulk calls of at most 10,000
    /// names. `tab` is the tab they were chosen on (it decides which acts there are, see `Tab::actions`).
    Domains {
        act: DomainAct,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        names: Vec<DomainName>,
        tab: Tab,
    },
    /// Adds names, one a line, as typed: sent in parts of [`ADD_CHUNK`], one import each, the next only after the last
    /// was accepted. A refusal ends it; the parts not sent are told.
    AddDomains { lines: Lines, casing: Casing },
    /// Uploads a CSV file as an import. The file must still be the one that was checked.
    ImportCsv(Box<CsvImport>),
    /// Runs a finished or failed import again, as a new one.
    RerunImport { import: Id<Import> },
    /// Starts an export. While one of its kind runs the service answers with that one: compare its `filters` (F.14).
    Export(ExportAsk),
}

/// Names per call when domains are added; the documents do not state a limit.
pub const ADD_CHUNK: usize = 5_000;

/// What can be done to domains by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DomainAct {
    /// Takes them out of the account. Undo adds them back; their settings may differ then.
    Delete,
    /// Takes them off the detected list. No way back is known.
    Ignore,
    /// Checks single names that are detected or were held before; an import each.
    Verify,
    /// Checks names of the account again; one import.
    Retry,
    /// Takes detected names into the account; one import.
    Approve,
    /// Brings removed names back into the account; one import.
    AddBack,
}

/// A CSV file to import, as it was when the user confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsvImport {
    pub path: PathBuf,
    /// The name the service is told.
    pub file_name: String,
    /// What it is written in; it is sent with commas and in UTF-8.
    #[serde(default, skip_serializing_if = "Written::is_plain")]
    pub written: Written,
    /// As it is sent.
    pub bytes: u64,
    /// [`crate::base::digest`] of its content as it is sent: it is sent only while it is the same.
    pub digest: String,
    /// Field names in column order, `ignored` skips one; `None` where the header is that of an export.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip_rows: Option<u32>,
    #[serde(default)]
    pub casing: Casing,
    /// Applies the casing to domains already present.
    #[serde(default)]
    pub update_casing: bool,
}

/// An export to start. The filters are for inquiries only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportAsk {
    pub kind: ExportKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<DomainName>,
    /// `None` is the service's own default, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<DeliveryFilter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
}

/// Lines of text, cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines(pub Arc<[String]>);

impl Serialize for Lines {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Lines {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Vec::<String>::deserialize(deserializer)?.into()))
    }
}

impl Intent {
    /// The things it is about, in no order.
    pub fn subjects(&self) -> Vec<Subject> {
        match self {
            Self::Mark { ids, .. }
            | Self::MarkAll { ids, .. }
            | Self::RequestEmail { ids, .. }
            | Self::Unreachable { ids } => ids.iter().map(|id| Subject::Inquiry(*id)).collect(),
            Self::IgnoreSender { address } | Self::AllowSender { address, .. } => {
                vec![Subject::Sender(address.to_lowercase().into())]
            }
            Self::Domains { names, .. } => names.iter().map(Subject::domain).collect(),
            Self::AddDomains { lines, .. } => {
                (0..lines.0.len().div_ceil(ADD_CHUNK)).map(|part| Subject::Part(part as u32)).collect()
            }
            Self::ImportCsv(csv) => vec![Subject::File(csv.digest.as_str().into())],
            Self::RerunImport { import } => vec![Subject::Import(*import)],
            Self::Export(ask) => vec![Subject::Export(ask.kind)],
        }
    }

    /// The same write about these things only; what is no list of things stays as it is.
    pub fn about<'a>(&self, subjects: impl Iterator<Item = &'a Subject>) -> Self {
        let mut intent = self.clone();
        match &mut intent {
            Self::Mark { ids, .. }
            | Self::MarkAll { ids, .. }
            | Self::RequestEmail { ids, .. }
            | Self::Unreachable { ids } => *ids = subjects.filter_map(Subject::inquiry).collect(),
            Self::Domains { names, .. } => *names = subjects.filter_map(Subject::name).collect(),
            _ => {}
        }
        intent
    }

    /// The same write without the things it has to leave out: about `subjects`, and where it is about everything a filter
    /// holds, about everything else.
    pub fn without(&self, left_out: &[Target], subjects: &[Subject]) -> Self {
        let mut intent = self.about(subjects.iter());
        if let Self::MarkAll { of, filter: Value::Object(filter), .. } = &mut intent {
            let ids: Vec<i64> = left_out.iter().filter_map(|target| Some(target.subject.inquiry()?.get())).collect();
            *of = of.saturating_sub(ids.len() as u64);
            filter.insert("exclude".to_owned(), ids.into());
        }
        intent
    }

    /// The mark it assigns, if it does.
    pub fn mark(&self) -> Option<(Mark, bool)> {
        match self {
            Self::Mark { mark, to, .. } | Self::MarkAll { mark, to, .. } => Some((*mark, *to)),
            _ => None,
        }
    }
}
