//! The call a write becomes, and what its answer says. The only place where intents meet the catalogue of endpoints.

use std::collections::HashSet;

use serde_json::Value;

use super::{ADD_CHUNK, DomainAct, ExportAsk, Intent, Mark, Subject};
use crate::api::replies::BulkResult;
use crate::api::types::{Export, InquiryMarks};
use crate::api::wire::Upload;
use crate::api::{
    Ability, Body, Call, DecodeError, Endpoint, Needs, Request, Seen, domains, exports, imports, inquiries, senders,
};
use crate::base::{DomainName, Id, Untrusted};

/// What the answer to a write says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// The one thing was done; the marks or the number of what it made, where the answer tells them.
    Done { marks: Option<InquiryMarks>, made: Option<i64> },
    /// Many things were asked for at once.
    Bulk(BulkSaid),
    /// Something else that runs already was answered instead (trap F.14): its number, and why in a clause.
    Instead { made: i64, why: String },
}

/// The answer to a bulk call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkSaid {
    pub matched: Option<i64>,
    /// `None` while it is queued.
    pub applied: Option<i64>,
    pub queued: bool,
    /// Of the things sent, those the service does not know (or not on that tab).
    pub not_found: Vec<Subject>,
}

impl Intent {
    /// The catalogue's entry for the call about one of its things: what it needs, and what it makes stale.
    pub fn endpoint(&self) -> &'static Endpoint {
        match self {
            Self::Mark { mark, to, .. } | Self::MarkAll { mark, to, .. } => mark_endpoint(*mark, *to),
            Self::RequestEmail { .. } => inquiries::RequestEmail::ENDPOINT,
            Self::Unreachable { .. } => inquiries::Unreachable::ENDPOINT,
            Self::IgnoreSender { .. } => senders::Add::ENDPOINT,
            Self::AllowSender { .. } => senders::Remove::ENDPOINT,
            Self::Domains { act: DomainAct::Delete, .. } => domains::Remove::ENDPOINT,
            Self::Domains { act: DomainAct::Ignore, .. } => domains::Ignore::ENDPOINT,
            Self::Domains { act: DomainAct::Verify, .. } => domains::Verify::ENDPOINT,
            Self::Domains { .. } => domains::Bulk::ENDPOINT,
            Self::AddDomains { .. } => domains::Add::ENDPOINT,
            Self::ImportCsv(_) => imports::Create::ENDPOINT,
            Self::RerunImport { .. } => imports::Rerun::ENDPOINT,
            Self::Export(_) => exports::Create::ENDPOINT,
        }
    }

    /// The ability its call needs; of a bulk call that of its action.
    pub fn ability(&self) -> Option<Ability> {
        match (self.endpoint().needs, self) {
            (Needs::One(ability), _) => Some(ability),
            (Needs::PerAction { actions, .. }, Self::Domains { act, .. }) => {
                let action = action_of(*act).as_str();
                actions.iter().find(|(known, _)| *known == action).map(|(_, ability)| *ability)
            }
            _ => None,
        }
    }

    /// True for what goes out part by part, the next one only after the last was taken.
    pub fn in_order(&self) -> bool {
        matches!(self, Self::AddDomains { .. })
    }

    /// True for a file on its way, which must not hold up what is small.
    pub fn is_upload(&self) -> bool {
        matches!(self, Self::ImportCsv(_))
    }

    /// The call for these of its subjects; how many go into one is the rule's `together`.
    pub fn call(&self, subjects: &[Subject]) -> Call {
        match self {
            Self::Mark { mark, to, .. } => match subjects {
                [Subject::Inquiry(id)] => single(*mark, *to, *id),
                many => bulk(action(*mark, *to), many),
            },
            Self::MarkAll { mark, to, filter, .. } => everything(action(*mark, *to), filter),
            Self::RequestEmail { .. } => match subjects {
                [Subject::Inquiry(id)] => inquiries::RequestEmail { id: *id }.call(),
                many => bulk(inquiries::BulkAction::RequestEmail, many),
            },
            Self::Unreachable { .. } => match subjects {
                [Subject::Inquiry(id)] => inquiries::Unreachable { id: *id }.call(),
                many => bulk(inquiries::BulkAction::Unreachable, many),
            },
            Self::IgnoreSender { address } => senders::Add { sender: address.clone() }.call(),
            Self::AllowSender { id, .. } => senders::Remove { id: *id }.call(),
            Self::Domains { act, tab, .. } => domains_call(*act, *tab, subjects),
            Self::AddDomains { casing, .. } => {
                let domains = subjects.iter().flat_map(|subject| self.lines(subject)).cloned().collect();
                domains::Add { domains, casing_mode: Some(*casing) }.call()
            }
            Self::ImportCsv(csv) => imports::Create {
                file: Upload {
                    path: csv.path.clone(),
                    file_name: csv.file_name.clone(),
                    content_type: "text/csv",
                    written: csv.written.clone(),
                },
                columns: csv.columns.clone(),
                skip_rows: csv.skip_rows,
                casing_mode: Some(csv.casing),
                update_casing_for_existing: csv.update_casing.then_some(true),
            }
            .call(),
            Self::RerunImport { import } => imports::Rerun { id: *import }.call(),
            Self::Export(ask) => exports::Create {
                kind: ask.kind,
                domain: ask.domain.clone(),
                status: ask.status,
                delivery: ask.delivery,
                order: ask.order,
            }
            .call(),
        }
    }

    /// The lines of one part of a list of names.
    pub fn lines(&self, part: &Subject) -> &[String] {
        let (Self::AddDomains { lines, .. }, Subject::Part(part)) = (self, part) else { return &[] };
        let from = (*part as usize * ADD_CHUNK).min(lines.0.len());
        &lines.0[from..lines.0.len().min(from + ADD_CHUNK)]
    }

    /// Reads the body of a successful answer to [`Intent::call`].
    ///
    /// # Errors
    /// When it does not say plainly that it was done: it is read back then instead of believed.
    pub fn said(&self, subjects: &[Subject], body: &[u8]) -> Result<Said, DecodeError> {
        let done = |made: Option<i64>| Said::Done { marks: None, made };
        let one = subjects.len() == 1;
        Ok(match self {
            // Hiding and restoring answer without marks (the documents' one exception).
            Self::Mark { mark: Mark::Hidden, .. } if one => inquiries::Hide::decode(body).map(|_| done(None))?,
            Self::Mark { .. } if one => {
                let marked = inquiries::Star::decode(body)?;
                Said::Done { marks: marked.marks.get().cloned(), made: None }
            }
            Self::RequestEmail { .. } if one => inquiries::RequestEmail::decode(body).map(|_| done(None))?,
            Self::Unreachable { .. } if one => inquiries::Unreachable::decode(body).map(|_| done(None))?,
            Self::IgnoreSender { .. } => done(Some(senders::Add::decode(body)?.value.id.get())),
            Self::AllowSender { .. } => senders::Remove::decode(body).map(|_| done(None))?,
            Self::Domains { act: DomainAct::Verify, .. } => {
                done(Some(domains::Verify::decode(body)?.value.import_id.get()))
            }
            Self::Domains { act: DomainAct::Delete | DomainAct::Ignore, .. } if one => {
                domains::Remove::decode(body).map(|_| done(None))?
            }
            Self::AddDomains { .. } => done(Some(domains::Add::decode(body)?.value.import_id.get())),
            Self::ImportCsv(_) => done(Some(imports::Create::decode(body)?.value.import_id.get())),
            Self::RerunImport { .. } => done(Some(imports::Rerun::decode(body)?.value.import_id.get())),
            Self::Export(ask) => {
                let export = exports::Create::decode(body)?.value;
                let made = export.export_id.get();
                if ask.is_met_by(&export) {
                    done(Some(made))
                } else {
                    let why = "another export with other filters runs; ask again when it is over".to_owned();
                    Said::Instead { made, why }
                }
            }
            Self::Mark { .. }
            | Self::MarkAll { .. }
            | Self::RequestEmail { .. }
            | Self::Unreachable { .. }
            | Self::Domains { .. } => Said::Bulk(BulkSaid::read(&inquiries::Bulk::decode(body)?, subjects)),
        })
    }
}

