//! Numbers of inquiries of whole lists: of a tab, and of the list that a filter selects from.

use crate::api::Page;
use crate::api::inquiries::{List as Ask, Status, Visibility};
use crate::screens::inquiry::PAGE_ROWS;
use crate::screens::inquiry::columns::order;
use crate::store::filter::{Filter, Server};
use crate::store::{Known, ViewSpec};
use crate::ui::World;

use super::tabs::TABS;
use super::walk;

/// Number of inquiries on a tab.
pub fn total(world: &World<'_>, tab: usize) -> Known<u64> {
    total_of(tab, &Filter::default(), world)
}

/// Number of inquiries that a filter on a tab selects from. `status:`, `in:` and whether it was emailed name another
/// list than the tab's, which the other terms then narrow.
pub fn searched(tab: usize, filter: &Filter, world: &World<'_>) -> Known<u64> {
    let Server { visibility, delivery, status, .. } = filter.server;
    let server = Server { visibility, delivery, status: status.map(|_| Status::All), ..Server::default() };
    total_of(tab, &Filter { server, ..Filter::default() }, world)
}

/// Number of inquiries on a tab under a filter.
fn total_of(tab: usize, filter: &Filter, world: &World<'_>) -> Known<u64> {
    let spec = ViewSpec::new(TABS[tab].tab, filter, order(None), world.now);
    let known = world.store.inquiries().view(&spec).len() as u64;
    if is_whole(&spec, world) {
        // Every row is known, so this count includes the user's acts since the answers came.
        return Known::rows(known, None, is_all(&spec, world));
    }
    let snoozed = world.store.notes().snoozed() as u64;
    if spec.snoozed == Some(true) {
        return Known::AtLeast { value: known, read: known, of: Some(snoozed.max(known)) };
    }
    let snoozed = if spec.snoozed.is_some() { snoozed } else { 0 };
    let first = Ask { filter: spec.question, page: Page::new(1, PAGE_ROWS) };
    // The number is not known before the service answers: the walk may have read only some of the rows.
    let Some(page) = world.store.query(&first).value else { return Known::NotRead };
    match page.pagination.total() {
        Some(told) => Known::Is(told.saturating_sub(snoozed).max(known)),
        None => Known::AtLeast { value: known, read: known, of: None },
    }
}

/// True when every inquiry of a list is known here, and none is older than the service lists.
pub fn is_all(spec: &ViewSpec, world: &World<'_>) -> bool {
    let index = world.store.inquiries();
    let is_hidden = spec.question.visibility == Visibility::Removed;
    is_whole(spec, world) && (spec.needs_set() || index.holds_all() || is_hidden && index.holds_hidden())
}

/// True when every inquiry that the service lists is known here.
pub fn is_whole(spec: &ViewSpec, world: &World<'_>) -> bool {
    let index = world.store.inquiries();
    if spec.needs_set() { index.is_set_whole(&spec.question) } else { walk::is_complete(index.walk()) }
}
