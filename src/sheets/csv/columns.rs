//! Which field each column is: by name in the header of an export, by likeness in other headers, else by hand.

use super::headings::{is_shown_only, meant, names_under, plain};
use super::{CsvAsk, Field, IGNORED};
use crate::base::DomainName;

/// Likely meaning of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seems {
    pub field: String,
    /// True if the heading is neither the field's name nor its label.
    pub guessed: bool,
}

/// True when the first row has only names of fields, the domain among them and none twice. The service then reads the
/// columns from it.
pub fn is_header(first: &[&str], ask: &CsvAsk) -> bool {
    let known = |cell: &&str| *cell == ask.domain || ask.fields.iter().any(|field| field.name == *cell);
    let cells: Vec<&str> = first.iter().map(|cell| cell.trim()).collect();
    !ask.fields.is_empty()
        && cells.iter().all(known)
        && cells.contains(&ask.domain.as_str())
        && doubled(&cells).is_none()
}

/// Likeliest field of every column; `rows` are the first ones, the header included.
pub fn guess(rows: &[Vec<String>], width: usize, ask: &CsvAsk) -> Vec<Seems> {
    let first = rows.first().map(Vec::as_slice).unwrap_or_default();
    let ignored = || Seems { field: IGNORED.to_owned(), guessed: false };
    let mut seem: Vec<Seems> =
        (0..width).map(|at| first.get(at).and_then(|cell| like(cell, &ask.fields)).unwrap_or_else(ignored)).collect();
    let named = names_under(first.iter().map(String::as_str), &ask.domain);
    let names_in = |at: usize| rows.iter().filter(|row| row.get(at).is_some_and(|cell| is_name(cell))).count();
    let fullest = || (0..width).max_by_key(|at| (names_in(*at), std::cmp::Reverse(*at))).filter(|at| names_in(*at) > 0);
    if let Some(at) = named.or_else(fullest) {
        seem[at] = Seems { field: ask.domain.clone(), guessed: false };
    }
    // Of two columns of one field, the one with the field's name is read, else the first.
    for at in 0..width {
        let rival = |other: usize| {
            other != at
                && seem[other].field == seem[at].field
                && (seem[other].guessed, other) < (seem[at].guessed, at)
                && seem[at].field != ask.domain
        };
        if seem[at].field != IGNORED && (0..width).any(rival) {
            seem[at] = ignored();
        }
    }
    seem
}

/// Reason why the service would refuse these columns, and the index of the column it is about.
pub fn wrong(becomes: &[String], ask: &CsvAsk) -> Option<(Option<usize>, String)> {
    let cells: Vec<&str> = becomes.iter().map(String::as_str).collect();
    let known = |cell: &str| cell == IGNORED || cell == ask.domain || ask.fields.iter().any(|field| field.name == cell);
    if let Some(at) = cells.iter().position(|cell| !ask.fields.is_empty() && !known(cell)) {
        return Some((Some(at), format!("No field “{}”.", crate::base::clean_line(cells[at]))));
    }
    if let Some(at) = doubled(&cells) {
        return Some((Some(at), format!("“{}” is the field of two columns.", crate::base::clean_line(cells[at]))));
    }
    if !cells.contains(&ask.domain.as_str()) {
        return Some((None, "No column holds the names of the domains; choose the one that does.".to_owned()));
    }
    None
}

/// Index of the first column whose field an earlier column already has.
fn doubled(cells: &[&str]) -> Option<usize> {
    (1..cells.len()).find(|at| cells[*at] != IGNORED && cells[..*at].contains(&cells[*at]))
}

/// The field a heading names: by its name, by its label, or by a usual heading for it.
fn like(heading: &str, fields: &[Field]) -> Option<Seems> {
    let wanted = plain(heading);
    if wanted.is_empty() || is_shown_only(heading) {
        return None;
    }
    let found = |guessed: bool, field: &Field| Seems { field: field.name.clone(), guessed };
    let named = fields.iter().find(|field| plain(&field.name) == wanted);
    let labelled = || fields.iter().find(|field| plain(&field.label) == wanted);
    let meant = || meant(heading).find_map(|name| fields.iter().find(|field| field.name == name));
    named.or_else(labelled).map(|field| found(false, field)).or_else(|| meant().map(|field| found(true, field)))
}

/// True for a cell that holds a domain name.
pub fn is_name(cell: &str) -> bool {
    DomainName::parse(cell).is_ok()
}
