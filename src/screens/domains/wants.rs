//! Requests of the screen: the opened domain, the pages of the list that are looked at and that the walk has not read,
//! and the totals of the tabs.

use std::time::Duration;

use crate::api::domains::{DomainFilter, Get, List, Settings, Status};
use crate::api::inquiries::Rows;
use crate::api::{Page, Request as _, imports, nameservers, settings};
use crate::client::Lane;
use crate::screens::{inquiry, traffic};
use crate::store::{DomainRow, DomainTab, Every, Store, Wants};
use crate::ui::widgets::BESIDE;
use crate::ui::widgets::page::TWO_COLUMNS;
use crate::ui::{World, list};

use super::state::{Detail, DetailTab, Domains};
use super::tabs::TABS;
use crate::screens::domain::content::{around, status};

/// Time between two readings of the tabs' totals.
const TOTALS: Duration = Duration::from_secs(10 * 60);
/// Time for which profile and nameservers are used without reading them again.
const SELDOM: Duration = Duration::from_secs(60 * 60);
/// Age from which the row under the cursor is read again. The walk over all names passes it only every few hours, and
/// its price may have been changed elsewhere.
const OLD_ROW: Duration = Duration::from_secs(10 * 60);
/// First and longest wait between two readings of a running import.
const IMPORT: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(10));

/// Adds the wants, the most urgent first.
pub fn wants(screen: &Domains, world: &World<'_>, wants: &mut Wants) {
    if let Some(lander) = &screen.opening {
        lander.opening.wants(wants);
    }
    if let Some(detail) = &screen.list.detail {
        detail_wants(screen, detail, world, wants);
    }
    list::wants(screen, world, wants);
    want_old_row(screen, world, wants);
    let in_sight = list::has_third(screen) && (screen.list.detail.is_some() || !screen.list.hides_preview);
    let row = screen.row_under_cursor(world).filter(|_| in_sight);
    if let Some(row) = row {
        traffic::want(&row.domain_name(), world, wants);
    }
    if let Some(joined) = &screen.joined {
        let rows = screen.list.table().visible().iter();
        joined.wants(rows.filter_map(|key| Some(world.store.domains().row(*key)?.domain_name())), world, wants);
    } else if screen.list.filter().is_of_visits() || screen.list.table().shows(super::joined::VISITS) {
        super::joined::most_visited(wants);
    }
    watch(screen, world, wants);
    Store::want_price_currency(wants, SELDOM);
    world.store.want_currencies(wants);
    let in_sight = screen.list.table().visible().iter().filter_map(|key| world.store.domains().row(*key));
    world.store.want_currencies_of(in_sight, list::REST, wants);
    if screen.shown_tab() == DomainTab::Unverified {
        wants.want(&nameservers::Get {}, Lane::Ahead).fresh_for = SELDOM;
    }
    for row in TABS {
        let want = wants.want(&total(row.tab), Lane::Ahead);
        (want.fresh_for, want.every) = (TOTALS, Every::BackingOff(TOTALS, TOTALS));
    }
}

/// Wants the row on which the cursor rests, if it was read long ago. The service answers only about domains of the
/// account.
fn want_old_row(screen: &Domains, world: &World<'_>, wants: &mut Wants) {
    let age = |row: &DomainRow<'_>| world.now.0.saturating_sub(world.noted(row.read_at()).0);
    let is_old = |row: &DomainRow<'_>| age(row) >= OLD_ROW.as_secs() as i64;
    let row = screen.row_under_cursor(world).filter(|row| row.on(DomainTab::MyDomains) && is_old(row));
    if let Some(row) = row.filter(|_| world.store.session().missing_for(Get::ENDPOINT).is_none()) {
        let want = wants.want(&Get { name: row.domain_name() }, Lane::Ahead);
        (want.after, want.fresh_for) = (traffic::REST, OLD_ROW);
    }
}

/// Cheapest request that tells a tab's total.
fn total(tab: DomainTab) -> List {
    let filter = DomainFilter { state: tab, rows: Rows::Compact, ..DomainFilter::default() };
    List { filter, page: Page::new(1, 1) }
}

/// Watches the imports started by checks of single names; their end brings the result for the name.
pub fn watch(screen: &Domains, world: &World<'_>, wants: &mut Wants) {
    for id in screen.results.imports().filter(|id| status::is_running(*id, world)) {
        let import = imports::Get { id, page: Page::default() };
        wants.want(&import, Lane::Ahead).every = Every::BackingOff(IMPORT.0, IMPORT.1);
    }
}

fn detail_wants(screen: &Domains, detail: &Detail, world: &World<'_>, wants: &mut Wants) {
    let name = &detail.name;
    wants.want(&Get { name: name.clone() }, Lane::User);
    // On a wide screen the first page shows Sale and Status, too.
    let together = detail.page == DetailTab::Overview && screen.list.width >= TWO_COLUMNS;
    if together || detail.page == DetailTab::Sale {
        // The newest inquiry has the lowest offer of its time, the settings have the present one.
        wants.full_inquiries.extend(screen.asked.about(name.punycode()).and_then(|sum| sum.newest.first().copied()));
        if world.store.session().missing_for(Settings::ENDPOINT).is_none() {
            wants.want(&Settings { name: name.clone() }, Lane::Ahead);
        }
        wants.want(&settings::Get {}, Lane::Ahead).fresh_for = SELDOM;
        Store::want_schema(wants);
    }
    if together || detail.page == DetailTab::Status {
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
    if let Some(id) = screen.previewed().filter(|_| screen.list.width >= BESIDE) {
        inquiry::want_preview(id, world, wants);
    }
    if detail.page == DetailTab::Overview {
        around::wants(name, world, wants);
    }
    if detail.page != DetailTab::Status {
        // The walk over all inquiries reads the other pages.
        wants.want(&detail.first_inquiries(world.now), Lane::User);
    }
}
