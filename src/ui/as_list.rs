//! The list of a screen as the command line uses it: how far it was read, its columns, and its first line.

use super::{Screen, World};
use crate::base::{Timestamp, clean_line, nearest};
use crate::client::Failure;

/// State of reading a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// True when some of the list was read, even if no row was in it.
    pub known: bool,
    /// Time at which the oldest part of the list was read.
    pub at: Option<Timestamp>,
    /// Sentence about rows that are missing.
    pub part: Option<String>,
    /// Failure that keeps more of the list from being read.
    pub failure: Option<Failure>,
}

/// List of a screen, without the screen around it.
pub trait AsList: Screen {
    /// Shows only these columns, in this order.
    ///
    /// # Errors
    /// A sentence about a name that is not a column.
    fn show_only(&mut self, columns: &[&str]) -> Result<(), String>;

    /// Also shows the names that `parkade heard` and other commands take for a row, if the list has any.
    fn name_rows(&mut self);

    /// Names of the columns of the list in front.
    fn columns(&self) -> Vec<String>;

    /// Goes to the last row, so that the rows after it are wanted.
    fn to_end(&mut self);

    /// State of reading the list in front.
    fn reading(&self, world: &World<'_>) -> Reading;

    /// Sentences about rows, or data its filter checks, that were not read.
    fn lacks(&self, world: &World<'_>) -> Option<String>;
}

/// Mistake in the line that a screen starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// Sentence about the mistake.
    pub message: String,
    /// Word that was probably meant.
    pub meant: Option<String>,
    /// True when the line may be the name of a saved view.
    pub may_be_meant: bool,
}

impl WrongLine {
    /// Mistake that a saved view of the same name would not excuse.
    pub fn certain(message: String) -> Self {
        Self { message, meant: None, may_be_meant: false }
    }

    /// Mistake of a first word that looks like a tab but is none of `tabs`; `None` for a domain or a filter term.
    pub fn no_tab(word: &str, tabs: &[&str]) -> Option<Self> {
        if word.is_empty() || word.contains([':', '"', '.']) || word.starts_with('-') {
            return None;
        }
        let known = tabs.join(", ");
        let word = clean_line(word).into_owned();
        let message = format!(
            "“{word}” is not a tab ({known}): it opens a saved view of that name, and without one it is ignored."
        );
        let meant = nearest(&word, tabs.iter().copied()).map(str::to_owned);
        Some(Self { message, meant, may_be_meant: true })
    }
}
