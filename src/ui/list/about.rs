//! Description of a list: its words, tabs, columns, and its parts besides rows.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::filter::Topic as Words;
use crate::store::{Known, Wants};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::page::{PageView, Part};
use crate::ui::widgets::table::{Column, Table};
use crate::ui::widgets::tabs::ROOM;
use crate::ui::{Cx, Facts, Lens, Look, Outcome, ScreenId, TextEvent, Topic, World};

use super::{ListScreen, Reading, TabRow};

/// Definition of a list as a value. [`About::new`] takes the fields every list has; the others have defaults.
pub struct About<S: ListScreen> {
    pub id: ScreenId,
    /// Noun of one row: `domain`.
    pub noun: &'static str,
    /// Subject of sentences about the list: `The list of domains`.
    pub what: &'static str,
    /// Tabs from left to right.
    pub tabs: &'static [TabRow<S::Tab>],
    /// Columns of all tabs together, or one set per tab.
    pub columns: &'static [&'static [Column]],
    /// Usual order of the list: a column, and true for descending.
    pub usual: Option<(&'static str, bool)>,
    /// Settings for reading it, if the service gives it page by page.
    pub pages: Pages,
    /// Cells reserved for the total of a tab; more for lists that may be large.
    pub totals: usize,
    /// Words its filter knows; `None` for a filter that looks for text only.
    pub words: Option<Words>,
    /// Tab for a filter that names none. By default the tab in front, for filters that imply no tab.
    pub tab_of: fn(&S, &S::Filter) -> usize,
    /// Pages of help, if there are others than the page on its filter.
    pub topics: Option<&'static [Topic]>,
    /// Form over the list, if it has one: of its filter, or of something to be created.
    pub form: Option<FormOver<S>>,
    /// Parts about the row under the cursor, shown beside the list from [`BESIDE`](crate::ui::widgets::BESIDE) columns
    /// on.
    pub preview: Option<fn(&S, &Look<'_>) -> Vec<Part>>,
    /// Parts around the row under the cursor, shown in a third column from [`THIRD`](crate::ui::widgets::THIRD)
    /// columns on; beside an opened row also in narrower windows.
    pub around: Option<Around<S>>,
    /// Fewest cells of the list beside the third column, so that it loses no column of its own. In a narrower window
    /// the parts of `around` are below the preview.
    pub kept: u16,
    /// Draws something else in place of the list and its tabs, below the trail of screens; returns false if it drew
    /// nothing.
    pub instead: fn(&S, &Look<'_>, Rect, &mut Buffer) -> bool,
    /// Draws what is below the tab line, if that is not the list with its preview.
    pub body: Option<Body<S>>,
    /// Pane beside the list, or in its place, that the moving keys can scroll.
    pub pane: Option<Pane<S>>,
    /// Field beside the list that takes typed text.
    pub field: Option<OwnField<S>>,
    /// True for a page that is opened from elsewhere: esc on the list leads back there.
    pub is_page: bool,
    /// True for a list of rows that another screen has passed to it: it cannot be saved as a view, and one esc closes
    /// it.
    pub is_passing: bool,
    /// True for a list about one thing, which cannot be saved as a view.
    pub is_of_one: bool,
    /// Last part of the note beside the tabs if it hides rows: the line always shows it.
    pub hides: fn(&S, &World<'_>) -> &'static str,
    /// Word between tab and filter in the line that opens the list again, for what is shown beside the list.
    pub view_word: fn(&S) -> Option<String>,
    /// Rows of a tab under a filter, for lists whose saved views can be sections.
    pub under: Option<Under<S>>,
    /// Knowledge about the whole list, if there is more than its pages say.
    pub index: Option<Index<S>>,
    /// List inside its opened row.
    pub inner: Option<Inner<S>>,
    /// Name of an opened row as the last step of the way to it.
    pub opened: Option<fn(&S::Detail, &World<'_>) -> String>,
    /// Function that takes the number of rows in memory of a tab, and adds how well it is known; for a list of
    /// [`super::LocalRow`].
    pub known: fn(&S, usize, u64, &World<'_>) -> Known<u64>,
    /// Check of a typed word against a row, for a list of [`super::LocalRow`]s whose filter has words of its own, such
    /// as `age:<7d`. Its results are kept for a minute at most.
    pub holds: Option<Holds<S>>,
    /// Called when the cursor came to rest on another row; if rows were taken, too, after `took_rows`.
    pub rested: fn(&mut S, &World<'_>),
    /// Adds the wants that are kept while another screen is in front, as [`Screen::watch`](crate::ui::Screen::watch)
    /// does.
    pub watch: fn(&S, &World<'_>, &mut Wants),
    /// Names of the commands that come first in the footer, best first.
    pub first: fn(&S) -> &'static [&'static str],
    /// Completions for a command of its own; `None` for commands that take the words of the filter or of the table.
    pub complete: Complete<S>,
}

/// Check of a word against the row with this key.
type Holds<S> = fn(&S, <S as ListScreen>::Key, &str, &World<'_>) -> bool;

/// Function that makes parts for a width in cells.
type Around<S> = fn(&S, u16, &Look<'_>) -> Vec<Part>;

/// Function that draws below the tab line.
type Body<S> = fn(&S, &Look<'_>, Rect, &mut Buffer, &mut Facts);

/// Function for the completions of a command after the words already typed.
type Complete<S> = fn(&S, &str, &[String], &World<'_>) -> Option<Vec<String>>;

/// Function for the rows of a tab under a filter.
type Under<S> = fn(&S, usize, &<S as ListScreen>::Filter, &World<'_>) -> Arc<[<S as ListScreen>::Key]>;

/// Form over a list.
pub struct FormOver<S: ListScreen> {
    pub title: &'static str,
    /// Makes the form, filled in with a filter.
    pub fill: fn(&S, &S::Filter) -> Form,
    /// Submits the form. `None` when a field was wrong; the reason is then shown beside it.
    pub submit: fn(&mut S, &mut Form, &mut Cx<'_>) -> Option<Outcome>,
}

/// Pane with text.
pub struct Pane<S: 'static> {
    /// Text of the pane, while it has the moving keys.
    pub text: Lens<S, PageView>,
    /// Returns the moving keys to the list, or closes a pane shown in its place; false when there was neither.
    pub leave: fn(&mut S) -> bool,
    /// Takes the facts of the last frame.
    pub drawn: fn(&mut S, &Facts),
}

/// Text field that a screen has beside its list.
pub struct OwnField<S> {
    /// True while it has the keys; the moving keys then do not move in the rows.
    pub has_keys: fn(&S) -> bool,
    /// Takes a key or paste.
    pub text: fn(&mut S, &TextEvent, &mut Cx<'_>),
}

/// Knowledge of an index about a list made from it.
pub struct Index<S> {
    /// Number of rows of the list in front that could not be read.
    pub unread: fn(&S, &World<'_>) -> u64,
    /// State of reading the list in front.
    pub reading: fn(&S, &World<'_>) -> Reading,
    /// Sentences, for readers of a file, about rows or data its filter checks that were not read.
    pub lacks: fn(&S, &World<'_>) -> Option<String>,
}

/// Table and filter bar of an opened row that is a list itself; both `None` while no row is open.
pub struct Inner<S: ListScreen> {
    pub table: Lens<S, Table<S::Key>>,
    pub bar: Lens<S, FilterBar>,
}

/// Settings for reading a list page by page.
#[derive(Clone, Copy, Debug)]
pub struct Pages {
    /// Number of rows on a page.
    pub rows: u32,
    /// Number of rows before the end of the known ones at which the next page is read.
    pub ahead: usize,
    /// Most rows the service gives out; `None` without such a limit.
    pub reached: Option<u64>,
}

impl Pages {
    /// Settings for pages of so many rows.
    pub const fn of(rows: u32) -> Self {
        Self { rows, ahead: 60, reached: None }
    }
}

impl<S: ListScreen> About<S> {
    /// List with its screen's id, the noun of a row, the subject of sentences about it, its tabs and columns.
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
            words: None,
            tab_of: |screen, _| screen.list().tab,
            topics: None,
            form: None,
            preview: None,
            around: None,
            kept: 0,
            instead: |_, _, _, _| false,
            body: None,
            pane: None,
            field: None,
            is_page: false,
            is_passing: false,
            is_of_one: false,
            hides: |_, _| "",
            view_word: |_| None,
            under: None,
            index: None,
            inner: None,
            opened: None,
            known: |screen, _, rows, world| Known::rows(rows, None, screen.is_whole(world)),
            holds: None,
            rested: |_, _| {},
            watch: |_, _, _| {},
            first: |_| &[],
            complete: |_, _, _, _| None,
        }
    }
}
