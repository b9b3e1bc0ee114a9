//! What another minimum would have let through, from what is known, before the setting is changed.

use super::beside::offers;
use super::count::Counting;
use super::lines::{List, Name, list_line};
use super::{Block, Line, Opens};
use crate::base::{Money, grouped};
use crate::store::{Known, Tab};

/// The account's setting of the lowest offer that is emailed.
const MINIMUM: &str = "min_offer";
/// Days that are looked back over.
const DAYS: u64 = 90;

/// The line about half the minimum of the account; `None` where that has none, or it is not known.
pub(super) fn line(counting: &Counting<'_>) -> Option<Line> {
    let currency = counting.store.price_currency()?;
    let minimum = counting.store.inherited_setting(MINIMUM)?.as_number().filter(|minimum| *minimum > 0.0)?;
    let half = minimum / 2.0;
    let money = |amount| Some(Money::from_number(amount, currency.clone())?.text());
    // An offer at the minimum itself is held back by a higher one of its domain only.
    let filter = format!("held:below_min_offer offer:{half}-{minimum} -offer:{minimum} age:<={DAYS}d");
    let (figure, ids) = counting.inquiries(Tab::Unsent, &filter);
    let verb = if figure.value() == Some(&1) { "offer" } else { "offers" };
    let words =
        format!("{verb} of {DAYS} days would pass a minimum of {} instead of {}", money(half)?, money(minimum)?);
    let mut beside = offers(&ids, figure.whole().is_some(), counting);
    if let Known::Is(count) = figure {
        let more = match (count * 7 + DAYS / 2) / DAYS {
            0 => "less than 1".to_owned(),
            more => grouped(more),
        };
        beside = format!("{beside}, {more} more to read a week");
    }
    let list = List { screen: "inquiries", line: list_line(Tab::Unsent.word(), &filter) };
    Some(Line {
        name: Name::WouldPass,
        block: Block::Held,
        figure,
        words,
        beside,
        list,
        days: Vec::new(),
        opens: Opens::inquiries(&ids),
    })
}
