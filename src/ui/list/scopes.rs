//! Scopes that every list has, which a screen adds among its own.

use crate::ui::Command;
use crate::ui::scope::{Lens, Scopes};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;

use super::{ListScreen, front};

/// Adds the scopes of a list without a form or an opened row: typing, its own commands, the rows.
pub fn plain<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>, commands: &'static [Command<S>]) {
    typing(scopes);
    text(scopes);
    scopes.then(commands);
    rows(scopes);
}

/// Adds the filter bar while it is typed in, then the search in the text in front.
pub fn typing<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.only(
        &Lens {
            get: |screen| front::bar(screen).filter(|bar| bar.is_editing()),
            get_mut: |screen| front::bar_mut(screen).filter(|bar| bar.is_editing()),
        },
        FilterBar::COMMANDS,
    );
    scopes.only(
        &Lens {
            get: |screen: &S| front::text(screen).filter(|text| text.is_finding()),
            get_mut: |screen: &mut S| front::text_mut(screen).filter(|text| text.is_finding()),
        },
        PageView::FINDING,
    );
}

/// Adds the text in front. It comes before the screen's own commands, because there `/` searches in the text.
pub fn text<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.part(&Lens { get: front::text, get_mut: front::text_mut }, PageView::COMMANDS);
}

/// Adds the table, while the moving keys act on it.
pub fn rows<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.part(&Lens { get: front::rows, get_mut: front::rows_mut }, Table::<S::Key>::COMMANDS);
}
