//! Requests of screens that count inquiries.

use std::time::Duration;

use crate::api::Page;
use crate::api::inquiries::List;
use crate::api::limits::PER_PAGE_SHORT;
use crate::base::Timestamp;
use crate::client::Lane;
use crate::store::filter::Filter;
use crate::store::{Sort, Tab, ViewSpec, Want, Wants};
use crate::ui::World;

use super::contact;

/// Number of rows on one page of a list.
pub const PAGE_ROWS: u32 = PER_PAGE_SHORT;
/// Time for which data read ahead is used without reading it again.
pub const AHEAD_FRESH: Duration = Duration::from_secs(10 * 60);

/// View of a tab with nothing narrowing it.
pub fn first_view(tab: Tab, now: Timestamp) -> ViewSpec {
    ViewSpec::new(tab, &Filter::default(), Sort::default(), now)
}

/// Request for the first page of a tab, which also brings its count.
pub fn first_page(tab: Tab, now: Timestamp) -> List {
    List { filter: first_view(tab, now).question, page: Page::new(1, PAGE_ROWS) }
}

/// Wants of another screen that counts inquiries: the first page of those that wait, the unsent ones, and the account's
/// currency.
pub fn wants(world: &World<'_>, wants: &mut Wants) {
    wants.want(&first_page(Tab::Active, world.now), Lane::User);
    want_unsent(world, wants);
    contact::wants(wants);
}

/// Wants the inquiries that were not mailed.
pub fn want_unsent(world: &World<'_>, wants: &mut Wants) {
    let unsent = first_page(Tab::Unsent, world.now);
    let first = Want { fresh_for: AHEAD_FRESH, paced: true, ..Want::of(&unsent, Lane::Ahead) };
    world.store.want_set(&unsent, first, wants);
}
