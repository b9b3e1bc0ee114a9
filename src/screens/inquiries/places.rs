//! Where one goes: opening, tabs, neighbours, filters, jumps and the way back.

use crate::base::DomainName;
use crate::screens::{domains, verbs};
use crate::ui::widgets::page::PageView;
use crate::ui::{Args, Cx, Effect, Outcome, World};

use super::detail::DETAIL_TABS;
use super::state::{Inquiries, MarkRead, Place};
use super::tabs;

/// Opens the row under the cursor: of the list, or of the buyer's others in the History tab.
pub fn open(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    if let Some(detail) = &screen.detail {
        let other = detail.history.table.selected().copied().filter(|_| detail.on_history());
        let Some(other) = other else { return Outcome::Refused("There is no other inquiry here.".to_owned()) };
        screen.open_other(other, &cx.world);
        return Outcome::Done;
    }
    match screen.row_under_cursor() {
        Some(id) => {
            screen.open_inquiry(id, &cx.world);
            Outcome::Done
        }
        None => Outcome::Refused("There is no inquiry here.".to_owned()),
    }
}

/// Goes to the inquiry `by` rows on. One whose row has left the list stands before the row the cursor moved to.
/// Where one came through a buyer's history, that list is gone through.
pub fn neighbour(screen: &mut Inquiries, by: isize, cx: &mut Cx<'_>) -> Outcome {
    if let Some(history) = screen.came_from() {
        let moved = history.table.step(by);
        return match history.table.selected().copied().filter(|_| moved) {
            Some(id) => {
                screen.open_inquiry(id, &cx.world);
                Outcome::Done
            }
            None => Outcome::Refused("The buyer's history ends here.".to_owned()),
        };
    }
    let Some(open) = screen.current() else { return Outcome::Refused("There is no inquiry here.".to_owned()) };
    let on_its_row = screen.row_under_cursor() == Some(open);
    let steps = if !on_its_row && by > 0 { by - 1 } else { by };
    let moved = screen.table.step(steps) || (!on_its_row && steps == 0);
    match screen.row_under_cursor().filter(|id| moved && *id != open) {
        Some(id) => {
            screen.open_inquiry(id, &cx.world);
            Outcome::Done
        }
        None if by > 0 => Outcome::Refused("This is the last one.".to_owned()),
        None => Outcome::Refused("This is the first one.".to_owned()),
    }
}

/// Goes `by` tabs on: of the opened inquiry, else of the list. At the ends it goes round.
pub fn tabs(screen: &mut Inquiries, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let around = |at: usize, count: usize| (at as isize + by).rem_euclid(count as isize) as usize;
    if let Some(detail) = &mut screen.detail {
        detail.tab = around(detail.tab, DETAIL_TABS.len());
        detail.view.reset();
    } else {
        let to = around(screen.tab, tabs::TABS.len());
        // Who goes on by hand does not want to be led back.
        screen.before.clear();
        screen.go_to_tab(to, &cx.world);
    }
    Outcome::Done
}

/// `:tab unread`, with an inquiry open `:tab buyer`.
pub fn tab_by_name(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let open = screen.detail.is_some();
    let names = || {
        let own = DETAIL_TABS.iter().map(|(_, title)| title.to_lowercase()).filter(|_| open);
        own.chain(tabs::TABS.iter().map(|row| row.name.to_owned())).collect::<Vec<_>>().join(", ")
    };
    let Some(name) = args.words.first() else { return Outcome::Refused(format!("Which tab? There is {}.", names())) };
    let own = DETAIL_TABS.iter().position(|(_, title)| title.eq_ignore_ascii_case(name));
    if let (Some(detail), Some(place)) = (&mut screen.detail, own) {
        detail.tab = place;
        detail.view.reset();
        return Outcome::Done;
    }
    match tabs::place(name) {
        Some(place) => {
            screen.before.clear();
            screen.close_detail();
            screen.go_to_tab(place, &cx.world);
            Outcome::Done
        }
        None => Outcome::Refused(format!("There is no tab “{}”; there is {}.", crate::base::clean_line(name), names())),
    }
}

