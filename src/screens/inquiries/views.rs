//! The list on the screen as one line, to be saved under a name and opened again: a tab, a filter, an order.

use std::fmt::Write as _;

use crate::base::clean_line;
use crate::store::ViewSpec;
use crate::store::filter::parse;
use crate::ui::list::WrongLine;
use crate::ui::{Args, Outcome, World};

use super::state::Inquiries;
use super::{columns, places, screen, tabs};

/// What stands before the order at the end of a line: `sort:offer,desc`.
const SORT: &str = "sort:";
/// The order a list has by itself.
const USUAL: (&str, bool) = ("age", true);

/// What the screen would have to be opened with to show the list it shows.
pub fn line(screen: &Inquiries) -> String {
    let mut line = tabs::TABS[screen.tab].name.to_owned();
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
    let named = tabs::place(first);
    let filter = parse(named.map_or(rest, |_| filter).trim()).ok()?;
    let tab = named.unwrap_or_else(|| tabs::of_filter(&filter));
    let spec = ViewSpec::new(tabs::TABS[tab].tab, &filter, columns::order(None), world.now);
    Some(world.store.inquiries().view(&spec).len() as u64)
}

/// Why the screen cannot start with this line.
pub fn wrong(line: &str) -> Option<WrongLine> {
    let (rest, _) = split(line);
    let (first, filter) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if tabs::place(first).is_some() {
        return parse(filter.trim()).err().map(|error| WrongLine::certain(error.to_string()));
    }
    match parse(rest) {
        Err(error) => Some(WrongLine::certain(error.to_string())),
        Ok(_) => WrongLine::no_tab(first, &tabs::TABS.iter().map(|row| row.name).collect::<Vec<_>>()),
    }
}

/// Opens with a line as above, or with the name of a saved view.
pub fn arrive(screen: &mut Inquiries, args: &Args, world: &World<'_>) -> Outcome {
    let typed = args.text.trim();
    let views = &world.store.session().views;
    let saved = views.get(screen::ID, typed).filter(|_| tabs::place(typed).is_none());
    let (rest, sort) = split(saved.map_or(typed, |view| view.line.as_str()));
    let outcome = places::arrive(screen, &Args { text: rest.to_owned(), ..args.clone() }, world);
    let Some(sort) = sort.filter(|_| outcome == Outcome::Done) else { return outcome };
    let (column, descending) = match sort.split_once(',') {
        Some((column, "asc")) => (column, Some(false)),
        Some((column, "desc")) => (column, Some(true)),
        Some(_) => return Outcome::Refused(format!("“{}” is no order; write asc or desc.", clean_line(sort))),
        None => (sort, None),
    };
    if !screen.table.set_sort(column, descending) {
        return Outcome::Refused(format!("Cannot sort by “{}”.", clean_line(column)));
    }
    screen.take_rows(world);
    screen.table.go(0);
    screen.rest_on_row(world);
    outcome
}

/// The line without the order at its end, and the order.
fn split(line: &str) -> (&str, Option<&str>) {
    let line = line.trim();
    let at = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    match line[at..].strip_prefix(SORT) {
        Some(sort) => (line[..at].trim_end(), Some(sort)),
        None => (line, None),
    }
}
