//! One inquiry as labelled text without colours: preview, Message, Buyer, History, Flow and Raw.
//!
//! Nothing here draws (see `screens/inquiries/view/`) or requests (see `wants.rs`); text from strangers is cleaned as
//! it comes in. Look first at `brief.rs`, the lines a user decides by: preview and Message tab are built from them.

pub mod brief;
pub mod buyer;
pub mod flow;
pub mod history;
pub mod message;
pub mod raw;

use crate::api::Seen;
use crate::api::types::{Delivery, Inquiry};
use crate::base::{Currency, DomainName, Untrusted, address_in};
use crate::store::subject::PRICES;
use crate::store::{DomainTab, FieldName, Item, Store, Subject};
use crate::ui::Tone;
use crate::ui::widgets::doc::members;

use super::offer::Offer;
use super::words;

/// Text of a field, cleaned for one line; `None` when it is missing or blank.
pub fn line(field: &Seen<Untrusted>) -> Option<String> {
    match field {
        Seen::Is(text) if !text.is_blank() => Some(text.line().trim().to_owned()),
        Seen::Odd(value) => Some(members::short(value).unwrap_or_else(|| "see the Raw tab".to_owned())),
        _ => None,
    }
}

/// The offer of an inquiry.
pub fn offer(inquiry: &Inquiry) -> Offer {
    let sent = inquiry.offer.odd().map(|_| Untrusted::from(&*inquiry.offer_as_sent()));
    let text = sent.as_ref().or(inquiry.offer_text.get());
    Offer::new(inquiry.offer.copied(), inquiry.offer_currency.get(), text)
}

/// Present prices of an inquiry's domain, as far as known; the inquiry's listing has those of the day it came.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub currency: Option<Currency>,
    /// True if the domain has set its currency itself, which may have happened after the inquiry came.
    pub is_own_currency: bool,
    /// BIN price; the inner `None` means that it has none.
    pub bin: Option<Option<f64>>,
    /// Lowest offer accepted; the inner `None` means any.
    pub least: Option<Option<f64>>,
}

impl Asked {
    /// Prices from the store.
    pub fn of(inquiry: &Inquiry, store: &Store) -> Self {
        let Some(name) = inquiry.domain.get().map(DomainName::punycode) else {
            return Self { currency: store.price_currency(), ..Self::default() };
        };
        let row = store.domains().find(name).and_then(|key| store.domains().row(key));
        let bin = row.filter(|row| row.on(DomainTab::MyDomains)).and_then(|row| match row.bin() {
            Seen::Is(price) => Some(Some(price)),
            Seen::Null => Some(None),
            Seen::Missing | Seen::Odd(_) => None,
        });
        let item = Item::field(Subject::Domain(name.into()), FieldName::fixed(PRICES[0]));
        let own = store.own_setting(&item).and_then(|own| store.in_force(&item, Some(&own)));
        let bin = own.map(|bin| bin.as_number()).or(bin);
        let least = store.minimum_of(name).map(|least| least.as_number());
        let is_own_currency = store.own_settings().currency_of(name).is_some();
        Self { currency: store.currency_of(name), is_own_currency, bin, least }
    }

    /// Present value of the price that a member of the listing names.
    pub fn now(&self, member: &str) -> Option<Option<f64>> {
        if member == BIN { self.bin } else { self.least }
    }
}

/// Members of an inquiry's listing that are prices.
pub const BIN: &str = "buy_now_price";
pub const LEAST: &str = "min_offer";

/// Words for whether the inquiry was emailed to the seller.
pub fn delivery(inquiry: &Inquiry) -> Option<(Tone, String)> {
    let delivery = inquiry.delivery.get()?;
    let reasons = reasons(delivery);
    let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
    words::delivery(delivery.state.get().map(Untrusted::raw), &reasons)
}

/// Reasons for the delivery state, as sent: one, several with commas, or a list.
fn reasons(delivery: &Delivery) -> Vec<String> {
    match &delivery.reason {
        Seen::Is(text) => text.raw().split(',').map(|word| word.trim().to_owned()).filter(|w| !w.is_empty()).collect(),
        Seen::Odd(value) => match value.as_array() {
            Some(items) => items.iter().filter_map(members::short).collect(),
            None => members::short(value).into_iter().collect(),
        },
        _ => Vec::new(),
    }
}

/// The buyer as a name with the address beside it, and a warning when the name carries another address.
pub fn buyer(inquiry: &Inquiry) -> (String, Option<String>) {
    let name = line(&inquiry.full_name);
    let email = line(&inquiry.email);
    let warning = name.as_deref().and_then(|name| {
        let other = address_in(name)?;
        let same = email.as_deref().is_some_and(|email| email.eq_ignore_ascii_case(&other));
        (!same).then(|| format!("The name contains another address than the one it was sent from: {other}"))
    });
    let text = match (name, email) {
        (Some(name), Some(email)) => format!("{name} <{email}>"),
        (Some(name), None) => format!("{name} (no email)"),
        (None, Some(email)) => email,
        (None, None) => "no name, no email".to_owned(),
    };
    (text, warning)
}

#[cfg(test)]
mod tests;
