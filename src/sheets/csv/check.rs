//! Making a report from the bytes of a file.

use super::columns::{Seems, guess, is_header, is_name, wrong};
use super::headings::is_shown_only;
use super::look::{Look, short};
use super::{CsvAsk, CsvColumn, CsvReport, IGNORED, without};
use crate::api::limits::CSV_BYTES;
use crate::base::{ColumnOf, Written, digest};

/// Number of first rows by which columns are recognized.
const FIRST: usize = 50;

/// Checks a whole file.
///
/// # Errors
/// A sentence when it is not a table, or larger than the service takes.
pub fn check(bytes: &[u8], ask: &CsvAsk) -> Result<CsvReport, String> {
    let (mut written, text) = Written::read(bytes, ask.encoding, ask.separator)?;
    let first: Vec<Vec<String>> = written
        .records(&text)
        .take(FIRST)
        .map(|record| record.map(|(_, record)| record.iter().map(str::to_owned).collect()))
        .collect::<Result<_, _>>()?;
    if first.is_empty() {
        return Err("This file is empty.".to_owned());
    }
    let width = first.iter().map(Vec::len).max().unwrap_or(0);
    let header: Vec<&str> = first[0].iter().map(String::as_str).collect();
    let recognised = ask.columns.is_none() && is_header(&header, ask);
    let plainly = |field: &str| Seems { field: field.trim().to_owned(), guessed: false };
    let mut seem: Vec<Seems> = match &ask.columns {
        Some(columns) => columns.iter().map(|column| plainly(column)).collect(),
        None if recognised => header.iter().map(|cell| plainly(cell)).collect(),
        None => guess(&first, width, ask),
    };
    seem.resize(width.max(seem.len()), plainly(IGNORED));
    let becomes: Vec<String> = seem.iter().map(|seems| seems.field.clone()).collect();
    let names_at = becomes.iter().position(|field| *field == ask.domain);
    let titled = names_at.is_some_and(|at| first[0].get(at).is_none_or(|cell| !is_name(cell)));
    let skip = ask.skip_rows.unwrap_or(u32::from(recognised || titled));
    let columns = seem.into_iter().enumerate().map(|(at, seems)| CsvColumn {
        title: header.get(at).map(|cell| short(cell)).unwrap_or_default(),
        shown_only: seems.field == IGNORED && header.get(at).is_some_and(|cell| is_shown_only(cell)),
        becomes: seems.field,
        guessed: seems.guessed,
        ..CsvColumn::default()
    });
    let mut look = Look::new(columns.collect(), ask, recognised, written.separator, header.len());
    let mut records = written.records(&text);
    for (number, record) in records.by_ref().enumerate() {
        let (line, record) = record?;
        look.row(line, &record, number < skip as usize);
    }
    if let Some((line, last)) = records.open_quote() {
        return Err(format!(
            "A quote opened on line {line} is never closed; lines {line} to {last} were read as one row."
        ));
    }
    look.propose();
    written.values = look.values().map(|(column, value)| ColumnOf { column, value }).collect();
    look.held.heading = titled.then(|| header.iter().map(|&cell| cell.to_owned()).collect());
    written.above = if written.values.is_empty() { 0 } else { skip as usize };
    written.left_out = std::mem::take(&mut look.left_out);
    written.left_out.extend_from_slice(&ask.unchanged.lines);
    written.left_out.sort_unstable();
    let sent = without(&ask.unchanged, &becomes);
    let chosen = ask.columns.is_some() || sent != becomes;
    let taken_for_header = if ask.fields.is_empty() { titled } else { chosen && is_header(&header, ask) };
    if taken_for_header && header != sent {
        // The service would take the first row for a heading (or may, while the fields are not known here) and ignore
        // the columns chosen or shown. So these are sent as the heading, unless the row names them already.
        written.heading = Some(sent);
    }
    let plain = written.plain(bytes)?;
    if plain.len() as u64 > CSV_BYTES {
        let sent = if written.is_plain() { "" } else { " as it would be sent" };
        let size = plain.len() as f64 / 1e6;
        return Err(format!("This file is {size:.1} MB{sent}; the service takes up to 16 MB. Split it."));
    }
    let counts = look.counts;
    let refused = wrong(&becomes, ask)
        .or_else(|| (counts.rows == 0).then(|| (None, "No row to import.".to_owned())))
        .or_else(|| {
            let all = counts.rows == counts.left_out;
            all.then(|| (None, "No row can be sent: each has a problem.".to_owned()))
        });
    let file_name = ask.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(CsvReport {
        ask: ask.clone(),
        path: ask.path.clone(),
        file_name,
        bytes: plain.len() as u64,
        digest: digest(&plain),
        written,
        columns: look.columns,
        recognised,
        skip,
        rows: look.rows,
        counts,
        problems: look.problems,
        plans: look.plans,
        held: look.held,
        currencies: look.currencies.into_iter().collect(),
        refused,
    })
}
