//! Description of a list: its words, tabs, columns, and the parts it has besides rows.

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

/// Definition of a list as a value: [`About::new`] takes the fields every list has; the others have defaults.
pub struct About<S: ListScreen> {
    pub id: ScreenId,
    /// Noun of one row: `domain`.
    pub noun: &'static str,
    /// The list as the subject of a sentence: `The list of domains`.
    pub what: &'static str,
    /// The tabs from left to right.
    pub tabs: &'static [TabRow<S::Tab>],
    /// The columns of all tabs, or of each.
    pub columns: &'static [&'static [Column]],
    /// The usual order of the list: a column, and whether downwards.
    pub usual: Option<(&'static str, bool)>,
    /// How it is read if the service gives it page by page.
    pub pages: Pages,
    /// Cells kept for the total of a tab; more where a list may be large.
    pub totals: usize,
    /// The words its filter knows; without any a filter looks for text.
    pub words: Option<Words>,
    /// The tab a filter is shown in when none is named; that in front, where filters say nothing of tabs.
    pub tab_of: fn(&S, &S::Filter) -> usize,
    /// Its pages of help, if there are more than the page about its filter.
    pub topics: Option<&'static [Topic]>,
    /// The form over it, where there is one: of its filter, or of what is to be made.
    pub form: Option<FormOver<S>>,
    /// Parts about the row under the cursor, shown beside the list from [`BESIDE`](crate::ui::widgets::BESIDE) columns
    /// on.
    pub preview: Option<fn(&S, &Look<'_>) -> Vec<Part>>,
    /// Parts around that row, in so many cells of a third column, from [`THIRD`](crate::ui::widgets::THIRD) columns on;
    /// beside the opened row from fewer.
    pub around: Option<Around<S>>,
    /// Draws something else instead of the list and its tabs; false while there is nothing else.
    pub instead: fn(&S, &Look<'_>, Rect, &mut Buffer) -> bool,
    /// Draws what is below the tab line, where that is not the list with its preview.
    pub body: Option<Body<S>>,
    /// A pane beside the list or instead of it that the moving keys can scroll.
    pub pane: Option<Pane<S>>,
    /// A field beside the list that takes what is typed.
    pub field: Option<OwnField<S>>,
    /// Opened from elsewhere: esc on the list leads back there.
    pub is_page: bool,
    /// About what it was opened with: no view can be saved of it, and it is closed as a whole.
    pub is_passing: bool,
    /// About one thing: no view can be saved of it, as a view is of many.
    pub is_of_one: bool,
    /// Word between the tab and the filter of the line that opens it again, while something is shown beside the list.
    pub view_word: fn(&S) -> Option<String>,
    /// The rows a tab has under a filter, where saved views can be its sections.
    pub under: Option<Under<S>>,
    /// Knowledge about the whole list, if it is more than its pages tell.
    pub index: Option<Index<S>>,
    /// A list inside its opened row.
    pub inner: Option<Inner<S>>,
    /// Name of an opened row as the last step of the way to it; none where its text begins with that.
    pub opened: Option<fn(&S::Detail) -> String>,
    /// How well the number of rows held of a tab is known, for a list of [`super::LocalRow`].
    pub known: fn(&S, usize, u64, &World<'_>) -> Known<u64>,
    /// Check of a typed word against a row, for a list of [`super::LocalRow`] whose filter has words of its own, such as
    /// `age:<7d`. It is made again every minute.
    pub holds: Option<Holds<S>>,
    /// Called when the cursor has come to rest on another row; where rows were taken too, after `took_rows`.
    pub rested: fn(&mut S, &World<'_>),
    /// Wants kept while another screen is in front, as [`Screen::watch`](crate::ui::Screen::watch).
    pub watch: fn(&S, &World<'_>, &mut Wants),
    /// Names of the commands that come first in the footer, best first.
    pub first: fn(&S) -> &'static [&'static str],
    /// The words a command of its own can take; `None` for one that takes those of the filter or of the table.
    pub complete: Complete<S>,
}

/// Check of a word against the row of a key.
type Holds<S> = fn(&S, <S as ListScreen>::Key, &str, &World<'_>) -> bool;

/// Parts drawn in so many cells.
type Around<S> = fn(&S, u16, &Look<'_>) -> Vec<Part>;

/// Drawing below the tab line.
type Body<S> = fn(&S, &Look<'_>, Rect, &mut Buffer, &mut Facts);

/// The words a command can take after those that are typed.
type Complete<S> = fn(&S, &str, &[String], &World<'_>) -> Option<Vec<String>>;

/// The rows of a tab under a filter.
type Under<S> = fn(&S, usize, &<S as ListScreen>::Filter, &World<'_>) -> Arc<[<S as ListScreen>::Key]>;

/// A form over a list.
pub struct FormOver<S: ListScreen> {
    pub title: &'static str,
    /// The form filled in with a filter.
    pub fill: fn(&S, &S::Filter) -> Form,
    /// Does what the form says; `None` once what is wrong stands beside its field.
    pub submit: fn(&mut S, &mut Form, &mut Cx<'_>) -> Option<Outcome>,
}

/// A pane with text.
pub struct Pane<S: 'static> {
    /// Its text, while it has the moving keys.
    pub text: Lens<S, PageView>,
    /// Gives the moving keys back to the list, or closes the pane where it stands instead of that; false where neither is so.
    pub leave: fn(&mut S) -> bool,
    /// Takes the facts of the last frame.
    pub drawn: fn(&mut S, &Facts),
}

/// A field of a screen's own.
pub struct OwnField<S> {
    /// True while it has the keys; the moving keys do not belong to the rows then.
    pub has_keys: fn(&S) -> bool,
    /// Takes a key or paste.
    pub text: fn(&mut S, &TextEvent, &mut Cx<'_>),
}

/// Knowledge of an index about a list made from it.
pub struct Index<S> {
    /// Number of rows of the list in front that could not be read.
    pub unread: fn(&S, &World<'_>) -> u64,
    /// How well the list in front is known.
    pub reading: fn(&S, &World<'_>) -> Reading,
    /// Sentences about what was not read of its rows and of what its filter stands on, for who reads a file.
    pub lacks: fn(&S, &World<'_>) -> Option<String>,
}

/// The table and the filter bar of an opened row that is a list itself; `None` of both while no row is open.
pub struct Inner<S: ListScreen> {
    pub table: Lens<S, Table<S::Key>>,
    pub bar: Lens<S, FilterBar>,
}

/// Settings of reading a list page by page.
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
            words: None,
            tab_of: |screen, _| screen.list().tab,
            topics: None,
            form: None,
            preview: None,
            around: None,
            instead: |_, _, _, _| false,
            body: None,
            pane: None,
            field: None,
            is_page: false,
            is_passing: false,
            is_of_one: false,
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
