//! A CSV to be imported, checked before anything is sent: encoding, separator, columns, every value, every name.
//!
//! Bytes in, a report out; opening the file is the runtime's work and the call the write's. What the service would
//! refuse is refused here, and what could change a price by mistake is not sent: wrong values and repeated names
//! are left out, amounts with two readings wait for a decision. Look first at [`check()`], then `columns.rs` (which
//! field each column is), `headings.rs` (usual headings of each) and `values.rs`.

mod check;
mod columns;
mod headings;
mod look;
mod plans;
#[cfg(test)]
mod tests;
mod values;

use std::path::PathBuf;
use std::sync::Arc;

use crate::api::limits::CSV_BYTES;
use crate::base::{Amount, Currency, Decimal, Encoding, HeldBack, Separator, Written};
use crate::sheets::{Status, Verdict};

pub use check::check;
pub use headings::{PROBLEM, SHOWN_ONLY, meant, names_under};
pub use plans::{Plan, Plans, Sets};
pub use values::{Field, FieldKind, HIGHEST_PRICE, fields};

/// Size of the largest file read, in bytes: a file in UTF-16 becomes smaller in UTF-8, in which it is sent.
pub const READ_BYTES: u64 = 4 * CSV_BYTES;
/// Name of a column that is not read.
pub const IGNORED: &str = "ignored";
/// Heading of the column of names. The documents do not name it; exports are expected to have this one.
pub const DOMAIN: &str = "domain";

/// File to check, and how to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct CsvAsk {
    pub path: PathBuf,
    /// Fields a column may be, from the settings schema; empty while the schema is not known.
    pub fields: Arc<[Field]>,
    /// Name of the column of domain names.
    pub domain: String,
    /// Fields in the order of the columns, chosen by hand; `None` to guess them.
    pub columns: Option<Vec<String>>,
    /// Number of first rows to skip; `None` skips the first row if it is a header.
    pub skip_rows: Option<u32>,
    /// Encoding and separator chosen by hand; `None` to detect them.
    pub encoding: Option<Encoding>,
    pub separator: Option<Separator>,
    /// Index of a column and its decimal sign, chosen by the user.
    pub decimals: Vec<(usize, Decimal)>,
    /// Currency of the account's prices, if known.
    pub currency: Option<Currency>,
    /// Rows and columns to leave out of the upload.
    pub unchanged: Unchanged,
}

/// Rows and columns that would change nothing. If they were sent, they would turn inherited values into own ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchanged {
    /// Lines of the rows that change nothing, in their order.
    pub lines: Arc<[u32]>,
    /// Columns, from 0, in which no row that is sent changes anything.
    pub columns: Vec<usize>,
}

impl Unchanged {
    pub fn is_none(&self) -> bool {
        self.lines.is_empty() && self.columns.is_empty()
    }

    /// True if the row that begins on this line is left out.
    pub fn has_line(&self, line: u32) -> bool {
        self.lines.binary_search(&line).is_ok()
    }
}

/// Report on a file, made without sending it.
#[derive(Clone, Debug, PartialEq)]
pub struct CsvReport {
    /// Choices the file was read with.
    pub ask: CsvAsk,
    pub path: PathBuf,
    pub file_name: String,
    /// Encoding and separator, chosen or detected. Unless these are UTF-8 and commas, a rewritten copy is sent.
    pub written: Written,
    /// Size of the file or copy to be sent, in bytes.
    pub bytes: u64,
    /// Digest of the content to be sent; the file is sent only while it is still the same.
    pub digest: String,
    pub columns: Vec<CsvColumn>,
    /// True if the first row is the header of an export, so that `columns` need not be named.
    pub recognised: bool,
    pub skip: u32,
    /// The first rows, and every row with a problem.
    pub rows: Vec<CsvRow>,
    pub counts: CsvCounts,
    /// Problems in the order of the lines, at most [`SHOWN`].
    pub problems: Vec<Verdict>,
    /// Names, with those of their values that are compared with the present ones.
    pub plans: Plans,
    /// Rows that are not sent because something is wrong with them.
    pub held: HeldBack,
    /// Currencies named beside amounts while the account's currency is not known.
    pub currencies: Vec<String>,
    /// Reason why the service would refuse the whole file, and the column it is about.
    pub refused: Option<(Option<usize>, String)>,
}

