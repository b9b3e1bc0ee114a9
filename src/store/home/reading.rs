//! Requests of Home: short lists, so that the page is complete long before whole collections were read.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::api::inquiries::{InquiryFilter, List, Rows, Status, Visibility};
use crate::api::limits::PER_PAGE;
use crate::api::types::Inquiry;
use crate::api::{Page, Paged, Request, domains, senders, settings};
use crate::base::{Timestamp, Zone};
use crate::client::{FailureKind, Lane};
use crate::store::index::inquiries::Key;
use crate::store::index::walk::Walk;
use crate::store::lists::jobs::{exports_page, imports_page};
use crate::store::shown::versions::of_account;
use crate::store::{Cover, DomainTab, Every, Known, Store, WalkState, Wants};

/// Time between two readings of a list.
const PACE: Duration = Duration::from_secs(5 * 60);
/// Number of the newest inquiries that are read.
const NEWEST: u32 = 50;
/// Age in seconds from which an unconfirmed inquiry is no longer expected to be confirmed.
const CONFIRMS: i64 = 14 * 86_400;
/// Most pages of confirmed inquiries that are read to find late confirmations.
const CONFIRMED_PAGES: u32 = 4;

/// How far the data of Home was read, in the service's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Time up to which all data was read; `None` while some of it was never read.
    pub until: Option<Timestamp>,
    /// Time since which all inquiries are known; `None` while none was read.
    pub inquiries_from: Option<Timestamp>,
    /// Time since which inquiries were searched for late confirmations.
    pub confirmed_from: Option<Timestamp>,
    /// Time at which the list of all domains was read, from which findings are made.
    pub domains: Option<Timestamp>,
}

/// Seconds by which the domains must be older than the other data for the page to say so.
const DOMAINS_BEHIND: i64 = 10 * 60;

impl Reading {
    /// Time at which the domains were read, if they are older than the other data by `DOMAINS_BEHIND`.
    pub fn domains_behind(&self) -> Option<Timestamp> {
        self.domains.filter(|domains| self.until.is_some_and(|until| until.0 - domains.0 >= DOMAINS_BEHIND))
    }
}

/// Time before all inquiries, for a list that was read to its end.
const EVER: Timestamp = Timestamp(i64::MIN);

/// Request for the newest inquiries of all kinds, without details: enough to notice a new one.
pub fn newest() -> List {
    inquiries(Status::All, 1, NEWEST)
}

/// Request for a page of confirmed inquiries; pages are counted from 1.
pub fn confirmed(page: u32) -> List {
    inquiries(Status::Confirmed, page, PER_PAGE)
}

fn inquiries(status: Status, page: u32, rows: u32) -> List {
    let filter = InquiryFilter { status, visibility: Visibility::All, rows: Rows::Compact, ..InquiryFilter::default() };
    List { filter, page: Page::new(page, rows) }
}

fn domains_on(state: DomainTab) -> domains::List {
    let filter = domains::DomainFilter { state, ..domains::DomainFilter::default() };
    domains::List { filter, page: Page::new(1, PER_PAGE) }
}

/// Tabs of domains in which lost verifications and new names appear.
const TABS: [DomainTab; 2] = [DomainTab::Unverified, DomainTab::Detected];

/// Adds the wants for the answers from which the page is made.
pub fn wants(store: &Store, now: Timestamp, wants: &mut Wants) {
    paced(&newest(), wants);
    for tab in TABS {
        paced(&domains_on(tab), wants);
    }
    paced(&imports_page(1), wants);
    paced(&exports_page(1), wants);
    paced(&of_account(1), wants);
    paced(&settings::Get {}, wants);
    paced(&senders::List {}, wants);
    let (pages, _) = confirmed_pages(store, now);
    for page in 1..=pages {
        paced(&confirmed(page), wants);
    }
}

fn paced<R: Request>(request: &R, wants: &mut Wants) {
    let want = wants.want(request, Lane::Ahead);
    want.every = Every::Steady(PACE);
}

/// Number of pages of confirmed inquiries to read, and the time back to which those read so far reach.
fn confirmed_pages(store: &Store, now: Timestamp) -> (u32, Option<Timestamp>) {
    let mut from: Option<Timestamp> = None;
    for number in 1..=CONFIRMED_PAGES {
        let asked = confirmed(number);
        let Some(read) = store.query(&asked).value else { return (number, from) };
        from = oldest(read).or(from);
        let more = read.next(asked.page).is_some();
        if !more || from.is_some_and(|from| from.0 < now.0 - CONFIRMS) {
            return (number, if more { from } else { Some(EVER) });
        }
    }
    (CONFIRMED_PAGES, from)
}

