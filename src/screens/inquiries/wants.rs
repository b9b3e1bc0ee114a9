//! What the screen asks for: the pages of the list as far as they are looked at, the newest ones again and again, the
//! opened inquiry, and the texts around the cursor.

use std::time::Duration;

use crate::api::inquiries::{Get, InquiryFilter, List, Rows, Status, Visibility};
use crate::api::limits::INQUIRIES_REACHED;
use crate::api::types::Inquiry;
use crate::api::{Page, Paged};
use crate::client::Lane;
use crate::store::{Every, Wants};
use crate::ui::World;

use super::state::{Inquiries, PAGE_ROWS};
use super::walk;

/// Neighbours of the cursor whose texts are in memory before the cursor lands on them.
const NEIGHBOURS: usize = 2;
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
    }
    pages(screen, world, wants);
    // While watching is off the runtime asks nothing again by itself, whatever a screen wants.
    wants.want(&newest(), Lane::Ahead).every = Every::Steady(POLL);
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
    let neighbours = screen.table.neighbours(NEIGHBOURS, NEIGHBOURS);
    wants.full_inquiries.extend(neighbours.iter().filter(|id| Some(**id) != cursor));
}

/// Page 1 always, for what is new and for the totals; further ones only where the cursor comes near the end of what is
/// known and the walk has not brought it.
fn pages(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    wants.want(&screen.page(1, world.now), Lane::User);
    let Some(first) = screen.first_page(world).value else { return };
    let last = last_page(first);
    let book = world.store.inquiries();
    let only_the_service_knows = screen.spec(world.now).set().is_some();
    if walk::is_complete(book.walk()) && !only_the_service_knows {
        return;
    }
    let known = screen.table.len();
    if screen.table.cursor() + AHEAD < known {
        return;
    }
    // Rows may have left the list here since a page came, so that the page behind the last known row may be one that is
    // here already: the first one that is not.
    let from = (known as u32 / PAGE_ROWS).max(1) + 1;
    let missing = (from.min(last)..=last)
        .find(|page| *page > 1 && world.store.query(&screen.page(*page, world.now)).value.is_none());
    if let Some(page) = missing {
        wants.want(&screen.page(page, world.now), Lane::User).fresh_for = PAGE_FRESH;
    }
}

/// The last page the service gives out.
fn last_page(first: &Paged<Inquiry>) -> u32 {
    let reached = INQUIRIES_REACHED.div_ceil(u64::from(PAGE_ROWS));
    let told = first.pagination.total().map(|rows| rows.div_ceil(u64::from(PAGE_ROWS)));
    let last = told.or_else(|| u64::try_from(first.pagination.last_page.copied()?).ok());
    last.unwrap_or(1).clamp(1, reached) as u32
}
