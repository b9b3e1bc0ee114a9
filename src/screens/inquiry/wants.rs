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

/// Rows of one page of a list.
pub const PAGE_ROWS: u32 = PER_PAGE_SHORT;
/// Time for which data fetched ahead is used without reading it again.
pub const AHEAD_FRESH: Duration = Duration::from_secs(10 * 60);

/// The list of a tab before anything narrows it.
pub fn first_view(tab: Tab, now: Timestamp) -> ViewSpec {
    ViewSpec::new(tab, &Filter::default(), Sort::default(), now)
}

/// The request for its first page, which also counts it.
pub fn first_page(tab: Tab, now: Timestamp) -> List {
    List { filter: first_view(tab, now).question, page: Page::new(1, PAGE_ROWS) }
}

/// Wants of another screen that counts inquiries: the first page of those that wait, which of them were not mailed, and
/// the currency of the account.
pub fn wants(world: &World<'_>, wants: &mut Wants) {
    wants.want(&first_page(Tab::Active, world.now), Lane::User);
    want_unsent(world, wants);
    contact::wants(wants);
}

/// Wants those that were not mailed.
pub fn want_unsent(world: &World<'_>, wants: &mut Wants) {
    let unsent = first_page(Tab::Unsent, world.now);
    let first = Want { fresh_for: AHEAD_FRESH, paced: true, ..Want::of(&unsent, Lane::Ahead) };
    world.store.want_set(&unsent, first, wants);
}
