//! State of a list between two keys. It has keys of rows only; the rows themselves are in the store.

use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::Subject;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::{Column, Key, Order, Table};

use super::sections::Sections;

/// Table with its filter.
#[derive(Clone, Debug)]
pub struct Sheet<K: Key, F> {
    pub table: Table<K>,
    pub bar: FilterBar,
    /// Filter in force: the typed one if it can be read.
    pub filter: F,
    /// Line that was read last.
    pub(super) read: String,
    /// Time of the last key in the filter.
    pub typed_at: Option<Timestamp>,
    /// True when the rows taken next are those of another filter.
    pub refiltered: bool,
}

/// Place of the user before a jump, to which esc leads back.
#[derive(Clone, Debug)]
pub struct Place<K> {
    pub tab: usize,
    pub filter: String,
    pub sort: Option<Order>,
    /// Names of the views that are the list's sections.
    pub sections: Vec<String>,
    pub selected: Option<K>,
}

/// State of a list: `K` identifies a row, `F` is a filter that was read, `D` an opened row.
#[derive(Clone, Debug)]
pub struct List<K: Key, F, D> {
    /// Place of the tab in front.
    pub tab: usize,
    /// True when the tab was chosen together with the filter in force.
    pub chose_tab: bool,
    /// True while the tabs that are shown only at times are shown.
    pub has_all_tabs: bool,
    /// One sheet for all tabs, or one for each.
    sheets: Vec<Sheet<K, F>>,
    /// Row selected last on each tab.
    pub(super) remembered: Vec<Option<K>>,
    pub detail: Option<D>,
    /// Form over the list, while it is open.
    pub form: Option<Form>,
    /// Places where jumps started, the last one on top.
    pub before: Vec<Place<K>>,
    /// Number of the newest text of a file when a file of names to mark was requested; `None` if none is being read.
    pub(super) marking_after: Option<u64>,
    pub(super) sections: Sections<K>,
    /// Width of the last frame.
    pub width: u16,
    /// True if the user has hidden the preview beside the list.
    pub hides_preview: bool,
    /// Preview beside the list, as it was laid out.
    pub(super) preview: PageView,
    /// True while the moving keys scroll the preview.
    pub(super) in_preview: bool,
    /// Rows at the time the list was last frozen below an opened row.
    pub(super) held: Arc<[K]>,
    /// Row the cursor was on before the filter was typed.
    pub(super) typed_from: Option<K>,
    /// Row the cursor was on when rows were last taken.
    pub(super) rested_on: Option<K>,
    /// Version of the store and time at which rows were last taken, if nothing else was done here since.
    pub(super) taken: Option<(u64, Timestamp)>,
    /// Things an undo brings back; the cursor goes to the first one that arrives.
    pub(super) coming_back: Vec<Subject>,
    /// Row that is new; the cursor goes there once it arrives.
    pub(super) arriving: Option<K>,
    /// True when a write was made here since the last command. If it empties the list, the marks are gone with the
    /// rows.
    pub(super) wrote: bool,
}

impl<K: Key, F: Clone + Default, D> List<K, F, D> {
    /// List whose tabs share columns, order and filter.
    pub fn new(tabs: usize, columns: &'static [Column], usual: Option<(&'static str, bool)>) -> Self {
        let mut list = Self::of_sheets(&[columns]);
        list.remembered = vec![None; tabs];
        if let Some((column, descending)) = usual {
            list.table_mut().set_sort(column, Some(descending));
        }
        list
    }

    /// List whose tabs have columns and filters of their own.
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
            preview: PageView::default(),
            in_preview: false,
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
    /// Sheet of a tab.
    pub fn sheet_of(&self, tab: usize) -> &Sheet<K, F> {
        &self.sheets[tab.min(self.sheets.len() - 1)]
    }

    /// Sheet of a tab, to be changed.
    pub fn sheet_of_mut(&mut self, tab: usize) -> &mut Sheet<K, F> {
        let last = self.sheets.len() - 1;
        &mut self.sheets[tab.min(last)]
    }

    /// Sheet in front.
    pub fn sheet(&self) -> &Sheet<K, F> {
        self.sheet_of(self.tab)
    }

    /// Sheet in front, to be changed.
    pub fn sheet_mut(&mut self) -> &mut Sheet<K, F> {
        self.sheet_of_mut(self.tab)
    }

    /// Table in front, even while a row is opened.
    pub fn table(&self) -> &Table<K> {
        &self.sheet().table
    }

    /// The same table, to move in.
    pub fn table_mut(&mut self) -> &mut Table<K> {
        &mut self.sheet_mut().table
    }

    /// Filter bar in front.
    pub fn bar(&self) -> &FilterBar {
        &self.sheet().bar
    }

    /// Filter bar in front, to type in.
    pub fn bar_mut(&mut self) -> &mut FilterBar {
        &mut self.sheet_mut().bar
    }

    /// Filter in force.
    pub fn filter(&self) -> &F {
        &self.sheet().filter
    }

    /// Moves the cursor of a tab to a row: now, or once the tab is in front and the row is here.
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

    /// True while the filter is being typed and a key came less than a second ago.
    pub fn is_typing(&self, now: Timestamp) -> bool {
        let sheet = self.sheet();
        sheet.bar.is_editing() && sheet.typed_at.is_some_and(|at| now.0 <= at.0)
    }

    /// True if esc clears the marks before the filter: all of them are visible, or going back leads to another tab,
    /// where they would be lost. Marks hidden by a filter were made before it, so they outlive it.
    pub fn marks_go_first(&self) -> bool {
        let elsewhere = self.before.last().is_some_and(|place| place.tab != self.tab);
        self.table().shows_all_marks() || (elsewhere && self.table().has_marks())
    }

    /// Time at which typing counts as rested if no further key comes.
    pub fn typing_rests_at(&self) -> Option<Timestamp> {
        self.sheet().typed_at.map(|at| Timestamp(at.0 + 1))
    }

    /// True when typing has come to rest since the last call.
    pub fn rested_typing(&mut self, now: Timestamp) -> bool {
        !self.is_typing(now) && self.sheet_mut().typed_at.take().is_some()
    }
}