/// Opens the filter bar, or puts the given filter in force.
pub fn filter(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if args.text.trim().is_empty() {
        screen.close_detail();
        screen.bar.open();
        return Outcome::Done;
    }
    arrive_at(screen, None, args.text.trim(), &cx.world)
}

/// `:inq unread risk:low`: the name of a tab first, then a filter; both may be missing. Without the name of a tab the
/// words of the filter choose it, wherever one is. `:inq` alone leads out of what is opened.
pub fn arrive(screen: &mut Inquiries, args: &Args, world: &World<'_>) -> Outcome {
    let line = args.text.trim();
    if args.is_to_list() {
        screen.close_detail();
        (screen.form, screen.in_preview, screen.preview_instead) = (None, false, false);
        screen.rest_on_row(world);
    }
    if line.is_empty() {
        return Outcome::Done;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (tab, filter) = match tabs::place(first) {
        Some(tab) => (tab, rest.trim()),
        None => match crate::store::filter::parse(line) {
            Ok(filter) => (tabs::of_filter(&filter), line),
            Err(error) => return Outcome::Refused(error.to_string()),
        },
    };
    jump_to(screen, Some(tab), filter, world)
}

/// Shows a tab under a filter; esc leads back to where one was.
pub fn jump_to(screen: &mut Inquiries, tab: Option<usize>, line: &str, world: &World<'_>) -> Outcome {
    // What cannot be read moves nothing.
    if let Err(error) = crate::store::filter::parse(line) {
        return Outcome::Refused(error.to_string());
    }
    remember_place(screen);
    arrive_at(screen, tab, line, world)
}

/// Shows a tab, or the one there is, under a filter. A line that cannot be read moves nothing.
pub fn arrive_at(screen: &mut Inquiries, tab: Option<usize>, line: &str, world: &World<'_>) -> Outcome {
    if let Err(error) = crate::store::filter::parse(line) {
        return Outcome::Refused(error.to_string());
    }
    screen.close_detail();
    if let Some(tab) = tab {
        screen.go_to_tab(tab, world);
    }
    put_filter(screen, line, world)
}

/// Puts a filter line in force on the tab there is.
pub fn put_filter(screen: &mut Inquiries, line: &str, world: &World<'_>) -> Outcome {
    match screen.set_filter(line) {
        Ok(()) => {
            screen.take_rows(world);
            screen.table.go(0);
            screen.rest_on_row(world);
            Outcome::Done
        }
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

/// Shows or hides the preview: beside the list where there is room, else instead of it.
pub fn preview(screen: &mut Inquiries) -> Outcome {
    screen.in_preview = false;
    if screen.is_wide() {
        screen.preview_beside = !screen.preview_beside;
    } else {
        screen.preview_instead = !screen.preview_instead;
    }
    Outcome::Done
}

/// Lets the moving keys scroll the preview, or the list again.
pub fn pane(screen: &mut Inquiries) -> Outcome {
    if let Some(detail) = screen.detail.as_mut().filter(|detail| detail.on_history()) {
        detail.history.in_figures = !detail.history.in_figures;
        return Outcome::Done;
    }
    if screen.detail.is_some() || !screen.preview_in_sight() {
        return Outcome::Refused("There is one pane only; p shows the preview.".to_owned());
    }
    screen.in_preview = !screen.in_preview;
    Outcome::Done
}

/// The name the current inquiry asks for.
pub fn domain(screen: &Inquiries, world: &World<'_>) -> Option<DomainName> {
    let row = world.store.inquiries().row(screen.current()?)?;
    (!row.punycode().is_empty()).then(|| row.domain_name())
}

/// What its buyer is found by: the address, else the name.
pub fn buyer(screen: &Inquiries, world: &World<'_>) -> Option<String> {
    // In privacy mode the filter would name whom it is about.
    let row = world.store.inquiries().row(screen.current()?).filter(|_| !world.store.session().redact)?;
    let found_by = if row.email().is_empty() { row.buyer() } else { row.email() };
    (!found_by.is_empty()).then(|| found_by.to_owned())
}

/// The current one's domain, on the screen of domains.
pub fn its_domain(screen: &Inquiries, cx: &mut Cx<'_>) -> Outcome {
    match domain(screen, &cx.world) {
        Some(domain) => {
            cx.push(Effect::Visit(domains::DEF.id, domains::to_open(&domain)));
            Outcome::Done
        }
        None => Outcome::Refused("This inquiry names no domain.".to_owned()),
    }
}

/// All inquiries about the current one's domain.
pub fn of_domain(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    match domain(screen, &cx.world) {
        Some(domain) => jump(screen, &format!("domain:{}", domain.punycode()), &cx.world),
        None => Outcome::Refused("This inquiry names no domain.".to_owned()),
    }
}

/// All inquiries from the current one's buyer.
pub fn of_buyer(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    match buyer(screen, &cx.world) {
        Some(buyer) => {
            let quoted = buyer.replace(['"', '\\'], " ");
            jump(screen, &format!("buyer:\"{}\"", quoted.trim()), &cx.world)
        }
        None => Outcome::Refused("This inquiry names no buyer.".to_owned()),
    }
}

/// Shows a filter over everything; esc leads back to where one was.
fn jump(screen: &mut Inquiries, filter: &str, world: &World<'_>) -> Outcome {
    let here = screen.current();
    let outcome = jump_to(screen, tabs::place("all"), filter, world);
    if let Some(id) = here {
        screen.table.select(&id);
    }
    outcome
}

fn remember_place(screen: &mut Inquiries) {
    let place = Place { tab: screen.tab, filter: screen.bar.value().to_owned(), selected: screen.row_under_cursor() };
    screen.before.push(place);
}

/// `inquiries.mark_read manual`, also how the configuration reaches the screen.
pub fn mark_read(screen: &mut Inquiries, args: &Args) -> Outcome {
    screen.mark_read = match args.words.first().map(String::as_str) {
        Some("on_open") => MarkRead::OnOpen,
        Some("manual") => MarkRead::Manual,
        Some("preview") => MarkRead::Preview,
        _ => return Outcome::Refused("Write on_open, manual or preview.".to_owned()),
    };
    screen.reading = None;
    Outcome::Done
}

/// One layer back: what is looked for in the text, the buyer's other inquiry, the opened inquiry, the preview page, the filter,
/// the marks.
pub fn back(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    if screen.text_view_mut().is_some_and(PageView::clear_find) {
        return Outcome::Done;
    }
    screen.reading = None;
    if screen.back_to_other(&cx.world) {
        return Outcome::Done;
    }
    if screen.close_detail() {
        screen.rest_on_row(&cx.world);
    } else if screen.in_preview {
        screen.in_preview = false;
    } else if screen.preview_instead && !screen.is_wide() {
        screen.preview_instead = false;
    } else if screen.bar.clear() || !screen.filter.is_empty() || !screen.before.is_empty() {
        clear_filter(screen, &cx.world);
    } else if !screen.table.clear_marks() {
        verbs::nothing_to_close(cx);
    }
    Outcome::Done
}

/// Takes the filter off; after a jump everything is as it was before.
fn clear_filter(screen: &mut Inquiries, world: &World<'_>) {
    screen.filter = crate::store::filter::Filter::default();
    let selected = screen.row_under_cursor();
    let Some(place) = screen.before.pop() else {
        screen.take_rows(world);
        if let Some(id) = selected {
            screen.table.select(&id);
        }
        return;
    };
    screen.go_to_tab(place.tab, world);
    // It was in force before, so it can be read.
    if screen.set_filter(&place.filter).is_ok() {
        screen.take_rows(world);
    }
    if let Some(id) = place.selected {
        screen.table.select(&id);
    }
}
