//! Pages of a list: which are wanted, and what is known of them.

use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::Duration;

use crate::api::types::Pagination;
use crate::api::{Needs, Paged, Request};
use crate::base::{DomainName, Timestamp};
use crate::client::{Failure, FailureKind, Lane};
use crate::store::{Want, Wants};
use crate::ui::World;
use crate::ui::text::counted;
use crate::ui::widgets::notice;

use super::{ListScreen, Pages};

/// Time for which a page further down is used without reading it again.
pub const PAGE_FRESH: Duration = Duration::from_secs(5 * 60);
/// Time the cursor must rest on a row before the data of its preview are read ahead.
pub const REST: Duration = Duration::from_millis(300);

/// Page of a list: its want, and its known answer.
pub struct Page<'a> {
    pub want: Want,
    /// Ability needed to read it, by its name in the documents.
    pub ability: Option<&'static str>,
    pub pagination: Option<&'a Pagination>,
    /// Number of its rows that could not be read.
    pub unread: usize,
    /// Time of the answer.
    pub at: Option<Timestamp>,
    pub failure: Option<&'a Failure>,
    /// Subject of a sentence about the page, if that is not the name of the list.
    pub what: Option<&'static str>,
    /// Domain, if the page is about a single one; it may not be the user's.
    pub about: Option<DomainName>,
}

impl<'a> Page<'a> {
    /// Page that this request asks for.
    pub fn of<T: 'static, R: Request<Reply = Paged<T>>>(request: &R, world: &World<'a>) -> Self {
        let loaded = world.store.query(request);
        Self {
            want: Want::of(request, Lane::User),
            ability: ability::<R>(),
            pagination: loaded.value.map(|page| &page.pagination),
            unread: loaded.value.map_or(0, |page| page.odd.len()),
            at: loaded.at,
            failure: loaded.failure,
            what: None,
            about: None,
        }
    }

    /// The answer of a request without pages, as the only page.
    pub fn whole<R: Request>(request: &R, world: &World<'a>) -> Self
    where
        R::Reply: 'static,
    {
        static ONE: LazyLock<Pagination> = LazyLock::new(Pagination::default);
        let loaded = world.store.query(request);
        Self {
            want: Want::of(request, Lane::User),
            ability: ability::<R>(),
            pagination: loaded.value.map(|_| &*ONE),
            unread: 0,
            at: loaded.at,
            failure: loaded.failure,
            what: None,
            about: None,
        }
    }

    /// Number of the last page, as this page says.
    pub fn last(&self, pages: &Pages) -> u32 {
        let Some(pagination) = self.pagination else { return 1 };
        let rows = u64::from(pagination.rows_per_page(pages.rows));
        let reached = pages.reached.map_or(u32::MAX, |reached| reached.div_ceil(rows) as u32);
        pagination.last(pages.rows).unwrap_or(1).clamp(1, reached.max(1))
    }
}

/// Ability that a call needs, by its name in the documents.
pub fn ability<R: Request>() -> Option<&'static str> {
    match R::ENDPOINT.needs {
        Needs::One(ability) => Some(ability.0),
        _ => None,
    }
}

/// Adds the want of page 1, and of further pages only when the cursor nears the end of the known rows and no walk
/// reads them.
pub fn wants<S: ListScreen>(screen: &S, world: &World<'_>, wants: &mut Wants) {
    let Some(first) = screen.page(1, world) else { return };
    let (last, rows) =
        (first.last(&S::ABOUT.pages), first.pagination.map(|told| told.rows_per_page(S::ABOUT.pages.rows)));
    wants.queries.push(first.want);
    let Some(rows) = rows else { return };
    let (known, cursor) = (screen.list().table().len(), screen.list().table().cursor());
    if screen.is_whole(world) || cursor + S::ABOUT.pages.ahead < known {
        return;
    }
    // Rows may have left the list since their page came, so take the first page that is not known.
    wants.queries.extend(next_page(screen, (known as u32 / rows).max(1) + 1..=last, world));
}

/// True while pages of the list are still to be read and none has failed.
pub fn is_read_on<S: ListScreen>(screen: &S, world: &World<'_>) -> bool {
    let Some(first) = screen.page(1, world).filter(|_| !screen.is_whole(world)) else { return false };
    let last = first.last(&S::ABOUT.pages);
    let next = (2..=last).filter_map(|page| screen.page(page, world)).find(|page| page.pagination.is_none());
    next.is_some_and(|page| page.failure.is_none())
}

/// Want for the first of these pages that is not known.
pub fn next_page<S: ListScreen>(screen: &S, pages: RangeInclusive<u32>, world: &World<'_>) -> Option<Want> {
    let (from, to) = (*pages.start(), *pages.end());
    let mut pages = (from.min(to)..=to).filter(|page| *page > 1).filter_map(|page| screen.page(page, world));
    pages.find(|page| page.pagination.is_none()).map(|page| Want { fresh_for: PAGE_FRESH, ..page.want })
}

/// Number of rows that could not be read, on the pages known without a gap.
fn unread<S: ListScreen>(screen: &S, world: &World<'_>) -> u64 {
    let pages = (1..).map_while(|number| screen.page(number, world).filter(|page| page.pagination.is_some()));
    let last = screen.page(1, world).map_or(0, |first| first.last(&S::ABOUT.pages));
    pages.take(last as usize).map(|page| page.unread as u64).sum()
}

/// Sentence on rows that could not be read.
pub fn unread_words<S: ListScreen>(screen: &S, world: &World<'_>) -> Option<String> {
    let known = S::ABOUT.index.map_or(0, |index| (index.unread)(screen, world));
    let unread = unread(screen, world).max(known);
    (unread > 0).then(|| format!("{} could not be read.", counted(unread, "row", "rows")))
}

/// Sentence on why the shown rows are not the newest; `None` if they are.
pub fn not_fresh<S: ListScreen>(screen: &S, world: &World<'_>) -> Option<String> {
    let at = screen.page(1, world)?.at.map(|at| world.noted(at));
    not_fresh_since(screen, at, world)
}

/// Sentence as of [`not_fresh`], for a screen whose oldest visible row was read at `at`, not with the first page.
pub fn not_fresh_since<S: ListScreen>(screen: &S, at: Option<Timestamp>, world: &World<'_>) -> Option<String> {
    let failure = screen.page(1, world)?.failure.filter(|failure| failure.kind != FailureKind::Cancelled)?;
    Some(notice::not_fresh(failure, at, world.now, world.zone))
}

/// Line above the footer: how to continue marking, or why rows are old.
pub fn note<S: ListScreen>(screen: &S, world: &World<'_>) -> Option<String> {
    let list = screen.list();
    if list.detail.is_some() {
        return None;
    }
    let not_fresh = || if list.table().is_empty() { None } else { not_fresh(screen, world) };
    list.table().marks_note().or_else(not_fresh).or_else(|| unread_words(screen, world))
}
