//! Order of all rows by a column, made once and kept, so that a filter only picks rows from it.

use std::cmp::Ordering;
use std::sync::Arc;

use super::cells::{Cells, DomainTime, Figure, Flag, Kind, bits};
use super::rows::{DomainRows, Place};

/// Columns by which the list can be sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DomainColumn {
    /// A to Z by the Unicode name.
    #[default]
    Domain,
    /// Verified, unverified, detected, removed, inactive, then unknown states.
    State,
    /// Domains for sale first.
    Sale,
    /// Highest price first; `Target` as well.
    Bin,
    Target,
    /// Domains that accept offers first, those with the highest lowest offer before.
    Offers,
    /// Domains that host the portfolio site first.
    Host,
    /// Newest first; `VerifiedSince` and `LastCheck` as well.
    Added,
    VerifiedSince,
    LastCheck,
    /// Soonest first.
    NextCheck,
}

impl DomainColumn {
    /// Figure by which a column of prices is sorted.
    pub fn price(self) -> Option<Figure> {
        match self {
            Self::Bin => Some(Figure::Bin),
            Self::Target => Some(Figure::Target),
            Self::Offers => Some(Figure::Offers),
            _ => None,
        }
    }
}

/// Column and direction of a list. Rows without a value come last in both directions; equal ones are sorted by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DomainSort {
    pub by: DomainColumn,
    /// True to reverse the column's own direction.
    pub reversed: bool,
}

/// Number of orders kept besides the one by name.
const KEPT: usize = 2;

/// Orders made so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Orders {
    /// Places of rows sorted by name. Places from `named` on are still missing.
    by_name: Arc<Vec<u32>>,
    named: u32,
    rebuilt: u64,
    others: Vec<(DomainSort, u64, Arc<Vec<u32>>)>,
}

impl Orders {
    /// All places in this order; some of them may be empty.
    pub fn get(&mut self, rows: &DomainRows, sort: DomainSort) -> Arc<Vec<u32>> {
        self.take_new(rows);
        if sort == DomainSort::default() {
            return self.by_name.clone();
        }
        if let Some(at) = self.others.iter().position(|(of, version, _)| *of == sort && *version == rows.version()) {
            // The first of the orders is dropped when there are too many, so the one just used is moved to the end.
            let ready = self.others.remove(at);
            let order = ready.2.clone();
            self.others.push(ready);
            return order;
        }
        self.others.retain(|(of, ..)| *of != sort);
        if self.others.len() >= KEPT {
            self.others.remove(0);
        }
        let order = Arc::new(sorted(rows, &self.by_name, sort));
        self.others.push((sort, rows.version(), order.clone()));
        order
    }

    /// Makes the order by name, which takes long; called off the loop.
    pub fn ready(rows: &DomainRows) -> Self {
        let mut orders = Self::default();
        orders.take_new(rows);
        orders
    }

    /// Merges the rows added since the last call into the order by name.
    fn take_new(&mut self, rows: &DomainRows) {
        if self.rebuilt != rows.rebuilt() {
            *self = Self { rebuilt: rows.rebuilt(), ..Self::default() };
        }
        if self.named == rows.end() {
            return;
        }
        let new = by_name(rows, self.named..rows.end());
        self.named = rows.end();
        let known = std::mem::take(&mut self.by_name);
        self.by_name = Arc::new(if known.is_empty() { new } else { merged(rows, &known, &new) });
    }
}

/// Merges a few new rows into many known ones, by a binary search for each.
fn merged(rows: &DomainRows, known: &[u32], new: &[u32]) -> Vec<u32> {
    let name = |place: u32| name(rows.at(place));
    let mut all = Vec::with_capacity(known.len() + new.len());
    let mut from = 0;
    for place in new {
        let to = from + known[from..].partition_point(|other| name(*other) <= name(*place));
        all.extend_from_slice(&known[from..to]);
        all.push(*place);
        from = to;
    }
    all.extend_from_slice(&known[from..]);
    all
}

fn name(row: Place<'_>) -> &str {
    row.chunk.sorted_by(row.i)
}

