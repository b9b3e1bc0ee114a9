//! The screens, one folder each: pure state, what they want to know, their commands and how they are drawn.
//!
//! No screen fetches, reads a clock or a file; that is the runtime's work. What they are made of is in `ui/`.
//! Look first at [`ALL`], the one list that header, `--screen`, `:` and documentation read.

mod account;
pub mod add;
pub mod csv;
pub mod domains;
mod fates;
pub mod import;
pub mod inquiries;
pub mod jobs;
mod lookalike;
mod marking;
mod verbs;
pub mod welcome;

use crate::base::Timestamp;
use crate::store::ViewSpec;
use crate::ui::{ScreenDef, ScreenId};

/// The screens of the header, in its order, then the pages that are opened from others.
pub const ALL: &[ScreenDef] = &[inquiries::DEF, domains::DEF, jobs::DEF, add::DEF, import::DEF, csv::DEF];

/// What there is instead while there is no account.
pub const FIRST_RUN: &[ScreenDef] = &[welcome::DEF];

/// The screen the program opens on.
pub const FIRST: ScreenId = inquiries::DEF.id;

/// The list that screen shows first, for the first page read from the disk before anything else runs.
pub fn first_view() -> ViewSpec {
    inquiries::first_view(Timestamp::default())
}

/// What is wrong with a view a screen is to start with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongView {
    /// A sentence.
    pub message: String,
    /// The word that was probably meant.
    pub meant: Option<&'static str>,
    /// It may be meant so: the name of a saved view, or a word to search for.
    pub may_be_meant: bool,
}

impl WrongView {
    fn certain(message: String) -> Self {
        Self { message, meant: None, may_be_meant: false }
    }

    /// A word where a tab would stand that names none of `tabs`; `None` for a term of the filter.
    fn no_tab(word: &str, tabs: &[&'static str]) -> Option<Self> {
        if word.is_empty() || word.contains([':', '"']) || word.starts_with('-') {
            return None;
        }
        let known = tabs.join(", ");
        let word = crate::base::clean_line(word).into_owned();
        let message =
            format!("“{word}” is not a tab ({known}): it opens a saved view of that name, else searches for the word.");
        Some(Self { message, meant: crate::ui::nearest(&word, tabs.iter().copied()), may_be_meant: true })
    }
}

/// What is wrong with `line` as the view `screen` starts with; `None` when it opens.
pub fn wrong_start_view(screen: &str, line: &str) -> Option<WrongView> {
    match screen {
        _ if screen == inquiries::DEF.id => inquiries::wrong_view(line),
        _ if screen == domains::DEF.id => domains::wrong_view(line),
        _ if screen == jobs::DEF.id => jobs::wrong_view(line),
        other => {
            let known = || ALL.iter().filter(|def| def.key != ' ').map(|def| def.id);
            let message = format!("There is no such screen; there is {}.", known().collect::<Vec<_>>().join(", "));
            Some(WrongView { meant: crate::ui::nearest(other, known()), ..WrongView::certain(message) })
        }
    }
}
