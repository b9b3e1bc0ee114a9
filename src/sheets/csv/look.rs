//! Row by row through a file: names, values, what is wrong, what would be sent.

use std::collections::BTreeSet;

use ::csv::StringRecord;

use super::columns::is_name;
use super::plans::{Plans, Seen, Sets};
use super::values::Cell;
use super::{CsvAsk, CsvColumn, CsvCounts, CsvProblem, CsvRow, Field, Harm};
use super::{PRICES, Price, SHOWN, SWITCHES, Says, Unchanged, Unclear};
use crate::base::{Amount, Currency, Decimal, DomainName, Separator, Value, clean_line, switch};

/// Good rows a report shows.
const GOOD: usize = 200;
/// Values shown of a column.
const SAMPLES: usize = 3;
/// A heading or a cell is cut here for the screen; what is sent is the file itself.
const LONGEST: usize = 400;

/// Facts about a column while its rows are read.
#[derive(Debug)]
struct Of<'f> {
    field: Option<&'f Field>,
    decimal: Option<Decimal>,
    value: Option<Value>,
    /// Amounts that show which sign divides, for either.
    shows: [Option<String>; 2],
}

/// The state of a reading.
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
    pub problems: Vec<CsvProblem>,
    pub plans: Plans,
    pub left_out: Vec<u32>,
    pub currencies: BTreeSet<String>,
    good: usize,
}

