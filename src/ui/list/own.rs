//! The list as a screen keeps it: it starts with the tabs, columns and order the screen names.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::{List, ListOf, ListScreen, LocalRow, LocalRows};

/// List of the screen `S`, with its rows if the screen holds them.
pub struct OwnList<S: ListScreen, R = ()> {
    list: ListOf<S>,
    pub rows: R,
}

/// List with all its rows in memory.
pub type LocalList<S, R> = OwnList<S, LocalRows<R>>;

impl<S: ListScreen, R: LocalRow<Key = S::Key>> LocalList<S, R> {
    /// Row under the cursor.
    pub fn current(&self) -> Option<&R> {
        self.rows.get(*self.list.under_cursor()?)
    }

    /// Marked rows, else the one under the cursor.
    pub fn targets(&self) -> impl Iterator<Item = &R> {
        self.list.table().targets().ids.into_iter().filter_map(|key| self.rows.get(key))
    }
}

impl<S: ListScreen, R: Default> Default for OwnList<S, R> {
    fn default() -> Self {
        let list = match S::ABOUT.columns {
            [columns] => List::new(S::ABOUT.tabs.len(), columns, S::ABOUT.usual),
            of_tabs => List::of_sheets(of_tabs),
        };
        Self { list, rows: R::default() }
    }
}

impl<S: ListScreen, R> Deref for OwnList<S, R> {
    type Target = ListOf<S>;

    fn deref(&self) -> &ListOf<S> {
        &self.list
    }
}

impl<S: ListScreen, R> DerefMut for OwnList<S, R> {
    fn deref_mut(&mut self) -> &mut ListOf<S> {
        &mut self.list
    }
}

impl<S: ListScreen, R> fmt::Debug for OwnList<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnList").field("tab", &self.list.tab).finish_non_exhaustive()
    }
}

/// Access functions for the field `list` of a screen, for its [`ListScreen`]. With the types of its keys and tabs, also
/// the other types of a list that is filtered by words and opens no row.
#[macro_export]
macro_rules! own_list {
    ($key:ty, $tab:ty) => {
        type Key = $key;
        type Tab = $tab;
        /// Typed words, each of which must be in some cell of a row.
        type Filter = $crate::ui::list::Words;
        type Detail = $crate::ui::list::NoDetail;

        $crate::ui::list::own_list!();
    };
    () => {
        fn list(&self) -> &$crate::ui::list::ListOf<Self> {
            &self.list
        }

        fn list_mut(&mut self) -> &mut $crate::ui::list::ListOf<Self> {
            &mut self.list
        }
    };
}

pub use own_list;

/// Scopes of a screen whose list has no form and no opened row: typing, its own commands, the rows.
#[macro_export]
macro_rules! plain_scopes {
    ($screen:ty, $commands:expr) => {
        impl $crate::ui::Scoped for $screen {
            fn scopes(scopes: &mut $crate::ui::Scopes<'_, '_, Self>) {
                $crate::ui::list::plain(scopes, $commands);
            }
        }
    };
}

pub use plain_scopes;
