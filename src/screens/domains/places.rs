//! Places opened from the list: a domain, its inquiries, its import, its copy menu.

use crate::api::domains::Listing;
use crate::base::{DomainName, not_one_of};
use crate::ui::place::NAME;
use crate::ui::{Args, Cx, Effect, Outcome, Place, World, copy_menu};

use super::copy;
use super::pricing::with_all;
use super::state::Domains;
use crate::screens::domain::content::status;

/// Opens the row under the cursor; in an opened domain, the inquiry under the cursor.
pub fn open(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    if let Some(detail) = &screen.list.detail {
        let Some(id) = detail.table.ids().get(detail.table.cursor()) else {
            return Outcome::Refused("No inquiries about it yet.".to_owned());
        };
        return cx.go(Place::Inquiry(*id));
    }
    match screen.row_under_cursor(&cx.world).map(|row| row.domain_name()) {
        Some(name) => {
            screen.open_domain(name, &cx.world);
            Outcome::Done
        }
        None => Outcome::Refused("No domain here.".to_owned()),
    }
}

/// Runs `:listing for_sale` and the like; without a word, shows the next of the three listings.
pub fn listing(screen: &mut Domains, args: &Args) -> Outcome {
    if !screen.shown_tab().narrows() {
        return Outcome::Refused("Only Mine and Verified have a listing filter.".to_owned());
    }
    let next = match args.words.first().map(String::as_str) {
        None => match screen.listing {
            Listing::All => Listing::ForSale,
            Listing::ForSale => Listing::OffMarket,
            Listing::OffMarket => Listing::All,
        },
        Some(word) => match Listing::parse(&word.replace('-', "_").to_lowercase()) {
            Some(listing) => listing,
            None => return Outcome::Refused(not_one_of("listing", word, &["all", "for_sale", "off_market"])),
        },
    };
    screen.listing = next;
    screen.list.detail = None;
    Outcome::Done
}

/// Opens the domain whose whole name was typed, or that another screen asked for.
pub fn open_name(screen: &mut Domains, args: &Args, line: &str, world: &World<'_>) -> Option<Outcome> {
    if args.has(NAME)
        && let Some(Ok(name)) = args.words.first().map(|word| DomainName::parse(word))
    {
        // Always open the first page, whatever was open here before.
        screen.list.detail = None;
        screen.open_domain(name, world);
        return Some(Outcome::Done);
    }
    let name = DomainName::parse(line).ok().filter(|_| !args.is_listed())?;
    world.store.domains().find(name.punycode())?;
    screen.open_domain(name, world);
    Some(Outcome::Done)
}

/// Opens the copy menu, with the fields the service sent.
pub fn copy(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    cx.menu(copy_menu(format!("Copy from {}", name.unicode()), copy::fields(&name, &cx.world)))
}

/// Opens all inquiries about the current domain on their own screen.
pub fn its_inquiries(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    cx.go(Place::InquiriesOf(name))
}

/// Opens the import that checked the opened domain, on the Jobs screen.
pub fn its_job(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    match status::import_of(&name, screen.results.import_of(&name), &cx.world) {
        Some(id) => cx.go(Place::Import(id)),
        None => Outcome::Refused("No import of this domain is known; its Status tab asks for the last one.".to_owned()),
    }
}

/// Opens the page that lists the marked domains in a campaign.
pub fn advertise(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    with_all(screen, cx, |_, names, cx| {
        if names.is_empty() {
            return Outcome::Refused("No domain here.".to_owned());
        }
        let names: Vec<&str> = names.iter().map(DomainName::punycode).collect();
        cx.go(Place::Advertise(names.join("\n"), None))
    })
}

/// Opens the page where names are added, with the names or the file given.
pub fn add(args: &Args, cx: &mut Cx<'_>) -> Outcome {
    cx.done(Effect::Open("add", args.clone()))
}
