//! Where one goes: opening, tabs, neighbours, filters, jumps and the way back.

use crate::api::domains::Listing;
use crate::base::DomainName;
use crate::screens::{add, inquiries, jobs, verbs};
use crate::store::filter::Filter;
use crate::ui::{Args, Cx, Effect, Outcome, World, copy_menu};

use super::content::status;
use super::state::{DETAIL_TABS, DetailTab, Domains, Place};
use super::{copy, tabs, views};

/// The option of `:dom` that opens one name instead of filtering.
const ONE: &str = "name";

/// Arguments that open this name.
pub fn to_open(name: &DomainName) -> Args {
    Args { options: vec![ONE.to_owned()], ..Args::words([name.punycode()]) }
}

/// Opens the row under the cursor; in the list of its inquiries that inquiry.
pub fn open(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    if let Some(detail) = &screen.detail {
        let Some(id) = detail.table.ids().get(detail.table.cursor()) else {
            return Outcome::Refused("No inquiry about it is known here.".to_owned());
        };
        cx.push(Effect::Visit(inquiries::DEF.id, Args::default()));
        cx.push(Effect::Run("inquiries.goto", Args::words([id.to_string()])));
        return Outcome::Done;
    }
    match screen.row_under_cursor(&cx.world).map(|row| row.domain_name()) {
        Some(name) => {
            screen.open_domain(name, &cx.world);
            Outcome::Done
        }
        None => Outcome::Refused("There is no domain here.".to_owned()),
    }
}

/// Goes to the domain `by` rows on. One whose row has left the list stands before the row the cursor moved to.
pub fn neighbour(screen: &mut Domains, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let Some(open) = screen.detail.as_ref().map(|detail| detail.name.clone()) else {
        return Outcome::Refused("There is no domain here.".to_owned());
    };
    let under_cursor = |screen: &Domains| screen.row_under_cursor(&cx.world).map(|row| row.domain_name());
    let on_its_row = under_cursor(screen).as_ref() == Some(&open);
    let steps = if !on_its_row && by > 0 { by - 1 } else { by };
    let moved = screen.table.step(steps) || (!on_its_row && steps == 0);
    match under_cursor(screen).filter(|name| moved && *name != open) {
        Some(name) => {
            screen.open_domain(name, &cx.world);
            Outcome::Done
        }
        None if by > 0 => Outcome::Refused("This is the last one.".to_owned()),
        None => Outcome::Refused("This is the first one.".to_owned()),
    }
}

/// Goes `by` tabs on: of the opened domain, else of the list. At the ends it goes round.
pub fn tabs(screen: &mut Domains, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let around = |at: usize, count: usize| (at as isize + by).rem_euclid(count as isize) as usize;
    if let Some(detail) = &screen.detail {
        let to = around(detail.tab, DETAIL_TABS.len());
        detail_tab(screen, to);
    } else {
        let to = around(screen.tab, tabs::TABS.len());
        screen.go_to_tab(to, &cx.world);
    }
    Outcome::Done
}

fn detail_tab(screen: &mut Domains, to: usize) {
    if let Some(detail) = &mut screen.detail {
        detail.tab = to;
        detail.view.reset();
    }
}

/// Shows how adding and checking the opened domain went.
pub fn show_status(screen: &mut Domains) {
    if let Some(place) = DETAIL_TABS.iter().position(|(tab, ..)| *tab == DetailTab::Status) {
        detail_tab(screen, place);
    }
}

/// `:tab removed`, with one domain open `:tab status`.
pub fn tab_by_name(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let typed = args.words.first().map(String::as_str).unwrap_or_default();
    let own = DETAIL_TABS.iter().position(|(.., name)| name.eq_ignore_ascii_case(typed));
    if let (Some(place), true) = (own, screen.detail.is_some()) {
        detail_tab(screen, place);
        return Outcome::Done;
    }
    let Some(place) = tabs::place(typed) else {
        let names = tabs::TABS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        return Outcome::Refused(format!("Which tab? There is {names}."));
    };
    screen.detail = None;
    screen.go_to_tab(place, &cx.world);
    Outcome::Done
}

/// Opens the filter bar, or puts the given filter in force.
pub fn filter(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if screen.detail.is_some() && args.text.trim().is_empty() {
        // The list behind it is not what is looked at.
        return Outcome::Refused("g i opens these inquiries on their own screen, where / filters them.".to_owned());
    }
    screen.detail = None;
    if args.text.trim().is_empty() {
        screen.bar.open();
        return Outcome::Done;
    }
    put_filter(screen, args.text.trim(), &cx.world)
}

