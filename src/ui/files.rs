//! Requests of a screen for the user's files. The runtime reads them on another thread and gives the result to the
//! store (`store.files()`), where the screen finds it.

use std::path::PathBuf;
use std::sync::Arc;

use crate::sheets::Slot;
use crate::sheets::csv::CsvAsk;
use crate::sheets::grid::{Arrangement, Grid};
use crate::store::writes::plan::Plan;

/// Request to read, edit or keep something.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAsk {
    /// Reads a text file; the path is as typed.
    Text { slot: Slot, path: String },
    /// Reads a file of names; the path is as typed. Lines of names come back in the slot.
    Names { slot: Slot, path: String },
    /// Opens the user's editor with this text; `name` tells the editor what it is. The edited text comes back in the
    /// slot.
    Edit { slot: Slot, name: &'static str, text: String },
    /// Opens the user's editor with a file of this text, which is kept. The path of the file comes back in the slot.
    EditFile { slot: Slot, name: String, text: String },
    /// Keeps typed text until the next run; empty text deletes it. `review` is all that is left under review, where
    /// the text no longer has changes that were under review.
    Keep { slot: Slot, text: String, review: Option<Vec<Arc<Plan>>> },
    /// Keeps the plans under review until the next run. They are converted to text on another thread.
    KeepReview(Vec<Arc<Plan>>),
    /// Reads the text kept in a slot, if any.
    Kept { slot: Slot },
    /// Lists completions of a typed path; files with these endings come first.
    List { typed: String, first: &'static [&'static str] },
    /// Checks image files before they are uploaded; the paths are as typed.
    Images { paths: Vec<String> },
    /// Makes a picture of a file, small enough for the screen.
    Preview { path: PathBuf },
    /// Opens a CSV as a table; the path is as typed.
    Open { path: String, title: String },
    /// Filters and sorts the open table.
    Arrange { grid: Arc<Grid>, arrangement: Arrangement },
    /// Reads these rows of the open table.
    Rows { grid: Arc<Grid>, rows: Vec<u32> },
    /// Checks a CSV; its path is as typed.
    Check(Box<CsvAsk>),
    /// Frees the CSV that was checked last.
    Forget,
}

impl FileAsk {
    /// Request to keep typed text.
    pub const fn keep(slot: Slot, text: String) -> Self {
        Self::Keep { slot, text, review: None }
    }
}
