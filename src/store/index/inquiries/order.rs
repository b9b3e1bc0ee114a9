//! Order of a list of inquiries.

use std::cmp::{Ordering, Reverse};

use super::bits;
use super::row::{Field, InquiryRow};
use super::view::{Column, ViewSpec};
use crate::api::types::Inquiry;
use crate::base::{Id, Rates};
use crate::store::filter::hundredths;
use crate::store::notes::{Key, Record, Records};
use crate::store::subject::{Mark, Subject};

/// Sorts ids in the order of the list; equal ones stay newest first in both directions. In the default order,
/// inquiries that are back from a snooze come first, and the list of snoozed ones is sorted by when they wake.
pub(super) fn order<'a>(
    ids: &mut [Id<Inquiry>],
    spec: &ViewSpec,
    records: &Records,
    row: impl Fn(Id<Inquiry>) -> Option<InquiryRow<'a>>,
) {
    let sort = spec.sort;
    if sort.by == Column::Date {
        if sort.reversed {
            ids.reverse();
        } else if spec.snoozed == Some(false) && records.iter().any(|(_, record)| record.get(&Key::Woke).is_some()) {
            let woke =
                |id: &Id<Inquiry>| records.of(&Subject::Inquiry(*id)).is_some_and(|record| record.woke().is_some());
            ids.sort_by_key(|id| !woke(id));
        } else if spec.snoozed == Some(true) {
            let wakes = |id: &Id<Inquiry>| records.of(&Subject::Inquiry(*id)).and_then(Record::snooze);
            ids.sort_by_cached_key(|id| wakes(id).map(|until| until.at()));
        }
        return;
    }
    match sort.by {
        Column::Offer => {
            let offer = |id: &Id<Inquiry>| {
                let row = row(*id)?.row;
                Some((row.get(Field::Currency), row.offer?))
            };
            let codes = currencies(ids.iter().filter_map(offer).map(|(code, _)| code));
            ids.sort_by_cached_key(|id| match offer(id) {
                Some((code, minor)) => {
                    let (group, figure) = offer_rank(code, minor, &codes, &spec.rates);
                    (group, if sort.reversed { figure } else { -figure })
                }
                // Rows without an offer come last in both directions.
                None => (usize::MAX, 0),
            });
        }
        Column::Confirmed | Column::Risk | Column::Marks => {
            by_rank(ids, sort.reversed, |id| rank(&row(id)?, sort.by));
        }
        by => {
            let field = match by {
                Column::Domain => Field::Domain,
                Column::Buyer => Field::Buyer,
                Column::Company => Field::Company,
                Column::Country => Field::Country,
                Column::Delivery => Field::Delivery,
                _ => Field::Intent,
            };
            let text = |id: Id<Inquiry>| row(id).map(|row| row.row.get(field).to_lowercase()).unwrap_or_default();
            let mut keyed: Vec<(String, Id<Inquiry>)> = ids.iter().map(|id| (text(*id), *id)).collect();
            keyed.sort_by(|(a, _), (b, _)| match (a.is_empty(), b.is_empty()) {
                (true, true) => Ordering::Equal,
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                _ if sort.reversed => b.cmp(a),
                _ => a.cmp(b),
            });
            for (place, (_, id)) in ids.iter_mut().zip(keyed) {
                *place = id;
            }
        }
    }
}

/// Distinct currencies of `codes`, the most frequent first.
pub(super) fn currencies<'a>(codes: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for code in codes {
        match counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += 1,
            None => counts.push((code, 1)),
        }
    }
    counts.sort_by_key(|(code, count)| (Reverse(*count), *code));
    counts.into_iter().map(|(code, _)| code).collect()
}

/// Sort key of an offer: its group, and its amount in hundredths. All currencies for which the user has set a rate are
/// the first group; each other currency is a group of its own, in the order of `codes`.
pub(in crate::store) fn offer_rank(code: &str, minor: i64, codes: &[impl AsRef<str>], rates: &Rates) -> (usize, i64) {
    let figure = hundredths(minor, code);
    match rates.of(code) {
        Some(rate) => (0, (figure as f64 * rate) as i64),
        None => (1 + codes.iter().position(|known| known.as_ref() == code).unwrap_or(codes.len()), figure),
    }
}

/// Sorts by rank. Rows without a rank come last in both directions.
fn by_rank(ids: &mut [Id<Inquiry>], reversed: bool, rank: impl Fn(Id<Inquiry>) -> Option<u32>) {
    ids.sort_by_cached_key(|id| match rank(*id) {
        Some(rank) if reversed => u32::MAX - 1 - rank,
        rank => rank.unwrap_or(u32::MAX),
    });
}

fn rank(row: &InquiryRow<'_>, by: Column) -> Option<u32> {
    match by {
        Column::Confirmed => row.confirmed().map(|confirmed| u32::from(!confirmed)),
        Column::Risk => match row.bits & (bits::RISK_LOW | bits::RISK_MEDIUM | bits::RISK_HIGH) {
            bits::RISK_LOW => Some(0),
            bits::RISK_MEDIUM => Some(1),
            bits::RISK_HIGH => Some(2),
            _ => None,
        },
        _ => Some(u32::from(row.mark(Mark::Read)) * 2 + u32::from(!row.mark(Mark::Starred))),
    }
}
