//! The list on the screen as one line, to be saved under a name and opened again: a tab, a filter, an order.

use std::fmt::Write as _;

use crate::api::domains::Listing;
use crate::store::DomainView;
use crate::store::filter::parse_domains;
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
    let (rest, _) = split(line);
    let (first, filter) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (tab, filter) = tabs::place(first).map_or((0, rest), |tab| (tab, filter));
    let filter = parse_domains(filter.trim()).ok()?;
    let view = DomainView::new(tabs::TABS[tab].tab, Listing::All, &filter, columns::order(None), world.now);
    Some(world.store.domains().view(&view).len() as u64)
}

/// Parts a line into tab with filter, and the order at its end: column and direction.
pub fn split(line: &str) -> (&str, Option<(&str, Option<bool>)>) {
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
