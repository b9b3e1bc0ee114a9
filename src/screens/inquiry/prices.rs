//! Prices a letter may name: those of today, read just before.

use std::time::Duration;

use crate::api::loose;
use crate::api::types::Inquiry;
use crate::base::{DomainName, Money};
use crate::store::subject::CURRENCY;
use crate::store::{Cover, DomainTab, FieldName, Item, Subject};
use crate::ui::World;

use super::content::Asked;

/// The variables of templates that are prices.
pub const NAMES: [&str; 2] = ["bin", "min_offer"];
/// Words in place of a price that could not be read.
pub const NOT_READ: &str = "price not read";
/// A price read longer ago may have been changed since by somebody else.
pub const FRESH: Duration = Duration::from_secs(60);

/// The domain of an inquiry whose prices have to be read before a letter names them.
pub fn unread(inquiry: &Inquiry, world: &World<'_>) -> Option<DomainName> {
    let (name, store) = (inquiry.domain.get()?, world.store);
    let subject = Subject::domain(name);
    let is_fresh = |at| world.now.0.saturating_sub(world.noted(at).0) < FRESH.as_secs() as i64;
    if store.own_settings_at(&subject).is_some_and(is_fresh) {
        return None;
    }
    let row = store.domains().find(name.punycode()).and_then(|key| store.domains().row(key));
    let is_read = match row.filter(|row| row.on(DomainTab::MyDomains)) {
        Some(row) => {
            let currency = Item::field(subject, FieldName::fixed(CURRENCY));
            is_fresh(row.read_at()) && store.own_setting(&currency).is_some()
        }
        // A name the account does not have is asked no price of today for.
        None => matches!(store.domains().cover(DomainTab::MyDomains), Cover::Whole { .. }),
    };
    (!is_read).then(|| name.clone())
}

/// A price of the domain of an inquiry in words: what is asked now, of a name that is not in the account what the listing of
/// that day tells. The listing names no currency; it is that of the domain's prices. `None` while it is not read.
pub fn of(inquiry: &Inquiry, member: &str, world: &World<'_>) -> Option<String> {
    if unread(inquiry, world).is_some() {
        return None;
    }
    let asked = Asked::of(inquiry, world.store);
    let then = || loose::number(inquiry.details.get()?.get("listing")?.get(member)?);
    let number = asked.now(member).unwrap_or_else(then)?;
    let currency = asked.currency.unwrap_or_default();
    (number > 0.0).then(|| Money::from_number(number, currency).map(|money| money.text()))?
}
