//! Requests of screens that count inquiries.

use std::time::Duration;

use crate::api::Page;
use crate::api::inquiries::{Get, List};
use crate::api::limits::PER_PAGE_SHORT;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::client::Lane;
use crate::store::filter::Filter;
use crate::store::{Sort, Tab, ViewSpec, Want, Wants};
use crate::ui::World;

use super::contact;

/// Number of rows on one page of a list.
pub const PAGE_ROWS: u32 = PER_PAGE_SHORT;
/// Time for which data read ahead is used without reading it again.
pub const AHEAD_FRESH: Duration = Duration::from_secs(10 * 60);

/// Time the cursor must rest before the missing details of its row are read ahead.
const REST: Duration = Duration::from_millis(150);

/// Wants the whole text of an inquiry for its preview, and its details if its row has none, once the cursor rests on
/// it.
pub fn want_preview(id: Id<Inquiry>, world: &World<'_>, wants: &mut Wants) {
    let index = world.store.inquiries();
    wants.full_inquiries.push(id);
    if !index.detailed(id) && index.full(id).is_none() {
        want_details(id, wants);
    }
}

/// Wants the details of an inquiry once the cursor rests near it.
pub fn want_details(id: Id<Inquiry>, wants: &mut Wants) {
    let want = wants.want(&Get { id }, Lane::Ahead);
    (want.after, want.fresh_for) = (REST, AHEAD_FRESH);
}

/// View of a tab without a filter.
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
