//! The Status tab: how adding and checking went, from the newest import line about this domain, and from the import
//! that a check has just started.

use crate::api::Page;
use crate::api::domains::Status;
use crate::api::types::{Import, ImportEntry, ImportStatus};
use crate::api::{Seen, errors, imports};
use crate::base::{DomainName, Id, Untrusted, clean_line};
use crate::client::Failure;
use crate::screens::domain::words;
use crate::store::DomainRow;
use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::notice;
use crate::ui::{Tone, World, text};

use super::how_to_verify;

/// Page of the tab. `running` is the import a check started in this run.
pub fn doc(name: &DomainName, row: Option<&DomainRow<'_>>, running: Option<Id<Import>>, world: &World<'_>) -> Doc {
    let mut doc = Doc::default();
    doc.title(name.both(), "");
    if let Some(id) = running {
        live(&mut doc, id, world);
    }
    doc.gap();
    let status = world.store.query(&Status { name: name.clone() });
    match (status.value, status.failure) {
        (_, Some(failure)) if failure.code() == Some(errors::NO_STATUS) => {
            doc.text("No import report.");
            let again = row.is_some_and(|row| row.verified() == Some(true));
            doc.dim(if again { "V checks it again." } else { "V verifies it now." });
        }
        (Some(status), failure) => {
            entry(&mut doc, &status.entry.value);
            if let Some(failure) = failure {
                failed(&mut doc, "Not refreshed", failure);
            }
        }
        (None, Some(failure)) => failed(&mut doc, "The report could not be read", failure),
        (None, None) => {
            doc.dim("Loading the report…");
            // The other parts are written once the import is over, so that nothing moves meanwhile.
            return doc;
        }
    }
    if row.is_some_and(|row| row.verified() != Some(true)) {
        how_to_verify(&mut doc, world);
    }
    doc
}

/// The import that can be opened from this page: the one just started, else the last one the service's status names.
pub fn import_of(name: &DomainName, running: Option<Id<Import>>, world: &World<'_>) -> Option<Id<Import>> {
    let told = || world.store.query(&Status { name: name.clone() }).value?.entry.value.import_id.copied();
    running.or_else(told)
}

/// True until the import is known to be over: from its own page, or from a list of imports.
pub fn is_running(id: Id<Import>, world: &World<'_>) -> bool {
    if world.store.jobs().import(id).is_some_and(|known| known.row.value.is_over()) {
        return false;
    }
    let answer = world.store.query(&imports::Get { id, page: Page::default() }).value;
    !answer.is_some_and(|answer| answer.import.value.is_over())
}

fn live(doc: &mut Doc, id: Id<Import>, world: &World<'_>) {
    doc.gap();
    let answer = world.store.query(&imports::Get { id, page: Page::default() });
    let Some(import) = answer.value.map(|answer| &answer.import.value) else {
        match answer.failure {
            Some(failure) => failed(doc, &format!("Import {id} could not be read"), failure),
            None => doc.text(format!("Import {id} was started for it.")),
        }
        return;
    };
    let share = import.progress.copied().unwrap_or_default().clamp(0.0, 1.0);
    match import.status.get() {
        Some(ImportStatus::Pending) => doc.text(format!("Import {id} is queued.")),
        Some(ImportStatus::Running) => doc.text(format!("Import {id} is running: {:.0} %.", share * 100.0)),
        Some(ImportStatus::Finished) => doc.text(format!("Import {id} is finished.")),
        Some(ImportStatus::Failed) => doc.warn(format!("Import {id} failed.")),
        Some(ImportStatus::Other(sent)) => doc.text(format!("Import {id}: {}.", clean_line(sent))),
        None => doc.text(format!("Import {id} is running.")),
    }
}

fn failed(doc: &mut Doc, what: &str, failure: &Failure) {
    let (why, way_on) = notice::failure_words(failure);
    doc.warn(format!("{what}: {why}. {way_on}"));
    if let Some(said) = notice::said(failure) {
        doc.dim(format!("The service said: {said}"));
    }
}

/// Writes one line of an import.
fn entry(doc: &mut Doc, entry: &ImportEntry) {
    let tone = match (entry.has_error.is(&true), entry.has_warning.is(&true)) {
        (true, _) => Tone::Bad,
        (_, true) => Tone::Warn,
        _ => Tone::Good,
    };
    doc.toned("Latest import", flags(entry), tone);
    outcome(doc, "Adding", &entry.approve_outcome, words::added);
    outcome(doc, "Checking", &entry.verify_outcome, words::checked);
    match &entry.notice {
        Seen::Is(notice) if !notice.is_blank() => {
            doc.gap();
            doc.dim("The service said:");
            doc.quote(notice.block().trim_end());
        }
        Seen::Odd(value) => doc.field("Notice", super::odd(value)),
        _ => {}
    }
    doc.gap();
    let line = entry.line.copied().map(|line| format!(", line {}", text::grouped(line.unsigned_abs())));
    let import = entry.import_id.copied().map(|id| format!("{id}{}", line.unwrap_or_default()));
    doc.field_or("Import", import, "not told");
    doc.field("Entry", entry.entry_id.to_string());
}

/// Flags of an import line in words: `updated, with a warning`.
fn flags(entry: &ImportEntry) -> String {
    let all = [
        (&entry.was_added, "added"),
        (&entry.was_updated, "updated"),
        (&entry.was_ignored, "passed over"),
        (&entry.has_warning, "with a warning"),
        (&entry.has_error, "with an error"),
    ];
    let said: Vec<&str> = all.iter().filter(|(flag, _)| flag.is(&true)).map(|(_, words)| *words).collect();
    if said.is_empty() { "nothing changed".to_owned() } else { said.join(", ") }
}

/// Writes a known outcome as a sentence, any other as it was sent.
fn outcome(doc: &mut Doc, label: &'static str, sent: &Seen<Untrusted>, known: fn(&str) -> Option<&'static str>) {
    match sent {
        Seen::Is(word) if !word.is_blank() => match known(word.raw()) {
            Some(sentence) => doc.field(label, format!("{sentence} ({})", word.line().trim())),
            None => doc.field(label, word.line().trim().to_owned()),
        },
        Seen::Odd(value) => doc.field(label, super::odd(value)),
        _ => doc.field(label, "— not part of that import"),
    }
}