fn oldest(page: &Paged<Inquiry>) -> Option<Timestamp> {
    page.values().filter_map(|inquiry| inquiry.inquire_date.copied()).min()
}

impl Reading {
    /// Count of the inquiries after `since`, with how well they are known.
    pub(super) fn back_to(&self, since: Timestamp, count: Known<u64>) -> Known<u64> {
        match count {
            // This count does not need the whole list of inquiries.
            Known::Is(value) | Known::AtLeast { value, .. } => {
                let whole = self.inquiries_from.is_some_and(|from| from <= since);
                Known::over(value, value, None, whole)
            }
            Known::NotRead if self.inquiries_from.is_some_and(|from| from <= since) => Known::Is(0),
            other => other,
        }
    }

    /// Words for how far back late confirmations were searched for.
    pub(super) fn confirmed_words(&self, now: Timestamp, zone: Zone) -> String {
        match self.confirmed_from {
            None => String::new(),
            Some(EVER) => "among all inquiries".to_owned(),
            Some(from) => format!("received since {}", from.max(Timestamp(now.0 - CONFIRMS)).on_axis(zone, false)),
        }
    }

    /// How far the store has read the data.
    pub(super) fn of(store: &Store, now: Timestamp) -> Self {
        let (pages, confirmed_from) = confirmed_pages(store, now);
        let mut at: Vec<(Option<Timestamp>, bool)> = vec![
            part(store, &newest()),
            part(store, &imports_page(1)),
            part(store, &exports_page(1)),
            part(store, &of_account(1)),
        ];
        at.extend(TABS.map(|tab| part(store, &domains_on(tab))));
        at.extend((1..=pages).map(|page| part(store, &confirmed(page))));
        // Lists that the token may not read do not count.
        at.retain(|(_, may)| *may);
        let first = at.iter().map(|(at, _)| *at).min().flatten();
        // Newer inquiries may be known, but some between them and the older ones are not.
        let behind = Some(&store.inquiries().walk).filter(|walk| walk.is_behind()).and_then(Walk::known_from);
        let read = first.map(|at| store.service_time(at));
        let until = read.map(|read| behind.map_or(read, |newest| newest.date().min(read)));
        let domains = match store.domains().cover(DomainTab::MyDomains) {
            Cover::Whole { at } => Some(store.service_time(at)),
            _ => None,
        };
        Self { until, inquiries_from: inquiries_from(store), confirmed_from, domains }
    }
}

/// Time since which all inquiries are known, by the page of the newest ones and the walk over all.
fn inquiries_from(store: &Store) -> Option<Timestamp> {
    let index = store.inquiries();
    let asked = newest();
    let Some(read) = store.query(&asked).value else {
        // An answer to another request may have added newer rows, with unread ones between them and the older ones.
        let is_idle = !matches!(index.walk(), WalkState::Walking { .. });
        let newest = index.newest().and_then(|id| index.row(id)).map(|row| Key::new(row.date(), row.id()));
        let is_newest = newest.is_none() || newest >= index.walk.known_from();
        return (is_idle && index.was_read() && is_newest).then_some(EVER);
    };
    if read.next(asked.page).is_none() {
        return Some(EVER);
    }
    let place = |inquiry: &Inquiry| Key::new(inquiry.inquire_date.copied(), inquiry.inquiry_id);
    let last = read.values().map(place).max()?;
    match index.walk.known_to(last) {
        Some(to) => Some(to.date()),
        // Rows older than `last` are all known, and with no gap at the newest end of the list, so are all others.
        None => (!index.walk.is_behind()).then_some(EVER),
    }
}

/// Time at which the newest inquiries were read; all earlier ones are known.
pub(super) fn inquiries_read(store: &Store) -> Option<Timestamp> {
    let last = || store.inquiries().row(store.inquiries().newest()?)?.date();
    store.query(&newest()).at.map(|at| store.service_time(at)).or_else(last)
}

/// Time of the answer, and whether the token may read it.
fn part<R: Request>(store: &Store, request: &R) -> (Option<Timestamp>, bool) {
    let loaded = store.query(request);
    let refused = loaded.failure.is_some_and(|failure| failure.kind == FailureKind::Forbidden);
    (loaded.at, !refused && store.session().missing_for(R::ENDPOINT).is_none())
}
