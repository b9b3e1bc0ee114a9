//! What stands where rows would, and the line above the footer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::domains::List;
use crate::api::{Needs, Request, nameservers};
use crate::client::{Failure, FailureKind};
use crate::store::{DomainRow, DomainTab, Entry, Intent, WalkState};
use crate::ui::widgets::notice::{self, Missing};
use crate::ui::widgets::table::Empty;
use crate::ui::{Look, World, text};

use super::super::acts;
use super::super::content;
use super::super::state::Domains;
use super::super::tabs::TABS;
use super::super::value;

/// Marked rows whose prices are added up for the line above the footer; of more the question tells.
const ADDED_UP: u64 = 5_000;

/// Draws the page that explains why there is not one row; `false` when the list is truly empty.
pub fn instead_of_rows(screen: &Domains, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> bool {
    let first = screen.first_page(&look.world);
    match (first.value, first.failure) {
        (_, Some(failure)) if failure.kind == FailureKind::Forbidden => {
            notice::missing(&missing(failure), look, area, buf);
            true
        }
        (None, Some(failure)) => {
            notice::failure(failure, "The list of domains", look, area, buf);
            true
        }
        (None, None) if !screen.is_whole(&look.world) => {
            notice::loading(look, area, buf);
            true
        }
        _ => false,
    }
}

/// The words of an empty list: what hides everything, else what this tab is for.
pub fn empty(screen: &Domains, world: &World<'_>) -> Empty {
    if let Some(hides) = screen.bar.hides().filter(|_| !screen.filter.is_empty()) {
        return Empty { title: hides, hint: String::new() };
    }
    if let (Some(listing), (_, of @ 1..)) = (super::narrowed_to(screen), screen.reach(world)) {
        let title = format!("None of {} is {listing}.", text::counted(of, "domain", "domains"));
        let hint = "L goes on to the next listing; :listing all shows every one.".to_owned();
        return Empty { title, hint };
    }
    let [title, hint] = TABS[screen.tab].empty;
    let mut hint = hint.to_owned();
    if screen.shown_tab() == DomainTab::Verified
        && let Some(answer) = world.store.query(&nameservers::Get {}).value
        && let Some((label, value)) = content::records(&answer.value).into_iter().next()
    {
        hint = format!("{hint} {label}: {value}");
    }
    Empty { title: title.to_owned(), hint }
}

/// The line above the footer: what is being read again, what is marked, why rows are old, how far the reading is.
pub fn note(screen: &Domains, world: &World<'_>) -> Option<String> {
    if let Some(again) = &screen.again {
        return Some(again.note(world));
    }
    if let Some(opening) = &screen.opening {
        return Some(opening.note());
    }
    if screen.detail.is_some() {
        return None;
    }
    marked(screen, world)
        .or_else(|| if screen.table.is_empty() { None } else { not_fresh(screen, world) })
        .or_else(|| worked_off(world))
        .or_else(|| unverified(screen, world))
        .or_else(|| reading(world))
}

/// `Moving extends the marked range · v ends it · delete would remove $16,100 of BIN prices`.
fn marked(screen: &Domains, world: &World<'_>) -> Option<String> {
    let note = screen.table.marks_note();
    if !(1..=ADDED_UP).contains(&screen.table.marked()) || !acts::offers_delete(screen, world) {
        return note;
    }
    let book = world.store.domains();
    let keys = screen.table.targets().ids;
    let rows: Vec<DomainRow<'_>> = keys.iter().filter_map(|key| book.row(*key)).collect();
    let sum = value::value(&rows, &screen.currency).short();
    let sum = sum.map(|sum| format!("delete would remove {sum} of BIN prices"));
    match (note, sum) {
        (Some(note), Some(sum)) => Some(format!("{note} · {sum}")),
        (note, sum) => note.or(sum),
    }
}

/// While the shown rows are not the newest.
fn not_fresh(screen: &Domains, world: &World<'_>) -> Option<String> {
    let first = screen.first_page(world);
    let failure = first.failure.filter(|failure| failure.kind != FailureKind::Cancelled)?;
    // Each row knows when it was read; the oldest on the screen is what can be promised.
    let rows = screen.table.visible().iter().filter_map(|key| world.store.domains().row(*key));
    let oldest = rows.map(|row| row.read_at()).min();
    Some(notice::not_fresh(failure, oldest.map(|at| world.noted(at)), world.now, world.zone))
}

/// `Removing 3,000 domains: 1,200 left`, for the oldest act the service has queued.
fn worked_off(world: &World<'_>) -> Option<String> {
    let queued = |entry: &&Entry| matches!(entry.intent, Intent::Domains { .. }) && entry.is_queued();
    let entry = world.store.journal().open().find(queued)?;
    let doing = entry.intent.doing();
    Some(match world.store.left_of(entry.id)? {
        0 => format!("{doing}: none left, reading back once more"),
        left => format!("{doing}: {} left", text::grouped(left as u64)),
    })
}

/// Where unverified names should point.
fn unverified(screen: &Domains, world: &World<'_>) -> Option<String> {
    if screen.shown_tab() != DomainTab::Unverified || screen.table.is_empty() {
        return None;
    }
    let answer = world.store.query(&nameservers::Get {}).value?;
    let (label, value) = content::records(&answer.value).into_iter().next()?;
    // Short, so that the names are there on a narrow screen too.
    Some(match label {
        content::NAMESERVERS => format!("Verified once they point to {value}"),
        _ => format!("Verified once they carry this {label}: {value}"),
    })
}

/// How far the reading of all tabs is.
fn reading(world: &World<'_>) -> Option<String> {
    match world.store.domains().walk() {
        WalkState::Walking { rows, of } => {
            let of = of.map_or_else(String::new, |of| format!(" of {}", text::grouped(of)));
            Some(format!("Reading all names: {}{of}.", text::grouped(rows)))
        }
        WalkState::MaybeIncomplete { .. } => Some(
            "The lists changed while they were read; a few names may be missing. :sync reads them again.".to_owned(),
        ),
        WalkState::Never | WalkState::Complete { .. } => None,
    }
}

fn missing(failure: &Failure) -> Missing {
    let ability = match <List as Request>::ENDPOINT.needs {
        Needs::One(ability) => Some(ability.0.to_owned()),
        _ => None,
    };
    Missing { what: "The list of domains".to_owned(), ability, said: notice::said(failure) }
}

#[cfg(test)]
mod tests;
