//! The failed lines of an import for the user's editor: names to be added again, each as it was sent and with its reason
//! above it, or the rows of a CSV with all their values.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use csv::StringRecord;

use crate::api::types::Import;
use crate::base::{DomainName, Id, Written, clean_line, without_modelines};
use crate::sheets::csv::{IGNORED, PROBLEM};
use crate::store::lists::jobs::{LineKey, Lines, Only};
use crate::store::writes::intent::CsvImport;
use crate::store::{Entry, Intent, Journal};

use super::line::what_happened;

/// The lines that go into the editor, by the word behind the command.
pub fn which(word: &str) -> Option<&'static [Only]> {
    match word {
        "errors" => Some(&[Only::Errors]),
        "warnings" => Some(&[Only::Warnings]),
        "both" => Some(&[Only::Errors, Only::Warnings]),
        _ => None,
    }
}

/// Names one a line, the reason above each in a line that begins with `#`; empty when no line failed. `input` is the
/// list of names the import was made from; without it the names the service read are taken.
pub fn lines(lines: &Lines, input: Option<&[u8]>) -> String {
    let input = input.map(String::from_utf8_lossy);
    let sent: Vec<&str> = input.as_deref().unwrap_or_default().lines().collect();
    let mut text = String::new();
    for key in lines.list(Only::Errors).iter() {
        let Some(line) = lines.get(*key) else { continue };
        let place = usize::try_from(key.line).ok().and_then(|line| line.checked_sub(1));
        let typed = place.and_then(|place| sent.get(place)).map(|typed| clean_line(typed));
        if let Some(name) = typed.or_else(|| line.domain().map(|name| Cow::Owned(name.unicode().to_owned()))) {
            let why = what_happened(line);
            if !why.is_empty() {
                text.extend(["# ", &*without_modelines(&why), "\n"]);
            }
            text.extend([&*without_modelines(&name), "\n"]);
        }
    }
    text
}

/// The CSV import made here, by the journal.
pub fn csv(journal: &Journal, import: Id<Import>) -> Option<&CsvImport> {
    let made = |entry: &&Entry| entry.targets.iter().any(|target| target.made == Some(import.get()));
    journal.entries().filter(made).find_map(|entry| match &*entry.intent {
        Intent::ImportCsv(csv) => Some(csv),
        _ => None,
    })
}

/// The columns a CSV import made here was read with.
pub fn columns(journal: &Journal, import: Id<Import>) -> Option<Vec<String>> {
    csv(journal, import)?.columns.clone()
}

/// A CSV of the heading and the rows that failed, each with its reason in a last column; empty when none is found.
/// `columns` stand in the heading where they were chosen when the file was sent.
///
/// # Errors
/// A sentence when the input cannot be read as a table.
pub fn rows(lines: &Lines, which: &[Only], input: &[u8], columns: Option<&[String]>) -> Result<String, String> {
    let (written, text) = Written::read(input, None, None)?;
    let records = written.records(&text).collect::<Result<Vec<_>, _>>()?;
    let name_in = |record: &StringRecord| record.iter().find_map(|cell| DomainName::parse(cell).ok());
    let first = records.iter().position(|(_, record)| name_in(record).is_some()).unwrap_or(0);
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for (place, (_, record)) in records.iter().enumerate().skip(first) {
        for name in record.iter().filter_map(|cell| DomainName::parse(cell).ok()) {
            by_name.entry(name.punycode().to_owned()).or_insert(place);
        }
    }
    let has = |place: usize, name: &DomainName| {
        records[place].1.iter().any(|cell| DomainName::parse(cell).is_ok_and(|known| known == *name))
    };
    let mut out = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let heading = first.checked_sub(1).map(|place| &records[place].1);
    let width = records.iter().map(|(_, record)| record.len()).max().unwrap_or(0);
    if heading.is_some() || columns.is_some() {
        let title = |at: usize| {
            let chosen = columns.and_then(|columns| columns.get(at)).filter(|column| *column != IGNORED);
            let own = heading.and_then(|heading| heading.get(at));
            chosen.map(String::as_str).or(own).unwrap_or(IGNORED).to_owned()
        };
        // Writing into memory cannot fail.
        let _ = out.write_record((0..width).map(title).chain([PROBLEM.to_owned()]));
    }
    let mut any = false;
    let keys: BTreeSet<LineKey> = which.iter().flat_map(|only| lines.list(*only).iter().copied()).collect();
    for key in keys {
        let Some(line) = lines.get(key) else { continue };
        let here = records.iter().position(|(number, _)| i64::from(*number) == key.line);
        let place = match line.domain() {
            // Lines may be counted otherwise there; the name tells.
            Some(name) => here.filter(|place| has(*place, &name)).or_else(|| by_name.get(name.punycode()).copied()),
            None => here,
        };
        let Some(record) = place.map(|place| &records[place].1) else { continue };
        any = true;
        // The cells are the user's own and are sent again as they were; the reason is the service's.
        let reason = || without_modelines(&what_happened(line)).into_owned();
        let reason = (heading.is_some() || columns.is_some()).then(reason);
        let missing = width.saturating_sub(record.len()) * usize::from(reason.is_some());
        let cells = record.iter().chain(std::iter::repeat_n("", missing)).map(Cow::Borrowed);
        let _ = out.write_record(cells.chain(reason.map(Cow::Owned)).map(Cow::into_owned));
    }
    let text = String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default();
    Ok(if any { text } else { String::new() })
}
