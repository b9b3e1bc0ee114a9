//! Requests of a screen to the user's files. The runtime reads beside the loop and hands the result to the store
//! (`store.files()`), where the screen finds it.

use std::path::PathBuf;
use std::sync::Arc;

use crate::sheets::Slot;
use crate::sheets::csv::CsvAsk;
use crate::sheets::grid::{Arrangement, Grid};
use crate::store::writes::plan::Plan;

/// A request to read, edit or keep something.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAsk {
    /// A file of text, by a path as typed.
    Text { slot: Slot, path: String },
    /// A file of names, by a path as typed; what comes back is lines of names.
    Names { slot: Slot, path: String },
    /// The user's editor over this text; `name` tells it what it is. What comes back is the slot's text.
    Edit { slot: Slot, name: &'static str, text: String },
    /// The user's editor over a file with this text, which stays. What comes back is its path, as the slot's text.
    EditFile { slot: Slot, name: String, text: String },
    /// Keeps what was typed until the next run; nothing when it is empty.
    Keep { slot: Slot, text: String },
    /// Keeps the plans under review until the next run; they are put into a text beside the loop.
    KeepReview(Vec<Arc<Plan>>),
    /// The text kept under a slot, if any.
    Kept { slot: Slot },
    /// Completions of a typed path; files with these endings come first.
    List { typed: String, first: &'static [&'static str] },
    /// Looks at files with images before they are uploaded; the paths are as typed.
    Images { paths: Vec<String> },
    /// Makes a picture of a file, small enough for the screen.
    Preview { path: PathBuf },
    /// Opens a CSV as a table; the path is as typed.
    Open { path: String, title: String },
    /// Filters and sorts the open table.
    Arrange { grid: Arc<Grid>, arrangement: Arrangement },
    /// Reads these rows of the open table.
    Rows { grid: Arc<Grid>, rows: Vec<u32> },
    /// Looks at a CSV; its path is as typed.
    Check(Box<CsvAsk>),
    /// Frees the CSV that was checked last.
    Forget,
}
