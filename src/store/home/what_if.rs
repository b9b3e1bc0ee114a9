//! Offers that a lower minimum would have let through: an estimate from known inquiries before the user changes the
//! setting.

use super::beside;
use super::count::Counting;
use super::line::{List, Name, list_line};
use super::{Block, Line, Opens};
use crate::api::types::Inquiry;
use crate::base::{Id, Money, grouped};
use crate::store::subject::LOWEST_OFFER;
use crate::store::{InquiryRow, Known, Tab};

/// Number of days the estimate looks back.
const DAYS: u64 = 90;

/// Number of these inquiries whose domain has its own minimum, so that the account's does not apply: `2 with their own
/// minimum`. Where settings of a domain were not read, it may have one, too.
fn own_words(ids: &[Id<Inquiry>], counting: &Counting<'_>) -> Option<String> {
    let (own, index) = (counting.store.own_settings(), counting.store.domains());
    let rows = || ids.iter().filter_map(|id| counting.store.inquiries().row(*id));
    let has_own = |row: &InquiryRow<'_>| own.of(row.punycode()).is_some_and(|own| own.contains_key(LOWEST_OFFER));
    let is_listed = |name: &str| own.is_whole() && !index.is_unverified(name);
    let is_read = |row: InquiryRow<'_>| own.of(row.punycode()).is_some() || is_listed(row.punycode());
    match (rows().filter(has_own).count(), rows().all(is_read)) {
        (0, true) => None,
        (0, false) => Some("if without their own minimum".to_owned()),
        (many, true) => Some(format!("{} with their own minimum", grouped(many))),
        (many, false) => Some(format!("≥ {} with their own minimum", grouped(many))),
    }
}

/// Further inquiries per week: `4`, or `≥ 4` where not all are known; `None` for less than one.
fn a_week(offers: &Known<u64>) -> Option<String> {
    let (count, whole) = (offers.value()?, offers.whole().is_some());
    // A figure that may be too low is rounded down.
    match (count * 7 + if whole { DAYS / 2 } else { 0 }) / DAYS {
        0 => None,
        more if whole => Some(grouped(more)),
        more => Some(format!("≥ {}", grouped(more))),
    }
}

/// Line about half the account's minimum; `None` where the account has no minimum, or it is not known.
pub(super) fn line(counting: &Counting<'_>) -> Option<Line> {
    let currency = counting.store.price_currency()?;
    let minimum = counting.store.inherited_setting(LOWEST_OFFER)?.as_number().filter(|minimum| *minimum > 0.0)?;
    let half = minimum / 2.0;
    let money = |amount| Some(Money::from_number(amount, currency.clone())?.text());
    // An offer of exactly the account's minimum was held back by a higher minimum of its domain.
    let filter = format!("held:below_min_offer offer:{half}-{minimum} -offer:{minimum} age:<={DAYS}d");
    let (figure, ids) = counting.inquiries(Tab::Unsent, &filter);
    let offers = if figure.value() == Some(&1) { "more offer" } else { "more offers" };
    let own = own_words(&ids, counting).map_or_else(String::new, |own| format!(", {own},"));
    // Offers in other currencies cannot be compared with the minimum, so only this one is counted.
    let code = currency.code();
    let words = format!("{offers} in {code} in {DAYS} days{own} would reach you with a minimum of {}", money(half)?);
    // Where there is no room, the last words are left out first.
    let mut beside = vec![beside::offers(&ids, figure.whole().is_some(), counting)];
    beside.extend(a_week(&figure).map(|more| format!("{more} more a week")));
    beside.retain(|words| !words.is_empty());
    let list = List { screen: "inquiries", line: list_line(Tab::Unsent.word(), &filter) };
    Some(Line {
        name: Name::WouldPass,
        block: Block::Held,
        figure,
        words,
        beside: beside.join(", "),
        list,
        days: Vec::new(),
        opens: Opens::inquiries(&ids),
    })
}
