//! A CSV to be imported, looked at before anything is sent: encoding, separator, columns, every value, every name.
//!
//! Bytes in, a report out; opening the file is the runtime's work and the call the write's. What the service would refuse
//! is refused here. Look first at [`check()`], then `columns.rs` (which column is which field) and `values.rs`.

mod check;
mod columns;
#[cfg(test)]
mod tests;
mod values;

use std::path::PathBuf;
use std::sync::Arc;

use crate::api::limits::CSV_BYTES;
use crate::base::{DomainName, Encoding, Separator, Written};

pub use check::check;
pub use values::{Field, FieldKind, fields, number, switch};

/// The largest file that is looked at: written in letters of two bytes and in UTF-8 it may still be one the service takes.
pub const READ_BYTES: u64 = 4 * CSV_BYTES;
/// The word for a column that is not read.
pub const IGNORED: &str = "ignored";
/// What the documents leave open is the name of the column of names; this is the one an export is expected to have.
pub const DOMAIN: &str = "domain";

/// What is to be looked at, and how it is to be read.
#[derive(Clone, Debug, PartialEq)]
pub struct CsvAsk {
    pub path: PathBuf,
    /// The fields a column may be, from the settings schema; empty while it is not known.
    pub fields: Arc<[Field]>,
    /// The name of the column of names.
    pub domain: String,
    /// Fields in the order of the columns, chosen by hand; `None`: as they seem to be.
    pub columns: Option<Vec<String>>,
    /// `None`: one where the first row is a header.
    pub skip_rows: Option<u32>,
    /// What it is written in, chosen by hand; `None`: as it seems to be.
    pub encoding: Option<Encoding>,
    pub separator: Option<Separator>,
    /// Numbers are written `1.250,50`.
    pub decimal_commas: bool,
}

/// What a file is, as far as it can be told without sending it.
#[derive(Clone, Debug, PartialEq)]
pub struct CsvReport {
    pub path: PathBuf,
    pub file_name: String,
    /// What it is written in, as it seems or was chosen. Unless that is plain, a rewritten copy is sent.
    pub written: Written,
    /// As it would be sent.
    pub bytes: u64,
    /// Of its content as it would be sent: it is sent only while it is the same.
    pub digest: String,
    pub columns: Vec<CsvColumn>,
    /// The first row is the header of an export, so that `columns` need not be named.
    pub recognised: bool,
    pub skip: u32,
    /// The first rows, and every one something is wrong with.
    pub rows: Vec<CsvRow>,
    pub counts: CsvCounts,
    /// In the order of the lines, at most [`SHOWN`].
    pub problems: Vec<CsvProblem>,
    /// Names with the values the program may know already.
    pub plans: Vec<Plan>,
    /// Why the service would refuse it as a whole, and the column it is about.
    pub refused: Option<(Option<usize>, String)>,
}

/// Problems and rows a report lists; all are counted.
pub const SHOWN: usize = 1_000;

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvColumn {
    /// What the first row says.
    pub title: String,
    /// A field, the domain, or [`IGNORED`].
    pub becomes: String,
    pub samples: Vec<String>,
    pub empty: u32,
    pub wrong: u32,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvRow {
    pub line: u32,
    pub cells: Vec<String>,
    /// Something is wrong with it.
    pub wrong: bool,
    /// Before the rows that are read.
    pub skipped: bool,
}

/// How much of what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CsvCounts {
    pub rows: u32,
    pub names: u32,
    pub doubled: u32,
    pub not_names: u32,
    pub wrong_values: u32,
    pub empty_values: u32,
    pub uneven: u32,
    /// Numbers that are some only when their comma is a decimal one.
    pub decimal_commas: u32,
}

/// What is wrong in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvProblem {
    pub line: u32,
    /// The column, from 0.
    pub column: Option<usize>,
    /// The row would not be imported at all; otherwise only a part of it.
    pub bad: bool,
    /// A sentence.
    pub text: String,
}

/// What a row sets, of what a list of domains tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub line: u32,
    pub name: DomainName,
    /// `None`: there is no such column or the cell is empty.
    pub for_sale: Option<bool>,
    pub bin_price: Option<f64>,
}
