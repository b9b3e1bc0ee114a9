//! A file to be saved: its content and destination. Plain data; the runtime writes it (completely, private, never over
//! another file).

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::widgets::table::{GoOn, Writing};
use crate::api::Call;
use crate::sheets::grid::Grid;

/// File to be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Save {
    /// Name for users: `export 12`.
    pub what: String,
    /// Proposed file name. It may come from outside, so it is sanitised before use.
    pub name: String,
    pub from: SaveFrom,
    pub to: SaveTo,
    /// Sentence about rows of a list that are missing.
    pub part: Option<String>,
}

/// Source of the content.
#[derive(Clone, Debug, PartialEq)]
pub enum SaveFrom {
    /// Download from the service, streamed.
    Call(Call),
    /// Text made here.
    Text(Arc<str>),
    /// Copy of a file on this computer.
    File(PathBuf),
    /// Rows of the open table, read as they are written.
    Table { grid: Arc<Grid>, writing: Arc<Writing<u32>> },
    /// File of so many rows, made on another thread.
    Made { rows: usize, text: Made },
}

type Make = Box<dyn FnOnce(GoOn<'_>) -> Option<Vec<u8>> + Send>;

/// Function that makes a file, on another thread. It runs once.
#[derive(Clone)]
pub struct Made(Arc<Mutex<Option<Make>>>);

impl Made {
    /// Maker of a file; `make` returns `None` when it was stopped.
    pub fn new<T: Into<Vec<u8>>>(make: impl FnOnce(GoOn<'_>) -> Option<T> + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::new(|go_on| make(go_on).map(Into::into))))))
    }

    /// Makes the file; `None` when it was stopped, or was made before.
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
    /// Folder of downloads.
    Downloads,
    /// Path as typed by the user: a folder, or a file.
    Path(String),
    /// Cache, from where it is shown as a table (`csv`); deleted at the next start.
    Shown,
    /// Cache, from where it is given to another program; deleted at the next start.
    Handed(Program),
}

/// Program a file is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// System's program for that kind of file.
    OfFile,
    Browser,
}

impl Save {
    /// Download to the folder of downloads.
    pub fn call(what: impl Into<String>, name: impl Into<String>, call: Call) -> Self {
        Self::of(what, name, SaveFrom::Call(call))
    }

    /// Text to be saved in the folder of downloads.
    pub fn text(what: impl Into<String>, name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self::of(what, name, SaveFrom::Text(text.into()))
    }

    /// File made on another thread, to be saved in the folder of downloads.
    pub fn made(what: impl Into<String>, name: impl Into<String>, made: Made) -> Self {
        Self::of(what, name, SaveFrom::Made { rows: 1, text: made })
    }

    /// File from that source, to be saved in the folder of downloads.
    pub fn of(what: impl Into<String>, name: impl Into<String>, from: SaveFrom) -> Self {
        Self { what: what.into(), name: name.into(), from, to: SaveTo::Downloads, part: None }
    }

    /// The same file with the path typed after a command (`:save ~/x.csv`) as destination; without a path the
    /// destination stays.
    pub fn to_path(self, typed: &str) -> Self {
        let typed = typed.trim();
        if typed.is_empty() { self } else { Self { to: SaveTo::Path(typed.to_owned()), ..self } }
    }

    /// The same file, given to a program instead of saved.
    pub fn handed(self, to: Program) -> Self {
        Self { to: SaveTo::Handed(to), ..self }
    }

    /// The same file, shown as a table instead of saved.
    pub fn shown(self) -> Self {
        Self { to: SaveTo::Shown, ..self }
    }
}
