//! What the screen asks for: the opened domain, the pages of the list as far as they are looked at and the walk has not
//! brought them, the totals of the tabs, and what is read again before something is taken out.

use std::time::Duration;

use crate::api::domains::{DomainFilter, Get, List, Status};
use crate::api::inquiries::{self, Rows};
use crate::api::types::Domain;
use crate::api::{Page, Paged, imports, nameservers, profile};
use crate::client::Lane;
use crate::store::{DomainTab, Every, Wants};
use crate::ui::World;

use super::content::status;
use super::state::{Detail, DetailTab, Domains, PAGE_ROWS, of_domain};
use super::tabs::TABS;

/// Rows before the end of what is known at which the next page is asked.
const AHEAD: usize = 100;
/// Between two looks at the totals of the tabs.
const TOTALS: Duration = Duration::from_mins(10);
/// A page further down is used this long without asking again; the walk tells of changes.
const PAGE_FRESH: Duration = Duration::from_mins(5);
/// How long the profile and the nameservers are used without asking again.
const SELDOM: Duration = Duration::from_hours(1);
/// First and longest wait between two looks at a running import.
const IMPORT: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(10));

/// Fills in the wants, the most urgent first.
pub fn wants(screen: &Domains, world: &World<'_>, wants: &mut Wants) {
    if let Some(again) = &screen.again {
        again.wants(world, wants);
    }
    if let Some(opening) = &screen.opening {
        opening.wants(wants);
    }
    if let Some(detail) = &screen.detail {
        detail_wants(screen, detail, world, wants);
    }
    pages(screen, world, wants);
    wants.want(&profile::Get {}, Lane::Ahead).fresh_for = SELDOM;
    if screen.shown_tab() == DomainTab::Unverified {
        wants.want(&nameservers::Get {}, Lane::Ahead).fresh_for = SELDOM;
    }
    for row in TABS {
        let want = wants.want(&total(row.tab), Lane::Ahead);
        (want.fresh_for, want.every) = (TOTALS, Every::BackingOff(TOTALS, TOTALS));
    }
}

/// The cheapest question for a tab's total.
fn total(tab: DomainTab) -> List {
    let filter = DomainFilter { state: tab, rows: Rows::Compact, ..DomainFilter::default() };
    List { filter, page: Page::new(1, 1) }
}

fn detail_wants(screen: &Domains, detail: &Detail, world: &World<'_>, wants: &mut Wants) {
    let name = &detail.name;
    wants.want(&Get { name: name.clone() }, Lane::User);
    match detail.page() {
        DetailTab::Overview => {}
        DetailTab::Sale => {
            // The newest inquiry says what the minimum offer was.
            let spec = of_domain(name, crate::store::Sort::default(), world.now);
            wants.full_inquiries.extend(world.store.inquiries().view(&spec).first());
            its_inquiries(detail, world, wants);
        }
        DetailTab::Status => {
            let running = screen.results.import_of(name).filter(|id| status::is_running(*id, world));
            let want = wants.want(&Status { name: name.clone() }, Lane::User);
            if let Some(id) = running {
                want.every = Every::BackingOff(IMPORT.0, IMPORT.1);
                let import = imports::Get { id, page: Page::default() };
                wants.want(&import, Lane::User).every = Every::BackingOff(IMPORT.0, IMPORT.1);
            }
            if screen.current_row(world).is_some_and(|row| row.verified() != Some(true)) {
                wants.want(&nameservers::Get {}, Lane::Ahead).fresh_for = SELDOM;
            }
        }
        DetailTab::Inquiries => its_inquiries(detail, world, wants),
    }
}

/// The first page of what was asked about it; the walk over all inquiries brings the rest.
fn its_inquiries(detail: &Detail, world: &World<'_>, wants: &mut Wants) {
    let filter = detail.inquiries(world.now).question;
    wants.want(&inquiries::List { filter, page: Page::new(1, crate::api::limits::PER_PAGE_SHORT) }, Lane::User);
}

/// Page 1 always; further ones only where the cursor comes near the end of what is known and the walk has not brought
/// it.
fn pages(screen: &Domains, world: &World<'_>, wants: &mut Wants) {
    let first = screen.page(1, world);
    wants.want(&first, Lane::User);
    let Some(answer) = world.store.query(&first).value else { return };
    let known = screen.table.len();
    if screen.is_whole(world) || screen.table.cursor() + AHEAD < known {
        return;
    }
    let last = last_page(answer);
    // Rows may have left the list here since a page came: the first page that is not here.
    let from = (known as u32 / answer.pagination.rows_per_page(PAGE_ROWS)).max(1) + 1;
    let missing =
        (from.min(last)..=last).find(|page| *page > 1 && world.store.query(&screen.page(*page, world)).value.is_none());
    if let Some(page) = missing {
        wants.want(&screen.page(page, world), Lane::User).fresh_for = PAGE_FRESH;
    }
}

/// The last page there is, as far as the first one told.
pub fn last_page(first: &Paged<Domain>) -> u32 {
    first.pagination.last(PAGE_ROWS).unwrap_or(1)
}
