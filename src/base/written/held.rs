//! Rows of a file that have mistakes and are not sent. They are kept with their reasons, so that they can be
//! corrected and imported later, even if the file has changed by then.

use serde::{Deserialize, Serialize};

/// Most bytes of cells and reasons that are kept of a file; of further rows only the number is kept.
const KEPT: usize = 1 << 20;

/// Rows that are not sent, in the order of their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldBack {
    /// The first row of the file, where it is a heading.
    pub heading: Option<Vec<String>>,
    pub rows: Vec<HeldRow>,
    /// Number of further rows, whose cells are not kept.
    #[serde(default)]
    pub more: u64,
    /// Bytes of the rows.
    #[serde(skip)]
    bytes: usize,
}

/// One row that is not sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRow {
    /// Line of the file on which it begins.
    pub line: u32,
    /// Cells of the row. Cells without a mistake are as they would be sent, so that they fit the sent rows.
    pub cells: Vec<String>,
    /// Sentences about the mistakes, one after another.
    pub why: String,
}

impl HeldBack {
    pub fn is_none(&self) -> bool {
        self.rows.is_empty() && self.more == 0
    }

    /// Number of all rows, kept or not.
    pub fn count(&self) -> u64 {
        self.rows.len() as u64 + self.more
    }

    /// Adds a row, or counts it only if there is no more room.
    pub fn push(&mut self, line: u32, cells: impl FnOnce() -> Vec<String>, why: &[String]) {
        if self.more > 0 || self.bytes > KEPT {
            self.more += 1;
            return;
        }
        let row = HeldRow { line, cells: cells(), why: why.join(" ") };
        self.bytes += row.why.len() + row.cells.iter().map(String::len).sum::<usize>();
        self.rows.push(row);
    }
}
