//! Order for an import: everything it is made from.

use serde_json::{Value, json};

/// Name of the column with the domain, which is not documented.
pub const DOMAIN: &str = "domain";
/// Name of a column that is not read.
pub const IGNORED: &str = "ignored";

/// Kinds of imports by what they do with their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Takes the names into the account; those already there are checked again.
    Add,
    /// Checks the names that are in the account.
    Retry,
    /// Checks a name that is not in the account, and takes it in when the check succeeds.
    Verify,
    /// Takes the names in with their settings.
    Csv,
}

impl Kind {
    const ALL: [(&'static str, Self); 4] =
        [("add", Self::Add), ("retry", Self::Retry), ("verify", Self::Verify), ("csv", Self::Csv)];

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    fn parse(text: &str) -> Self {
        Self::ALL.iter().find(|(name, _)| *name == text).map_or(Self::Add, |(_, kind)| *kind)
    }
}

/// Everything an import is made from; a rerun makes a new import of the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub kind: Kind,
    /// True when the casing of new names is kept as typed.
    pub manual: bool,
    /// True when the casing of names in the account is changed, too.
    pub recase: bool,
    /// Field of each column of a CSV.
    pub columns: Vec<String>,
    /// Number of rows of a CSV that are not read.
    pub skip: usize,
    /// The input as it was sent.
    pub input: Vec<u8>,
}

impl Order {
    /// The order for a list of names, one a line.
    pub fn names(kind: Kind, text: String) -> Self {
        Self { kind, manual: false, recase: false, columns: Vec::new(), skip: 0, input: text.into_bytes() }
    }

    pub(super) fn options(&self) -> String {
        json!({ "manual": self.manual, "recase": self.recase, "columns": self.columns, "skip": self.skip }).to_string()
    }

    pub(super) fn read(kind: &str, options: &str, input: Vec<u8>) -> Self {
        let options: Value = serde_json::from_str(options).unwrap_or_default();
        let columns = options["columns"].as_array().into_iter().flatten();
        Self {
            kind: Kind::parse(kind),
            manual: options["manual"] == true,
            recase: options["recase"] == true,
            columns: columns.filter_map(Value::as_str).map(str::to_owned).collect(),
            skip: usize::try_from(options["skip"].as_u64().unwrap_or(0)).unwrap_or(0),
            input,
        }
    }
}
