//! Ways from the list: an opened domain, its inquiries, its import, its copy menu.

use crate::api::domains::Listing;
use crate::base::{DomainName, not_one_of};
use crate::ui::place::NAME;
use crate::ui::{Args, Cx, Effect, Outcome, Place, World, copy_menu};

use super::content::status;
use super::copy;
use super::state::Domains;

/// Opens the row under the cursor; in the list of its inquiries that inquiry.
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

/// `:listing for_sale`; without a word the next of the three.
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

/// A whole name opens it: one that comes from elsewhere, or one that is known.
pub fn open_name(screen: &mut Domains, args: &Args, line: &str, world: &World<'_>) -> Option<Outcome> {
    if args.has(NAME)
        && let Some(Ok(name)) = args.words.first().map(|word| DomainName::parse(word))
    {
        // The first page is meant, whatever was open here.
        screen.list.detail = None;
        screen.open_domain(name, world);
        return Some(Outcome::Done);
    }
    let name = DomainName::parse(line).ok().filter(|_| !args.is_listed())?;
    world.store.domains().find(name.punycode())?;
    screen.open_domain(name, world);
    Some(Outcome::Done)
}

/// The copy menu over the fields that were sent.
pub fn copy(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    cx.menu(copy_menu(format!("Copy from {}", name.unicode()), copy::fields(&name, &cx.world)))
}

/// Opens all inquiries about the current domain on their own screen.
pub fn its_inquiries(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    cx.go(Place::InquiriesOf(name))
}

/// The import that checked the opened domain, on the Jobs screen.
pub fn its_job(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    match status::import_of(&name, screen.results.import_of(&name), &cx.world) {
        Some(id) => cx.go(Place::Import(id)),
        None => Outcome::Refused("No import of this domain is known; its Status tab asks for the last one.".to_owned()),
    }
}

/// Opens the page that lists the marked domains in a campaign.
pub fn advertise(screen: &Domains, cx: &mut Cx<'_>) -> Outcome {
    let names = super::pricing::names(screen, &cx.world);
    if names.is_empty() {
        return Outcome::Refused("No domain here.".to_owned());
    }
    let names: Vec<&str> = names.iter().map(DomainName::punycode).collect();
    cx.go(Place::Advertise(names.join("\n"), None))
}

/// The page where names are added, with these names or this file when one is given.
pub fn add(args: &Args, cx: &mut Cx<'_>) -> Outcome {
    cx.done(Effect::Open("add", args.clone()))
}
