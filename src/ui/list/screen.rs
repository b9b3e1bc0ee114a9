//! The trait of a screen with a list. What only some lists have are fields of [`About`]; the opened row is [`Detail`].

use std::fmt::Debug;
use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::{EntryId, Known, Subject, Wants};
use crate::ui::scope::Scoped;
use crate::ui::widgets::table::{self, Empty, Key, Rows, ViewExport};
use crate::ui::{Args, Cx, Look, Outcome, World};

use super::{About, Detail, FilterLine, List, Page, TabRow, pages};

/// List of a screen.
pub type ListOf<S> = List<<S as ListScreen>::Key, <S as ListScreen>::Filter, <S as ListScreen>::Detail>;

/// Screen with a list. The module's documentation lists what must be provided and what follows.
pub trait ListScreen: Scoped {
    /// Identity of a row.
    type Key: Key + Copy + Debug;
    /// Meaning of a tab.
    type Tab: 'static;
    /// Filter, as read from its line.
    type Filter: FilterLine;
    /// Page that opens over the list on `enter`.
    type Detail: Detail<Self> + 'static;

    /// Definition of the list.
    const ABOUT: About<Self>;

    fn list(&self) -> &ListOf<Self>;
    fn list_mut(&mut self) -> &mut ListOf<Self>;

    /// Rows of the tab and filter in front, in their order. Called whenever something may have changed, so it must be
    /// cheap when nothing has: it then returns the same `Arc`.
    fn rows(&mut self, world: &World<'_>) -> Arc<[Self::Key]>;

    /// Updates counts, and what else depends on the rows, after rows were taken.
    fn took_rows(&mut self, world: &World<'_>) {
        say_counts(self, world);
    }

    /// Known answer of a page of the list in front, counted from 1; `None` if it is not read in pages.
    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        let _ = (number, world);
        None
    }

    /// True when every row of the list in front is known: it has no pages, or its only page was read.
    fn is_whole(&self, world: &World<'_>) -> bool {
        let is_all = |page: Page<'_>| page.pagination.is_some() && self.page(2, world).is_none();
        self.page(1, world).is_none_or(is_all)
    }

    /// Cells of the rows.
    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<Self::Key> + 'a;

    /// Number of rows of a tab, and words after it.
    fn total(&self, tab: usize, world: &World<'_>) -> (Known<u64>, String) {
        (self.count(tab, &Self::Filter::default(), world), String::new())
    }

    /// Words at the right of the tab line while no filter is there. The order is shown in the table's heading.
    fn beside_tabs(&self, _: u16, _: &Look<'_>) -> String {
        String::new()
    }

    /// Words of an empty list.
    fn empty(&self, world: &World<'_>) -> Empty {
        let _ = world;
        empty(self)
    }

    /// Time at which something drawn beside the rows changes.
    fn changes_at(&self, world: &World<'_>) -> Option<Timestamp> {
        let _ = world;
        None
    }

    /// Key of the row that a write is about, if it is in this list.
    fn key_of(&self, subject: &Subject, world: &World<'_>) -> Option<Self::Key> {
        let _ = (subject, world);
        None
    }

    /// Number of rows of a tab under a filter.
    fn count(&self, tab: usize, filter: &Self::Filter, world: &World<'_>) -> Known<u64> {
        let _ = (tab, filter, world);
        Known::NotRead
    }

    /// Opens something else than a tab under a filter; `None` when these arguments do not.
    fn open_other(&mut self, args: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        let _ = (args, line, cx);
        None
    }

    /// Called before a command, to end what any command ends; true if the command had no other purpose.
    fn before(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Called after a command and after a key of text, to request what they need.
    fn after(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// Number of layers that esc closes, besides the opened row and the form.
    fn opened(&self) -> usize {
        0
    }

    // The following methods are those of [`crate::ui::Screen`], with defaults for lists.

    fn note(&self, world: &World<'_>) -> Option<String> {
        pages::note(self, world)
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        pages::wants(self, world, wants);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// Called when a write of this screen is in the journal.
    fn wrote(&mut self, entry: EntryId) {
        let _ = entry;
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    fn export(&self, form: table::Form, world: &World<'_>) -> Option<ViewExport>;
}

/// Tabs shown now.
pub fn tabs_of<S: ListScreen>(screen: &S) -> &'static [TabRow<S::Tab>] {
    let (list, all) = (screen.list(), S::ABOUT.tabs);
    let always = all.iter().take_while(|row| !row.at_times).count();
    if list.has_all_tabs || list.tab >= always { all } else { &all[..always] }
}

/// Place of the tab with this name: its word on the `:` line, its title, or another word for it.
pub fn tab_called<S: ListScreen>(name: &str) -> Option<usize> {
    let is_called =
        |row: &TabRow<S::Tab>| [row.name, row.title, row.also].iter().any(|own| own.eq_ignore_ascii_case(name));
    S::ABOUT.tabs.iter().position(is_called).filter(|_| !name.is_empty())
}

/// Sets the counts of rows: how many pass the filter, of how many, each as well as it is known.
pub fn say_counts<S: ListScreen>(screen: &mut S, world: &World<'_>) {
    let of = screen.total(screen.list().tab, world).0;
    let shown = Known::rows(screen.list().table().len() as u64, of.value().copied(), screen.is_whole(world));
    screen.list_mut().bar_mut().set_counts(shown, of);
}

/// Words of an empty list: the filter that hides everything, else what the tab is for.
pub fn empty<S: ListScreen>(screen: &S) -> Empty {
    let list = screen.list();
    if let Some(hides) = list.bar().hides().filter(|_| *list.filter() != S::Filter::default()) {
        let mut words = list.bar().value().split_whitespace();
        let tab = words.find(|word| tab_called::<S>(word).is_some());
        let hint = |word: &str| format!("“{word}” was looked for as text; :tab {word} shows that tab.");
        return Empty { title: hides, hint: tab.map(hint).unwrap_or_default() };
    }
    let [title, hint] = tabs_of(screen)[list.tab].empty;
    Empty { title: title.to_owned(), hint: hint.to_owned() }
}
