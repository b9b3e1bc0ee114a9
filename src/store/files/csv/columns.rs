//! Which column is which field: the header of an export by name, other headers by likeness, the rest by hand.

use super::{CsvAsk, Field, IGNORED};
use crate::base::DomainName;

/// Headings people give the column of names.
const NAMES: [&str; 6] = ["domain", "domain_name", "domainname", "name", "domains", "punycode"];

/// Whether the first row names fields only, the domain among them and none twice: then the service reads it by itself.
/// Before the fields are known everything written like one counts: if it is none after all the service refuses the file,
/// while columns that were passed over here would be read there.
pub fn is_header(first: &[&str], ask: &CsvAsk) -> bool {
    let like_one = |cell: &str| {
        let word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        cell.starts_with(|c: char| c.is_ascii_lowercase()) && cell.bytes().all(word)
    };
    let field = |cell: &str| {
        if ask.fields.is_empty() { like_one(cell) } else { ask.fields.iter().any(|field| field.name == cell) }
    };
    let known = |cell: &&str| *cell == ask.domain || field(cell);
    let cells: Vec<&str> = first.iter().map(|cell| cell.trim()).collect();
    cells.iter().all(known) && cells.contains(&ask.domain.as_str()) && doubled(&cells).is_none()
}

/// The likeliest field of every column; `rows` are the first ones, the header included.
pub fn guess(rows: &[Vec<String>], width: usize, ask: &CsvAsk) -> Vec<String> {
    let first = rows.first().map(Vec::as_slice).unwrap_or_default();
    let mut becomes: Vec<String> = (0..width)
        .map(|at| first.get(at).and_then(|cell| like(cell, &ask.fields)).unwrap_or(IGNORED).to_owned())
        .collect();
    let named = first.iter().position(|cell| {
        let called = plain(cell);
        called == plain(&ask.domain) || NAMES.contains(&called.as_str())
    });
    let names_in = |at: usize| rows.iter().filter(|row| row.get(at).is_some_and(|cell| is_name(cell))).count();
    let fullest = || (0..width).max_by_key(|at| (names_in(*at), std::cmp::Reverse(*at))).filter(|at| names_in(*at) > 0);
    if let Some(at) = named.or_else(fullest) {
        becomes[at].clone_from(&ask.domain);
    }
    // Of two columns of one field the first counts.
    for at in 1..width {
        if becomes[at] != IGNORED && becomes[..at].contains(&becomes[at]) {
            IGNORED.clone_into(&mut becomes[at]);
        }
    }
    becomes
}

/// Why the service would refuse these columns, and which of them is the reason.
pub fn wrong(becomes: &[String], ask: &CsvAsk) -> Option<(Option<usize>, String)> {
    let cells: Vec<&str> = becomes.iter().map(String::as_str).collect();
    let known = |cell: &str| cell == IGNORED || cell == ask.domain || ask.fields.iter().any(|field| field.name == cell);
    if let Some(at) = cells.iter().position(|cell| !ask.fields.is_empty() && !known(cell)) {
        return Some((Some(at), format!("There is no field “{}”.", crate::base::clean_line(cells[at]))));
    }
    if let Some(at) = doubled(&cells) {
        return Some((Some(at), format!("“{}” is the field of two columns.", crate::base::clean_line(cells[at]))));
    }
    if !cells.contains(&ask.domain.as_str()) {
        return Some((None, "No column holds the names of the domains; choose the one that does.".to_owned()));
    }
    None
}

/// The place of a field that stood before.
fn doubled(cells: &[&str]) -> Option<usize> {
    (1..cells.len()).find(|at| cells[*at] != IGNORED && cells[..*at].contains(&cells[*at]))
}

fn like<'f>(cell: &str, fields: &'f [Field]) -> Option<&'f str> {
    let wanted = plain(cell);
    let same = |field: &&Field| plain(&field.name) == wanted || plain(&field.label) == wanted;
    fields.iter().find(same).map(|field| field.name.as_str()).filter(|_| !wanted.is_empty())
}

/// A heading as a field would be called: `BIN Price ` is `bin_price`.
fn plain(cell: &str) -> String {
    let words: Vec<&str> = cell.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}

/// True for a cell that holds a domain name.
pub fn is_name(cell: &str) -> bool {
    DomainName::parse(cell).is_ok()
}