impl<'f> Look<'f> {
    /// Before the first row; `own`: the service wrote the file.
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
            currencies: BTreeSet::new(),
            good: 0,
        }
    }

    /// Kinds of values by column, for columns with a cell that is rewritten when sent.
    pub fn values(&self) -> impl Iterator<Item = (usize, Value)> {
        let value = |(at, of): (usize, &Of<'f>)| Some((at, of.value?)).filter(|_| self.columns[at].rewritten > 0);
        self.of.iter().enumerate().filter_map(value)
    }

    /// Takes the next row.
    pub fn row(&mut self, line: u32, record: &StringRecord, skipped: bool) {
        if skipped {
            self.counts.skipped += 1;
            return self.keep(line, record, false, true);
        }
        if record.iter().all(|cell| cell.trim().is_empty()) {
            return;
        }
        self.counts.rows += 1;
        let before = self.counts.problems();
        let name = self.name(line, record);
        let mut out = matches!(name, Name::LeftOut);
        out |= self.shape(line, record);
        let currency = self.currency_of(record);
        let mut told = Sets::default();
        for (at, cell) in record.iter().enumerate().take(self.columns.len()) {
            out |= self.cell(line, at, cell, currency.as_ref(), &mut told);
        }
        match name {
            Name::Is(name) if !out => {
                self.counts.names += 1;
                told.currency = self.told_currency(record).and_then(|told| told.0.as_bytes().try_into().ok());
                self.plans.push(line, &name, told);
                self.seen.add_last(&name, &self.plans);
            }
            _ if out => {
                self.counts.left_out += 1;
                self.left_out.push(line);
            }
            _ => {}
        }
        let wrong = self.counts.problems() > before;
        self.keep(line, record, wrong, false);
    }

    fn name(&mut self, line: u32, record: &StringRecord) -> Name {
        let Some(at) = self.names_at else { return Name::None };
        let cell = record.get(at).unwrap_or_default();
        let name = match DomainName::parse(cell) {
            Ok(name) => name,
            Err(why) => {
                self.counts.not_names += 1;
                if let Some(text) = swallowed(line, record).filter(|_| cell.contains('\n')) {
                    self.problem(line, Some(at), Harm::LeftOut, text);
                    return Name::LeftOut;
                }
                let text = if cell.trim().is_empty() {
                    "No name in this row.".to_owned()
                } else {
                    format!("“{}”: {}", short(cell), why.0)
                };
                self.problem(line, Some(at), Harm::Refused, text);
                return Name::None;
            }
        };
        if let Some(first) = self.seen.line(&name, &self.plans) {
            let text = format!("{} is on line {first} already.", name.both());
            self.counts.doubled += 1;
            self.problem(line, Some(at), Harm::LeftOut, text);
            return Name::LeftOut;
        }
        Name::Is(name)
    }

    /// True when the row is left out because it has more cells than the first one, or contains other rows.
    fn shape(&mut self, line: u32, record: &StringRecord) -> bool {
        let more = record.iter().skip(self.width).any(|cell| !cell.trim().is_empty());
        if more || record.len() < self.width {
            self.counts.uneven += 1;
            let cells = |many: usize| format!("{many} {}", if many == 1 { "cell" } else { "cells" });
            let harm = match self.names_at {
                _ if more => Harm::LeftOut,
                Some(at) if at >= record.len() => Harm::Refused,
                _ => Harm::Part,
            };
            let text = format!("This row has {}; the first row has {}.", cells(record.len()), self.width);
            self.problem(line, None, harm, text);
        }
        let in_name = self.names_at.and_then(|at| record.get(at)).is_some_and(|cell| cell.contains('\n'));
        let rows = |cell: &str| {
            let begins = |row: &str| row.split(char::from(self.separator.byte())).next().is_some_and(is_name);
            let many = |row: &str| row.contains(char::from(self.separator.byte()));
            cell.contains('\n') && cell.lines().skip(1).any(|row| many(row) && begins(row))
        };
        let swallows = !in_name && record.iter().any(rows);
        if let Some(text) = swallowed(line, record).filter(|_| swallows) {
            self.counts.uneven += u32::from(!more && record.len() >= self.width);
            self.problem(line, None, Harm::LeftOut, text);
            return true;
        }
        more
    }

    fn currency_of(&self, record: &StringRecord) -> Option<Currency> {
        self.told_currency(record).or_else(|| self.currency.cloned())
    }

    fn told_currency(&self, record: &StringRecord) -> Option<Currency> {
        let told = self.currency_at.and_then(|at| record.get(at)).map(Currency::new);
        told.filter(|told| !told.0.is_empty())
    }

    /// Takes a cell; true when its row is left out for it.
    fn cell(&mut self, line: u32, at: usize, cell: &str, currency: Option<&Currency>, told: &mut Sets) -> bool {
        let column = &mut self.columns[at];
        if column.samples.len() < SAMPLES && !cell.trim().is_empty() {
            column.samples.push(short(cell));
        }
        let Some(field) = self.of[at].field else { return false };
        let price = PRICES.iter().position(|price| *price == field.name);
        let on = SWITCHES.iter().position(|switch| *switch == field.name);
        told.more |= price.is_none() && on.is_none();
        let is_sent = !self.unchanged.columns.contains(&at) && !self.unchanged.has_line(line);
        match field.cell(cell, self.of[at].decimal, currency) {
            Cell::Empty => {
                column.empty += 1;
                self.counts.empty_values += u32::from(is_sent);
                if let Some(price) = price {
                    told.prices[price] = Price::Empty;
                }
                if let Some(on) = on {
                    told.switches[on] = Says::Empty;
                }
            }
            Cell::Good => {
                if let Some(on) = on {
                    told.switches[on] = switch(cell).map_or(Says::Other, Says::Is);
                }
                if let Some(price) = price {
                    told.prices[price] = Price::Other;
                }
            }
            Cell::Amount(amount) => {
                if let Some(price) = price {
                    told.prices[price] = Price::Is(amount);
                }
                if let (None, Some(named)) = (currency, amount.currency()) {
                    self.currencies.insert(named.0);
                }
                if let Some(decimal) = Amount::shows(cell) {
                    self.of[at].shows[decimal as usize].get_or_insert_with(|| short(cell));
                }
            }
            Cell::Unclear(point, comma) => {
                self.counts.unclear += 1;
                let (point, comma) = (point.plain(), comma.plain());
                let text = format!("{}: “{}” can mean {point} or {comma}.", clean_line(&field.name), short(cell));
                let new = || Unclear { many: 0, text: short(cell), point, comma, proposed: None };
                column.unclear.get_or_insert_with(new).many += 1;
                self.problem(line, Some(at), Harm::Undecided, text);
                return false;
            }
            Cell::Wrong(why) => {
                column.wrong += 1;
                self.counts.wrong_values += 1;
                let text = format!("{}: {why}", clean_line(&field.name));
                self.problem(line, Some(at), Harm::LeftOut, text);
                return true;
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
        false
    }

    fn problem(&mut self, line: u32, column: Option<usize>, harm: Harm, text: String) {
        if self.problems.len() < SHOWN {
            self.problems.push(CsvProblem { line, column, harm, text });
        }
    }

    /// Keeps a row for the screen, as the file has it.
    fn keep(&mut self, line: u32, record: &StringRecord, wrong: bool, skipped: bool) {
        self.good += usize::from(!wrong);
        if (wrong && self.rows.len() < SHOWN + GOOD) || (!wrong && self.good <= GOOD) {
            let cells = record.iter().map(short).collect();
            self.rows.push(CsvRow { line, cells, wrong, skipped });
        }
    }

    /// After the last row: what the clear amounts of a column suggest for the others.
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

/// The name of a row.
enum Name {
    Is(DomainName),
    /// It has none and is sent all the same: the service judges names.
    None,
    /// The row is not sent because of it.
    LeftOut,
}

/// A stranger's cell for one line of the screen.
pub(super) fn short(cell: &str) -> String {
    crate::sheets::short(cell, LONGEST)
}

/// Sentence about a row that goes over several lines.
fn swallowed(line: u32, record: &StringRecord) -> Option<String> {
    let more: usize = record.iter().map(|cell| memchr::memchr_iter(b'\n', cell.as_bytes()).count()).sum();
    let last = line + u32::try_from(more).ok().filter(|more| *more > 0)?;
    Some(format!("A quote opened on line {line} closes on line {last}; lines {line} to {last} were read as one row."))
}
