//! Requests for the lines of an import. However fast it runs, they are read at one page a second, so that watching an
//! import costs at most two requests a second.

use std::time::Duration;

use crate::api::limits::PER_PAGE;
use crate::api::types::Import;
use crate::api::{Page, imports};
use crate::base::Id;
use crate::client::Lane;
use crate::store::lists::jobs::{Known, Lines, Only};
use crate::store::{Every, Wants};
use crate::ui::{World, list};

use super::super::job::{count, pace};
use super::is_over;
use super::opened::Opened;

/// Number of lines before the end of the loaded ones at which the next page is read.
const AHEAD: usize = 60;

/// Time for which an import's input, and after its end its lines, are used without reading them again: they do not
/// change.
const INPUT_FRESH: Duration = Duration::from_secs(60 * 60);

/// Pace of reading the opened import while it runs.
const LIVE: Every = Every::BackingOff(Duration::from_secs(1), Duration::from_secs(10));

/// Call for a page of an import's lines.
pub fn lines_page(id: Id<Import>, page: u32) -> imports::Get {
    imports::Get { id, page: Page::new(page, PER_PAGE) }
}

/// Wants the lines of an opened import, and its input for the editor.
pub fn wants(opened: &Opened, fixing: Option<Id<Import>>, world: &World<'_>, wants: &mut Wants) {
    if let Some(id) = fixing {
        wants.want(&imports::Download { id }, Lane::User).fresh_for = INPUT_FRESH;
    }
    lines(opened, world, wants);
}

fn lines(opened: &Opened, world: &World<'_>, wants: &mut Wants) {
    let over = is_over(opened.id, world);
    let known = world.store.jobs().lines(opened.id);
    let front = known.map_or(1, Lines::front);
    if !over {
        // The page in front is read again at its own pace; a new page at most once a second.
        if known.is_none_or(|lines| lines.has_page(front) || may_ask(opened, front, world)) {
            let every = world.store.jobs().import(opened.id).map_or(LIVE, |known| pace(known, LIVE, world));
            let want = wants.want(&lines_page(opened.id, front), Lane::User);
            want.every = every;
            want.fresh_for = Duration::ZERO;
            // A later page comes to the front because lines have come, not because of a key.
            want.paced = front > 1;
        }
        if let Some(page) = wanted(opened, world).filter(|page| *page != front && may_ask(opened, *page, world)) {
            wants.want(&lines_page(opened.id, page), Lane::Ahead).paced = true;
        }
        return;
    }
    let page = wanted(opened, world).or_else(|| {
        let outdated = known.and_then(Lines::outdated);
        outdated.filter(|page| may_ask(opened, *page, world))
    });
    if let Some(page) = page {
        let lane = if page == 1 { Lane::User } else { Lane::Ahead };
        let want = wants.want(&lines_page(opened.id, page), lane);
        // An answer kept by an earlier run may be outdated.
        want.fresh_for = Duration::ZERO;
        want.paced = page > 1;
    }
    if page.is_none() && !waits(opened, world) {
        // The import does not change any more; refreshing by hand checks that it still exists.
        wants.want(&lines_page(opened.id, 1), Lane::Ahead).fresh_for = INPUT_FRESH;
    }
}

/// Next page to read: when the cursor comes near the end, or at once while only errors or warnings are shown.
fn wanted(opened: &Opened, world: &World<'_>) -> Option<u32> {
    let Some(lines) = world.store.jobs().lines(opened.id) else { return Some(1) };
    let near = opened.table.cursor() + AHEAD >= opened.table.len();
    lines.unread().filter(|_| near || opened.only != Only::All)
}

/// True when no page came within this second, or that page is on its way already.
fn may_ask(opened: &Opened, page: u32, world: &World<'_>) -> bool {
    world.store.jobs().lines(opened.id).is_none_or(|lines| world.now > lines.at())
        || world.store.query(&lines_page(opened.id, page)).loading
}

/// True while the next page waits for the next second.
pub fn waits(opened: &Opened, world: &World<'_>) -> bool {
    let Some(lines) = world.store.jobs().lines(opened.id) else { return false };
    let over = is_over(opened.id, world);
    let more = if over {
        lines.outdated().is_some()
    } else {
        !lines.has_page(lines.front()) || wanted(opened, world).is_some()
    };
    more && world.now <= lines.at()
}

/// Wants the first lines of an import with errors or warnings, which are shown beside the list.
pub fn some_lines(id: Id<Import>, world: &World<'_>, wants: &mut Wants) {
    let Some(import) = world.store.jobs().import(id).map(Known::job) else { return };
    let notable = [&import.error_count, &import.warning_count];
    if import.is_over() && notable.iter().any(|field| count(field).is_some_and(|count| count > 0)) {
        let want = wants.want(&lines_page(id, 1), Lane::Ahead);
        (want.after, want.fresh_for) = (list::REST, INPUT_FRESH);
    }
}
