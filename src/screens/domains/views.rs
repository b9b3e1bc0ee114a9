//! The list on the screen as one line, to be saved under a name and opened again: a tab, a filter, an order.

use std::fmt::Write as _;

use crate::api::domains::Listing;
use crate::base::Timestamp;
use crate::screens::WrongView;
use crate::store::disk::OpeningList;
use crate::store::filter::parse_domains;
use crate::store::{DomainView, SavedViews};
use crate::ui::World;

use super::state::{Domains, USUAL};
use super::{columns, tabs};

/// What stands before the order at the end of a line: `sort:bin,desc`.
const SORT: &str = "sort:";

/// What the screen would have to be opened with to show the list it shows.
pub fn line(screen: &Domains) -> String {
    let mut line = tabs::TABS[screen.tab].name.to_owned();
    if screen.listing != Listing::All && screen.shown_tab().narrows() && screen.filter.server.listing.is_none() {
        let _ = write!(line, " listing:{}", screen.listing.as_str());
    }
    if !screen.filter.is_empty() {
        line.push(' ');
        line.push_str(screen.bar.value().trim());
    }
    if let Some((column, descending)) = screen.table.sort().filter(|sort| *sort != USUAL) {
        let _ = write!(line, " {SORT}{column},{}", if descending { "desc" } else { "asc" });
    }
    line
}

/// How many of the known rows it holds.
pub fn count(line: &str, world: &World<'_>) -> Option<u64> {
    let said = read(line);
    let filter = parse_domains(said.filter.trim()).ok()?;
    let view =
        DomainView::new(tabs::TABS[said.tab.unwrap_or(0)].tab, Listing::All, &filter, columns::order(None), world.now);
    Some(world.store.domains().view(&view).len() as u64)
}

/// The line behind what was typed: a saved view by its name, unless that is the name of a tab.
pub fn meant<'a>(typed: &'a str, saved: &'a SavedViews) -> &'a str {
    let typed = typed.trim();
    let view = saved.get(super::screen::ID, typed).filter(|_| tabs::place(typed).is_none());
    view.map_or(typed, |view| view.line.trim())
}

/// What a line says: the place of its tab, its filter, its order; each may be missing.
pub struct Said<'a> {
    pub tab: Option<usize>,
    pub filter: &'a str,
    pub order: Option<(&'a str, Option<bool>)>,
}

/// Reads a line.
pub fn read(line: &str) -> Said<'_> {
    let (line, order) = split(line);
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match tabs::place(first) {
        Some(tab) => Said { tab: Some(tab), filter: rest.trim(), order },
        None => Said { tab: None, filter: line, order },
    }
}

/// Why the screen cannot start with this line.
pub fn wrong(line: &str) -> Option<WrongView> {
    let said = read(line);
    match parse_domains(said.filter) {
        Err(error) => Some(WrongView::certain(error.to_string())),
        Ok(_) if said.tab.is_some() => None,
        Ok(_) => {
            let first = said.filter.split_whitespace().next().unwrap_or_default();
            WrongView::no_tab(first, &tabs::TABS.iter().map(|row| row.name).collect::<Vec<_>>())
        }
    }
}

/// The list the screen shows when it is opened with `typed`.
pub fn opening(typed: &str, saved: &SavedViews, now: Timestamp) -> OpeningList {
    let line = meant(typed, saved).to_owned();
    let mut screen = Domains::default();
    let said = read(&line);
    if let Some((column, descending)) = said.order {
        screen.table.set_sort(column, descending);
    }
    screen.tab = said.tab.unwrap_or(screen.tab);
    // What cannot be read shows the whole tab, as it does on the screen.
    let _ = screen.set_filter(said.filter);
    OpeningList { view: screen.spec(now), line }
}

/// Parts a line into tab with filter, and the order at its end: column and direction.
fn split(line: &str) -> (&str, Option<(&str, Option<bool>)>) {
    let line = line.trim();
    let Some(at) = line.rfind(SORT).filter(|at| *at == 0 || line[..*at].ends_with(' ')) else { return (line, None) };
    let order = &line[at + SORT.len()..];
    if order.contains(char::is_whitespace) {
        return (line, None);
    }
    let (column, direction) = order.split_once(',').unwrap_or((order, ""));
    let descending = match direction {
        "desc" => Some(true),
        "asc" => Some(false),
        _ => None,
    };
    (line[..at].trim_end(), Some((column, descending)))
}
