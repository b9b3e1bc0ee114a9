//! The Sale tab: the domain's prices and the offers for it. The types of two values are not documented, so each is
//! shown as sent.

use serde_json::Value as Json;

use crate::api::Seen;
use crate::api::types::{Domain, Inquiry};
use crate::base::{Currency, DomainName, Id};
use crate::screens::domain::words;
use crate::store::Best;
use crate::store::findings::asked::Figures;
use crate::store::subject::{CURRENCY, LOWEST_OFFER, NO_PRICE};
use crate::store::{FieldName, Item, Known, Subject, Value};
use crate::ui::text::{ago, figure};
use crate::ui::widgets::doc::Doc;
use crate::ui::{Tone, World, text};

use super::odd;

/// Figures from the inquiries about the domain, and the newest of them.
type Asked = (Figures, Option<Id<Inquiry>>);

pub fn doc(name: &DomainName, domain: Option<&Domain>, asked: Asked, currency: &Currency, world: &World<'_>) -> Doc {
    let mut doc = Doc::default();
    doc.title(name.both(), "");
    doc.gap();
    doc.parts.extend(prices(name, domain, asked.1, currency, world).parts);
    offers(&mut doc, asked, world);
    doc
}

/// Prices of the domain, the lowest offer it accepts, and whether it is for sale.
pub fn prices(
    name: &DomainName,
    domain: Option<&Domain>,
    newest: Option<Id<Inquiry>>,
    currency: &Currency,
    world: &World<'_>,
) -> Doc {
    let mut doc = Doc::default();
    match domain {
        Some(domain) => asks(&mut doc, domain, currency),
        None => doc.dim("No sale settings loaded yet."),
    }
    let then = || Some(format!("{} when the newest inquiry came", its_lowest(newest?, currency, world)?));
    doc.field_or("Lowest offer", lowest(name, world).or_else(then), "not known");
    if domain.is_some() {
        doc.dim(currency_words(name, world));
    }
    doc
}

fn asks(doc: &mut Doc, domain: &Domain, currency: &Currency) {
    match domain.for_sale() {
        Seen::Is(true) => doc.toned("For sale", "yes", Tone::Info),
        Seen::Is(false) => doc.field("For sale", "no: off market"),
        Seen::Odd(value) => doc.field("For sale", odd(value)),
        Seen::Null => doc.field("For sale", "— not set"),
        Seen::Missing => doc.field("For sale", "— not reported"),
    }
    let bin = match domain.bin_price() {
        Seen::Is(price) => words::money(*price, currency),
        Seen::Odd(value) => format!("{} (not a price)", odd(value)),
        Seen::Null => NO_PRICE.to_owned(),
        Seen::Missing => "— not reported".to_owned(),
    };
    doc.field("BIN price", bin);
    doc.field("Target price", price(domain.target_price(), currency));
    let offers = words::offers(domain.accept_offers());
    doc.field("Accept offers", offers.unwrap_or_else(|| any(domain.accept_offers(), "not set")));
}

/// Sentence on the currency of the prices. While the domain's own settings are not read, it says that the domain may
/// have its own currency.
fn currency_words(name: &DomainName, world: &World<'_>) -> String {
    let store = world.store;
    if let Some(own) = store.own_settings().currency_of(name.punycode()) {
        return format!("Prices are in {}, the domain’s own currency.", own.code());
    }
    let inherits = store.own_setting(&Item::field(Subject::domain(name), FieldName::fixed(CURRENCY))).is_some();
    let account = store.price_currency().unwrap_or_default();
    let code = account.code();
    let currency = match store.account_currency() {
        None => "the currency of your account, which is not read".to_owned(),
        Some(Some(_)) => "the currency of your settings".to_owned(),
        Some(None) => "the currency of your profile".to_owned(),
    };
    let currency = if code.is_empty() { currency } else { format!("{code}, {currency}") };
    if inherits {
        format!("Prices are in {currency}.")
    } else {
        format!("Prices are in {currency}, unless the domain has its own; that was not read.")
    }
}

fn price(value: &Seen<Json>, currency: &Currency) -> String {
    match value {
        Seen::Is(told) => words::price(told, currency).unwrap_or_else(|| any(value, "not set")),
        Seen::Null => NO_PRICE.to_owned(),
        other => any(other, "not set"),
    }
}

fn any(value: &Seen<Json>, why_not: &str) -> String {
    let missing = if value.is_missing() { "not reported" } else { why_not };
    words::any(value).unwrap_or_else(|| format!("— {missing}"))
}

/// Writes lines about the known inquiries. While these are being read, the number of lines is the same, so that what is
/// below does not move.
fn offers(doc: &mut Doc, (asked, newest): Asked, world: &World<'_>) {
    doc.heading("Inquiries");
    let none = asked.all == Known::Is(0);
    let lately = asked.lately.value().map(|_| format!(", {} in the last 90 days", text::count(&asked.lately)));
    let received = asked.all.value().filter(|_| !none);
    let received = received.map(|_| format!("{}{}", text::count(&asked.all), lately.unwrap_or_default()));
    doc.field_or("Received", received.or_else(|| unknown(&asked.all)), "none");
    let best = asked.best.value().filter(|best| best.first().is_some());
    let best = best.map(|_| figure(&asked.best, Best::words).text);
    let why_none = if none { "" } else { "none named a price" };
    doc.field_or("Best offer", best.or_else(|| unknown(&asked.best)), why_none);
    let date = newest.and_then(|newest| world.store.inquiries().row(newest)?.date());
    let newest = date.map(|date| ago(&date.age(world.now, world.zone).text));
    doc.field_or("Newest", newest, if none { "" } else { "not known" });
}

/// Why a figure over inquiries is not known; `None` where it is.
fn unknown<T>(known: &Known<T>) -> Option<String> {
    let why = match known {
        Known::Is(_) | Known::AtLeast { .. } => return None,
        Known::Reading => "being read",
        Known::NotRead => "not read",
        Known::Unavailable(why) => why,
    };
    Some(why.to_string())
}

/// Lowest offer in force, where the domain's settings are known.
fn lowest(name: &DomainName, world: &World<'_>) -> Option<String> {
    let setting = FieldName::fixed(LOWEST_OFFER);
    let item = Item::field(Subject::domain(name), setting.clone());
    let own = world.store.own_setting(&item)?;
    let inherits = own == Value::Null;
    let value = if inherits { world.store.account_value(setting.as_str())? } else { own };
    let words = Some(value).filter(|value| *value != Value::Null);
    let words = words.map(|value| world.store.said(&item, Some(&value)))?;
    // Same words as in the form of settings.
    Some(format!("{words} · {}", if inherits { "inherits" } else { "own" }))
}

/// Lowest offer accepted when the inquiry came, if that is known.
fn its_lowest(inquiry: Id<Inquiry>, currency: &Currency, world: &World<'_>) -> Option<String> {
    let inquiry = world.store.inquiries().full(inquiry)?;
    let min = inquiry.details.get()?.get("listing")?.get("min_offer").filter(|min| !min.is_null())?;
    Some(words::price(min, currency).unwrap_or_else(|| odd(min)))
}
