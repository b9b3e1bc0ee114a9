//! Words after the figure of a line: ages, sums of offers, the highest offer.

use super::Name;
use super::count::Counting;
use crate::api::Seen;
use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Money, Timestamp, grouped};
use crate::store::index::inquiries::COVER;
use crate::store::{DomainRow, InquiryRow, Known, Store, Tab};

/// Filter for inquiries that would wait if their senders were not ignored.
const IGNORED: &str = "status:mine is:ignored";

/// Words after the figure of a line about these inquiries. Without `whole` they say that inquiries may be missing.
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

/// True when an offer can be compared only by a rate that the user has set.
fn is_rated(mut offers: impl Iterator<Item = Money>, counting: &Counting<'_>) -> bool {
    let (rates, own) = (&counting.store.session().rates, counting.currency);
    offers.any(|offer| offer.currency != *own && rates.units(&offer, own).is_some())
}

/// BIN price of a domain in words, such as `BIN $900`, without a currency where it is not known; `None` without a
/// price.
pub(super) fn bin(row: &DomainRow<'_>, store: &Store) -> Option<String> {
    let Seen::Is(bin) = row.bin() else { return None };
    let price = Money::from_number(bin, store.currency_of(row.punycode()).unwrap_or_default())?;
    Some(format!("BIN {}", price.text()))
}

/// Sum of the offers of these inquiries, masked in privacy mode. Without `whole` it is marked as a part.
pub(super) fn offers(ids: &[Id<Inquiry>], whole: bool, counting: &Counting<'_>) -> String {
    let rows = || ids.iter().filter_map(|id| counting.store.inquiries().row(*id));
    if rows().any(|row| row.offer_text() == COVER) {
        return COVER.to_owned();
    }
    sums(rows().filter_map(|row| row.offer()), whole, counting.currency)
}

/// Highest offer and its domain: `$2,500 tuliptower.com`. With several currencies, the highest in each, the account's
/// first: `$2,500 tuliptower.com · €900 · £300 · 1 more currency`.
fn highest(rows: &[InquiryRow<'_>], currency: &Currency) -> Option<String> {
    if rows.iter().any(|row| row.offer_text() == COVER) {
        return Some(COVER.to_owned());
    }
    let offers = || rows.iter().filter_map(|row| Some((row.offer()?, row)));
    let sums = Money::sums(offers().map(|(offer, _)| offer), currency);
    let of = |currency: &Currency| {
        offers().filter(|(offer, _)| offer.currency == *currency).max_by_key(|(offer, _)| offer.minor)
    };
    let best: Vec<_> = sums.iter().filter_map(|(_, sum)| of(&sum.currency)).collect();
    let name = best.first()?.1.domain();
    Some(by_currency(
        best.iter().enumerate().map(
            |(place, (offer, _))| {
                if place == 0 { format!("{} {name}", offer.text()) } else { offer.text() }
            },
        ),
    ))
}

/// Sum of the offers in each currency: the account's first, then by the number of offers. Without `whole` each sum is
/// marked as a part.
fn sums(offers: impl Iterator<Item = Money>, whole: bool, account: &Currency) -> String {
    let least = if whole { "" } else { "≥ " };
    let sums = Money::sums(offers, account);
    by_currency(sums.iter().map(|(_, sum)| format!("{least}{}", sum.compact())))
}

/// Amounts of several currencies in words: the first three, and the number of further currencies.
fn by_currency(amounts: impl ExactSizeIterator<Item = String>) -> String {
    let more = amounts.len().saturating_sub(3);
    let mut words: Vec<String> = amounts.take(3).collect();
    let currencies = if more == 1 { "currency" } else { "currencies" };
    words.extend((more > 0).then(|| format!("{more} more {currencies}")));
    words.join(" · ")
}
