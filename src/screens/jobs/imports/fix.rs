//! Failed lines of an import for the user's editor: names to be added again, each as it was sent with its reason above
//! it, or the rows of a CSV with all their values.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use csv::StringRecord;

use crate::api::types::Import;
use crate::base::{DomainName, HeldBack, Id, Written, clean_line, without_modelines};
use crate::sheets::csv::{IGNORED, PROBLEM};
use crate::store::lists::jobs::{LineKey, Lines, Only};
use crate::store::writes::intent::CsvImport;
use crate::store::{Entry, Intent, Journal};
use crate::ui::text::grouped;

use super::line::what_happened;

/// Kinds of lines for the editor, by the word after the command.
pub fn which(word: &str) -> Option<&'static [Only]> {
    match word {
        "errors" => Some(&[Only::Errors]),
        "warnings" => Some(&[Only::Warnings]),
        "both" => Some(&[Only::Errors, Only::Warnings]),
        _ => None,
    }
}

/// Text with one name per line, the reason above each in a line that begins with `#`; empty when no line failed.
/// `input` is the list of names the import was made from; without it, the names the service read are used.
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

/// CSV import of this program that made this import, from the journal.
pub fn csv(journal: &Journal, import: Id<Import>) -> Option<&CsvImport> {
    let made = |entry: &&Entry| entry.targets.iter().any(|target| target.made == Some(import.get()));
    journal.entries().filter(made).find_map(|entry| match &*entry.intent {
        Intent::ImportCsv(csv) => Some(csv),
        _ => None,
    })
}

/// Rows of the import's file that were not sent; `None` without any.
pub fn held(journal: &Journal, import: Id<Import>) -> Option<&HeldBack> {
    csv(journal, import).map(|csv| &*csv.held).filter(|held| !held.is_none())
}

/// Words on fixing the rows that were not sent: `e fixes them`, or `e fixes the first 5,012` when only so many were
/// kept.
pub fn fixes(held: &HeldBack) -> String {
    match (held.more, held.rows.len()) {
        (0, 1) => "e fixes it".to_owned(),
        (0, _) => "e fixes them".to_owned(),
        (_, kept) => format!("e fixes the first {}", grouped(kept)),
    }
}

/// CSV of the heading and of the rows that failed or were not sent, in the order of the file, each with its reason in a
/// last column; empty when none is found. `sent` is the import as it was sent from here: if the user chose its columns,
/// they are the heading. `input` is empty when it cannot be loaded.
///
/// # Errors
/// A sentence when the input cannot be read as a table.
pub fn rows(lines: &Lines, which: &[Only], input: &[u8], sent: Option<&CsvImport>) -> Result<String, String> {
    let (written, text) = Written::read(input, None, None)?;
    let records = written.records(&text).collect::<Result<Vec<_>, _>>()?;
    let held = sent.filter(|_| which.contains(&Only::Errors)).map(|sent| &sent.held);
    let held_rows = held.map_or(&[][..], |held| &held.rows);
    let columns = sent.and_then(|sent| sent.columns.as_deref());
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
    let heading: Option<Vec<&str>> = match first.checked_sub(1) {
        Some(place) => Some(records[place].1.iter().collect()),
        None => held.and_then(|held| held.heading.as_ref()).map(|row| row.iter().map(String::as_str).collect()),
    };
    let of_input = records.iter().map(|(_, record)| record.len());
    let width = of_input.chain(held_rows.iter().map(|row| row.cells.len())).max().unwrap_or(0);
    let titled = heading.is_some() || columns.is_some();
    // Reasons of an earlier import are dropped.
    let old = heading.as_ref().and_then(|row| row.iter().position(|cell| *cell == PROBLEM));
    let mut put = |cells: &mut dyn Iterator<Item = &str>, last: &str| {
        let cells = cells.chain(std::iter::repeat("")).take(width).enumerate();
        let cells = cells.filter(|(at, _)| Some(*at) != old).map(|(_, cell)| cell);
        // Writing into memory cannot fail.
        let _ = out.write_record(cells.chain(titled.then_some(last)));
    };
    if titled {
        let title = |at: usize| {
            let chosen = columns.and_then(|columns| columns.get(at)).filter(|column| *column != IGNORED);
            let own = heading.as_ref().and_then(|heading| heading.get(at).copied());
            chosen.map(String::as_str).or(own).unwrap_or(IGNORED)
        };
        put(&mut (0..width).map(title), PROBLEM);
    }
    let keys: BTreeSet<LineKey> = which.iter().flat_map(|only| lines.list(*only).iter().copied()).collect();
    let failed = keys.into_iter().filter_map(|key| {
        let line = lines.get(key)?;
        let here = records.iter().position(|(number, _)| i64::from(*number) == key.line);
        let place = match line.domain() {
            // The service may number lines differently, so the name decides.
            Some(name) => here.filter(|place| has(*place, &name)).or_else(|| by_name.get(name.punycode()).copied()),
            None => here,
        };
        Some((key.line, records[place?].1.iter().collect::<Vec<_>>(), Cow::Owned(what_happened(line))))
    });
    let held = held_rows.iter().map(|row| {
        let cells = row.cells.iter().map(String::as_str).collect();
        (i64::from(row.line), cells, Cow::Borrowed(row.why.as_str()))
    });
    let mut rows: Vec<_> = failed.chain(held).collect();
    rows.sort_by_key(|(line, ..)| *line);
    for (_, cells, why) in &rows {
        // The cells are the user's own and are sent again as they were; the reason may be the service's text.
        put(&mut cells.iter().copied(), &without_modelines(why));
    }
    let text = String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default();
    Ok(if rows.is_empty() { String::new() } else { text })
}
