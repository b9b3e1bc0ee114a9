//! Jobs in words for people: states, outcomes, filters of an export, spans.

use std::borrow::Cow;

use crate::api::Seen;
use crate::api::limits::EXPORT_KEPT;
use crate::api::types::{Export, ExportFilters, ExportKind, Import, ImportData, ImportStatus, JobState};
use crate::base::{Timestamp, Untrusted, clean_line, words_of};
use crate::store::lists::jobs::{Job, Known, Line, Only};
use crate::ui::{Role, text};

/// Words for the state of an import.
pub fn import_status(known: &Known<Import>, now: Timestamp) -> (Cow<'static, str>, Role) {
    standing(known, known.job().status.get().map(ImportStatus::as_str), ("finished", Role::Text), now)
}

/// Words for the state of an export.
pub fn export_state(known: &Known<Export>, now: Timestamp) -> (Cow<'static, str>, Role) {
    let finished = if expired(known.job(), now) { ("expired", Role::Dim) } else { ("ready", Role::Good) };
    standing(known, known.job().state.get().map(JobState::as_str), finished, now)
}

fn standing<T: Job>(
    known: &Known<T>,
    sent: Option<&str>,
    finished: (&'static str, Role),
    now: Timestamp,
) -> (Cow<'static, str>, Role) {
    match sent {
        Some("pending") => (going(known, "queued", now), Role::Dim),
        Some("running") => (going(known, "running", now), Role::Accent),
        Some("finished") => (finished.0.into(), finished.1),
        Some("failed") => ("failed".into(), Role::Bad),
        Some(word) => (clean_line(word).into_owned().into(), Role::Warn),
        None => ("?".into(), Role::Warn),
    }
}

/// `running`, and of what has not moved for long since when: `running 2h`.
fn going<T: Job>(known: &Known<T>, word: &'static str, now: Timestamp) -> Cow<'static, str> {
    match known.job().started().or(known.job().queued()) {
        Some(since) if known.is_quiet(now) => {
            let span = text::span(now.0.saturating_sub(since.0));
            format!("{word} {}", span.split(' ').next().unwrap_or_default()).into()
        }
        _ => word.into(),
    }
}

/// Words for the input of an import.
pub fn data(import: &Import) -> Cow<'static, str> {
    match import.data_type.get() {
        Some(ImportData::Text) => "names".into(),
        Some(ImportData::Csv) => "CSV".into(),
        Some(ImportData::Other(word)) => clean_line(word).into_owned().into(),
        None => text::NONE.into(),
    }
}

/// Words for the content of an export.
pub fn holds(export: &Export) -> Cow<'static, str> {
    match export.kind.get() {
        Some(ExportKind::Domains) => "domains".into(),
        Some(ExportKind::Inquiries) => "inquiries".into(),
        Some(ExportKind::Other(word)) => clean_line(word).into_owned().into(),
        None => text::NONE.into(),
    }
}

/// The filters of an export that leave something out or order it; empty where it holds everything.
pub fn filters(export: &Export) -> String {
    let Some(filters) = export.filters.get() else { return String::new() };
    let mut words = Vec::new();
    let ExportFilters { status, delivery, order, domain } = filters;
    if let Some(domain) = said(domain) {
        let name = crate::base::DomainName::from_service(&domain);
        words.push(format!("about {}", name.unicode()));
    }
    words.extend(said(status).filter(|word| word != "all"));
    words.extend(said(delivery).filter(|word| word != "all").map(|word| match word.as_str() {
        "unsent" => "not sent to you".to_owned(),
        _ => word,
    }));
    words.extend(said(order).filter(|word| word != "newest").map(|word| match word.as_str() {
        "offer" => "highest offer first".to_owned(),
        _ => word,
    }));
    words.join(", ")
}

fn said(field: &Seen<Untrusted>) -> Option<String> {
    field.get().map(|word| word.line().into_owned()).filter(|word| !word.is_empty())
}

/// Time at which a finished export is deleted.
pub fn expires(export: &Export) -> Option<Timestamp> {
    let finished = export.finish_date.copied().filter(|_| export.state.is(&JobState::Finished))?;
    Some(Timestamp(finished.0.saturating_add(EXPORT_KEPT)))
}

/// True for a finished export that was deleted.
pub fn expired(export: &Export, now: Timestamp) -> bool {
    export.state.is(&JobState::Finished)
        && !export.downloadable.is(&true)
        && expires(export).is_some_and(|at| at <= now)
}

/// `6d 4h`, how long a finished export can still be fetched; empty for others.
pub fn expires_in(export: &Export, now: Timestamp) -> String {
    match expires(export) {
        Some(at) if at > now => text::span(at.0.saturating_sub(now.0)),
        Some(_) => "expired".to_owned(),
        None => String::new(),
    }
}

/// Words for the flags of a line, `added, warning`, without those that all lines shown have.
pub fn outcome(line: &Line, only: Only) -> (String, Role) {
    let flags = [
        (line.error, "error"),
        (line.added, "added"),
        (line.updated, "updated"),
        (line.ignored, "ignored"),
        (line.warning, "warning"),
    ];
    let mut words: Vec<&str> = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    if only == Only::Warnings && words.len() > 1 {
        words.retain(|word| *word != "warning");
    }
    let role = match line {
        Line { error: true, .. } => Role::Bad,
        Line { warning: true, .. } => Role::Warn,
        Line { added: true, .. } | Line { updated: true, .. } => Role::Text,
        _ => Role::Dim,
    };
    if words.is_empty() { ("waiting".to_owned(), Role::Dim) } else { (words.join(", "), role) }
}

/// The line's name, or that it is none.
pub fn domain(line: &Line) -> (String, Role) {
    match line.domain() {
        Some(name) => (name.unicode().to_owned(), Role::Text),
        None => ("not a domain".to_owned(), Role::Warn),
    }
}

/// Result of a line: the service's own sentence, else its words about adding and verifying.
pub fn what_happened(line: &Line) -> String {
    if let Some(notice) = &line.notice {
        return notice.line().into_owned();
    }
    let words = [line.approve.as_deref(), line.verify.as_deref()];
    let words: Vec<String> = words.into_iter().flatten().map(words_of).collect();
    words.join(", ")
}

/// Next step to get a name verified that was added without it; `None` if nothing is to be done about its nameservers.
pub fn next_step(line: &Line) -> Option<&'static str> {
    let unlike = matches!(line.verify.as_deref(), Some("other_nameservers" | "no_answer"));
    unlike
        .then_some("The tab Unverified of Domains names the nameservers to set at the registrar; V there checks again.")
}

/// A count of an answer; nothing where the service did not tell one.
pub fn count(field: &Seen<i64>) -> Option<u64> {
    field.copied().and_then(|count| u64::try_from(count).ok())
}
