//! Moving within a list: tabs, neighbours, filters, jumps, and going back.

use crate::base::unknown;
use crate::ui::strip::{NEXT_IN_PLACE, PREVIOUS_IN_PLACE};
use crate::ui::text::counted;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;
use crate::ui::{Args, Cx, Effect, Outcome, Tone, World};

use super::{
    Destination, Detail, FilterLine, ListScreen, Place, front, is_read_on, line, put_filter, sections, tab_called,
    tabs_of, take_rows, take_rows_from_top,
};

/// Goes `by` tabs on, wrapping around: tabs of the opened row, else of the list, else of the place the screen is a tab
/// of. After that, esc does not lead back.
pub fn turn<S: ListScreen>(screen: &mut S, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let around = |at: usize, count: usize| (at as isize + by).rem_euclid(count.max(1) as isize) as usize;
    let tabs = tabs_of(screen).len();
    let list = screen.list_mut();
    if let Some(detail) = &mut list.detail {
        detail.turn_to(around(detail.page_at(), S::Detail::PAGES.len()));
    } else if tabs == 1 {
        cx.push(Effect::Run(if by > 0 { NEXT_IN_PLACE } else { PREVIOUS_IN_PLACE }, Args::default()));
    } else {
        let to = around(list.tab, tabs);
        choose_tab(screen, to, cx);
    }
    Outcome::Done
}

/// Runs `:tab unread`; with a row opened, also `:tab history`.
pub fn tab_by_name<S: ListScreen>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let opened = screen.list().detail.is_some();
    let name = &args.words.join(" ");
    let called = |(word, title): &(&str, &str)| [word, title].iter().any(|own| own.eq_ignore_ascii_case(name));
    let page = S::Detail::PAGES.iter().position(called).filter(|_| opened);
    if let (Some(detail), Some(page)) = (&mut screen.list_mut().detail, page) {
        detail.turn_to(page);
        return Outcome::Done;
    }
    let Some(tab) = tab_called::<S>(name) else {
        return Outcome::Refused(unknown("tab", name, names(screen)));
    };
    screen.list_mut().detail = None;
    choose_tab(screen, tab, cx);
    Outcome::Done
}

/// Goes to a tab the user chose, and reports marks that stay on the old tab.
fn choose_tab<S: ListScreen>(screen: &mut S, tab: usize, cx: &mut Cx<'_>) {
    let list = screen.list_mut();
    list.before.clear();
    let marked = if list.tab == tab { 0 } else { list.table().marked() };
    go_to_tab(screen, tab, &cx.world);
    if marked > 0 {
        let marks = counted(marked, "mark", "marks");
        cx.toast(Tone::Info, format!("{marks} cleared: marks belong to the tab they were made in."));
    }
}

/// Names that `:tab` takes now.
fn names<S: ListScreen>(screen: &S) -> Vec<&str> {
    let opened = screen.list().detail.is_some();
    let pages = S::Detail::PAGES.iter().map(|(name, _)| *name).filter(|_| opened);
    pages.chain(tabs_of(screen).iter().map(|row| row.name)).collect()
}

/// Goes to another tab. Each tab remembers its row; marks stay with the tab they were made on.
pub fn go_to_tab<S: ListScreen>(screen: &mut S, tab: usize, world: &World<'_>) {
    if tab == screen.list().tab {
        return;
    }
    let list = screen.list_mut();
    list.detail = None;
    list.remembered[list.tab] = list.table().selected().copied();
    list.tab = tab;
    list.table_mut().clear_marks();
    let remembered = list.remembered[tab];
    take_rows(screen, world);
    let table = screen.list_mut().table_mut();
    if !remembered.is_some_and(|key| table.select(&key)) {
        table.go(0);
    }
    take_rows(screen, world);
}

