//! The list of a screen as the command line has it: how well it is known, and the line it starts with.

use super::{Screen, World};
use crate::base::{Timestamp, clean_line, nearest};
use crate::client::Failure;

/// How well a list is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Some of it was read, even if it is empty.
    pub known: bool,
    /// Time of its oldest part.
    pub at: Option<Timestamp>,
    /// Sentence about rows that are missing here.
    pub part: Option<String>,
    /// Why no more of it could be read.
    pub failure: Option<Failure>,
}

/// The list of a screen alone.
pub trait AsList: Screen {
    /// Shows these columns and no others, in this order.
    ///
    /// # Errors
    /// A sentence about a name that is none of a column.
    fn show_only(&mut self, columns: &[&str]) -> Result<(), String>;

    /// Shows what `parkade heard` and other commands call a row by as well, where the list has that.
    fn name_rows(&mut self);

    /// Names of the columns of the list in front.
    fn columns(&self) -> Vec<String>;

    /// Goes to the last row, so that what follows it is wanted.
    fn to_end(&mut self);

    /// How well the list in front is known.
    fn reading(&self, world: &World<'_>) -> Reading;

    /// Sentences about what was not read of its rows and of what its filter stands on.
    fn lacks(&self, world: &World<'_>) -> Option<String>;
}

/// A mistake in a line a screen is to start with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// A sentence.
    pub message: String,
    /// The word that was probably meant.
    pub meant: Option<String>,
    /// True when it may be the name of a saved view.
    pub may_be_meant: bool,
}

impl WrongLine {
    /// A line that cannot work.
    pub fn certain(message: String) -> Self {
        Self { message, meant: None, may_be_meant: false }
    }

    /// A word where a tab would stand that names none of `tabs`; `None` for a domain and for a term of the filter.
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
