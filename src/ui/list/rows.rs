//! Taking rows from the screen, and the filter that chooses them.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::SavedView;
use crate::store::filter::FilterError;
use crate::ui::World;
use crate::ui::widgets::filter_bar::Problem;
use crate::ui::widgets::table::Head;

use super::{FilterLine, ListScreen, line};

/// Takes the present rows; the cursor stays on its row. While a filter is typed, the cursor goes to the first row at
/// each change, and back to its row when typing is cancelled.
pub fn take_rows<S: ListScreen>(screen: &mut S, world: &World<'_>) {
    let changed = read_typed(screen, world.now);
    let list = screen.list_mut();
    let (typing, wrong) = (list.bar().is_editing(), list.bar().problem().is_some());
    if typing && changed && list.typed_from.is_none() {
        list.typed_from = list.under_cursor().copied();
    }
    take(screen, typing && changed && !wrong, world);
    if typing {
        let from = screen.list().typed_from.filter(|_| wrong && changed);
        if from.is_some_and(|key| screen.list_mut().table_mut().select(&key)) {
            take(screen, false, world);
        }
        return;
    }
    // When typing is cancelled, the cursor goes back to where it was.
    if let Some(key) = screen.list_mut().typed_from.take().filter(|_| changed)
        && screen.list_mut().table_mut().select(&key)
    {
        take(screen, false, world);
    }
}

/// Takes the rows after another filter or order: the cursor goes to the first row.
pub fn take_rows_from_top<S: ListScreen>(screen: &mut S, world: &World<'_>) {
    read_typed(screen, world.now);
    take(screen, true, world);
}

fn take<S: ListScreen>(screen: &mut S, from_top: bool, world: &World<'_>) {
    // The list does not change below an opened row, so that its neighbours stay the same.
    if from_top || screen.list().sheet().refiltered || screen.list().detail.is_none() {
        let rows = screen.rows(world);
        let (rows, heads) = arrange(screen, rows, world);
        let list = screen.list_mut();
        let refiltered = std::mem::take(&mut list.sheet_mut().refiltered);
        match (from_top, refiltered) {
            (true, _) => list.table_mut().set_ids_from_top(rows),
            (false, true) => list.table_mut().set_filtered(rows),
            (false, false) => list.table_mut().set_ids(rows),
        }
        let list = screen.list_mut();
        list.table_mut().set_heads(heads);
        if list.wrote && list.table().is_empty() {
            list.table_mut().clear_marks();
        }
        come_back(screen, world);
    } else {
        take_further(screen, world);
    }
    let moved = rest(screen);
    screen.took_rows(world);
    if moved {
        (S::ABOUT.rested)(screen, world);
    }
    if *screen.list().filter() != S::Filter::default() {
        let answered = screen.page(1, world).is_none_or(|page| page.pagination.is_some());
        screen.list_mut().bar_mut().set_answered(answered);
    }
    screen.list_mut().taken = Some((world.store.version(), world.now));
}

/// Rows of the list in their sections, and where these begin.
fn arrange<S: ListScreen>(screen: &mut S, rows: Arc<[S::Key]>, world: &World<'_>) -> (Arc<[S::Key]>, Arc<[Head]>) {
    let list = screen.list();
    let Some(under) = S::ABOUT.under.filter(|_| !list.sections.views.is_empty()) else {
        return (rows, Arc::default());
    };
    let (tab, saved) = (list.tab, &world.store.session().views);
    let views = list.sections.views.iter().filter_map(|name| saved.get(S::ABOUT.id, name));
    let part = |view: &SavedView| {
        let filter = line::read(screen, &view.line).ok()?.filter;
        Some((view.name.clone(), under(screen, tab, &filter, world)))
    };
    let parts: Vec<(String, Arc<[S::Key]>)> = views.filter_map(part).collect();
    let whole = screen.is_whole(world);
    screen.list_mut().sections.put_together(rows, parts, whole)
}

