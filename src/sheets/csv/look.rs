//! Reading a file row by row: names, values, problems, and what would be sent.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ::csv::StringRecord;

use super::columns::is_name;
use super::plans::{Plans, Seen, Sets};
use super::values::Cell;
use super::{AMOUNTS, Price, SHOWN, SWITCHES, Says, Status, Unchanged, Unclear, Verdict};
use super::{CsvAsk, CsvColumn, CsvCounts, CsvRow, Field};
use crate::base::{Amount, Currency, Decimal, DomainName, HeldBack, Separator, Value, clean_line, switch};

/// Most rows without a problem that a report shows.
const GOOD: usize = 200;
/// Values shown of a column.
const SAMPLES: usize = 3;
/// Most characters shown of a heading or a cell; the file itself is sent uncut.
const LONGEST: usize = 400;

/// Facts about a column while its rows are read.
#[derive(Debug)]
struct Of<'f> {
    field: Option<&'f Field>,
    decimal: Option<Decimal>,
    value: Option<Value>,
    /// First amount that can only have a point as decimal sign, and first one that can only have a comma.
    shows: [Option<String>; 2],
}

impl Of<'_> {
    /// The cell as it is sent; a wrong one, such as an amount in another currency, is sent as written.
    fn sent<'c>(&self, cell: &'c str, currency: Option<&Currency>) -> Cow<'c, str> {
        let read = self.field.map(|field| field.cell(cell, self.decimal, currency));
        let is_right = matches!(read, Some(Cell::Good | Cell::Amount(_)));
        self.value.filter(|_| is_right).map_or(Cow::Borrowed(cell), |value| value.sent(cell))
    }
}

/// State of the reading of a file.
pub(super) struct Look<'f> {
    pub columns: Vec<CsvColumn>,
    of: Vec<Of<'f>>,
    names_at: Option<usize>,
    currency_at: Option<usize>,
    currency: Option<&'f Currency>,
    unchanged: &'f Unchanged,
    separator: Separator,
    width: usize,
    seen: Seen,
    pub counts: CsvCounts,
    pub rows: Vec<CsvRow>,
    pub problems: Vec<Verdict>,
    pub plans: Plans,
    pub left_out: Vec<u32>,
    pub held: HeldBack,
    pub currencies: BTreeSet<String>,
    good: usize,
    /// State of the row that is read, and the problems with it.
    status: Status,
    why: Vec<String>,
}

impl<'f> Look<'f> {
    /// Reading of a file before its first row; `own` if the service wrote the file.
    pub fn new(columns: Vec<CsvColumn>, ask: &'f CsvAsk, own: bool, separator: Separator, width: usize) -> Self {
        let of = |(at, column): (usize, &CsvColumn)| {
            let field = ask.fields.iter().find(|field| field.name == column.becomes);
            let decimal = ask.decimals.iter().find(|(column, _)| *column == at).map(|(_, decimal)| *decimal);
            Of { field, decimal, value: field.and_then(|field| field.value(decimal, own)), shows: [None, None] }
        };
        Self {
            of: columns.iter().enumerate().map(of).collect(),
            names_at: columns.iter().position(|column| column.becomes == ask.domain),
            currency_at: columns.iter().position(|column| column.becomes == "currency"),
            currency: ask.currency.as_ref(),
            unchanged: &ask.unchanged,
            columns,
            separator,
            width,
            seen: Seen::default(),
            counts: CsvCounts::default(),
            rows: Vec::new(),
            problems: Vec::new(),
            plans: Plans::default(),
            left_out: Vec::new(),
            held: HeldBack::default(),
            currencies: BTreeSet::new(),
            good: 0,
            status: Status::Sent,
            why: Vec::new(),
        }
    }

