//! Requests of the screen: the pages of the list that are looked at, the newest ones repeatedly, the opened inquiry,
//! and the texts around the cursor.

use std::time::Duration;

use crate::api::Request as _;
use crate::api::inquiries::{DeliveryFilter, Get, InquiryFilter, List, Order};
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::client::Lane;
use crate::screens::inquiry::{AHEAD_FRESH, PAGE_ROWS, contact, content, first_page, want_details, want_unsent};
use crate::store::{Every, Tab, Want, Wants, home};
use crate::ui::World;
use crate::ui::list::{self, ListScreen as _, PAGE_FRESH};

use super::history;
use super::state::Inquiries;

/// Rows before and after the cursor whose texts are loaded ahead; more after it, because users mostly go down.
const NEIGHBOURS: (usize, usize) = (2, 4);
/// Number of rows after the cursor whose missing details are read ahead.
const FETCHED: usize = 2;
/// Time the cursor must rest before the history of its buyer is read ahead.
const LONG_REST: Duration = Duration::from_millis(400);
/// Time between two readings of the newest inquiries.
const POLL: Duration = Duration::from_secs(60);
/// Adds the wants, the most urgent first.
pub fn wants(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    texts(screen, wants);
    if let Some(replying) = &screen.replying {
        replying.opening.wants(wants);
    }
    if let Some(detail) = &screen.list.detail {
        wants.want(&Get { id: detail.id }, Lane::User);
        if detail.on_history() && !history::is_missing(world) {
            others(&detail.history, detail.id, world, wants);
        }
    }
    pages(screen, world, wants);
    ahead(screen, world, wants);
    super::view::around_wants(screen, world, wants);
    watch(wants);
    contact::wants(wants);
    // Prices beside the list, and scores, are in the currency of their domain.
    world.store.want_currencies(wants);
    world.store.want_currencies_of(screen.leads.unpriced(world.store), Duration::ZERO, wants);
}

/// Wants repeated by time, also while another screen is in front. While auto-refresh is off, the runtime repeats
/// nothing.
pub fn watch(wants: &mut Wants) {
    wants.want(&home::newest(), Lane::Ahead).every = Every::Steady(POLL);
}

/// Wants the buyer's other inquiries, page by page as the cursor comes near their end.
fn others(history: &history::History, id: Id<Inquiry>, world: &World<'_>, wants: &mut Wants) {
    wants.want(&history.page(id, 1), Lane::User).fresh_for = PAGE_FRESH;
    if let Some(page) = history.next_page(id, world) {
        wants.want(&history.page(id, page), Lane::User).fresh_for = PAGE_FRESH;
    }
}

/// Wants the data likely to be shown next: details that rows came without, the history of the buyer in front, and the
/// reasons of the Unsent tab. Each waits until the cursor rests, and is cancelled when it moves on.
fn ahead(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    let index = world.store.inquiries();
    let lacks = |id: &Id<Inquiry>| !index.detailed(*id) && index.full(*id).is_none();
    let next = screen.list.table().neighbours(0, FETCHED).iter().copied().filter(lacks);
    for id in next.filter(|id| screen.list.detail.as_ref().is_none_or(|detail| detail.id != *id)) {
        want_details(id, wants);
    }
    if let Some(id) = screen.current().filter(|_| !history::is_missing(world)) {
        let shown = screen.list.detail.as_ref().is_some_and(super::state::Detail::on_history);
        if !shown {
            let want = wants.want(&content::history::first(id), Lane::Ahead);
            (want.after, want.fresh_for) = (LONG_REST, AHEAD_FRESH);
        }
    }
    // Unsent is read only after the list shown, so that the rows of that list come first.
    let shown = screen.request(1, world.now);
    if shown != first_page(Tab::Unsent, world.now) && world.store.query(&shown).value.is_some() {
        want_unsent(world, wants);
    }
}

fn texts(screen: &Inquiries, wants: &mut Wants) {
    if let Some(detail) = &screen.list.detail {
        wants.full_inquiries.push(detail.id);
    }
    let cursor = screen.row_under_cursor();
    wants.full_inquiries.extend(cursor);
    let table = screen.list.table();
    let neighbours = table.neighbours(NEIGHBOURS.0, NEIGHBOURS.1).iter().chain(table.pages_around());
    wants.full_inquiries.extend(neighbours.filter(|id| Some(**id) != cursor));
}

/// Wants the pages of the list. The walk does not read whether an inquiry was mailed, so the Unsent tab is read page by
/// page to its end.
fn pages(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    let shown = screen.request(1, world.now);
    if shown.filter.delivery != DeliveryFilter::Unsent {
        return list::wants(screen, world, wants);
    }
    let usual = List { filter: InquiryFilter { order: Order::default(), ..shown.filter.clone() }, page: shown.page };
    if usual != shown {
        wants.want(&shown, Lane::User);
    }
    let first = Want::of(&usual, Lane::User);
    world.store.want_set(&usual, first, wants);
    // An act on a row further down may have moved it to another page, so read the cursor's page, too.
    let Some(told) = screen.page(1, world).and_then(|page| page.pagination) else { return };
    let here = screen.list.table().cursor() as u32 / told.rows_per_page(PAGE_ROWS) + 1;
    let here = screen.request(here, world.now);
    if here.page.page > 1 && !wants.queries.iter().any(|want| want.key == here.call().key()) {
        wants.want(&here, Lane::User).fresh_for = PAGE_FRESH;
    }
}
