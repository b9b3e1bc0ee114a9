//! Words beside the figure of a line: ages, sums of offers, the highest offer.

use super::Name;
use super::count::Counting;
use crate::api::Seen;
use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Money, Timestamp, grouped};
use crate::store::index::inquiries::COVER;
use crate::store::{DomainRow, InquiryRow, Known, Store, Tab};

/// Filter of inquiries that would wait, were their senders not ignored.
const IGNORED: &str = "status:mine is:ignored";

/// Words beside the number of inquiries; without `whole` they say that this is only a part.
pub(super) fn beside(name: Name, ids: &[Id<Inquiry>], whole: bool, counting: &Counting<'_>) -> String {
    let index = counting.store.inquiries();
    let rows = || ids.iter().filter_map(|id| index.row(*id));
    let so_far = if whole { "" } else { " so far" };
    match name {
        Name::Waiting => {
            let oldest = rows().filter_map(|row| row.date()).min();
            let age = |at: Timestamp| at.age(counting.now, counting.zone).text;
            let oldest = oldest.map(|at| format!("oldest{so_far} {}", age(at)));
            let (ignored, _) = counting.inquiries(Tab::Active, IGNORED);
            let many = ignored.value().filter(|many| **many > 0);
            let least = if ignored.whole().is_some() { "" } else { "≥ " };
            let left_out = match counting.ignored() {
                Known::Unavailable(_) => Some("ignored senders not read".to_owned()),
                _ => many.map(|many| format!("{least}{} ignored", grouped(*many))),
            };
            let rated =
                is_rated(rows().filter_map(|row| row.offer()), counting).then(|| "scored by your rates".to_owned());
            oldest.into_iter().chain(left_out).chain(rated).collect::<Vec<_>>().join(" · ")
        }
        Name::New => {
            let highest = highest(&rows().collect::<Vec<_>>(), counting.currency);
            highest.map_or_else(String::new, |offer| format!("highest{so_far} {offer}"))
        }
        Name::Cooling | Name::CoolingElse | Name::NoStep | Name::HeldOffers => offers(ids, whole, counting),
        _ => String::new(),
    }
}

/// True when a rate set by the user makes one of these offers comparable.
fn is_rated(mut offers: impl Iterator<Item = Money>, counting: &Counting<'_>) -> bool {
    let (rates, own) = (&counting.store.session().rates, counting.currency);
    offers.any(|offer| offer.currency != *own && rates.units(&offer, own).is_some())
}

/// BIN price of a domain: `BIN $900`, bare where its currency is not known; `None` without one.
pub(super) fn bin(row: &DomainRow<'_>, store: &Store) -> Option<String> {
    let Seen::Is(bin) = row.bin() else { return None };
    let price = Money::from_number(bin, store.currency_of(row.punycode()).unwrap_or_default())?;
    Some(format!("BIN {}", price.text()))
}

/// Sum of the offers of these inquiries, masked in privacy mode; without `whole` it says that this is only a part.
pub(super) fn offers(ids: &[Id<Inquiry>], whole: bool, counting: &Counting<'_>) -> String {
    let rows = || ids.iter().filter_map(|id| counting.store.inquiries().row(*id));
    if rows().any(|row| row.offer_text() == COVER) {
        return COVER.to_owned();
    }
    let sums = sums(rows().filter_map(|row| row.offer()), counting.currency);
    if whole || sums.is_empty() { sums } else { format!("≥ {sums}") }
}

/// The highest offer among these, in the account's currency where one is: `$2,500 tuliptower.com`.
fn highest(rows: &[InquiryRow<'_>], currency: &Currency) -> Option<String> {
    if rows.iter().any(|row| row.offer_text() == COVER) {
        return Some(COVER.to_owned());
    }
    let offers = || rows.iter().filter_map(|row| Some((row.offer()?, row)));
    let own = offers().filter(|(offer, _)| offer.currency == *currency).max_by_key(|(offer, _)| offer.minor);
    let best = own.or_else(|| {
        // Amounts of several currencies have no order.
        let first = offers().next()?.0.currency;
        let alike = offers().filter(|(offer, _)| offer.currency == first);
        alike.max_by_key(|(offer, _)| offer.minor)
    });
    best.map(|(offer, row)| format!("{} {}", offer.text(), row.domain()))
}

/// Sums of the offers by currency: the account's first, then the one with most offers; at most three of them.
fn sums(offers: impl Iterator<Item = Money>, account: &Currency) -> String {
    let sums = Money::sums(offers, account);
    let more = sums.len().saturating_sub(3);
    let mut words: Vec<String> = sums.iter().take(3).map(|(_, sum)| sum.compact()).collect();
    let currencies = if more == 1 { "currency" } else { "currencies" };
    words.extend((more > 0).then(|| format!("{more} more {currencies}")));
    words.join(" · ")
}