/// Remembers the row under the cursor; true if it is another one than before.
fn rest<S: ListScreen>(screen: &mut S) -> bool {
    let list = screen.list_mut();
    let (tab, selected, under_cursor) = (list.tab, list.table().selected().copied(), list.under_cursor().copied());
    list.remembered[tab] = selected;
    let moved = std::mem::replace(&mut list.rested_on, under_cursor) != under_cursor;
    if moved {
        list.preview.reset();
    }
    moved
}

/// Takes the rows after a command that only moved the cursor. If the store and the time are the same as before, the
/// rows have not changed.
pub fn take_moved<S: ListScreen>(screen: &mut S, world: &World<'_>) {
    if screen.list().taken != Some((world.store.version(), world.now)) || screen.list().detail.is_some() {
        take_rows(screen, world);
    } else if rest(screen) {
        (S::ABOUT.rested)(screen, world);
    }
}

/// Adds rows that were read at the list's end since a row was opened, so that the user can continue to them.
fn take_further<S: ListScreen>(screen: &mut S, world: &World<'_>) {
    let rows = screen.rows(world);
    let list = screen.list_mut();
    if Arc::ptr_eq(&rows, &list.held) {
        return;
    }
    list.held = Arc::clone(&rows);
    let shown = list.table().ids();
    let here: HashSet<S::Key> = shown.iter().copied().collect();
    let Some(end) = rows.iter().rposition(|key| here.contains(key)) else { return };
    let further = &rows[end + 1..];
    if !further.is_empty() {
        let all: Vec<S::Key> = shown.iter().chain(further).copied().collect();
        list.table_mut().set_ids(all.into());
    }
}

/// Moves the cursor to a new row, or to the first row an undo has brought back, once it is here.
fn come_back<S: ListScreen>(screen: &mut S, world: &World<'_>) {
    let list = screen.list_mut();
    if let Some(key) = list.arriving.take()
        && !list.table_mut().select(&key)
    {
        list.arriving = Some(key);
    }
    let subjects = &screen.list().coming_back;
    let ids = screen.list().table().ids();
    if subjects.is_empty() {
        return;
    }
    let back: HashSet<S::Key> = subjects.iter().filter_map(|subject| screen.key_of(subject, world)).collect();
    let key = ids.iter().find(|key| back.contains(key)).copied();
    if let Some(key) = key {
        let list = screen.list_mut();
        list.coming_back.clear();
        list.table_mut().select(&key);
    }
}

/// Reads the line of the filter bar if it has changed; true if it has. While it cannot be read, the list stays as it
/// was before typing began.
fn read_typed<S: ListScreen>(screen: &mut S, now: Timestamp) -> bool {
    let sheet = screen.list_mut().sheet_mut();
    if sheet.read == sheet.bar.value() {
        return false;
    }
    sheet.bar.value().clone_into(&mut sheet.read);
    sheet.typed_at = sheet.bar.is_editing().then_some(now);
    sheet.refiltered = true;
    match S::Filter::read(&sheet.read, S::ABOUT.words) {
        Ok(filter) => {
            sheet.filter = filter;
            sheet.bar.set_problem(None);
        }
        Err(error) => {
            if let Some(before) =
                S::Filter::read(sheet.bar.before(), S::ABOUT.words).ok().filter(|_| sheet.bar.is_editing())
            {
                sheet.filter = before;
            }
            sheet.bar.set_problem(Some(Problem::of(&sheet.read, &error)));
        }
    }
    true
}

/// Applies a filter line.
///
/// # Errors
/// The word that cannot be read, its place and the nearest known word. Nothing has changed then.
pub fn put_filter<S: ListScreen>(screen: &mut S, line: &str) -> Result<(), FilterError> {
    let filter = S::Filter::read(line, S::ABOUT.words)?;
    let sheet = screen.list_mut().sheet_mut();
    sheet.bar.set(line);
    sheet.bar.set_problem(None);
    line.clone_into(&mut sheet.read);
    sheet.filter = filter;
    sheet.typed_at = None;
    sheet.refiltered = true;
    Ok(())
}
