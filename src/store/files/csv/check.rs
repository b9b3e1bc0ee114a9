//! From the bytes of a file to a report.

use std::collections::HashMap;

use ::csv::{ReaderBuilder, StringRecord};

use super::super::text::utf8;
use super::columns::{guess, is_header, is_name, wrong};
use super::{CsvAsk, CsvColumn, CsvCounts, CsvProblem, CsvReport, CsvRow, Field, IGNORED, Plan, SHOWN, number, switch};
use crate::api::limits::CSV_BYTES;
use crate::base::{DomainName, clean_line, digest};

/// Separators a file may have; the service reads the first.
const SEPARATORS: [(u8, &str); 4] = [(b',', "commas"), (b';', "semicolons"), (b'\t', "tabs"), (b'|', "bars")];
/// Rows the separator and the columns are told by.
const FIRST: usize = 50;
/// Good rows a report shows.
const GOOD: usize = 200;
/// Values shown of a column.
const SAMPLES: usize = 3;
/// A heading or a cell is cut here for the screen; what is sent is the file itself.
const LONGEST: usize = 400;

/// Looks at a whole file.
///
/// # Errors
/// A sentence when it is no CSV in UTF-8 of a size the service takes.
pub fn check(bytes: &[u8], ask: &CsvAsk) -> Result<CsvReport, String> {
    if bytes.len() as u64 > CSV_BYTES {
        return Err(format!("This file has {} MB; the service takes 16 MB. Split it.", bytes.len() / 1_000_000));
    }
    let text = utf8(bytes)?;
    let separator = separator(text);
    let first: Vec<Vec<String>> = records(text, separator)
        .take(FIRST)
        .map(|record| record.map(|(_, record)| record.iter().map(str::to_owned).collect()))
        .collect::<Result<_, _>>()?;
    if first.is_empty() {
        return Err("This file is empty.".to_owned());
    }
    let width = first.iter().map(Vec::len).max().unwrap_or(0);
    let header: Vec<&str> = first[0].iter().map(String::as_str).collect();
    let recognised = separator == b',' && ask.columns.is_none() && is_header(&header, ask);
    let mut becomes = match &ask.columns {
        Some(columns) => columns.clone(),
        None if recognised => header.iter().map(|cell| cell.trim().to_owned()).collect(),
        None => guess(&first, width, ask),
    };
    becomes.resize(width.max(becomes.len()), IGNORED.to_owned());
    let names_at = becomes.iter().position(|field| *field == ask.domain);
    let titled = names_at.is_some_and(|at| first[0].get(at).is_none_or(|cell| !is_name(cell)));
    let skip = ask.skip_rows.unwrap_or(u32::from(recognised || titled));
    let fields: Vec<Option<&Field>> =
        becomes.iter().map(|name| ask.fields.iter().find(|field| field.name == *name)).collect();
    let columns = becomes.iter().enumerate().map(|(at, becomes)| CsvColumn {
        title: header.get(at).map(|cell| short(cell)).unwrap_or_default(),
        becomes: becomes.clone(),
        samples: Vec::new(),
        empty: 0,
        wrong: 0,
    });
    let mut look = Look {
        columns: columns.collect(),
        fields,
        names_at,
        width: header.len(),
        seen: HashMap::new(),
        counts: CsvCounts::default(),
        rows: Vec::new(),
        problems: Vec::new(),
        plans: Vec::new(),
        good: 0,
    };
    let mut last = (1, 0);
    for (number, record) in records(text, separator).enumerate() {
        let (line, record) = record?;
        look.row(line, &record, number < skip as usize);
        last = (line, record.position().map_or(0, ::csv::Position::byte));
    }
    // A quote that is never closed swallows the rest of the file into its row.
    let rest = text.get(last.1 as usize..).unwrap_or_default();
    if memchr::memchr_iter(b'"', rest.as_bytes()).count() % 2 == 1 {
        return Err(format!("A quote that is opened on line {} is never closed.", last.0));
    }
    let refused = if separator == b',' {
        wrong(&becomes, ask)
            .or_else(|| (look.counts.rows == 0).then(|| (None, "There is no row to import.".to_owned())))
    } else {
        let found = SEPARATORS.iter().find(|(byte, _)| *byte == separator).map_or("", |(_, words)| words);
        Some((
            None,
            format!(
                "The cells of this file are separated by {found}; the service reads commas only. Save it again with commas."
            ),
        ))
    };
    let file_name = ask.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(CsvReport {
        path: ask.path.clone(),
        file_name,
        bytes: bytes.len() as u64,
        digest: digest(bytes),
        separator,
        columns: look.columns,
        recognised,
        skip,
        rows: look.rows,
        counts: look.counts,
        problems: look.problems,
        plans: look.plans,
        refused,
    })
}

/// The rows with the lines they begin on; blank lines are none.
fn records(text: &str, separator: u8) -> impl Iterator<Item = Result<(u32, StringRecord), String>> {
    let reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    // The reader's own line numbers do not count blank lines and both halves of a line's end alike.
    let (mut line, mut counted) = (1, 0);
    reader.into_records().map(move |record| {
        let record = record.map_err(|error| format!("This file cannot be read as a CSV: {error}."))?;
        let place = record.position().map_or(0, |place| place.byte() as usize).min(text.len());
        let ends = text.as_bytes()[place..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let begins = place + ends;
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted..begins]).count() as u32;
        counted = begins;
        Ok((line, record))
    })
}