/// Opens the filter bar, or applies the given filter on the present tab.
pub fn filter<S: ListScreen>(screen: &mut S, args: &Args, world: &World<'_>) -> Outcome {
    let line = args.text.trim();
    let opened = screen.list().detail.is_some();
    if line.is_empty() {
        if let Some(bar) = front::bar_mut(screen).filter(|_| opened) {
            bar.open();
        } else {
            screen.list_mut().detail = None;
            screen.list_mut().bar_mut().open_with(S::ABOUT.words);
        }
        return Outcome::Done;
    }
    if let Some(bar) = front::bar_mut(screen).filter(|_| opened) {
        bar.set(line);
        return Outcome::Done;
    }
    show(screen, None, line, world)
}

/// Opens the list with arguments: a tab's name, a filter, an order, each optional. The name of a saved view stands for
/// its line. Without a tab's name, the filter determines the tab.
pub fn arrive<S: ListScreen>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if args.is_to_list() {
        (screen.list_mut().detail, screen.list_mut().form) = (None, None);
        while S::ABOUT.pane.is_some_and(|pane| (pane.leave)(screen)) {}
        screen.list_mut().in_preview = false;
        take_rows(screen, &cx.world);
    }
    let line = line::meant::<S>(&args.text, &cx.world.store.session().views).to_owned();
    if let Some(outcome) = screen.open_other(args, &line, cx) {
        return outcome;
    }
    show_line(screen, &args.text, &cx.world)
}

/// Meaning of a line; without a tab's name, its filter determines the tab.
fn arriving<S: ListScreen>(screen: &S, line: &str, world: &World<'_>) -> Result<Destination<S::Filter>, String> {
    let mut to = line::read(screen, line)?;
    to.sections = sections::read::<S>(&to.sections.join(","), &world.store.session().views)?;
    to.tab = to.tab.or_else(|| Some((S::ABOUT.tab_of)(screen, &to.filter)));
    Ok(to)
}

/// Shows the list of a line, or a saved view of that name; esc leads back. A line that cannot be read changes nothing.
pub fn show_line<S: ListScreen>(screen: &mut S, line: &str, world: &World<'_>) -> Outcome {
    let line = line::meant::<S>(line, &world.store.session().views).to_owned();
    match arriving(screen, &line, world) {
        _ if line.is_empty() => Outcome::Done,
        Ok(to) => {
            remember_place(screen);
            go(screen, &to, world);
            Outcome::Done
        }
        Err(why) => Outcome::Refused(why),
    }
}

/// Shows a tab under a filter; esc leads back. A line that cannot be read changes nothing.
pub fn jump<S: ListScreen>(screen: &mut S, tab: Option<usize>, line: &str, world: &World<'_>) -> Outcome {
    if S::Filter::read(line, S::ABOUT.words).is_ok() {
        remember_place(screen);
    }
    show(screen, tab, line, world)
}