/// `:listing for_sale`; without a word the next of the three.
pub fn listing(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if !screen.shown_tab().narrows() {
        return Outcome::Refused("Only Mine and Verified are parted into for sale and off market.".to_owned());
    }
    let next = match args.words.first().map(String::as_str) {
        None => match screen.listing {
            Listing::All => Listing::ForSale,
            Listing::ForSale => Listing::OffMarket,
            Listing::OffMarket => Listing::All,
        },
        Some(word) => match Listing::parse(&word.replace('-', "_").to_lowercase()) {
            Some(listing) => listing,
            None => return Outcome::Refused("Write all, for_sale or off_market.".to_owned()),
        },
    };
    screen.listing = next;
    screen.detail = None;
    screen.take_rows(&cx.world);
    Outcome::Done
}

/// `:dom removed tld:com`: the name of a tab first, then a filter; both may be missing. A whole name opens it, and so
/// does the name of a saved view.
pub fn arrive(screen: &mut Domains, args: &Args, world: &World<'_>) -> Outcome {
    let line = views::meant(&args.text, &world.store.session().views);
    let one = args.options.iter().any(|option| option == ONE);
    if one && let Some(Ok(name)) = args.words.first().map(|word| DomainName::parse(word)) {
        // As one comes from elsewhere the first page is meant, whatever was open here.
        screen.detail = None;
        screen.open_domain(name, world);
        return Outcome::Done;
    }
    if args.is_to_list() {
        screen.detail = None;
        screen.take_rows(world);
    }
    if line.is_empty() {
        return Outcome::Done;
    }
    // A name that is known is meant as such.
    if let Ok(name) = DomainName::parse(line)
        && world.store.domains().find(name.punycode()).is_some()
    {
        screen.open_domain(name, world);
        return Outcome::Done;
    }
    let views::Said { tab, filter, order } = views::read(line);
    screen.detail = None;
    remember_place(screen);
    if let Some((column, descending)) = order
        && !screen.table.set_sort(column, descending)
    {
        return Outcome::Refused(format!("Cannot sort by “{}”.", crate::base::clean_line(column)));
    }
    // What cannot be read moves nothing.
    let parsed = match crate::store::filter::parse_domains(filter) {
        Ok(parsed) => parsed,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    screen.go_to_tab(tab.unwrap_or_else(|| tabs::of_filter(&parsed)), world);
    put_filter(screen, filter, world)
}

fn put_filter(screen: &mut Domains, line: &str, world: &World<'_>) -> Outcome {
    match screen.set_filter(line) {
        Ok(()) => {
            screen.take_rows_from_top(world);
            Outcome::Done
        }
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

/// The copy menu over the fields that were sent.
pub fn copy(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else {
        return Outcome::Refused("There is no domain here.".to_owned());
    };
    cx.menu(copy_menu("Copy", copy::fields(screen, &name, &cx.world)));
    Outcome::Done
}

/// All inquiries about the current domain, on their own screen.
pub fn its_inquiries(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else {
        return Outcome::Refused("There is no domain here.".to_owned());
    };
    let line = format!("all domain:{}", name.punycode());
    cx.push(Effect::Visit(inquiries::DEF.id, Args { text: line.clone(), ..Args::words(line.split_whitespace()) }));
    Outcome::Done
}

/// The import that checked the opened domain, on the Jobs screen.
pub fn its_job(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else {
        return Outcome::Refused("There is no domain here.".to_owned());
    };
    match status::import_of(&name, screen.results.import_of(&name), &cx.world) {
        Some(id) => {
            cx.push(Effect::Visit(jobs::DEF.id, Args::words(["import".to_owned(), id.to_string()])));
            Outcome::Done
        }
        None => Outcome::Refused("No import of it is known; the Status tab asks for the last one.".to_owned()),
    }
}

/// The page where names are added, with these names or this file when one is given.
pub fn add(args: &Args, cx: &mut Cx<'_>) -> Outcome {
    cx.push(Effect::Open(add::DEF.id, args.clone()));
    Outcome::Done
}

fn remember_place(screen: &mut Domains) {
    let place = Place { tab: screen.tab, filter: screen.bar.value().to_owned(), selected: screen.key_under_cursor() };
    screen.before.push(place);
}

/// One layer back: the reading again, what is looked for in the text, the opened domain, the filter, the marks.
pub fn back(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    if screen.detail.as_mut().is_some_and(|detail| detail.view.clear_find()) {
        return Outcome::Done;
    }
    if screen.detail.take().is_some() {
        screen.take_rows(&cx.world);
    } else if screen.bar.clear() || !screen.filter.is_empty() {
        clear_filter(screen, &cx.world);
    } else if !screen.table.clear_marks() {
        verbs::nothing_to_close(cx);
    }
    Outcome::Done
}

/// Takes the filter off; after a jump everything is as it was before.
fn clear_filter(screen: &mut Domains, world: &World<'_>) {
    screen.filter = Filter::default();
    let selected = screen.key_under_cursor();
    let place = screen.before.pop();
    if let Some(place) = &place {
        screen.go_to_tab(place.tab, world);
        // It was in force before, so it can be read.
        let _ = screen.set_filter(&place.filter);
    }
    screen.take_rows(world);
    if let Some(key) = place.map_or(selected, |place| place.selected) {
        screen.table.select(&key);
    }
}