/// The separator that gives the first rows the most equal cells.
fn separator(text: &str) -> u8 {
    let score = |separator: u8| {
        let widths: Vec<usize> =
            records(text, separator).take(FIRST).filter_map(|record| Some(record.ok()?.1.len())).collect();
        let usual = widths.first().copied().unwrap_or(1);
        let alike = widths.iter().filter(|width| **width == usual).count();
        if usual < 2 { 0 } else { alike * 1000 / widths.len().max(1) + usual.min(100) }
    };
    // A comma inside names would be seen at once; nothing else may win by chance.
    SEPARATORS
        .iter()
        .map(|(byte, _)| *byte)
        .rev()
        .max_by_key(|byte| score(*byte))
        .filter(|byte| score(*byte) > 0)
        .unwrap_or(b',')
}

struct Look<'f> {
    columns: Vec<CsvColumn>,
    fields: Vec<Option<&'f Field>>,
    names_at: Option<usize>,
    width: usize,
    seen: HashMap<Box<str>, u32>,
    counts: CsvCounts,
    rows: Vec<CsvRow>,
    problems: Vec<CsvProblem>,
    plans: Vec<Plan>,
    good: usize,
}

impl Look<'_> {
    fn row(&mut self, line: u32, record: &StringRecord, skipped: bool) {
        if skipped {
            return self.keep(line, record, false, true);
        }
        if record.iter().all(|cell| cell.trim().is_empty()) {
            return;
        }
        self.counts.rows += 1;
        let before = self.wrong();
        self.name(line, record);
        if record.len() != self.width {
            self.counts.uneven += 1;
            let text = format!("This row has {} cells, the first one {}.", record.len(), self.width);
            self.problem(line, None, record.len() < self.names_at.map_or(0, |at| at + 1), text);
        }
        for (at, cell) in record.iter().enumerate().take(self.columns.len()) {
            self.cell(line, at, cell);
        }
        let wrong = self.wrong() > before;
        self.keep(line, record, wrong, false);
    }

    fn wrong(&self) -> u32 {
        let counts = &self.counts;
        counts.doubled + counts.not_names + counts.wrong_values + counts.uneven
    }

    fn name(&mut self, line: u32, record: &StringRecord) {
        let Some(at) = self.names_at else { return };
        let cell = record.get(at).unwrap_or_default();
        let name = match DomainName::parse(cell) {
            Ok(name) => name,
            Err(why) => {
                self.counts.not_names += 1;
                let text = if cell.trim().is_empty() {
                    "There is no name in this row.".to_owned()
                } else {
                    format!("“{}”: {}", short(cell), why.0)
                };
                return self.problem(line, Some(at), true, text);
            }
        };
        if let Some(first) = self.seen.get(name.punycode()) {
            let text = format!("{} stands on line {first} already.", name.both());
            self.counts.doubled += 1;
            return self.problem(line, Some(at), true, text);
        }
        self.seen.insert(name.punycode().into(), line);
        self.counts.names += 1;
        let value = |field: &str| {
            let place = self.columns.iter().position(|column| column.becomes == field)?;
            record.get(place).filter(|cell| !cell.trim().is_empty())
        };
        let (for_sale, bin_price) = (value("for_sale").and_then(switch), value("bin_price").and_then(number));
        self.plans.push(Plan { line, name, for_sale, bin_price });
    }

    fn cell(&mut self, line: u32, at: usize, cell: &str) {
        let column = &mut self.columns[at];
        let empty = cell.trim().is_empty();
        if column.samples.len() < SAMPLES && !empty {
            column.samples.push(short(cell));
        }
        let Some(field) = self.fields[at] else { return };
        if empty {
            column.empty += 1;
            self.counts.empty_values += 1;
        } else if let Some(why) = field.wrong(cell) {
            column.wrong += 1;
            self.counts.wrong_values += 1;
            let text = format!("{}: {why}", clean_line(&field.name));
            self.problem(line, Some(at), false, text);
        }
    }

    fn problem(&mut self, line: u32, column: Option<usize>, bad: bool, text: String) {
        if self.problems.len() < SHOWN {
            self.problems.push(CsvProblem { line, column, bad, text });
        }
    }

    fn keep(&mut self, line: u32, record: &StringRecord, wrong: bool, skipped: bool) {
        self.good += usize::from(!wrong);
        if (wrong && self.rows.len() < SHOWN + GOOD) || (!wrong && self.good <= GOOD) {
            let cells = record.iter().map(short).collect();
            self.rows.push(CsvRow { line, cells, wrong, skipped });
        }
    }
}

/// A stranger's cell for one line of the screen.
fn short(cell: &str) -> String {
    match cell.char_indices().nth(LONGEST) {
        Some((at, _)) => clean_line(&cell[..at]).into_owned(),
        None => clean_line(cell).into_owned(),
    }
}
