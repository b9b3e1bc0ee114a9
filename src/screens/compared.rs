//! Values of the account's domains that pages compare with: how they get read, and how far that is.

use std::time::Duration;

use crate::api::Page;
use crate::api::domains::{DomainFilter, List, Tab};
use crate::api::limits::PER_PAGE;
use crate::client::{Failure, Lane};
use crate::store::writes::plan::ToRead;
use crate::store::{Store, WalkState, Wants};
use crate::ui::text::grouped;
use crate::ui::widgets::notice::failure_words;

/// Age up to which the first page is fresh. A page that compares asks for it, because its answer starts the walk over
/// all domains.
const FRESH: Duration = Duration::from_secs(5 * 60);

fn first_page() -> List {
    List { filter: DomainFilter { state: Tab::MyDomains, ..DomainFilter::default() }, page: Page::new(1, PER_PAGE) }
}

/// Wants the first page of the account's domains.
pub fn want(wants: &mut Wants) {
    wants.want(&first_page(), Lane::Ahead).fresh_for = FRESH;
}

/// Reason why names cannot be compared with the whole account; `None` when all of it is known.
pub fn uncompared(store: &Store) -> Option<String> {
    let index = store.domains();
    let known = index.known(Tab::MyDomains) as u64;
    let of = index.total(Tab::MyDomains);
    let why = match (index.walk(), failure(store)) {
        (WalkState::Full { .. }, _) => "there are more than are held here".to_owned(),
        (_, Some(failure)) => failure_words(failure).0,
        (_, None) => "they are being read".to_owned(),
    };
    match (known, of) {
        (0, Some(0)) => None,
        (0, _) => Some(format!("Not compared with your domains: {why}.")),
        (known, Some(of)) if known < of => {
            Some(format!("Compared with {} of your {} domains: {why}.", grouped(known), grouped(of)))
        }
        _ => None,
    }
}

/// Failure that keeps the account's domains from being read.
pub fn failure(store: &Store) -> Option<&Failure> {
    store.query(&first_page()).failure
}

/// Progress of reading the account's domains, for a question that waits for them; `None` when all are read, or no more
/// will be.
pub fn reading_names(store: &Store) -> Option<String> {
    let index = store.domains();
    // A walk that has ended reads no more, even where names are missing.
    let comes = matches!(index.walk(), WalkState::Walking { .. } | WalkState::Never);
    let waits = comes && uncompared(store).is_some();
    let of = index.total(Tab::MyDomains).map_or_else(String::new, |of| format!(" of {}", grouped(of)));
    let known = grouped(index.known(Tab::MyDomains));
    (waits && failure(store).is_none()).then(|| format!("Reading your domains: {known}{of} · the question follows"))
}

/// Sentence saying that nothing was `done`, because the values it would replace cannot be read.
pub fn unreadable(failure: &Failure, done: &str) -> String {
    format!("The present values cannot be read: {} Nothing was {done}.", failure.with_hint())
}

/// Progress of reading the values a question waits for; `None` when all were read. `done` names the act that waits.
pub fn reading(to_read: &ToRead, done: &str, asks: bool, store: &Store) -> Option<String> {
    if to_read.is_done() {
        return None;
    }
    if let Some(trouble) = to_read.trouble(store) {
        return Some(unreadable(trouble, done));
    }
    let of = format!("{} of {}", grouped(to_read.read), grouped(to_read.of));
    let follows = if asks { " · the question follows" } else { "" };
    Some(format!("Reading the present values: {of}{follows}"))
}