impl ExportAsk {
    /// Whether an export was made with what is asked for; the service's defaults count as said.
    pub fn is_met_by(&self, export: &Export) -> bool {
        if self.kind == exports::Kind::Domains {
            return true;
        }
        // A service that tells no filters at all leaves nothing to compare.
        let Some(filters) = export.filters.get() else { return true };
        let same = |told: &Seen<Untrusted>, default: &str, asked: &str| {
            told.get().map_or(default, Untrusted::raw).eq_ignore_ascii_case(asked)
        };
        let domain =
            filters.domain.get().filter(|name| !name.is_blank()).map(|name| DomainName::from_service(name.raw()));
        same(&filters.status, "all", self.status.unwrap_or(inquiries::Status::All).as_str())
            && same(&filters.delivery, "all", self.delivery.unwrap_or_default().as_str())
            && same(&filters.order, "newest", self.order.unwrap_or_default().as_str())
            && domain.as_ref().map(DomainName::punycode) == self.domain.as_ref().map(DomainName::punycode)
    }
}

impl BulkSaid {
    fn read(result: &BulkResult, subjects: &[Subject]) -> Self {
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let missing: HashSet<String> =
            result.not_found.get().map(Vec::as_slice).unwrap_or_default().iter().map(text).collect();
        let is_missing = |subject: &&Subject| match subject {
            Subject::Inquiry(id) => missing.contains(&id.to_string()),
            Subject::Domain(punycode) => {
                missing.contains(&**punycode) || missing.contains(DomainName::from_service(punycode).unicode())
            }
            _ => false,
        };
        // Most answers miss nothing; the names need no second look then.
        let not_found =
            if missing.is_empty() { Vec::new() } else { subjects.iter().filter(is_missing).cloned().collect() };
        Self {
            matched: result.matched.copied(),
            applied: result.applied.copied(),
            queued: result.queued.is(&true),
            not_found,
        }
    }
}

