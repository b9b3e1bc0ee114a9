//! The scopes every list has, for a screen to name among its own.

use crate::ui::Command;
use crate::ui::scope::{Lens, Scopes};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;

use super::{Detail, ListScreen};

/// The scopes of a list without a form or an opened row: typing, its own commands, the rows.
pub fn plain<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>, commands: &'static [Command<S>]) {
    typing(scopes);
    scopes.then(commands);
    rows(scopes);
}

/// The filter bar while it is typed in, then the search in the text in front.
pub fn typing<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.only(
        &Lens {
            get: |screen| bar_in_front(screen).filter(|bar| bar.is_editing()),
            get_mut: |screen| bar_in_front_mut(screen).filter(|bar| bar.is_editing()),
        },
        FilterBar::COMMANDS,
    );
    scopes.only(
        &Lens {
            get: |screen: &S| screen.scrolled().filter(|text| text.is_finding()),
            get_mut: |screen: &mut S| screen.scrolled_mut().filter(|text| text.is_finding()),
        },
        PageView::FINDING,
    );
}

/// The text in front: named before the screen's own commands, because there / finds in it.
pub fn text<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.part(&Lens { get: S::scrolled, get_mut: S::scrolled_mut }, PageView::COMMANDS);
}

/// The table, while the moving keys belong to it.
pub fn rows<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.part(&Lens { get: S::table_in_front, get_mut: S::table_in_front_mut }, Table::<S::Key>::COMMANDS);
}

/// The filter bar of the opened row, or of the list where none is opened.
pub(super) fn bar_in_front<S: ListScreen>(screen: &S) -> Option<&FilterBar> {
    let list = screen.list();
    match &list.detail {
        Some(opened) => opened.rows().map(|(_, bar)| bar),
        None => Some(list.bar()),
    }
}

pub(super) fn bar_in_front_mut<S: ListScreen>(screen: &mut S) -> Option<&mut FilterBar> {
    let list = screen.list_mut();
    if list.detail.is_none() {
        return Some(list.bar_mut());
    }
    list.detail.as_mut()?.rows_mut().map(|(_, bar)| bar)
}
