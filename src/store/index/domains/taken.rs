//! Rows from an answer to the index and to the disk.

use std::collections::HashMap;

use super::DomainTab;
use super::cells::Fresh;
use super::order::Orders;
use super::rows::{DomainRows, Names};
use super::walk::DomainWalk;
use crate::base::{Currency, Timestamp};
use crate::store::subject::DomainKey;

/// Where rows of an answer come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Tab whose list was answered; `None` for rows that were read one by one.
    pub listed: Option<DomainTab>,
    /// Value of the store's clock when the request was started.
    pub began: u64,
    /// Pass of the walk for which the rows count; `None` for other requests.
    pub pass: Option<u32>,
}

/// Result of taking rows into the index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taken {
    /// Number of rows not known before.
    pub new: usize,
    /// Number of rows that changed.
    pub changed: usize,
    /// Number of rows that this pass of the walk saw for the first time.
    pub unseen: usize,
    /// Number of rows that were not known to be on the tab whose list they came with.
    pub newly_listed: usize,
    /// Number of rows left out because the index is full.
    pub left_out: usize,
    /// Keys of the taken rows, in the order of the answer.
    pub keys: Vec<DomainKey>,
    /// Rows for the disk to keep.
    pub rows: Vec<KeptDomain>,
}

/// Row for the disk. Values that the answer did not have are those known before.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptDomain {
    pub key: DomainKey,
    pub row: Fresh,
    pub at: Timestamp,
    /// True when the row's JSON text is to be kept. A compact row without the sale block does not replace a text with
    /// it.
    pub with_raw: bool,
}

/// All domains from the disk, prepared for the index.
#[derive(Debug, Default)]
pub struct LoadedDomains {
    pub(super) rows: DomainRows,
    pub(super) names: Names,
    pub(super) orders: Orders,
    pub(super) free: Vec<u32>,
    pub(super) walk: DomainWalk,
    /// Own currencies of domains by punycode, if all were read.
    pub(in crate::store) currencies: Option<HashMap<String, Currency>>,
    /// True when these are only the rows of the first page.
    pub(super) first_page: bool,
}

impl LoadedDomains {
    /// Makes the tables of names and orders, which takes long; called off the loop. `seen` are the keys that the
    /// walk's pass has seen.
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

    /// Rows of the first page only, with the walk's last totals.
    pub(in crate::store) fn first_page(rows: DomainRows, walk: DomainWalk) -> Self {
        let (names, orders) = (Names::of(&rows), Orders::ready(&rows));
        Self { rows, names, orders, free: Vec::new(), walk, currencies: None, first_page: true }
    }

    /// True when a domain with this punycode was loaded.
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
