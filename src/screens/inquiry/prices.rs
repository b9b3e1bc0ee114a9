//! Prices a reply may name: the present ones, read at most a minute before.

use std::time::Duration;

use crate::api::loose;
use crate::api::types::Inquiry;
use crate::base::{DomainName, Money};
use crate::store::subject::CURRENCY;
use crate::store::{Cover, DomainTab, FieldName, Item, Subject};
use crate::ui::World;

use super::content::{self, Asked};

/// Variables of templates that are prices.
pub const NAMES: [&str; 2] = ["bin", "min_offer"];
/// Words shown instead of a price that could not be read.
pub const NOT_READ: &str = "price not read";
/// Age up to which a price is fresh; later somebody else may have changed it.
pub const FRESH: Duration = Duration::from_secs(60);

/// Domain of the inquiry, if its prices must be read before a reply names them.
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
        // Names outside the account have no price to read.
        None => matches!(store.domains().cover(DomainTab::MyDomains), Cover::Whole { .. }),
    };
    (!is_read).then(|| name.clone())
}

/// Price of an inquiry's domain by the name of its variable: the present one, or for a domain outside the account the one
/// in the inquiry's listing. The listing has no currency, so that of the domain's prices is used. `None` while the price
/// is not read.
pub fn of(inquiry: &Inquiry, name: &str, world: &World<'_>) -> Option<Money> {
    let member = if name == NAMES[0] { content::BIN } else { content::LEAST };
    if unread(inquiry, world).is_some() {
        return None;
    }
    let asked = Asked::of(inquiry, world.store);
    let then = || loose::number(inquiry.details.get()?.get("listing")?.get(member)?);
    let number = asked.now(member).unwrap_or_else(then)?;
    let currency = asked.currency.unwrap_or_default();
    (number > 0.0).then(|| Money::from_number(number, currency))?
}

/// Offer of an inquiry, if it is at least the price that the variable `name` stands for, in the same currency.
pub fn reached_by(inquiry: &Inquiry, name: &str, world: &World<'_>) -> Option<Money> {
    let price = of(inquiry, name, world)?;
    let offer = Money::from_number(inquiry.offer.copied()?, inquiry.offer_currency.get()?.clone())?;
    (offer.currency == price.currency && offer.minor >= price.minor).then_some(offer)
}
