//! Imports, their entries, and exports: work done at the service.
//!
//! Left open by document 1, *Import status*: states beyond those shown, so a service may use other words. With an
//! undocumented word, a job counts as running until the service says when it ended (`finish_date`; for an export also
//! `downloadable`). The word is shown as sent and means neither success nor failure.

use crate::api::tolerant::Seen;
use crate::base::{DomainName, Id, Timestamp, Untrusted};

record! {
    /// One import: names that were added, or a CSV file that was read.
    pub struct Import ("import", "imports") [import_id: Id<Import>] {
        status: ImportStatus,
        data_type: ImportData,
        queue_date: Timestamp,
        /// Start of the import; null before it.
        start_date: Timestamp,
        /// End of the import; null before it.
        finish_date: Timestamp,
        /// Progress from 0 to 1.
        progress: f64,
        new_count: i64,
        update_count: i64,
        ignore_count: i64,
        warning_count: i64,
        error_count: i64,
    }
}

record! {
    /// Result of one line of an import.
    pub struct ImportEntry ("entry", "entries") [entry_id: Id<ImportEntry>] {
        /// Number of the line, from 1.
        line: i64,
        /// Domain of the line; null when the line was not a domain.
        domain: DomainName,
        was_added: bool,
        was_updated: bool,
        was_ignored: bool,
        has_warning: bool,
        has_error: bool,
        approve_outcome: Untrusted,
        verify_outcome: Untrusted,
        /// Reason of the failure in words; null without a failure.
        notice: Untrusted,
        /// Import of the entry; only if the entry is sent alone (in the status of a domain).
        import_id: Id<Import>,
    }
}

record! {
    /// One export: a file being made, or ready to be downloaded for seven days.
    pub struct Export ("export", "exports") [export_id: Id<Export>] {
        kind: ExportKind as "type",
        state: JobState,
        /// Progress from 0 to 1.
        progress: f64,
        total_expected: i64,
        total_fetched: i64,
        total_bytes: i64,
        queue_date: Timestamp,
        start_date: Timestamp,
        finish_date: Timestamp,
        /// Reason of the failure; null unless failed.
        error_message: Untrusted,
        filters: ExportFilters,
        file_name: Untrusted,
        /// True when the file can be downloaded now.
        downloadable: bool,
    }
}

record! {
    /// Filters of an export, to be compared before a running export is taken for the one that was asked for.
    #[derive(Default)]
    pub struct ExportFilters {
        status: Untrusted,
        delivery: Untrusted,
        order: Untrusted,
        domain: Untrusted,
    }
}

words! {
    /// Status of an import. The documents spell the first value in two ways.
    pub enum ImportStatus {
        Pending = "pending" | "queued",
        Running = "running",
        Finished = "finished",
        Failed = "failed",
    }

    /// Status of an export.
    pub enum JobState {
        Pending = "pending" | "queued",
        Running = "running",
        Finished = "finished",
        Failed = "failed",
    }

    /// Kind of input of an import.
    pub enum ImportData {
        /// A list of names.
        Text = "text",
        Csv = "csv",
    }

    /// Kind of content of an export.
    pub enum ExportKind {
        Inquiries = "inquiries",
        Domains = "domains",
    }
}

impl Import {
    /// True when the status will not change any more.
    pub fn is_over(&self) -> bool {
        match self.status.get() {
            Some(ImportStatus::Other(_)) | None => self.finish_date.get().is_some(),
            Some(status) => status.is_over(),
        }
    }
}

impl Export {
    /// True when the job will not change any more: its status says so, or it has ended with an unknown status.
    pub fn is_over(&self) -> bool {
        match self.state.get() {
            Some(JobState::Other(_)) | None => self.finish_date.get().is_some() || self.downloadable.is(&true),
            Some(state) => state.is_over(),
        }
    }
}

impl ImportStatus {
    /// True when the status will not change any more; an unknown word counts as running.
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Finished | Self::Failed)
    }
}

impl JobState {
    /// True when the status will not change any more; an unknown word counts as running.
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Finished | Self::Failed)
    }
}
