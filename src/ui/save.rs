//! What is to be saved as a file, and where. Plain data; the runtime writes it (whole, private, never over another file).

use std::path::PathBuf;
use std::sync::Arc;

use super::widgets::table::Form;
use crate::api::Call;
use crate::store::files::grid::Grid;

/// A file to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Save {
    /// What it is, for people: `export 12`.
    pub what: String,
    /// The name proposed for it; may come from outside, it is rebuilt before use.
    pub name: String,
    pub from: SaveFrom,
    pub to: SaveTo,
}

/// Where its content comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum SaveFrom {
    /// A download of the catalogue, streamed.
    Call(Call),
    /// Text made here.
    Text(Arc<str>),
    /// A copy of a file of this machine.
    File(PathBuf),
    /// Rows of the open table, read when they are written.
    Table(TableRows),
}

/// Some rows and columns of a table, in an order of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRows {
    pub grid: Arc<Grid>,
    pub rows: Arc<[u32]>,
    /// Places of the columns in the file.
    pub columns: Vec<usize>,
    pub form: Form,
}

/// Where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTo {
    /// The folder of downloads.
    Downloads,
    /// A path as the user typed it: a folder, or a file.
    Path(String),
    /// The cache: it is shown as a table (`sheet`) and gone with the next start.
    Shown,
}

impl Save {
    /// A download into the folder of downloads.
    pub fn call(what: impl Into<String>, name: impl Into<String>, call: Call) -> Self {
        Self { what: what.into(), name: name.into(), from: SaveFrom::Call(call), to: SaveTo::Downloads }
    }

    /// A text into the folder of downloads.
    pub fn text(what: impl Into<String>, name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { what: what.into(), name: name.into(), from: SaveFrom::Text(text.into()), to: SaveTo::Downloads }
    }

    /// The same to the path behind a command (`:save ~/x.csv`); without one it stays where it was to go.
    pub fn to_path(self, typed: &str) -> Self {
        let typed = typed.trim();
        if typed.is_empty() { self } else { Self { to: SaveTo::Path(typed.to_owned()), ..self } }
    }

    /// The same, to be looked at as a table instead of kept.
    pub fn shown(self) -> Self {
        Self { to: SaveTo::Shown, ..self }
    }
}
