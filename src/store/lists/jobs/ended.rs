//! Messages about ended jobs, shown on every screen.

use super::lines::VERIFIED;
use crate::api::Seen;
use crate::api::replies::ImportDetail;
use crate::api::types::{Export, ExportKind, Import, ImportStatus, JobState};
use crate::base::{Id, Untrusted, clean_line, grouped};

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    Well,
    /// Done, but something in it needs attention.
    Partly,
    Failed,
}

/// Ended job, with a message about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub how: How,
    /// Message: `Import 4711 finished: 702 new, 25 errors · Jobs shows why`.
    pub words: String,
    /// Import that ended; `None` for an export.
    pub import: Option<Id<Import>>,
}

/// Most jobs named in one message.
const NAMED: usize = 3;

impl Ended {
    /// One message about all jobs that ended at the same time, with the worst outcome; `None` if none ended.
    pub fn together(ended: &[Self]) -> Option<Self> {
        let how = ended.iter().map(|ended| ended.how).max()?;
        let words: Vec<&str> = ended.iter().take(NAMED).map(|ended| ended.words.as_str()).collect();
        let more = ended.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" · {more} more ended") } else { String::new() };
        Some(Self { how, words: format!("{}{more}", words.join(" · ")), import: None })
    }
}

fn ended_as(word: &str) -> String {
    format!("ended as “{}”", clean_line(word))
}

pub(super) fn import(import: &Import) -> Ended {
    let id = import.import_id;
    let failed = import.status.is(&ImportStatus::Failed);
    let tallies = [
        (&import.new_count, "new", "new"),
        (&import.update_count, "updated", "updated"),
        (&import.ignore_count, "ignored", "ignored"),
        (&import.warning_count, "warning", "warnings"),
        (&import.error_count, "error", "errors"),
    ];
    let told = tallies.iter().filter_map(|(count, one, many)| {
        let count = u64::try_from(count.copied()?).ok().filter(|count| *count > 0)?;
        Some(format!("{} {}", grouped(count), if count == 1 { one } else { many }))
    });
    let told: Vec<String> = told.collect();
    let end = match import.status.get() {
        Some(ImportStatus::Other(word)) => ended_as(word),
        _ if failed => "failed".to_owned(),
        _ => "finished".to_owned(),
    };
    let words =
        if told.is_empty() { format!("Import {id} {end}") } else { format!("Import {id} {end}: {}", told.join(", ")) };
    let some = |count: &Seen<i64>| count.copied().unwrap_or(0) > 0;
    let errors = some(&import.error_count);
    let words = if errors || some(&import.warning_count) { format!("{words} · Jobs shows why") } else { words };
    let how = match (failed, errors) {
        (true, _) => How::Failed,
        (_, true) => How::Partly,
        // A status that is not documented may mean anything, so the user should look.
        _ if matches!(import.status.get(), Some(ImportStatus::Other(_))) => How::Partly,
        _ => How::Well,
    };
    Ended { how, words, import: Some(id) }
}

/// Message about the end of an import, from a page of its lines. After the check of a single name it has the result
/// for that name.
pub(super) fn import_of(detail: &ImportDetail) -> Ended {
    let ended = import(&detail.import.value);
    let [entry] = detail.entries.rows.as_slice() else { return ended };
    let (entry, only) = (&entry.value, detail.entries.pagination.total() == Some(1));
    let text =
        |seen: &Seen<Untrusted>| seen.get().map(|text| text.line().trim().to_owned()).filter(|text| !text.is_empty());
    let (Some(name), Some(checked), true) = (entry.domain.get(), text(&entry.verify_outcome), only) else {
        return ended;
    };
    let name = name.both();
    if checked.eq_ignore_ascii_case(VERIFIED) {
        return Ended { how: How::Well, words: format!("{name} is verified"), ..ended };
    }
    let why = text(&entry.notice).unwrap_or_else(|| checked.replace('_', " "));
    Ended { how: ended.how.max(How::Partly), words: format!("{name} is not verified: {why}"), ..ended }
}

pub(super) fn export(export: &Export) -> Ended {
    let name = match export.kind.get() {
        Some(ExportKind::Domains) => "Domains export",
        Some(ExportKind::Inquiries) => "Inquiries export",
        _ => "Export",
    };
    if export.state.is(&JobState::Failed) {
        let why = export.error_message.get().map(|why| why.line().into_owned()).filter(|why| !why.is_empty());
        let why = why.map(|why| format!(": {why}")).unwrap_or_default();
        return Ended { how: How::Failed, words: format!("{name} failed{why}"), import: None };
    }
    if let Some(JobState::Other(word)) = export.state.get().filter(|_| !export.downloadable.is(&true)) {
        return Ended { how: How::Partly, words: format!("{name} {}", ended_as(word)), import: None };
    }
    let rows = export.total_fetched.copied().and_then(|rows| u64::try_from(rows).ok());
    let rows =
        rows.map(|rows| format!(": {} {}", grouped(rows), if rows == 1 { "row" } else { "rows" })).unwrap_or_default();
    Ended { how: How::Well, words: format!("{name} ready{rows} · S in Jobs saves it (kept 7 days)"), import: None }
}
