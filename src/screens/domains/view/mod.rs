//! Drawing of an opened domain, of the parts around the list, and of the line above the footer.
//!
//! Nothing is decided or remembered here; the texts about a domain are in `content/`. Look first at `detail.rs`, the
//! opened domain.

mod detail;

use crate::api::domains::Listing;
use crate::api::nameservers;
use crate::screens::domain::{content, value, words};
use crate::store::answers::budget;
use crate::store::writes::intent::Topic;
use crate::store::{DomainRow, DomainTab, Entry, Known, WalkState};
use crate::ui::list;
use crate::ui::widgets::table::Empty;
use crate::ui::{Look, World, text};

pub use detail::{around, preview, render as detail};

use super::acts;
use super::state::Domains;

/// Most marked rows whose prices are added up for the line above the footer. With more, only the question has the sum.
const ADDED_UP: u64 = 5_000;

/// Words for the listing the list is narrowed to.
fn narrowed_to(screen: &Domains) -> Option<&'static str> {
    match screen.listing {
        _ if !screen.shown_tab().narrows() => None,
        Listing::All => None,
        Listing::ForSale => Some("for sale"),
        Listing::OffMarket => Some("off market"),
    }
}

/// Smallest width of a window in which the tab line has room for words after the total.
const ROOMY: u16 = 100;
/// Width of `1,234 inactive`.
const INACTIVE: usize = 14;

/// Words after the totals: the listing, such as `for sale · 88 of 214`, or else the inactive names.
pub fn beside_tabs(screen: &Domains, width: u16, look: &Look<'_>) -> String {
    let Some(listing) = narrowed_to(screen) else {
        // Keep the room on every tab, so that nothing moves when the figure arrives.
        let room = width >= ROOMY;
        return if room { format!("{:>INACTIVE$}", inactive(screen, &look.world)) } else { String::new() };
    };
    let (known, of) = screen.reach(&look.world);
    let left = if screen.knows_all(&look.world) {
        Some(screen.list.table().len() as u64)
    } else {
        let first = look.world.store.query(&screen.request(1, &look.world));
        first.value.and_then(|page| page.pagination.total())
    };
    // With a filter, the filter line shows the counts.
    match left.filter(|_| screen.list.filter().is_empty() && of > 0) {
        Some(left) => format!("{listing} · {} of {}", text::grouped(left), text::grouped(of.max(known))),
        None => format!("{listing} only"),
    }
}

/// Number of the account's names in neither Verified nor Unverified: `2,061 inactive`.
fn inactive(screen: &Domains, world: &World<'_>) -> String {
    let index = world.store.domains();
    if screen.shown_tab() != DomainTab::MyDomains {
        return String::new();
    }
    // Counted only when all names are known: totals read at different times would count some names twice.
    let parts = [DomainTab::MyDomains, DomainTab::Verified, DomainTab::Unverified];
    if !parts.iter().all(|tab| index.total(*tab) == Some(index.known(*tab) as u64)) {
        return String::new();
    }
    let [mine, verified, unverified] = parts.map(|tab| index.known(tab) as u64);
    match mine.saturating_sub(verified + unverified) {
        0 => String::new(),
        n => format!("{} inactive", text::grouped(n)),
    }
}

/// Words of an empty list: the filter that hides everything, else what the tab is for.
pub fn empty(screen: &Domains, world: &World<'_>) -> Empty {
    let mut empty = list::empty(screen);
    if !screen.list.filter().is_empty() {
        return empty;
    }
    if let (Some(listing), (_, of @ 1..)) = (narrowed_to(screen), screen.reach(world)) {
        let title = format!("None of {} is {listing}.", text::counted(of, "domain", "domains"));
        let hint = "L next listing · :listing all shows every domain".to_owned();
        return Empty { title, hint };
    }
    if screen.shown_tab() == DomainTab::Verified
        && let Some(answer) = world.store.query(&nameservers::Get {}).value
        && let Some((label, value)) = content::records(&answer.value).into_iter().next()
    {
        empty.hint = format!("{} {label}: {value}", empty.hint);
    }
    empty
}

/// Line above the footer: what is marked, why rows are old, how far the reading is.
pub fn note(screen: &Domains, world: &World<'_>) -> Option<String> {
    if let Some(opening) = &screen.opening {
        return Some(opening.note());
    }
    if screen.list.detail.is_some() {
        return None;
    }
    let joined = || screen.joined.as_ref();
    joined()
        .and_then(|joined| joined.reading(world))
        .or_else(|| marked(screen, world))
        .or_else(|| if screen.list.table().is_empty() { None } else { not_fresh(screen, world) })
        .or_else(|| list::unread_words(screen, world))
        .or_else(|| screen.unread_inquiries(world).filter(|_| screen.asked.why_refused().is_some()))
        .or_else(|| worked_off(world))
        .or_else(|| unverified(screen, world))
        .or_else(|| reading(world))
        .or_else(|| screen.offers_left_out(world))
        .or_else(|| screen.prices_left_out(world))
        .or_else(|| currencies(screen, world))
        .or_else(|| joined()?.note(world))
}

