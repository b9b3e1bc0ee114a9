//! Sums over the inquiries of one buyer: whose turn it is, how they ended, and their offers.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Money, Timestamp};
use crate::store::notes::{Record, Status};
use crate::store::{InquiryRow, Subject};
use crate::ui::text;
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, World, chart};

use super::words;

/// Fewest offers for which a chart says more than the figures.
const POINTS: usize = 3;
/// Width of a label and the blanks after it.
const LABEL: usize = 8;

/// Parts about turns and offers of a buyer's inquiries in `width` cells; `whole` if these are all of them.
pub fn dealt(rows: &[InquiryRow<'_>], whole: bool, look: &Look<'_>, width: u16) -> Vec<Part> {
    let mut parts: Vec<Part> = standing(rows, whole, &look.world).into_iter().collect();
    parts.extend(offers(rows, whole, look, usize::from(width)));
    parts
}

/// A label with its value.
pub fn field(label: &'static str, value: String, tone: Role) -> Part {
    Part::Field { label: label.into(), value, tone }
}

/// Sign before a figure that covers only a part of the inquiries.
pub const fn least(whole: bool) -> &'static str {
    if whole { "" } else { "≥ " }
}

/// Whose turn it is with the inquiries, how they ended, and their tags.
fn standing(rows: &[InquiryRow<'_>], whole: bool, world: &World<'_>) -> Option<Part> {
    let (mut many, mut tags) = (BTreeMap::<&str, u64>::new(), BTreeSet::new());
    for row in rows {
        let record = world.store.notes().of(&Subject::Inquiry(row.id()));
        tags.extend(record.into_iter().flat_map(Record::tags));
        *many.entry(words::standing(row, Status::of(record, world.now).turn)).or_default() += 1;
    }
    let counts = words::STANDINGS.iter().filter_map(|words| Some((words, many.get(words)?)));
    let mut said: Vec<String> = counts.map(|(words, count)| format!("{words} {}{count}", least(whole))).collect();
    if !tags.is_empty() {
        said.push(format!("tags {}", tags.into_iter().collect::<Vec<_>>().join(" ")));
    }
    (!said.is_empty()).then(|| field("Status", said.join(" · "), Role::Text))
}

/// An offer, its time and its domain.
type Offered<'a> = (Money, Option<Timestamp>, &'a str);

/// Offers over time, one line per currency, newest last: `$450 (15h) → $600 (2h)`; those for several domains are named
/// beside one another. If older ones are not read yet, the line says so.
fn offers(rows: &[InquiryRow<'_>], whole: bool, look: &Look<'_>, width: usize) -> Vec<Part> {
    let world = &look.world;
    let mut by_currency: BTreeMap<String, Vec<Offered<'_>>> = BTreeMap::new();
    for row in rows.iter().rev() {
        if let Some(offer) = row.offer() {
            by_currency.entry(offer.currency.0.clone()).or_default().push((offer, row.date(), row.domain()));
        }
    }
    let part = |offers: &Vec<Offered<'_>>| {
        let is_one = offers.iter().all(|(.., domain)| *domain == offers[0].2);
        let most = offers.iter().map(|(offer, ..)| offer.minor).max().unwrap_or(0).max(1);
        let share = |minor: i64| u32::try_from(i128::from(minor.max(0)) * 1_000 / i128::from(most)).ok();
        let points: Vec<Option<u32>> = offers.iter().map(|(offer, ..)| share(offer.minor)).collect();
        let draws = is_one && points.len() >= POINTS;
        let spark = if draws { chart::spark_text(look, &points) + "  " } else { String::new() };
        let said_of = |(offer, at, domain): &Offered<'_>| {
            let named = if is_one { String::new() } else { format!(" {domain}") };
            let at = at.map_or_else(String::new, |at| format!(" ({})", at.age(world.now, world.zone).text));
            format!("{}{named}{at}", offer.text())
        };
        // Fit the newest offers first, older ones only while there is room; shown oldest to newest.
        let mut room = width.saturating_sub(LABEL + text::width(&spark) + 4);
        let mut said: Vec<String> = Vec::new();
        for words in offers.iter().rev().map(said_of) {
            let cells = text::width(&words) + 3;
            if !said.is_empty() && cells > room {
                said.push("…".to_owned());
                break;
            }
            room = room.saturating_sub(cells);
            said.push(words);
        }
        if !whole && said.last().is_some_and(|last| last != "…") {
            said.push("…".to_owned());
        }
        said.reverse();
        field("Offers", spark + &said.join(if is_one { " → " } else { " · " }), Role::Text)
    };
    by_currency.values().map(part).collect()
}