/// Most problems, and most rows with one, that a report lists; the counts have all.
pub const SHOWN: usize = 1_000;

/// A column of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsvColumn {
    /// Cell of the first row.
    pub title: String,
    /// A field, the domain, or [`IGNORED`].
    pub becomes: String,
    /// True if `becomes` follows from a usual heading of the field, not from its name or label.
    pub guessed: bool,
    /// True if the heading is one that this program writes into saved lists for a value that is only shown.
    pub shown_only: bool,
    pub samples: Vec<String>,
    pub empty: u32,
    pub wrong: u32,
    /// Number of cells that are sent in another form than written, and the first of them in both forms.
    pub rewritten: u32,
    pub example: Option<(String, String)>,
    pub unclear: Option<Unclear>,
}

impl CsvColumn {
    /// True if the service does not read the column.
    pub fn is_ignored(&self) -> bool {
        self.becomes == IGNORED
    }
}

impl CsvReport {
    /// The fields in the order of the columns, as they are sent.
    pub fn sent(&self) -> Vec<String> {
        let names: Vec<String> = self.columns.iter().map(|column| column.becomes.clone()).collect();
        without(&self.ask.unchanged, &names)
    }

    /// Plans of the rows with a valid name that are sent.
    pub fn sent_plans(&self) -> impl Iterator<Item = Plan> {
        self.plans.iter().filter(|plan| !self.ask.unchanged.has_line(plan.line))
    }
}

/// Names of the columns, with [`IGNORED`] for those left out.
fn without(unchanged: &Unchanged, names: &[String]) -> Vec<String> {
    let name = |(at, name): (usize, &String)| if unchanged.columns.contains(&at) { IGNORED } else { name }.to_owned();
    names.iter().enumerate().map(name).collect()
}

/// Amounts of a column that can be read in two ways, such as 1.500, until the user decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    pub many: u32,
    /// First amount that can be read in two ways, as written, and as sent with the point or the comma as decimal sign.
    pub text: String,
    pub point: String,
    pub comma: String,
    /// Decimal sign that the clear amounts of the column suggest, with the first of these.
    pub proposed: Option<(Decimal, String)>,
}

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvRow {
    pub line: u32,
    pub cells: Vec<String>,
    pub status: Status,
}

/// Counts of rows and problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CsvCounts {
    /// Number of rows skipped at the top.
    pub skipped: u32,
    pub rows: u32,
    pub names: u32,
    pub empty_values: u32,
    /// Problems, undecided amounts included.
    pub problems: u32,
    /// Rows that are not sent.
    pub left_out: u32,
}

impl CsvCounts {
    /// Number of rows that are sent although the service refuses them, because they have no valid name.
    pub fn refused(&self) -> u32 {
        self.rows - self.names - self.left_out
    }
}

/// Switches that rows of the list of domains have, in the order of [`Sets::switches`].
pub const SWITCHES: [&str; 2] = ["for_sale", "accept_offers"];

/// Amounts a domain is sold by, in the order of [`Sets::amounts`]. Rows of the list of domains have all but the lowest
/// offer, which is read with the domain's own settings.
pub const AMOUNTS: [&str; 3] = ["bin_price", "target_price", LOWEST_OFFER];
/// Setting of the lowest offer that the service passes on.
pub const LOWEST_OFFER: &str = "min_offer";

/// Value of an amount in a row.
pub type Price = Says<Amount>;

/// Value in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Says<T> {
    /// The file has no such column.
    #[default]
    Untold,
    /// The cell is empty.
    Empty,
    Is(T),
    /// The value cannot be compared.
    Other,
}
