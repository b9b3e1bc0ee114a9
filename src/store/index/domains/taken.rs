//! Rows on their way into the index, and from there to the disk.

use std::collections::HashMap;

use super::DomainTab;
use super::cells::Fresh;
use super::order::Orders;
use super::rows::{DomainRows, Names};
use super::walk::DomainWalk;
use crate::base::{Currency, Timestamp};
use crate::store::subject::DomainKey;

/// Origin of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The tab whose list they were in; `None` if read one by one.
    pub listed: Option<DomainTab>,
    /// The store's clock when the answer was begun.
    pub began: u64,
    /// The pass of the walk the rows count for; `None` if they were read otherwise.
    pub pass: Option<u32>,
}

/// Result of taking in rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taken {
    /// Number of rows not known before.
    pub new: usize,
    /// Number of rows that changed.
    pub changed: usize,
    /// Number of rows this pass of the walk had not seen.
    pub unseen: usize,
    /// Number of rows that were not known to be on the list they came with.
    pub newly_listed: usize,
    /// Number of rows not taken in because the index is full.
    pub left_out: usize,
    /// Keys of the rows taken in, in the order of the answer.
    pub keys: Vec<DomainKey>,
    /// Rows for the disk to keep.
    pub rows: Vec<KeptDomain>,
}

/// A row for the disk; what the answer did not tell is as it was known before.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptDomain {
    pub key: DomainKey,
    pub row: Fresh,
    pub at: Timestamp,
    /// True when the row's JSON text is to be kept, because it has every member the text kept before had.
    pub with_raw: bool,
}

/// All domains read from the disk, ready for the index.
#[derive(Debug, Default)]
pub struct LoadedDomains {
    pub(super) rows: DomainRows,
    pub(super) names: Names,
    pub(super) orders: Orders,
    pub(super) free: Vec<u32>,
    pub(super) walk: DomainWalk,
    /// The currencies domains have of their own, where these were read to the end.
    pub(in crate::store) currencies: Option<HashMap<String, Currency>>,
    /// True while these are only the rows of the first page; all rows follow soon.
    pub(super) first_page: bool,
}

impl LoadedDomains {
    /// Prepares names and orders, which takes time, off the loop. `seen` are the keys the walk's pass has seen.
    pub(in crate::store) fn new(mut rows: DomainRows, mut walk: DomainWalk, seen: &[u32]) -> Self {
        let seen = rows.stamp(seen.iter().copied(), walk.stamp());
        walk.read_back(seen);
        Self {
            names: Names::of(&rows),
            orders: Orders::ready(&rows),
            free: rows.free_keys(),
            rows,
            walk,
            currencies: None,
            first_page: false,
        }
    }

    /// An index of only the rows for the first page, and the walk's last totals.
    pub(in crate::store) fn first_page(rows: DomainRows, walk: DomainWalk) -> Self {
        let (names, orders) = (Names::of(&rows), Orders::ready(&rows));
        Self { rows, names, orders, free: Vec::new(), walk, currencies: None, first_page: true }
    }

    /// True when the row of this ASCII name was loaded.
    pub(in crate::store) fn has(&self, punycode: &str) -> bool {
        self.names.find(&self.rows, punycode).is_some()
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
