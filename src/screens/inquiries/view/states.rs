//! What stands where rows would: nothing known yet, nothing there, not allowed, failed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::inquiries::List;
use crate::api::{Needs, Request};
use crate::client::{Failure, FailureKind};
use crate::ui::widgets::notice::{self, Missing};
use crate::ui::widgets::table::Empty;
use crate::ui::{Look, World};

use super::super::state::Inquiries;
use super::super::tabs::TABS;

/// Draws the page that explains why there is not one row; `false` when the list is truly empty.
pub fn instead_of_rows(screen: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> bool {
    let first = screen.first_page(&look.world);
    match (first.value, first.failure) {
        (_, Some(failure)) if failure.kind == FailureKind::Forbidden => {
            notice::missing(&missing(failure), look, area, buf);
            true
        }
        (None, Some(failure)) => {
            notice::failure(failure, "The list of inquiries", look, area, buf);
            true
        }
        (None, None) => {
            notice::loading(look, area, buf);
            true
        }
        (Some(_), _) => false,
    }
}

/// The words of an empty list: what hides everything, else what this tab is for.
pub fn empty(screen: &Inquiries) -> Empty {
    if let Some(hides) = screen.bar.hides().filter(|_| !screen.filter.is_empty()) {
        return Empty { title: hides, hint: String::new() };
    }
    let [title, hint] = TABS[screen.tab].empty;
    Empty { title: title.to_owned(), hint: hint.to_owned() }
}

/// The line above the footer while the shown rows are not the newest.
pub fn not_fresh(screen: &Inquiries, world: &World<'_>) -> Option<String> {
    let first = screen.first_page(world);
    let failure = first.failure.filter(|failure| failure.kind != FailureKind::Cancelled)?;
    Some(notice::not_fresh(failure, first.at.map(|at| world.noted(at)), world.now, world.zone))
}

fn missing(failure: &Failure) -> Missing {
    let ability = match <List as Request>::ENDPOINT.needs {
        Needs::One(ability) => Some(ability.0.to_owned()),
        _ => None,
    };
    Missing { what: "The list of inquiries".to_owned(), ability, said: notice::said(failure) }
}
