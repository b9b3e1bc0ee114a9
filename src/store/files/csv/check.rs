//! From the bytes of a file to a report.

use std::collections::HashMap;

use ::csv::StringRecord;

use super::columns::{guess, is_header, is_name, wrong};
use super::{CsvAsk, CsvColumn, CsvCounts, CsvProblem, CsvReport, CsvRow, Field, IGNORED, Plan, SHOWN, number, switch};
use crate::api::limits::CSV_BYTES;
use crate::base::{DomainName, Written, clean_line, digest, with_point};

/// Rows the columns are told by.
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
/// A sentence when it is no table of a size the service takes.
pub fn check(bytes: &[u8], ask: &CsvAsk) -> Result<CsvReport, String> {
    let too_large = |size: usize, words: &str| {
        (size as u64 > CSV_BYTES)
            .then(|| format!("This file has {:.1} MB{words}; the service takes 16 MB. Split it.", size as f64 / 1e6))
    };
    let mut written = match ask.encoding {
        Some(encoding) => Written::seen_in(encoding, bytes)?,
        None => Written::seen(bytes)?,
    };
    written.separator = ask.separator.unwrap_or(written.separator);
    let text = written.encoding.decode(bytes)?;
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
    if ask.decimal_commas {
        let numbers = |at: &usize| fields[*at].is_some_and(Field::is_number);
        written.decimal_commas = (0..fields.len()).filter(numbers).collect();
    }
    let taken_for_header =
        if ask.fields.is_empty() { titled } else { ask.columns.is_some() && is_header(&header, ask) };
    if taken_for_header && header != becomes {
        // The service would read this heading by itself (it may, while its fields are not known here) and pass over what
        // was chosen or shown. Where those fields stand in its place, both readings are the same.
        written.heading = Some(becomes.clone());
    }
    let plain = written.plain(bytes)?;
    if let Some(why) = too_large(plain.len(), if written.is_plain() { "" } else { " as it would be sent" }) {
        return Err(why);
    }
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
    let mut records = written.records(&text);
    for (number, record) in records.by_ref().enumerate() {
        let (line, record) = record?;
        look.row(line, &record, number < skip as usize);
    }
    if let Some(line) = records.open_quote() {
        return Err(format!("A quote that is opened on line {line} is never closed."));
    }
    let refused = wrong(&becomes, ask)
        .or_else(|| (look.counts.rows == 0).then(|| (None, "There is no row to import.".to_owned())));
    let file_name = ask.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(CsvReport {
        path: ask.path.clone(),
        file_name,
        bytes: plain.len() as u64,
        digest: digest(&plain),
        written,
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
            self.counts.decimal_commas +=
                u32::from(field.is_number() && with_point(cell).is_some_and(|(_, sure)| sure));
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
