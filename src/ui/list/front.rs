//! What the keys act on: a text, rows, a filter bar, or a field of the screen's own.

use crate::ui::widgets::BESIDE;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;

use super::{Detail, ListScreen};

/// Text that the moving keys scroll, if they do not move a cursor: of the opened row, or of the pane beside the list.
pub(super) fn text<S: ListScreen>(screen: &S) -> Option<&PageView> {
    match &screen.list().detail {
        Some(opened) => opened.text(),
        None => match S::ABOUT.pane {
            Some(pane) => (pane.text.get)(screen),
            None => in_preview(screen).then(|| &screen.list().preview),
        },
    }
}

/// True while the preview beside the rows is in sight.
pub(super) fn has_preview<S: ListScreen>(screen: &S) -> bool {
    let list = screen.list();
    let is_beside = list.width >= BESIDE && !list.hides_preview && !list.table().is_empty();
    is_beside && list.detail.is_none() && S::ABOUT.preview.is_some()
}

/// True while the moving keys scroll that preview.
pub(super) fn in_preview<S: ListScreen>(screen: &S) -> bool {
    screen.list().in_preview && has_preview(screen)
}

/// The same text, to be scrolled.
pub fn text_mut<S: ListScreen>(screen: &mut S) -> Option<&mut PageView> {
    match screen.list().detail {
        Some(_) => screen.list_mut().detail.as_mut()?.text_mut(),
        None => match S::ABOUT.pane {
            Some(pane) => (pane.text.get_mut)(screen),
            None => in_preview(screen).then(|| &mut screen.list_mut().preview),
        },
    }
}

/// Table that the moving keys act on: that of the list, or of an opened row with rows of its own.
pub(super) fn rows<S: ListScreen>(screen: &S) -> Option<&Table<S::Key>> {
    match &screen.list().detail {
        Some(_) => (S::ABOUT.inner?.table.get)(screen),
        None => is_list(screen).then(|| screen.list().table()),
    }
}

/// The same table, to move in.
pub(super) fn rows_mut<S: ListScreen>(screen: &mut S) -> Option<&mut Table<S::Key>> {
    match screen.list().detail {
        Some(_) => (S::ABOUT.inner?.table.get_mut)(screen),
        None => is_list(screen).then(|| screen.list_mut().table_mut()),
    }
}

fn is_list<S: ListScreen>(screen: &S) -> bool {
    !is_field(screen) && text(screen).is_none()
}

/// True while a field of the screen's own takes typed text.
pub(super) fn is_field<S: ListScreen>(screen: &S) -> bool {
    S::ABOUT.field.is_some_and(|field| (field.has_keys)(screen))
}

/// Filter bar of the opened row, or of the list while none is open.
pub(super) fn bar<S: ListScreen>(screen: &S) -> Option<&FilterBar> {
    match &screen.list().detail {
        Some(_) => (S::ABOUT.inner?.bar.get)(screen),
        None => Some(screen.list().bar()),
    }
}

/// The same filter bar, to type in.
pub(super) fn bar_mut<S: ListScreen>(screen: &mut S) -> Option<&mut FilterBar> {
    match screen.list().detail {
        Some(_) => (S::ABOUT.inner?.bar.get_mut)(screen),
        None => Some(screen.list_mut().bar_mut()),
    }
}
