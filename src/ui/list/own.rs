//! The list as a screen keeps it: it begins with the tabs, columns and order the screen names.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::{List, ListOf, ListScreen};

/// The list of the screen `S`.
pub struct OwnList<S: ListScreen>(ListOf<S>);

impl<S: ListScreen> Default for OwnList<S> {
    fn default() -> Self {
        Self(match S::COLUMNS {
            [columns] => List::new(S::TABS.len(), columns, S::USUAL),
            of_tabs => List::of_sheets(of_tabs),
        })
    }
}

impl<S: ListScreen> Deref for OwnList<S> {
    type Target = ListOf<S>;

    fn deref(&self) -> &ListOf<S> {
        &self.0
    }
}

impl<S: ListScreen> DerefMut for OwnList<S> {
    fn deref_mut(&mut self) -> &mut ListOf<S> {
        &mut self.0
    }
}

impl<S: ListScreen> fmt::Debug for OwnList<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnList").field("tab", &self.0.tab).finish_non_exhaustive()
    }
}

/// The two ways to the field `list` of a screen, for its [`ListScreen`].
macro_rules! own_list {
    () => {
        fn list(&self) -> &$crate::ui::list::ListOf<Self> {
            &self.list
        }

        fn list_mut(&mut self) -> &mut $crate::ui::list::ListOf<Self> {
            &mut self.list
        }
    };
}

pub(crate) use own_list;
