//! Preview of the hit under the cursor, beside the hits: that of its own list for a domain, inquiry or message, also
//! where the hit is a note about one. Any other hit is shown with all its words.

use crate::base::DomainName;
use crate::screens::domain::content::preview;
use crate::screens::{inquiry, message, traffic};
use crate::store::search::{Kind, Thing};
use crate::store::{Store, Subject, Wants};
use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::page::{Part, brief};
use crate::ui::widgets::{BESIDE, THIRD};
use crate::ui::{Look, Outcome, World};

use super::row::{Said, said};
use super::state::{Search, Spot};

/// Runs `p`: shows or hides the preview.
pub fn toggle(screen: &mut Search) -> Outcome {
    if screen.width < BESIDE {
        return Outcome::Refused(format!("The preview needs a window of {BESIDE} columns; enter opens the hit."));
    }
    screen.hides_preview = !screen.hides_preview;
    Outcome::Done
}

/// Domain, inquiry or message that is previewed for a hit; the hit itself if it is about none of them.
fn shown(thing: &Thing, store: &Store) -> Thing {
    let about = match thing {
        Thing::Note(Subject::Inquiry(id)) => Some(Thing::Inquiry(*id)),
        Thing::Note(Subject::Domain(name)) => store.domains().find(name).map(Thing::Domain),
        _ => None,
    };
    about.unwrap_or_else(|| thing.clone())
}

/// The thing that is previewed where there is room.
fn current(screen: &Search, store: &Store) -> Option<Thing> {
    match screen.spot()? {
        Spot::Hit(_, hit) => Some(shown(&hit.thing, store)),
        Spot::More(_) => None,
    }
}

/// Sums up the inquiries for the preview of a domain, once per change of them.
pub fn update(screen: &mut Search, world: &World<'_>) {
    // The width is known only after the first frame, so it is not asked here: that frame has the figures, too.
    if current(screen, world.store).is_some_and(|thing| domain(&thing, world.store).is_some()) {
        screen.asked_about.sum_up(world.store, world.now);
    }
}

/// Wants the texts of the thing that is previewed.
pub fn wants(screen: &Search, world: &World<'_>, wants: &mut Wants) {
    // Prices of domains are in their currency, those in an inquiry in that of its domain.
    if screen.groups.iter().any(|group| matches!(group.kind, Kind::Domain | Kind::Inquiry) && !group.hits.is_empty()) {
        Store::want_price_currency(wants, inquiry::AHEAD_FRESH);
        world.store.want_currencies(wants);
    }
    let current = current(screen, world.store).filter(|_| screen.has_preview(screen.width));
    match current.as_ref().filter(|_| screen.width >= THIRD) {
        Some(Thing::Inquiry(id)) => inquiry::around::wants(*id, world, wants),
        thing => {
            if let Some(name) = thing.and_then(|thing| domain(thing, world.store)) {
                traffic::want(&name, world, wants);
            }
        }
    }
    match current {
        Some(Thing::Inquiry(id)) => inquiry::want_preview(id, world, wants),
        Some(Thing::Mail(key)) if world.store.mail().is_cautioned() => message::want_ahead(key, world, wants),
        _ => {}
    }
}

/// Parts of the preview, in `width` cells; `has_around` is true where the parts of [`around()`] are shown, too.
pub fn parts(screen: &Search, width: u16, has_around: bool, look: &Look<'_>) -> Vec<Part> {
    let world = &look.world;
    let Some(Spot::Hit(_, hit)) = screen.spot() else { return Vec::new() };
    let parts = match shown(&hit.thing, world.store) {
        Thing::Domain(key) => {
            let row = world.store.domains().row(key);
            row.map_or_else(Vec::new, |row| preview::parts(&row, &screen.asked_about, has_around, world))
        }
        Thing::Inquiry(id) => inquiry::preview(id, world),
        Thing::Mail(key) => message::preview(key, world.store.mail().is_cautioned(), look, width),
        _ => said(&hit, screen.query(), world).map_or_else(Vec::new, |said| in_full(said, world)),
    };
    brief(&parts, true)
}

/// Parts around the hit in a third column of `width` cells, as beside its own list; for a message, around the domain it
/// was sent to.
pub fn around(screen: &Search, width: u16, look: &Look<'_>) -> Vec<Part> {
    let store = look.world.store;
    match current(screen, store) {
        Some(Thing::Inquiry(id)) => inquiry::around::parts(id, width, look),
        Some(thing) => {
            let row = domain(&thing, store).and_then(|name| store.domains().row_of(&name));
            row.map_or_else(Vec::new, |row| preview::around(&row, &screen.asked_about, look))
        }
        None => Vec::new(),
    }
}

/// The domain a hit is, or the one a message was sent to.
fn domain(thing: &Thing, store: &Store) -> Option<DomainName> {
    match thing {
        Thing::Domain(key) => Some(store.domains().row(*key)?.domain_name()),
        Thing::Mail(key) => store.mail().row(*key)?.domains.first().cloned(),
        _ => None,
    }
}

/// Words of a hit in full, for hits whose own list has no preview.
fn in_full(said: Said, world: &World<'_>) -> Vec<Part> {
    let mut doc = Doc::at(world.now, world.zone);
    doc.title(said.title, "");
    doc.dim(said.aside);
    if let Some(at) = said.at {
        doc.dim(doc.when(at));
    }
    doc.gap();
    doc.text(said.words);
    doc.parts
}