    /// Kinds of values by column, for columns with a cell that is rewritten when sent.
    pub fn values(&self) -> impl Iterator<Item = (usize, Value)> {
        let value = |(at, of): (usize, &Of<'f>)| Some((at, of.value?)).filter(|_| self.columns[at].rewritten > 0);
        self.of.iter().enumerate().filter_map(value)
    }

    /// Reads the next row.
    pub fn row(&mut self, line: u32, record: &StringRecord, skipped: bool) {
        self.status = if skipped { Status::Skipped } else { Status::Sent };
        self.why.clear();
        if skipped {
            self.counts.skipped += 1;
            return self.keep(line, record);
        }
        if record.iter().all(|cell| cell.trim().is_empty()) {
            return;
        }
        self.counts.rows += 1;
        let name = self.name(line, record);
        self.shape(line, record);
        let currency = self.currency_of(record);
        let mut told = Sets::default();
        for (at, cell) in record.iter().enumerate().take(self.columns.len()) {
            self.cell(line, at, cell, currency.as_ref(), &mut told);
        }
        if self.status.is_left_out() {
            self.counts.left_out += 1;
            self.left_out.push(line);
            // Sent after the row with its name, a doubled row would take its place; there is nothing to fix in it.
            if self.status != Status::Doubled {
                let (of, currency) = (&self.of, currency.as_ref());
                let cell = |(at, cell): (usize, _)| {
                    of.get(at).map_or(Cow::Borrowed(cell), |of| of.sent(cell, currency)).into_owned()
                };
                self.held.push(line, || record.iter().enumerate().map(cell).collect(), &self.why);
            }
        } else if let Some(name) = name {
            self.counts.names += 1;
            told.currency = match self.told_currency(record) {
                Some(code) => code.0.as_bytes().try_into().map_or(Says::Other, Says::Is),
                None if self.currency_at.is_some() => Says::Empty,
                None => Says::Untold,
            };
            self.plans.push(line, &name, told);
            self.seen.add_last(&name, &self.plans);
        }
        self.keep(line, record);
    }

    /// Name of a row. A row without a valid name is sent all the same, because the service decides which names are
    /// valid, unless the row contains other rows.
    fn name(&mut self, line: u32, record: &StringRecord) -> Option<DomainName> {
        let at = self.names_at?;
        let cell = record.get(at).unwrap_or_default();
        let name = match DomainName::parse(cell) {
            Ok(name) => name,
            Err(why) => {
                let (status, why) = match swallowed(line, record).filter(|_| cell.contains('\n')) {
                    Some(why) => (Status::LeftOut, why),
                    None if cell.trim().is_empty() => (Status::Refused, "No name in this row.".to_owned()),
                    None => (Status::Refused, format!("“{}”: {}", short(cell), why.0)),
                };
                self.problem(line, Some(at), status, why);
                return None;
            }
        };
        if let Some(first) = self.seen.line(&name, &self.plans) {
            let text = format!("{} is on line {first} already.", name.both());
            self.problem(line, Some(at), Status::Doubled, text);
        }
        Some(name)
    }

    /// Reports a row with more or fewer cells than the first one, or one that contains other rows.
    fn shape(&mut self, line: u32, record: &StringRecord) {
        let more = record.iter().skip(self.width).any(|cell| !cell.trim().is_empty());
        if more || record.len() < self.width {
            let cells = |many: usize| format!("{many} {}", if many == 1 { "cell" } else { "cells" });
            let status = match self.names_at {
                _ if more => Status::LeftOut,
                Some(at) if at >= record.len() => Status::Refused,
                _ => Status::Part,
            };
            let text = format!("This row has {}; the first row has {}.", cells(record.len()), self.width);
            self.problem(line, None, status, text);
        }
        let in_name = self.names_at.and_then(|at| record.get(at)).is_some_and(|cell| cell.contains('\n'));
        let rows = |cell: &str| {
            let begins = |row: &str| row.split(char::from(self.separator.byte())).next().is_some_and(is_name);
            let many = |row: &str| row.contains(char::from(self.separator.byte()));
            cell.contains('\n') && cell.lines().skip(1).any(|row| many(row) && begins(row))
        };
        let swallows = !in_name && record.iter().any(rows);
        if let Some(text) = swallowed(line, record).filter(|_| swallows) {
            self.problem(line, None, Status::LeftOut, text);
        }
    }

    fn currency_of(&self, record: &StringRecord) -> Option<Currency> {
        self.told_currency(record).or_else(|| self.currency.cloned())
    }

    fn told_currency(&self, record: &StringRecord) -> Option<Currency> {
        let told = self.currency_at.and_then(|at| record.get(at)).map(Currency::new);
        told.filter(|told| !told.0.is_empty())
    }

    /// Reads a cell into the counts of its column and into `told`, the values of its row.
    fn cell(&mut self, line: u32, at: usize, cell: &str, currency: Option<&Currency>, told: &mut Sets) {
        let column = &mut self.columns[at];
        if column.samples.len() < SAMPLES && !cell.trim().is_empty() {
            column.samples.push(short(cell));
        }
        let Some(field) = self.of[at].field else { return };
        let amount_at = AMOUNTS.iter().position(|amount| *amount == field.name);
        let on = SWITCHES.iter().position(|switch| *switch == field.name);
        told.more |= amount_at.is_none() && on.is_none();
        let is_sent = !self.unchanged.columns.contains(&at) && !self.unchanged.has_line(line);
        match field.cell(cell, self.of[at].decimal, currency) {
            Cell::Empty => {
                column.empty += 1;
                self.counts.empty_values += u32::from(is_sent);
                if let Some(at) = amount_at {
                    told.amounts[at] = Price::Empty;
                }
                if let Some(on) = on {
                    told.switches[on] = Says::Empty;
                }
            }
            Cell::Good => {
                if let Some(on) = on {
                    told.switches[on] = switch(cell).map_or(Says::Other, Says::Is);
                }
                if let Some(at) = amount_at {
                    told.amounts[at] = Price::Other;
                }
            }
            Cell::Amount(amount) => {
                if let Some(at) = amount_at {
                    told.amounts[at] = Price::Is(amount);
                }
                if let (None, Some(named)) = (currency, amount.currency()) {
                    self.currencies.insert(named.0);
                }
                if let Some(decimal) = Amount::shows(cell) {
                    self.of[at].shows[decimal as usize].get_or_insert_with(|| short(cell));
                }
            }
            Cell::Unclear(point, comma) => {
                let (point, comma) = (point.plain(), comma.plain());
                let text = format!("{}: “{}” can mean {point} or {comma}.", clean_line(&field.name), short(cell));
                let new = || Unclear { many: 0, text: short(cell), point, comma, proposed: None };
                column.unclear.get_or_insert_with(new).many += 1;
                return self.problem(line, Some(at), Status::Undecided, text);
            }
            Cell::Wrong(why) => {
                column.wrong += 1;
                let text = format!("{}: {why}", clean_line(&field.name));
                return self.problem(line, Some(at), Status::LeftOut, text);
            }
        }
        if let Some(value) = self.of[at].value.filter(|_| is_sent) {
            let sent = value.sent(cell);
            if sent != cell {
                let column = &mut self.columns[at];
                column.rewritten += 1;
                if !sent.is_empty() {
                    column.example.get_or_insert_with(|| (short(cell), sent.into_owned()));
                }
            }
        }
    }

    fn problem(&mut self, line: u32, column: Option<usize>, status: Status, why: String) {
        self.counts.problems += 1;
        self.status = self.status.max(status);
        self.why.push(why.clone());
        if self.problems.len() < SHOWN {
            self.problems.push(Verdict { line, column, status, why });
        }
    }

    /// Keeps a row, as the file has it, for the table on the screen.
    fn keep(&mut self, line: u32, record: &StringRecord) {
        let wrong = self.status.is_wrong();
        self.good += usize::from(!wrong);
        if (wrong && self.rows.len() < SHOWN + GOOD) || (!wrong && self.good <= GOOD) {
            let cells = record.iter().map(short).collect();
            self.rows.push(CsvRow { line, cells, status: self.status });
        }
    }

    /// Proposes, after the last row, a decimal sign for the unclear amounts of each column by its clear ones.
    pub fn propose(&mut self) {
        for (column, of) in self.columns.iter_mut().zip(&mut self.of) {
            let Some(unclear) = &mut column.unclear else { continue };
            unclear.proposed = match &mut of.shows {
                [Some(point), None] => Some((Decimal::Point, std::mem::take(point))),
                [None, Some(comma)] => Some((Decimal::Comma, std::mem::take(comma))),
                _ => None,
            };
        }
    }
}

/// Cell of a file, cleaned and cut for one line of the screen.
pub(super) fn short(cell: &str) -> String {
    crate::sheets::short(cell, LONGEST)
}

/// Sentence about a row that spans several lines because of a quote.
fn swallowed(line: u32, record: &StringRecord) -> Option<String> {
    let more: usize = record.iter().map(|cell| memchr::memchr_iter(b'\n', cell.as_bytes()).count()).sum();
    let last = line + u32::try_from(more).ok().filter(|more| *more > 0)?;
    Some(format!("A quote opened on line {line} closes on line {last}; lines {line} to {last} were read as one row."))
}
