//! What a list is: its words, tabs, columns, and what it has besides rows.

use crate::store::filter::Topic;
use crate::ui::ScreenId;
use crate::ui::widgets::table::Column;
use crate::ui::widgets::tabs::ROOM;

use super::{ListScreen, TabRow};

/// What a list is, as a value: what every list says in [`About::new`], what only some have over that.
pub struct About<S: ListScreen> {
    pub id: ScreenId,
    /// One row: `domain`.
    pub noun: &'static str,
    /// The list as the subject of a sentence: `The list of domains`.
    pub what: &'static str,
    /// The tabs from left to right.
    pub tabs: &'static [TabRow<S::Tab>],
    /// The columns of all tabs, or of each.
    pub columns: &'static [&'static [Column]],
    /// The order the list has by itself: a column, and whether downwards.
    pub usual: Option<(&'static str, bool)>,
    /// How it is read, where the service gives it page by page.
    pub pages: Pages,
    /// Cells kept for the total of a tab; more where a list may be large.
    pub totals: usize,
    /// What the form over the list is called.
    pub form: &'static str,
    /// What is known of the row under the cursor stands beside the list, from [`BESIDE`](crate::ui::widgets::BESIDE) columns on.
    pub previews: bool,
    /// [`ListScreen::around`] has a third column, from [`THIRD`](crate::ui::widgets::THIRD) columns on.
    pub around: bool,
    /// The words its filter knows; without any a filter looks for text.
    pub words: Option<Topic>,
}

/// How a list is read in pages.
#[derive(Clone, Copy, Debug)]
pub struct Pages {
    /// Rows of one page.
    pub rows: u32,
    /// Rows before the end of what is known at which the next page is asked for.
    pub ahead: usize,
    /// Rows the service gives out at most.
    pub reached: Option<u64>,
}

impl Pages {
    /// Pages of so many rows.
    pub const fn of(rows: u32) -> Self {
        Self { rows, ahead: 60, reached: None }
    }
}

impl<S: ListScreen> About<S> {
    /// A list by its screen's name, one row, the list as the subject of a sentence, its tabs and columns.
    pub const fn new(
        id: ScreenId,
        noun: &'static str,
        what: &'static str,
        tabs: &'static [TabRow<S::Tab>],
        columns: &'static [&'static [Column]],
    ) -> Self {
        Self {
            id,
            noun,
            what,
            tabs,
            columns,
            usual: None,
            pages: Pages::of(100),
            totals: ROOM,
            form: "Filter",
            previews: false,
            around: false,
            words: None,
        }
    }
}