/// Places of rows sorted by name. Names whose first eight bytes differ are compared by these bytes, which saves most
/// look-ups of names.
fn by_name(rows: &DomainRows, places: std::ops::Range<u32>) -> Vec<u32> {
    let start = |place: u32| {
        let mut first = [0; 8];
        let name = name(rows.at(place)).as_bytes();
        let n = name.len().min(8);
        first[..n].copy_from_slice(&name[..n]);
        u64::from_be_bytes(first)
    };
    let mut keyed: Vec<(u64, u32)> = places.map(|place| (start(place), place)).collect();
    keyed.sort_unstable_by(|(a, x), (b, y)| a.cmp(b).then_with(|| name(rows.at(*x)).cmp(name(rows.at(*y)))));
    places_of(&keyed)
}

/// Places of the keyed rows, copied into a new list: collecting in place would keep the memory of the keys.
fn places_of(keyed: &[(u64, u32)]) -> Vec<u32> {
    keyed.iter().map(|(_, place)| *place).collect()
}

fn sorted(rows: &DomainRows, by_name: &[u32], sort: DomainSort) -> Vec<u32> {
    if sort.by == DomainColumn::Domain {
        return by_name.iter().rev().copied().collect();
    }
    let mut keyed: Vec<(u64, u32)> = by_name
        .iter()
        .map(|place| {
            let key = key(rows.at(*place), sort.by);
            (key.map_or(u64::MAX, |key| if sort.reversed { u64::MAX - 1 - key } else { key }), *place)
        })
        .collect();
    keyed.sort_by_key(|(key, _)| *key);
    places_of(&keyed)
}

/// Sort key of a row, the smallest first, at most `u64::MAX - 1`; rows without one (`None`) come last.
pub(super) fn key(row: Place<'_>, by: DomainColumn) -> Option<u64> {
    let (chunk, i) = (row.chunk, row.i);
    let all = chunk.bits(i);
    let yes_first = |flag: Flag| flag.of(all).map(|yes| u64::from(!yes));
    let figure = |figure: Figure| match figure.kind(all) {
        Kind::Number => Some(highest_first(chunk.figure(i, figure.place()))),
        _ => None,
    };
    let time = |which: DomainTime| {
        let cell = chunk.time(i, which as usize);
        match Cells::time(cell) {
            Some(seen) => seen.copied().map(|_| u64::from(cell)),
            // A time that does not fit into its cell counts as later than all others.
            None => Some(u64::from(u32::MAX)),
        }
    };
    let newest_first = |which: DomainTime| time(which).map(|at| u64::from(u32::MAX) - at);
    match by {
        DomainColumn::Domain => None,
        DomainColumn::State => Some(u64::from((all & bits::STATE) >> bits::STATE_AT)).filter(|place| *place > 0),
        DomainColumn::Sale => yes_first(Flag::ForSale),
        DomainColumn::Host => yes_first(Flag::Host),
        DomainColumn::Bin => figure(Figure::Bin),
        DomainColumn::Target => figure(Figure::Target),
        DomainColumn::Offers => match Figure::Offers.kind(all) {
            Kind::Number => figure(Figure::Offers),
            Kind::Yes => Some(u64::MAX - 3),
            Kind::No => Some(u64::MAX - 2),
            Kind::Missing | Kind::Null | Kind::Aside => None,
        },
        DomainColumn::Added => newest_first(DomainTime::Added),
        DomainColumn::VerifiedSince => newest_first(DomainTime::VerifiedSince),
        DomainColumn::LastCheck => newest_first(DomainTime::LastVerified),
        DomainColumn::NextCheck => time(DomainTime::NextCheck),
    }
}

/// Sort key that puts finite numbers from the highest to the lowest.
fn highest_first(figure: f64) -> u64 {
    // Bits of floats sort like integers, those of negative ones reversed. Adding 0.0 turns minus zero into zero.
    let bits = (figure + 0.0).to_bits();
    let rising = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
    !rising >> 1
}

impl DomainSort {
    /// Compares two rows, for a view of so few rows that sorting all would cost more.
    pub(super) fn compare(self, a: Place<'_>, b: Place<'_>) -> Ordering {
        let by_name = || name(a).cmp(name(b));
        if self.by == DomainColumn::Domain {
            return if self.reversed { by_name().reverse() } else { by_name() };
        }
        let ordered = match (key(a, self.by), key(b, self.by)) {
            (Some(a), Some(b)) if self.reversed => b.cmp(&a),
            (Some(a), Some(b)) => a.cmp(&b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        };
        ordered.then_with(by_name)
    }
}
