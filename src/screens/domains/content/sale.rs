//! The Sale tab: what is asked for the domain, and what was offered. The types of two of the values are not documented,
//! so each is shown as it came.

use serde_json::Value;

use crate::api::Seen;
use crate::api::types::Domain;
use crate::base::{Currency, DomainName, Money};
use crate::ui::text::ago;
use crate::ui::widgets::doc::Doc;
use crate::ui::{Tone, World, text};

use super::super::words;
use super::odd;
use crate::store::asked::Sum;

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
    offers(&mut doc, sum, world);
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
    doc.field("Offers accepted", any(domain.accept_offers(), "not set"));
    if currency.0.trim().is_empty() {
        doc.dim("Prices are in the currency of your profile.");
    } else {
        doc.dim(format!("Prices are in {}, the currency of your profile.", currency.code()));
    }
}

fn price(value: &Seen<Value>, currency: &Currency, why_not: &str) -> String {
    match value {
        Seen::Is(value) => words::price(value, currency).unwrap_or_else(|| any(&Seen::Is(value.clone()), why_not)),
        other => any(other, why_not),
    }
}

fn any(value: &Seen<Value>, why_not: &str) -> String {
    let missing = if value.is_missing() { "not reported" } else { why_not };
    words::any(value).unwrap_or_else(|| format!("— {missing}"))
}

/// What the known inquiries say: three lines also while they are on their way, so that what follows does not move.
fn offers(doc: &mut Doc, sum: Option<&Sum>, world: &World<'_>) {
    doc.heading("Inquiries");
    let sum = sum.filter(|sum| sum.all > 0);
    let counted = sum.map(|sum| {
        format!("{}, {} in the last 90 days", text::grouped(u64::from(sum.all)), text::grouped(u64::from(sum.lately)))
    });
    doc.field_or("Received", counted, "none");
    let best = sum.and_then(|sum| sum.best.as_ref()).map(Money::text);
    doc.field_or("Best offer", best, if sum.is_some() { "none named a price" } else { "" });
    let (newest, min) = newest(sum, world).unzip();
    doc.field_or("Newest", newest, "");
    doc.field_or("Minimum offer", min.flatten().map(|min| format!("{min} when the newest inquiry came")), "not known");
}

/// How long ago the newest inquiry came, and the minimum offer at that time where it is known.
fn newest(sum: Option<&Sum>, world: &World<'_>) -> Option<(String, Option<String>)> {
    let index = world.store.inquiries();
    let newest = sum?.newest?;
    let age = ago(&index.row(newest)?.date()?.age(world.now, world.zone).text);
    let listing = index.full(newest).and_then(|inquiry| inquiry.details.get()?.get("listing").cloned());
    let min = listing.as_ref().and_then(|listing| listing.get("min_offer")).filter(|min| !min.is_null());
    // Which currency it is in is not said.
    Some((age, min.map(|min| words::price(min, &Currency(String::new())).unwrap_or_else(|| odd(min)))))
}
