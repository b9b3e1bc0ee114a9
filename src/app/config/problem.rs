//! Problems of a file with their places, so that each can be found without counting.

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::base::start_of;

/// A place in a file; lines and columns from 1, columns in characters. Line 0 stands for the environment, which has no
/// lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: PathBuf,
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return write!(f, "{}", self.file.display());
        }
        write!(f, "{}:{}:{}", self.file.display(), self.line, self.column)
    }
}

/// Severity of a problem. The program starts either way, without the line in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

/// One problem. `Display` gives the sentence, [`Problem::shown`] the sentence with the line and a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub place: Place,
    pub severity: Severity,
    /// Path of the key, such as `accounts.main.base_url`; empty when the problem is about the whole file.
    pub path: String,
    pub message: String,
    /// The name that was probably meant.
    pub suggestion: Option<String>,
    /// Text of the line, and number of its characters to mark from the column on.
    pub line: String,
    pub width: usize,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        if let Some(name) = &self.suggestion {
            write!(f, " Did you mean {name}?")?;
        }
        Ok(())
    }
}

impl Problem {
    /// The sentence, the line, and a caret under the place.
    pub fn shown(&self) -> String {
        let kind = if self.severity == Severity::Error { "error" } else { "warning" };
        let mut text = format!("{kind}: {self}\n");
        if !self.line.is_empty() {
            let number = self.place.line.to_string();
            let margin = " ".repeat(number.len());
            // Tabs stay tabs, so that the caret stands under its place whatever their width.
            let indent: String =
                self.line.chars().take(self.place.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let caret = "^".repeat(self.width.max(1));
            let _ = write!(text, "{margin} |\n{number} | {}\n{margin} | {indent}{caret}\n", self.line);
        }
        text
    }
}

/// A text with the place it came from: turns byte ranges into places.
pub struct Source<'a> {
    pub file: &'a Path,
    pub text: &'a str,
}

impl Source<'_> {
    /// Line and column of a byte offset, both counted from 1.
    pub fn place(&self, at: usize) -> Place {
        let before = self.before(at);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Place { file: self.file.to_owned(), line, column }
    }

    /// Problem about the bytes `span` of the text.
    pub fn problem(&self, severity: Severity, span: Range<usize>, path: &str, message: String) -> Problem {
        let place = self.place(span.start);
        let raw = self.text.lines().nth(place.line - 1).unwrap_or("");
        let line: String = raw.chars().map(|c| if c.is_control() && c != '\t' { '·' } else { c }).collect();
        let start = self.before(span.start).len();
        let meant = self.text.get(start..span.end.max(start)).unwrap_or("");
        let width = meant.lines().next().unwrap_or("").chars().count();
        Problem { place, severity, path: path.to_owned(), message, suggestion: None, line, width }
    }

    fn before(&self, at: usize) -> &str {
        start_of(self.text, at)
    }
}
