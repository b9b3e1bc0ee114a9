//! What stands where rows would: nothing known yet, nothing there, not allowed, failed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::{Needs, Request};
use crate::base::Timestamp;
use crate::client::{Failure, FailureKind};
use crate::store::jobs::{exports_page, imports_page};
use crate::ui::widgets::form::Form;
use crate::ui::widgets::notice::{self, Missing};
use crate::ui::widgets::table::Empty;
use crate::ui::{Look, Role, World, text};

use super::super::tabs::{TABS, Tab};

/// What is known of the first page of a tab.
struct First<'a> {
    known: bool,
    at: Option<Timestamp>,
    failure: Option<&'a Failure>,
    /// The list in words, and the ability it takes.
    what: &'static str,
    ability: Option<&'static str>,
}

fn first<'a>(tab: Tab, world: &World<'a>) -> First<'a> {
    match tab {
        Tab::Imports => first_of(&imports_page(1), "The list of imports", world),
        Tab::Exports => first_of(&exports_page(1), "The list of exports", world),
        Tab::Bulk | Tab::Queue => First { known: true, at: None, failure: None, what: "The journal", ability: None },
    }
}

fn first_of<'a, R: Request>(request: &R, what: &'static str, world: &World<'a>) -> First<'a> {
    let loaded = world.store.query(request);
    First { known: loaded.value.is_some(), at: loaded.at, failure: loaded.failure, what, ability: ability::<R>() }
}

/// The ability a call takes, by its name in the documents.
pub fn ability<R: Request>() -> Option<&'static str> {
    match R::ENDPOINT.needs {
        Needs::One(ability) => Some(ability.0),
        _ => None,
    }
}

/// Draws the page that explains why there is not one row; `false` when the list is truly empty.
pub fn instead_of_rows(tab: Tab, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> bool {
    let first = first(tab, &look.world);
    match first.failure {
        Some(failure) if failure.kind == FailureKind::Forbidden => {
            missing(failure, first.what, first.ability, look, area, buf);
        }
        Some(failure) if !first.known => notice::failure(failure, first.what, look, area, buf),
        None if !first.known => notice::loading(look, area, buf),
        _ => return false,
    }
    true
}

/// The filters of a new export, while they are chosen.
pub fn form(form: &Form, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let line = |row: u16| Rect { x: area.x + 2, y: area.y + row, width: area.width.saturating_sub(3), height: 1 };
    if area.height < 4 {
        return form.render(look, area, buf);
    }
    let title = "New export of inquiries";
    text::put(buf, line(1).x, line(1).y, line(1).width, title, look.style(Role::Accent));
    let body = Rect { x: area.x + 1, y: area.y + 3, width: area.width.saturating_sub(2), height: area.height - 3 };
    form.render(look, body, buf);
}

/// The page of something the account or token lacks.
pub fn missing(
    failure: &Failure,
    what: &str,
    ability: Option<&'static str>,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let missing = Missing { what: what.to_owned(), ability: ability.map(str::to_owned), said: notice::said(failure) };
    notice::missing(&missing, look, area, buf);
}

/// The words of an empty list.
pub fn empty(tab: Tab) -> Empty {
    let [title, hint] = TABS.iter().find(|row| row.tab == tab).map_or(["", ""], |row| row.empty);
    Empty { title: title.to_owned(), hint: hint.to_owned() }
}

/// The line above the footer while the shown rows are not the newest.
pub fn not_fresh(tab: Tab, world: &World<'_>) -> Option<String> {
    let first = first(tab, world);
    let failure = first.failure.filter(|failure| failure.kind != FailureKind::Cancelled)?;
    Some(notice::not_fresh(failure, first.at.map(|at| world.noted(at)), world.now, world.zone))
}
