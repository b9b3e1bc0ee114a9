//! The list on the screen as one line (tab, filter, order), to be saved under a name and opened again.

use std::fmt::Write as _;

use crate::base::not_one_of;
use crate::store::SavedViews;
use crate::ui::as_list::WrongLine;
use crate::ui::widgets::table::Order;

use super::sections::written;
use super::{FilterLine, ListScreen, tab_called, tabs_of};

/// Prefix of the order at the end of a line: `sort:offer,desc`.
const SORT: &str = "sort:";
/// Prefix of the views that are the list's sections: `sections:hot,waiting`.
const SECTIONS: &str = "sections:";

/// Meaning of a line without mistakes.
#[derive(Clone, Debug)]
pub struct Destination<F> {
    /// Place of the named tab; `None` without one.
    pub tab: Option<usize>,
    /// Filter as written.
    pub line: String,
    pub filter: F,
    pub sort: Option<Order>,
    /// Names of the views that are the list's sections, as written.
    pub sections: Vec<String>,
}

/// Line that opens the screen with the list it shows: its tab, its word for what is beside it, its filter, sections and
/// order.
pub fn write<S: ListScreen>(screen: &S) -> Option<String> {
    let list = screen.list();
    let mut line = tabs_of(screen).get(list.tab)?.name.to_owned();
    if let Some(beside) = (S::ABOUT.view_word)(screen) {
        let _ = write!(line, " {beside}");
    }
    if *list.filter() != S::Filter::default() {
        line.push(' ');
        line.push_str(list.bar().value().trim());
    }
    if !list.sections.views.is_empty() {
        let views: Vec<String> = list.sections.views.iter().map(|name| written(name)).collect();
        let _ = write!(line, " {SECTIONS}{}", views.join(","));
    }
    if let Some((column, descending)) = list.table().sort().filter(|sort| Some(*sort) != S::ABOUT.usual) {
        let _ = write!(line, " {SORT}{column},{}", if descending { "desc" } else { "asc" });
    }
    Some(line)
}

/// Reads a line: a tab's name, a filter, sections, an order, in this order; each may be missing.
///
/// # Errors
/// A sentence naming what cannot be read.
pub fn read<S: ListScreen>(screen: &S, line: &str) -> Result<Destination<S::Filter>, String> {
    let (rest, order) = split(line, SORT);
    let sort = order.map(|order| read_order(screen, order)).transpose()?;
    let (rest, sections) = split(rest, SECTIONS);
    let sections = sections.map(|views| views.split(',').map(str::to_owned).collect()).unwrap_or_default();
    let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let tab = tab_called::<S>(first);
    let line = if tab.is_some() { after.trim() } else { rest };
    let filter = S::Filter::read(line, S::ABOUT.words).map_err(|error| error.to_string())?;
    Ok(Destination { tab, line: line.to_owned(), filter, sort, sections })
}

/// Line meant by what was typed: that of a saved view with this name, unless a tab has the name, else the text itself.
pub fn meant<'a, S: ListScreen>(typed: &'a str, saved: &'a SavedViews) -> &'a str {
    let typed = typed.trim();
    let view = saved.get(S::ABOUT.id, typed).filter(|_| tab_called::<S>(typed).is_none());
    view.map_or(typed, |view| view.line.trim())
}

/// Mistake in a line that a screen is to start with; `None` when there is none.
pub fn wrong<S: ListScreen>(screen: &S, line: &str) -> Option<WrongLine> {
    match read(screen, line) {
        Err(why) => Some(WrongLine::certain(why)),
        Ok(to) if to.tab.is_some() => None,
        Ok(to) => {
            let tabs: Vec<&str> = tabs_of(screen).iter().map(|row| row.name).collect();
            WrongLine::no_tab(to.line.split_whitespace().next().unwrap_or_default(), &tabs)
        }
    }
}

fn read_order<S: ListScreen>(screen: &S, order: &str) -> Result<Order, String> {
    let (column, direction) = order.split_once(',').unwrap_or((order, ""));
    let descending = match direction {
        "desc" => Some(true),
        "asc" => Some(false),
        "" => None,
        _ => return Err(not_one_of("order", direction, &["asc", "desc"])),
    };
    screen.list().table().order(column, descending)
}

/// Line without its last word if that has this prefix, and the rest of that word.
fn split<'a>(line: &'a str, begin: &str) -> (&'a str, Option<&'a str>) {
    let line = line.trim();
    let at = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    match line[at..].strip_prefix(begin) {
        Some(word) => (line[..at].trim_end(), Some(word)),
        None => (line, None),
    }
}