/// Age of the oldest row on the screen, if it is not fresh. Each row was read at its own time.
fn not_fresh(screen: &Domains, world: &World<'_>) -> Option<String> {
    let rows = screen.list.table().visible().iter().filter_map(|key| world.store.domains().row(*key));
    let oldest = rows.map(|row| row.read_at()).min().filter(|at| at.0 > 0);
    list::not_fresh_since(screen, oldest.map(|at| world.noted(at)), world)
}

/// Note on marks: `Moving extends the marked range · v ends it · delete would remove $16,100 of BIN prices`.
fn marked(screen: &Domains, world: &World<'_>) -> Option<String> {
    let table = screen.list.table();
    let note = table.marks_note();
    if !(1..=ADDED_UP).contains(&table.marked()) || !acts::offers_delete(screen, world) {
        return note;
    }
    let by = (screen.list.tab, table.marks_version(), world.store.version());
    let sum = screen.worth.get(by, |_| {
        let index = world.store.domains();
        let rows: Vec<DomainRow<'_>> = table.each_target().filter_map(|key| index.row(*key)).collect();
        let mut worth = value::worth(&rows, world);
        // Names marked by `*` twice without having been read: their prices are unknown.
        let everything = table.everything().unwrap_or_default() as usize;
        worth.unknown += everything.saturating_sub(rows.len());
        worth.beside()
    });
    match (note, sum) {
        (Some(note), Some(sum)) => Some(format!("{note} · {sum}")),
        (note, sum) => note.or(sum),
    }
}

/// Progress of the oldest act the service has queued: `Removing 3,000 domains: 1,200 left`.
fn worked_off(world: &World<'_>) -> Option<String> {
    let queued = |entry: &&Entry| entry.topic() == Topic::DOMAINS && entry.is_queued();
    let entry = world.store.journal().open().find(queued)?;
    let doing = entry.intent.doing();
    Some(match world.store.left_of(entry.id)? {
        0 => format!("{doing}: none left, reading back once more"),
        left => format!("{doing}: {} left", text::grouped(left as u64)),
    })
}

/// Words for where unverified names should point.
fn unverified(screen: &Domains, world: &World<'_>) -> Option<String> {
    if screen.shown_tab() != DomainTab::Unverified || screen.list.table().is_empty() {
        return None;
    }
    let answer = world.store.query(&nameservers::Get {}).value?;
    let (label, value) = content::records(&answer.value).into_iter().next()?;
    // Short, so that the values fit on a narrow screen, too.
    Some(match label {
        content::NAMESERVERS => format!("Verified once they point to {value}"),
        _ => format!("Verified once they carry this {label}: {value}"),
    })
}

/// Progress of reading all tabs.
fn reading(world: &World<'_>) -> Option<String> {
    match world.store.domains().walk() {
        // With no row yet, the list itself says that it loads, or why it does not.
        WalkState::Walking { rows: 0, .. } | WalkState::Never | WalkState::Complete { .. } => None,
        WalkState::Walking { rows, of } => {
            let of = of.map_or_else(String::new, |of| format!(" of {}", text::grouped(of)));
            Some(format!("Reading all names: {}{of}.", text::grouped(rows)))
        }
        WalkState::Full { rows, of } => Some(format!("{}.", text::held(rows, of, budget::DOMAINS))),
        WalkState::MaybeIncomplete { rows, of: Some(of) } => {
            Some(format!("{} of {} names read. :sync reads them again.", text::grouped(rows), text::grouped(of)))
        }
        WalkState::MaybeIncomplete { of: None, .. } => {
            Some("The list changed while loading; some names may be missing. :sync reloads it.".to_owned())
        }
    }
}

/// Reason why prices have no currency.
fn currencies(screen: &Domains, world: &World<'_>) -> Option<String> {
    let shows =
        !screen.list.table().is_empty() && !matches!(screen.shown_tab(), DomainTab::Detected | DomainTab::Removed);
    let unread = || "Prices without a sign: their currency was not read · :overrides reads them all".to_owned();
    let unread = || (world.store.own_currencies() == Known::NotRead).then(unread);
    if shows { words::no_currency(world.store).or_else(unread) } else { None }
}

#[cfg(test)]
mod tests;
