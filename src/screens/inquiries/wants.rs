//! What the screen asks for: the pages of the list as far as they are looked at, the newest ones again and again, the
//! opened inquiry, and the texts around the cursor.

use std::time::Duration;

use crate::api::inquiries::{DeliveryFilter, Get, InquiryFilter, List, Rows, Status, Visibility};
use crate::api::limits::INQUIRIES_REACHED;
use crate::api::types::Inquiry;
use crate::api::{Page, Paged};
use crate::base::Id;
use crate::client::Lane;
use crate::store::{Every, Wants};
use crate::ui::World;

use super::state::{Inquiries, PAGE_ROWS};
use super::{history, rescue, walk};

/// Rows before and after the cursor whose texts are in memory before it lands on them: a hand that decides goes down.
const NEIGHBOURS: (usize, usize) = (2, 4);
/// Of these, the rows behind the cursor whose missing details are fetched ahead.
const FETCHED: usize = 2;
/// The cursor rests this long before what its row lacks is fetched ahead, and before its buyer's history is.
const REST: Duration = Duration::from_millis(150);
const LONG_REST: Duration = Duration::from_millis(400);
/// What was fetched ahead is used this long without asking again.
const AHEAD_FRESH: Duration = Duration::from_mins(10);
/// Rows before the end of what is loaded at which the next page is asked.
const AHEAD: usize = 60;
/// Rows of the page that is polled.
const POLLED: u32 = 50;
/// Between two polls.
const POLL: Duration = Duration::from_mins(1);
/// A page further down is used this long without asking again; the poll and the walk tell of changes.
const PAGE_FRESH: Duration = Duration::from_mins(5);

/// Fills in the wants, the most urgent first.
pub fn wants(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    texts(screen, wants);
    if let Some(detail) = &screen.detail {
        wants.want(&Get { id: detail.id }, Lane::User);
        if detail.on_history() && !history::is_missing(world) {
            others(&detail.history, detail.id, world, wants);
        }
    }
    pages(screen, world, wants);
    ahead(screen, world, wants);
    watch(wants);
    super::contact::wants(wants);
}

/// What is looked at by time, also while another screen is in front. While watching is off the runtime asks nothing
/// again by itself, whatever a screen wants.
pub fn watch(wants: &mut Wants) {
    wants.want(&newest(), Lane::Ahead).every = Every::Steady(POLL);
}

/// The buyer's others, page by page as the cursor comes near their end.
fn others(history: &history::History, id: Id<Inquiry>, world: &World<'_>, wants: &mut Wants) {
    wants.want(&history.page(id, 1), Lane::User).fresh_for = PAGE_FRESH;
    if let Some(page) = history.next_page(id, world) {
        wants.want(&history.page(id, page), Lane::User).fresh_for = PAGE_FRESH;
    }
}

/// What will be looked at next: details that rows came without, the history of the buyer in front, and what the Unsent
/// tab holds. All of it waits until the cursor rests, and what is passed over is cancelled.
fn ahead(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    let book = world.store.inquiries();
    let lacks = |id: &Id<Inquiry>| !book.detailed(*id) && book.full(*id).is_none();
    let next = screen.table.neighbours(0, FETCHED).iter().copied().filter(lacks);
    for id in next.filter(|id| screen.detail.as_ref().is_none_or(|detail| detail.id != *id)) {
        let want = wants.want(&Get { id }, Lane::Ahead);
        (want.after, want.fresh_for) = (REST, AHEAD_FRESH);
    }
    if let Some(id) = screen.current().filter(|_| !history::is_missing(world)) {
        let shown = screen.detail.as_ref().is_some_and(super::detail::Detail::on_history);
        if !shown {
            let want = wants.want(&history::first(id), Lane::Ahead);
            (want.after, want.fresh_for) = (LONG_REST, AHEAD_FRESH);
        }
    }
    // Only once the list itself is here: rows of the queue must not be the first ones the cursor meets.
    let unsent = rescue::request(world.now);
    if screen.page(1, world.now) != unsent && screen.first_page(world).value.is_some() {
        wants.want(&unsent, Lane::Ahead).fresh_for = AHEAD_FRESH;
    }
}

/// The newest inquiries of all kinds without their details: enough to notice a new one, and that one was confirmed.
fn newest() -> List {
    let filter = InquiryFilter {
        status: Status::All,
        visibility: Visibility::All,
        rows: Rows::Compact,
        ..InquiryFilter::default()
    };
    List { filter, page: Page::new(1, POLLED) }
}

fn texts(screen: &Inquiries, wants: &mut Wants) {
    if let Some(detail) = &screen.detail {
        wants.full_inquiries.push(detail.id);
    }
    let cursor = screen.row_under_cursor();
    wants.full_inquiries.extend(cursor);
    let neighbours = screen.table.neighbours(NEIGHBOURS.0, NEIGHBOURS.1);
    wants.full_inquiries.extend(neighbours.iter().filter(|id| Some(**id) != cursor));
}

/// Page 1 always, for what is new and for the totals; further ones only where the cursor comes near the end of what is
/// known and the walk has not brought it.
fn pages(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    wants.want(&screen.page(1, world.now), Lane::User);
    let Some(first) = screen.first_page(world).value else { return };
    let (last, rows) = (last_page(first), first.pagination.rows_per_page(PAGE_ROWS));
    let book = world.store.inquiries();
    let question = screen.spec(world.now);
    let only_the_service_knows = question.needs_set();
    if walk::is_complete(book.walk()) && !only_the_service_knows {
        return;
    }
    let missing = |from: u32| {
        (from.min(last)..=last)
            .find(|page| *page > 1 && world.store.query(&screen.page(*page, world.now)).value.is_none())
    };
    if question.question.delivery == DeliveryFilter::Unsent {
        // The walk knows nothing of who was mailed: the queue is read to its end by itself, at a modest pace.
        if let Some(page) = missing(2) {
            wants.want(&screen.page(page, world.now), Lane::Ahead).fresh_for = PAGE_FRESH;
        }
        // What the user did to a row further down may have taken it off its page.
        let here = screen.table.cursor() as u32 / rows + 1;
        if (2..=last).contains(&here) {
            wants.want(&screen.page(here, world.now), Lane::User).fresh_for = PAGE_FRESH;
        }
        return;
    }
    let known = screen.table.len();
    if screen.table.cursor() + AHEAD < known {
        return;
    }
    // Rows may have left the list here since a page came, so that the page behind the last known row may be one that is
    // here already: the first one that is not.
    if let Some(page) = missing((known as u32 / rows).max(1) + 1) {
        wants.want(&screen.page(page, world.now), Lane::User).fresh_for = PAGE_FRESH;
    }
}

/// The last page the service gives out.
pub fn last_page(first: &Paged<Inquiry>) -> u32 {
    let reached = INQUIRIES_REACHED.div_ceil(u64::from(first.pagination.rows_per_page(PAGE_ROWS))) as u32;
    first.pagination.last(PAGE_ROWS).unwrap_or(1).clamp(1, reached)
}
