//! The Sale tab: what is asked for the domain, and what was offered. The types of two of the values are not documented,
//! so each is shown as it came.

use serde_json::Value as Json;

use crate::api::Seen;
use crate::api::types::Domain;
use crate::base::{Currency, DomainName, Money};
use crate::store::asked::Sum;
use crate::store::intent::{FieldName, Value};
use crate::store::{Item, Subject};
use crate::ui::text::ago;
use crate::ui::widgets::doc::Doc;
use crate::ui::{Tone, World, text};

use super::super::words;
use super::odd;

/// Builds the page.
pub fn doc(
    name: &DomainName,
    domain: Option<&Domain>,
    sum: Option<&Sum>,
    currency: &Currency,
    world: &World<'_>,
) -> Doc {
    let mut doc = Doc::default();
    doc.title(name.both(), "");
    doc.gap();
    match domain {
        Some(domain) => asks(&mut doc, domain, currency),
        None => doc.dim("No sale settings loaded yet."),
    }
    offers(&mut doc, name, sum, currency, world);
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
        Seen::Null => "— not set".to_owned(),
        Seen::Missing => "— not reported".to_owned(),
    };
    doc.field("BIN price", bin);
    doc.field("Target price", price(domain.target_price(), currency, "not set"));
    let offers = words::offers(domain.accept_offers());
    doc.field("Accept offers", offers.unwrap_or_else(|| any(domain.accept_offers(), "not set")));
    if currency.0.trim().is_empty() {
        doc.dim("Prices are in the currency of your profile.");
    } else {
        doc.dim(format!("Prices are in {}, the currency of your profile.", currency.code()));
    }
}

fn price(value: &Seen<Json>, currency: &Currency, why_not: &str) -> String {
    match value {
        Seen::Is(value) => words::price(value, currency).unwrap_or_else(|| any(&Seen::Is(value.clone()), why_not)),
        other => any(other, why_not),
    }
}

fn any(value: &Seen<Json>, why_not: &str) -> String {
    let missing = if value.is_missing() { "not reported" } else { why_not };
    words::any(value).unwrap_or_else(|| format!("— {missing}"))
}

/// What the known inquiries say: three lines also while they are on their way, so that what follows does not move.
fn offers(doc: &mut Doc, name: &DomainName, sum: Option<&Sum>, currency: &Currency, world: &World<'_>) {
    doc.heading("Inquiries");
    let sum = sum.filter(|sum| sum.all > 0);
    let counted = sum.map(|sum| {
        format!("{}, {} in the last 90 days", text::grouped(u64::from(sum.all)), text::grouped(u64::from(sum.lately)))
    });
    doc.field_or("Received", counted, "none");
    let best = sum.and_then(|sum| sum.best.as_ref()).map(Money::text);
    doc.field_or("Best offer", best, if sum.is_some() { "none named a price" } else { "" });
    let (newest, min) = newest(sum, currency, world).unzip();
    doc.field_or("Newest", newest, "");
    let then = || min.flatten().map(|min| format!("{min} when the newest inquiry came"));
    doc.field_or("Lowest offer", lowest(name, world).or_else(then), "not known");
}

/// The lowest offer in force, where the settings of the domain are known.
fn lowest(name: &DomainName, world: &World<'_>) -> Option<String> {
    let setting = FieldName::fixed("min_offer");
    let item = Item::field(Subject::domain(name), setting.clone());
    let own = world.store.own_setting(&item)?;
    let inherits = own == Value::Null;
    let value = if inherits { world.store.account_value(setting.as_str())? } else { own };
    let words = Some(value).filter(|value| *value != Value::Null);
    let words = words.map(|value| world.store.said(&item, Some(&value)))?;
    Some(if inherits { format!("{words}, from the account") } else { words })
}

/// How long ago the newest inquiry came, and the lowest offer at that time where it is known.
fn newest(sum: Option<&Sum>, currency: &Currency, world: &World<'_>) -> Option<(String, Option<String>)> {
    let index = world.store.inquiries();
    let newest = sum?.newest?;
    let age = ago(&index.row(newest)?.date()?.age(world.now, world.zone).text);
    let listing = index.full(newest).and_then(|inquiry| inquiry.details.get()?.get("listing").cloned());
    let min = listing.as_ref().and_then(|listing| listing.get("min_offer")).filter(|min| !min.is_null());
    Some((age, min.map(|min| words::price(min, currency).unwrap_or_else(|| odd(min)))))
}