fn action(mark: Mark, to: bool) -> inquiries::BulkAction {
    use inquiries::BulkAction as Action;
    match (mark, to) {
        (Mark::Read, true) => Action::MarkRead,
        (Mark::Read, false) => Action::MarkUnread,
        (Mark::Starred, true) => Action::Star,
        (Mark::Starred, false) => Action::Unstar,
        (Mark::Archived, true) => Action::Archive,
        (Mark::Archived, false) => Action::Unarchive,
        (Mark::Hidden, true) => Action::Remove,
        (Mark::Hidden, false) => Action::Restore,
    }
}

fn mark_endpoint(mark: Mark, to: bool) -> &'static Endpoint {
    match (mark, to) {
        (Mark::Read, true) => inquiries::Read::ENDPOINT,
        (Mark::Read, false) => inquiries::Unread::ENDPOINT,
        (Mark::Starred, true) => inquiries::Star::ENDPOINT,
        (Mark::Starred, false) => inquiries::Unstar::ENDPOINT,
        (Mark::Archived, true) => inquiries::Archive::ENDPOINT,
        (Mark::Archived, false) => inquiries::Unarchive::ENDPOINT,
        (Mark::Hidden, true) => inquiries::Hide::ENDPOINT,
        (Mark::Hidden, false) => inquiries::Restore::ENDPOINT,
    }
}

fn single(mark: Mark, to: bool, id: Id<crate::api::types::Inquiry>) -> Call {
    match (mark, to) {
        (Mark::Read, true) => inquiries::Read { id }.call(),
        (Mark::Read, false) => inquiries::Unread { id }.call(),
        (Mark::Starred, true) => inquiries::Star { id }.call(),
        (Mark::Starred, false) => inquiries::Unstar { id }.call(),
        (Mark::Archived, true) => inquiries::Archive { id }.call(),
        (Mark::Archived, false) => inquiries::Unarchive { id }.call(),
        (Mark::Hidden, true) => inquiries::Hide { id }.call(),
        (Mark::Hidden, false) => inquiries::Restore { id }.call(),
    }
}

fn bulk(action: inquiries::BulkAction, subjects: &[Subject]) -> Call {
    let ids = subjects.iter().filter_map(Subject::inquiry).collect();
    inquiries::Bulk {
        action,
        ids: Some(ids),
        everything: None,
        exclude: None,
        filter: inquiries::BulkFilter::default(),
    }
    .call()
}

/// The body of a bulk call over all that a filter holds, for [`Intent::MarkAll`].
pub fn filter_body(filter: &inquiries::InquiryFilter) -> Value {
    let call = inquiries::Bulk {
        action: inquiries::BulkAction::MarkRead,
        ids: None,
        everything: None,
        exclude: None,
        filter: filter.into(),
    }
    .call();
    match call.body {
        Body::Json(Value::Object(mut body)) => {
            body.remove("action");
            Value::Object(body)
        }
        _ => Value::Null,
    }
}

fn everything(action: inquiries::BulkAction, filter: &Value) -> Call {
    let mut call = inquiries::Bulk {
        action,
        ids: None,
        everything: Some(true),
        exclude: None,
        filter: inquiries::BulkFilter::default(),
    }
    .call();
    if let (Body::Json(Value::Object(body)), Value::Object(filter)) = (&mut call.body, filter) {
        body.extend(filter.clone());
    }
    call
}

/// What an act travels as where it is about several names.
const fn action_of(act: DomainAct) -> domains::BulkAction {
    match act {
        DomainAct::Delete => domains::BulkAction::Delete,
        DomainAct::Ignore => domains::BulkAction::Ignore,
        DomainAct::Verify | DomainAct::Retry => domains::BulkAction::Retry,
        DomainAct::Approve => domains::BulkAction::Approve,
        DomainAct::AddBack => domains::BulkAction::AddBack,
    }
}

fn domains_call(act: DomainAct, tab: domains::Tab, subjects: &[Subject]) -> Call {
    let names: Vec<DomainName> = subjects.iter().filter_map(Subject::name).collect();
    let action = match (act, names.as_slice()) {
        (DomainAct::Delete, [name]) => return domains::Remove { name: name.clone() }.call(),
        (DomainAct::Ignore, [name]) => return domains::Ignore { name: name.clone() }.call(),
        (DomainAct::Verify, [name, ..]) => return domains::Verify { name: name.clone() }.call(),
        (act, _) => action_of(act),
    };
    domains::Bulk { action, names: Some(names), everything: None, state: Some(tab), listing: None, exclude_names: None }
        .call()
}
