//! A file to be saved, and its place. Plain data; the runtime writes it (whole, private, never over another file).

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::widgets::table::{GoOn, Writing};
use crate::api::Call;
use crate::sheets::grid::Grid;

/// A file to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Save {
    /// Name for users: `export 12`.
    pub what: String,
    /// The name proposed for it; may come from outside, it is rebuilt before use.
    pub name: String,
    pub from: SaveFrom,
    pub to: SaveTo,
    /// A sentence about the part of a list that is not here.
    pub part: Option<String>,
}

/// Source of the content.
#[derive(Clone, Debug, PartialEq)]
pub enum SaveFrom {
    /// A download of the catalogue, streamed.
    Call(Call),
    /// Text made here.
    Text(Arc<str>),
    /// A copy of a file of this machine.
    File(PathBuf),
    /// Rows of the open table, read when they are written.
    Table { grid: Arc<Grid>, writing: Arc<Writing<u32>> },
    /// A file of so many rows, made beside the loop.
    Made { rows: usize, text: Made },
}

type Make = Box<dyn FnOnce(GoOn<'_>) -> Option<Vec<u8>> + Send>;

/// Maker of a file that takes its time. It runs once.
#[derive(Clone)]
pub struct Made(Arc<Mutex<Option<Make>>>);

impl Made {
    /// `make` gives nothing when it was told to stop.
    pub fn new<T: Into<Vec<u8>>>(make: impl FnOnce(GoOn<'_>) -> Option<T> + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::new(|go_on| make(go_on).map(Into::into))))))
    }

    /// Makes it; `None` when it was stopped, or made before.
    pub fn make(&self, go_on: GoOn<'_>) -> Option<Vec<u8>> {
        let make = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        make(go_on)
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Made")
    }
}

impl PartialEq for Made {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Destination of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTo {
    /// The folder of downloads.
    Downloads,
    /// A path as the user typed it: a folder, or a file.
    Path(String),
    /// The cache: it is shown as a table (`csv`) and gone with the next start.
    Shown,
    /// The cache: it is given to another program, and gone with the next start.
    Handed(Program),
}

/// A program a file is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The one the system opens such a file with.
    OfFile,
    Browser,
}

impl Save {
    /// A download into the folder of downloads.
    pub fn call(what: impl Into<String>, name: impl Into<String>, call: Call) -> Self {
        Self::of(what, name, SaveFrom::Call(call))
    }

    /// A text into the folder of downloads.
    pub fn text(what: impl Into<String>, name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self::of(what, name, SaveFrom::Text(text.into()))
    }

    /// A file made beside the loop, into the folder of downloads.
    pub fn made(what: impl Into<String>, name: impl Into<String>, made: Made) -> Self {
        Self::of(what, name, SaveFrom::Made { rows: 1, text: made })
    }

    /// A file from that source into the folder of downloads.
    pub fn of(what: impl Into<String>, name: impl Into<String>, from: SaveFrom) -> Self {
        Self { what: what.into(), name: name.into(), from, to: SaveTo::Downloads, part: None }
    }

    /// The file saved to the path after a command (`:save ~/x.csv`); without one it keeps its destination.
    pub fn to_path(self, typed: &str) -> Self {
        let typed = typed.trim();
        if typed.is_empty() { self } else { Self { to: SaveTo::Path(typed.to_owned()), ..self } }
    }

    /// The file given to a program instead of kept.
    pub fn handed(self, to: Program) -> Self {
        Self { to: SaveTo::Handed(to), ..self }
    }

    /// The file shown as a table instead of kept.
    pub fn shown(self) -> Self {
        Self { to: SaveTo::Shown, ..self }
    }
}
