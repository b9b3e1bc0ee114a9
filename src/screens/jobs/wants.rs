//! Requests of the screen. Something that goes on is asked again every second or two, less often while nothing
//! changes, and not at all when it is over or out of sight. However fast an import runs, its lines are read at a pace of
//! one page a second, so that watching one costs at most two requests a second.

use std::time::Duration;

use crate::api::limits::PER_PAGE;
use crate::api::types::Import;
use crate::api::{Page, exports, imports};
use crate::base::Id;
use crate::client::Lane;
use crate::store::lists::jobs::{Job, Known, Only, exports_page, imports_page};
use crate::store::{Every, Wants};
use crate::ui::widgets::BESIDE;
use crate::ui::{World, list};

use super::state::{Jobs, Opened, is_over};
use super::tabs::{RowKey, Tab};
use super::{awaited, words};

/// Lines before the end of what is loaded at which the next page is asked.
const AHEAD: usize = 60;

/// The input of an import never changes, nor do its lines once it is over.
pub const INPUT_FRESH: Duration = Duration::from_secs(60 * 60);

/// The opened import while it runs.
const LIVE: Every = Every::BackingOff(Duration::from_secs(1), Duration::from_secs(10));
/// Lists and exports while something in them runs.
const RUNNING: Every = Every::BackingOff(Duration::from_secs(2), Duration::from_secs(10));
/// Lists in sight while nothing runs: another program or the site may begin something.
const IDLE: Every = Every::BackingOff(Duration::from_secs(15), Duration::from_secs(60));
/// Pace for jobs that run for so long that nobody waits for them.
const QUIET: Every = Every::BackingOff(Duration::from_secs(5 * 60), Duration::from_secs(5 * 60));

/// Fills in the wants, the most urgent first.
pub fn wants(screen: &Jobs, world: &World<'_>, wants: &mut Wants) {
    if let Some(opened) = &screen.list.detail {
        if let Some((id, _)) = screen.fixing {
            fixing(id, wants);
        }
        return lines(opened, world, wants);
    }
    let jobs = world.store.jobs();
    if let Some(made) = screen.awaited.as_ref().and_then(|awaited| awaited::made_export(awaited, world)) {
        // The requested export is shown before the list is read again.
        wants.want(&exports::Get { export_id: made }, Lane::User);
    }
    if screen.tab() == Tab::Exports {
        // Running exports are read one by one; the list only tells of new ones.
        for known in jobs.exports().running().take(2) {
            let get = exports::Get { export_id: known.job().export_id };
            wants.want(&get, Lane::Ahead).every = pace_of(known, RUNNING, world);
        }
    }
    list::wants(screen, world, wants);
    preview(screen, world, wants);
}

/// Known answer of a page of a list. The journal is always here; writes open in it are read back where they are
/// settled.
pub fn page<'a>(tab: Tab, number: u32, world: &World<'a>) -> Option<list::Page<'a>> {
    let (mut page, every) = match tab {
        Tab::Imports => {
            let every = pace(world.store.jobs().imports().running(), world);
            (list::Page::of(&imports_page(number), world), every)
        }
        Tab::Exports => {
            let page = list::Page::of(&exports_page(number), world);
            (list::Page { what: Some("The list of exports"), ..page }, IDLE)
        }
        Tab::Bulk | Tab::Queue => return None,
    };
    if number == 1 {
        page.want.every = every;
    }
    Some(page)
}

fn pace<'a, T: Job + 'a>(running: impl Iterator<Item = &'a Known<T>>, world: &World<'_>) -> Every {
    running.map(|known| pace_of(known, RUNNING, world)).find(|every| *every == RUNNING).unwrap_or(IDLE)
}

fn pace_of<T: Job>(known: &Known<T>, near: Every, world: &World<'_>) -> Every {
    if known.is_quiet(world.now) { QUIET } else { near }
}

/// The call for one page of an import's lines.
pub fn lines_page(id: Id<Import>, page: u32) -> imports::Get {
    imports::Get { id, page: Page::new(page, PER_PAGE) }
}

/// Wants the lines and the input for the editor.
fn fixing(id: Id<Import>, wants: &mut Wants) {
    wants.want(&imports::Download { id }, Lane::User).fresh_for = INPUT_FRESH;
}

fn lines(opened: &Opened, world: &World<'_>, wants: &mut Wants) {
    let over = is_over(opened.id, world);
    let known = world.store.jobs().lines(opened.id);
    let front = known.map_or(1, crate::store::lists::jobs::Lines::front);
    if !over {
        // The page in front is either asked again at its own pace, or a new one, at most one a second.
        if known.is_none_or(|lines| lines.has_page(front) || may_ask(opened, front, world)) {
            let every = world.store.jobs().import(opened.id).map_or(LIVE, |known| pace_of(known, LIVE, world));
            let want = wants.want(&lines_page(opened.id, front), Lane::User);
            want.every = every;
            want.fresh_for = Duration::ZERO;
            // A further page is in front because lines have come, not because a key asked for it.
            want.paced = front > 1;
        }
        if let Some(page) = wanted(opened, world).filter(|page| *page != front && may_ask(opened, *page, world)) {
            wants.want(&lines_page(opened.id, page), Lane::Ahead).paced = true;
        }
        return;
    }
    let page = wanted(opened, world).or_else(|| {
        let outdated = known.and_then(crate::store::lists::jobs::Lines::outdated);
        outdated.filter(|page| may_ask(opened, *page, world))
    });
    if let Some(page) = page {
        let lane = if page == 1 { Lane::User } else { Lane::Ahead };
        let want = wants.want(&lines_page(opened.id, page), lane);
        // An answer kept by an earlier run may differ by now.
        want.fresh_for = Duration::ZERO;
        want.paced = page > 1;
    }
    if page.is_none() && !waits(opened, world) {
        // It does not change any more; a refresh by hand checks that it still exists.
        wants.want(&lines_page(opened.id, 1), Lane::Ahead).fresh_for = INPUT_FRESH;
    }
}

/// A page not read yet that is looked at: further lines as the cursor comes near the end, all of them where they are
/// picked out.
fn wanted(opened: &Opened, world: &World<'_>) -> Option<u32> {
    let Some(lines) = world.store.jobs().lines(opened.id) else { return Some(1) };
    let near = opened.table.cursor() + AHEAD >= opened.table.len();
    lines.unread().filter(|_| near || opened.only != Only::All)
}

/// True when no page came within this second, or that one is on its way.
fn may_ask(opened: &Opened, page: u32, world: &World<'_>) -> bool {
    world.store.jobs().lines(opened.id).is_none_or(|lines| world.now > lines.at())
        || world.store.query(&lines_page(opened.id, page)).loading
}

/// True while something is left to read that waits for the next second.
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

/// Asks for the first lines of an import that has some to look at, where they would stand beside the list.
fn preview(screen: &Jobs, world: &World<'_>, wants: &mut Wants) {
    let Some(RowKey::Import(id)) = screen.row().filter(|_| screen.list.width >= BESIDE && !screen.list.hides_preview)
    else {
        return;
    };
    let Some(import) = world.store.jobs().import(id).map(crate::store::lists::jobs::Known::job) else { return };
    let notable = [&import.error_count, &import.warning_count];
    if import.is_over() && notable.iter().any(|count| words::count(count).is_some_and(|count| count > 0)) {
        let want = wants.want(&lines_page(id, 1), Lane::Ahead);
        (want.after, want.fresh_for) = (list::REST, INPUT_FRESH);
    }
}
