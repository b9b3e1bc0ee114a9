//! State of a list between two keys. Rows are never kept here: they are the store's, by key.

use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::Subject;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::table::{Column, Key, Order, Table};

use super::sections::Sections;

/// A table with its filter.
#[derive(Clone, Debug)]
pub struct Sheet<K: Key, F> {
    pub table: Table<K>,
    pub bar: FilterBar,
    /// The filter in force: the typed one as long as it can be read.
    pub filter: F,
    /// The line last looked at.
    pub(super) read: String,
    /// Time of the last key in the filter.
    pub typed_at: Option<Timestamp>,
    /// The rows that are taken next are those of another filter.
    pub refiltered: bool,
}

/// Place of the user before a jump; esc leads back to it.
#[derive(Clone, Debug)]
pub struct Place<K> {
    pub tab: usize,
    pub filter: String,
    pub sort: Option<Order>,
    /// The views that are its sections.
    pub sections: Vec<String>,
    pub selected: Option<K>,
}

/// The state of a list: `K` identifies a row, `F` is a filter understood, `D` an opened row.
#[derive(Clone, Debug)]
pub struct List<K: Key, F, D> {
    /// Place of the tab in front.
    pub tab: usize,
    /// The tab was chosen together with the filter in force.
    pub chose_tab: bool,
    /// The tabs that are there only at times are there.
    pub has_all_tabs: bool,
    /// A sheet for all tabs, or one for each.
    sheets: Vec<Sheet<K, F>>,
    /// The row last selected in each tab.
    pub(super) remembered: Vec<Option<K>>,
    pub detail: Option<D>,
    /// The form over the list, while it is filled in.
    pub form: Option<Form>,
    /// The places jumps began at, the last one on top.
    pub before: Vec<Place<K>>,
    /// The number of the text handed in before a file of names to mark was asked for, while it is read.
    pub(super) marking_after: Option<u64>,
    pub(super) sections: Sections<K>,
    /// Columns of the last frame.
    pub width: u16,
    /// No preview beside the list, where there is room for it.
    pub hides_preview: bool,
    /// The rows there were when the list was last held under an opened row.
    pub(super) held: Arc<[K]>,
    /// The row the cursor was on before the filter was typed.
    pub(super) typed_from: Option<K>,
    /// The row the cursor was on when rows were last taken.
    pub(super) rested_on: Option<K>,
    /// The state of the store that rows were last taken from, and when, while nothing else was done here since.
    pub(super) taken: Option<(u64, Timestamp)>,
    /// Things an undo brings back: the cursor goes to the first of them that is here.
    pub(super) coming_back: Vec<Subject>,
    /// A row that is new: the cursor goes there once it is here.
    pub(super) arriving: Option<K>,
    /// A write was made here since the last command: where it leaves the list empty, the marks have gone with the rows.
    pub(super) wrote: bool,
}

impl<K: Key, F: Clone + Default, D> List<K, F, D> {
    /// A list whose tabs share columns, order and filter.
    pub fn new(tabs: usize, columns: &'static [Column], usual: Option<(&'static str, bool)>) -> Self {
        let mut list = Self::of_sheets(&[columns]);
        list.remembered = vec![None; tabs];
        if let Some((column, descending)) = usual {
            list.table_mut().set_sort(column, Some(descending));
        }
        list
    }

    /// A list whose tabs have columns and filters of their own.
    pub fn of_sheets(columns: &[&'static [Column]]) -> Self {
        let sheet = |columns: &&'static [Column]| Sheet {
            table: Table::new(columns),
            bar: FilterBar::default(),
            filter: F::default(),
            read: String::new(),
            typed_at: None,
            refiltered: false,
        };
        Self {
            tab: 0,
            chose_tab: false,
            has_all_tabs: false,
            sheets: columns.iter().map(sheet).collect(),
            remembered: vec![None; columns.len()],
            detail: None,
            form: None,
            before: Vec::new(),
            marking_after: None,
            sections: Sections::default(),
            width: 0,
            hides_preview: false,
            held: Arc::default(),
            typed_from: None,
            rested_on: None,
            taken: None,
            coming_back: Vec::new(),
            arriving: None,
            wrote: false,
        }
    }
}

impl<K: Key, F, D> List<K, F, D> {
    /// The sheet of a tab.
    pub fn sheet_of(&self, tab: usize) -> &Sheet<K, F> {
        &self.sheets[tab.min(self.sheets.len() - 1)]
    }

    /// The sheet of a tab, to be changed.
    pub fn sheet_of_mut(&mut self, tab: usize) -> &mut Sheet<K, F> {
        let last = self.sheets.len() - 1;
        &mut self.sheets[tab.min(last)]
    }

    /// The sheet in front.
    pub fn sheet(&self) -> &Sheet<K, F> {
        self.sheet_of(self.tab)
    }

    /// The sheet in front, to be changed.
    pub fn sheet_mut(&mut self) -> &mut Sheet<K, F> {
        self.sheet_of_mut(self.tab)
    }

    /// The table in front, whatever is opened from it.
    pub fn table(&self) -> &Table<K> {
        &self.sheet().table
    }

    /// The table in front, to move in.
    pub fn table_mut(&mut self) -> &mut Table<K> {
        &mut self.sheet_mut().table
    }

    /// The filter bar in front.
    pub fn bar(&self) -> &FilterBar {
        &self.sheet().bar
    }

    /// The filter bar in front, to type in.
    pub fn bar_mut(&mut self) -> &mut FilterBar {
        &mut self.sheet_mut().bar
    }

    /// The filter in force.
    pub fn filter(&self) -> &F {
        &self.sheet().filter
    }

    /// Puts the cursor of a tab on a row: now, or once that tab is in front and the row is here.
    pub fn select_in(&mut self, tab: usize, key: K) {
        if tab == self.tab && !self.table_mut().select(&key) {
            self.arriving = Some(key.clone());
        }
        self.remembered[tab] = Some(key);
    }

    /// The row under the cursor; `None` where the list is empty.
    pub fn under_cursor(&self) -> Option<&K> {
        self.table().ids().get(self.table().cursor())
    }

    /// True while typing the filter has not rested for a whole second.
    pub fn is_typing(&self, now: Timestamp) -> bool {
        let sheet = self.sheet();
        sheet.bar.is_editing() && sheet.typed_at.is_some_and(|at| now.0 <= at.0)
    }

    /// True where esc clears the marks before the filter: all of them are shown, or the way back leads to another tab, where
    /// they would be lost. Marks that a filter hides were made before it, so they outlive it.
    pub fn marks_go_first(&self) -> bool {
        let elsewhere = self.before.last().is_some_and(|place| place.tab != self.tab);
        self.table().shows_all_marks() || (elsewhere && self.table().has_marks())
    }

    /// The time at which typing that rests now counts as rested.
    pub fn typing_rests_at(&self) -> Option<Timestamp> {
        self.sheet().typed_at.map(|at| Timestamp(at.0 + 1))
    }

    /// True when typing has come to rest since the last call.
    pub fn rested_typing(&mut self, now: Timestamp) -> bool {
        !self.is_typing(now) && self.sheet_mut().typed_at.take().is_some()
    }
}