/// Shows a tab (`None`: the present one) under a filter. A line that cannot be read changes nothing.
pub fn show<S: ListScreen>(screen: &mut S, tab: Option<usize>, line: &str, world: &World<'_>) -> Outcome {
    match S::Filter::read(line, S::ABOUT.words) {
        Ok(filter) => {
            go(screen, &Destination { tab, line: line.to_owned(), filter, sort: None, sections: Vec::new() }, world);
            Outcome::Done
        }
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

/// Shows the list that a line leads to, from its first row.
pub fn go<S: ListScreen>(screen: &mut S, to: &Destination<S::Filter>, world: &World<'_>) {
    screen.list_mut().detail = None;
    screen.list_mut().chose_tab = to.tab.is_some();
    if let Some(tab) = to.tab {
        go_to_tab(screen, tab, world);
    }
    // The line was read before, so this cannot fail.
    let _ = put_filter(screen, &to.line);
    if let Some(order) = to.sort {
        screen.list_mut().table_mut().set_order(order);
    }
    screen.list_mut().sections.views.clone_from(&to.sections);
    take_rows_from_top(screen, world);
}

/// Remembers the present place, so that esc leads back to it.
fn remember_place<S: ListScreen>(screen: &mut S) {
    let list = screen.list_mut();
    let place = Place {
        tab: list.tab,
        filter: list.bar().value().to_owned(),
        sort: list.table().ordered(),
        sections: list.sections.views.clone(),
        selected: list.under_cursor().copied(),
    };
    list.before.push(place);
}

/// Opens the row `by` rows after the opened one. If its row has left the list, counting starts before the row that took
/// its place.
pub fn neighbour<S: ListScreen>(screen: &mut S, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let Some(opened) = &screen.list().detail else {
        return Outcome::Refused(format!("No {} here.", S::ABOUT.noun));
    };
    let open = opened.key(&cx.world);
    let list = screen.list_mut();
    let on_its_row = open.is_some() && list.under_cursor().copied() == open;
    let steps = if !on_its_row && by > 0 { by - 1 } else { by };
    let mut moved = list.table_mut().step(steps) || (!on_its_row && steps == 0);
    while moved {
        let Some(key) = screen.list().under_cursor().copied() else { break };
        // The list does not change below the opened row, so skip rows that were removed meanwhile.
        if Some(key) != open && S::Detail::open(screen, key, &cx.world) {
            return Outcome::Done;
        }
        moved = screen.list_mut().table_mut().step(by.signum());
    }
    let words = if by < 0 {
        "This is the first one."
    } else if is_read_on(screen, &cx.world) {
        "This is the last one read so far; more are coming."
    } else {
        "This is the last one."
    };
    Outcome::Refused(words.to_owned())
}

/// Does what esc does: closes one layer. If nothing is left to close, a page leads back to where it was opened from.
pub fn back<S: ListScreen>(screen: &mut S, cx: &mut Cx<'_>) -> Outcome {
    if close(screen, &cx.world) {
        Outcome::Done
    } else if S::ABOUT.is_page {
        cx.done(Effect::Back)
    } else {
        nothing_to_close()
    }
}

/// Closes one layer: the search in the text, the opened row, the pane, the marks, the filter or the jump; false when
/// nothing is left.
pub fn close<S: ListScreen>(screen: &mut S, world: &World<'_>) -> bool {
    if front::text_mut(screen).is_some_and(PageView::clear_find) {
        return true;
    }
    let opened = screen.list().detail.is_some();
    if opened
        && (front::rows_mut(screen).is_some_and(Table::clear_shown_marks)
            || front::bar_mut(screen).is_some_and(FilterBar::clear)
            || front::rows_mut(screen).is_some_and(Table::clear_marks))
    {
        return true;
    }
    if screen.list_mut().detail.take().is_some() {
        // The list has the keys again, so the cursor counts as having moved.
        screen.list_mut().rested_on = None;
        take_rows(screen, world);
        return true;
    }
    if S::ABOUT.pane.is_some_and(|pane| (pane.leave)(screen)) {
        return true;
    }
    if front::in_preview(screen) {
        screen.list_mut().in_preview = false;
        return true;
    }
    let list = screen.list_mut();
    if list.marks_go_first() {
        return list.table_mut().clear_marks();
    }
    if list.bar_mut().clear() || *list.filter() != S::Filter::default() || !list.before.is_empty() {
        lead_back(screen, world);
        return true;
    }
    list.table_mut().clear_marks()
}

/// Clears the filter. After a jump, restores everything as it was before.
fn lead_back<S: ListScreen>(screen: &mut S, world: &World<'_>) {
    let selected = screen.list().under_cursor().copied();
    let place = screen.list_mut().before.pop();
    if let Some(place) = &place {
        go_to_tab(screen, place.tab, world);
        screen.list_mut().table_mut().restore_order(place.sort);
        screen.list_mut().sections.views.clone_from(&place.sections);
    }
    // This filter was in force before, so it can be read.
    let _ = put_filter(screen, place.as_ref().map_or("", |place| &place.filter));
    take_rows(screen, world);
    if let Some(key) = place.map_or(selected, |place| place.selected) {
        screen.list_mut().table_mut().select(&key);
    }
}

/// Answer of esc on a list with nothing left to close: the list stays, and the keys that lead away are named.
pub fn nothing_to_close() -> Outcome {
    Outcome::Refused("Nothing to close here · - previous screen · q quit".to_owned())
}
