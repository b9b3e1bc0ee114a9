//! Order for an import: everything that an import is made from.

use serde_json::{Value, json};

/// Name of the column with the domain, which is not documented.
pub const DOMAIN: &str = "domain";
/// Name of a column that is not read.
pub const IGNORED: &str = "ignored";

/// Kinds of imports, by their effect on the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Adds the names; those in the account are checked again.
    Add,
    /// Checks the names that are in the account.
    Retry,
    /// Checks a name that is not in the account, and adds it if the check succeeds.
    Verify,
    /// Adds the names with their settings.
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
    /// True when new names keep the casing as typed.
    pub manual: bool,
    /// True when names in the account also change their casing.
    pub recase: bool,
    /// Field of each column of a CSV.
    pub columns: Vec<String>,
    /// Number of rows of a CSV that are not read.
    pub skip: usize,
    /// The input as it was sent.
    pub input: Vec<u8>,
}

impl Order {
    /// Order for a list of names, one per line.
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
