//! Places opened from the list: an inquiry, the preview, a domain, the inquiries of a buyer.

use crate::base::{DomainName, not_one_of};
use crate::store::Tab;
use crate::store::filter::from_buyer;
use crate::ui::widgets::page::PageView;
use crate::ui::{Args, Command, Cx, Info, MarkRead, Outcome, Place, World, list};

use super::state::Inquiries;
use super::tabs;

/// Verbs while the preview is shown instead of the list.
pub const PREVIEW_PAGE: &[Command<Inquiries>] = &[Info::new("preview.back", "Back from the preview to the list")
    .footer(1, &["p"], "back")
    .run(|screen, _, _| preview(screen))];

/// Verbs while the moving keys scroll the preview beside the list.
pub const IN_PREVIEW: &[Command<Inquiries>] = &[Info::new("preview.list", "Move in the list again")
    .footer(1, &["tab", "shift-tab"], "list")
    .run(|screen, _, _| pane(screen))];

/// Opens the row under the cursor: of the list, or of the buyer's other inquiries in the History tab.
pub fn open(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    if let Some(detail) = &screen.list.detail {
        let other = detail.history.table.selected().copied().filter(|_| detail.on_history());
        let Some(other) = other else { return Outcome::Refused("No other inquiry here.".to_owned()) };
        screen.open_other(other, &cx.world);
        return Outcome::Done;
    }
    match screen.row_under_cursor() {
        Some(id) => {
            screen.open_inquiry(id, &cx.world);
            Outcome::Done
        }
        None => Outcome::Refused("No inquiry here.".to_owned()),
    }
}

/// Goes `by` inquiries on: through the list, or through the buyer's history if the inquiry was opened from there.
pub fn neighbour(screen: &mut Inquiries, by: isize, cx: &mut Cx<'_>) -> Outcome {
    other_neighbour(screen, by, &cx.world).unwrap_or_else(|| list::neighbour(screen, by, cx))
}

fn other_neighbour(screen: &mut Inquiries, by: isize, world: &World<'_>) -> Option<Outcome> {
    let history = screen.came_from()?;
    let moved = history.table.step(by);
    let Some(id) = history.table.selected().copied().filter(|_| moved) else {
        return Some(Outcome::Refused("The buyer's history ends here.".to_owned()));
    };
    screen.open_inquiry(id, world);
    Some(Outcome::Done)
}

/// Shows or hides the preview: beside the list where there is room, else instead of it.
pub fn preview(screen: &mut Inquiries) -> Outcome {
    screen.in_preview = false;
    if screen.is_wide() {
        screen.without_preview = !screen.without_preview;
    } else {
        screen.preview_instead = !screen.preview_instead;
    }
    Outcome::Done
}

/// Returns the moving keys from the preview to the list, or closes a preview shown instead of the list; false when
/// there was neither.
pub fn leave_preview(screen: &mut Inquiries) -> bool {
    let is_page = screen.preview_is_page();
    if screen.in_preview {
        screen.in_preview = false;
        return true;
    }
    screen.preview_instead = false;
    is_page
}

/// Runs esc: goes back to the inquiry whose history led here, else does what esc does on every list.
pub fn back(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    if list::text_in_front(screen).is_some_and(PageView::clear_find) {
        return Outcome::Done;
    }
    screen.reading = None;
    if screen.back_to_other(&cx.world) { Outcome::Done } else { list::back(screen, cx) }
}

/// Switches the moving keys between preview and list.
pub fn pane(screen: &mut Inquiries) -> Outcome {
    if let Some(detail) = screen.list.detail.as_mut().filter(|detail| detail.on_history()) {
        if detail.history.table.is_empty() {
            return Outcome::Refused("No list of other inquiries to go to.".to_owned());
        }
        detail.history.in_figures = !detail.history.in_figures;
        return Outcome::Done;
    }
    if screen.list.detail.is_some() || !screen.preview_in_sight() {
        return Outcome::Refused(list::verbs::ONE_PANE.to_owned());
    }
    screen.in_preview = !screen.in_preview;
    Outcome::Done
}

/// Domain the current inquiry asks for.
pub fn domain(screen: &Inquiries, world: &World<'_>) -> Option<DomainName> {
    let row = world.store.inquiries().row(screen.current()?)?;
    (!row.punycode().is_empty()).then(|| row.domain_name())
}

/// Text the buyer is found by: the address, else the name.
pub fn buyer(screen: &Inquiries, world: &World<'_>) -> Option<String> {
    // With redaction on, the page would reveal the buyer.
    let row = world.store.inquiries().row(screen.current()?).filter(|_| !world.store.session().redact)?;
    let found_by = if row.email().is_empty() { row.buyer() } else { row.email() };
    (!found_by.is_empty()).then(|| found_by.to_owned())
}

/// Opens the domain of the current inquiry on the Domains screen.
pub fn its_domain(screen: &Inquiries, cx: &mut Cx<'_>) -> Outcome {
    match domain(screen, &cx.world) {
        Some(domain) => cx.go(Place::Domain(domain)),
        None => Outcome::Refused("This inquiry names no domain.".to_owned()),
    }
}

/// Lists all inquiries about the domain of the current inquiry.
pub fn of_domain(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    match domain(screen, &cx.world) {
        Some(domain) => jump(screen, &format!("domain:{}", domain.punycode()), &cx.world),
        None => Outcome::Refused("This inquiry names no domain.".to_owned()),
    }
}

/// Opens the page of the current inquiry's buyer. Without an address, lists the inquiries found by the name.
pub fn of_buyer(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    match buyer(screen, &cx.world) {
        Some(address) if address.contains('@') && !address.contains(char::is_whitespace) => {
            cx.go(Place::Buyer(address, screen.current()))
        }
        Some(name) => jump(screen, &from_buyer(&name), &cx.world),
        None => Outcome::Refused("This inquiry names no buyer.".to_owned()),
    }
}

/// Shows a filter over all inquiries; esc leads back.
fn jump(screen: &mut Inquiries, filter: &str, world: &World<'_>) -> Outcome {
    let here = screen.current();
    let outcome = list::jump(screen, tabs::place(Tab::All), filter, world);
    if let Some(id) = here {
        screen.list.table_mut().select(&id);
    }
    outcome
}

/// Runs `inquiries.mark_read manual` and its other choices.
pub fn mark_read(screen: &mut Inquiries, args: &Args) -> Outcome {
    let typed = args.words.first().map_or("", String::as_str);
    let Some((_, chosen)) = MarkRead::ALL.iter().find(|(word, _)| *word == typed) else {
        return Outcome::Refused(not_one_of("argument", typed, &MarkRead::ALL.map(|(word, _)| word)));
    };
    screen.mark_read = Some(*chosen);
    screen.reading = None;
    Outcome::Done
}
