//! Lists that the service gives newest first, page by page, as far as their pages were read.
//!
//! A [`Shelf`] has keys where rows come from several answers (imports, exports, mail), and the rows themselves where
//! the answers keep them ([`Shelf::of_pages`]: images, versions, the history of a buyer). A list that comes in one
//! answer (ignored senders, campaigns) needs no shelf.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::Arc;

use crate::api::types::Pagination;
use crate::api::{Page, Paged};

/// List that is newest first and reads older rows on demand.
#[derive(Clone, Debug)]
pub struct Shelf<T> {
    rows: Arc<[T]>,
    total: Option<u64>,
    /// Next page to read, for a list whose rows the answers keep; `None` once all are known.
    pub next: Option<u32>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self { rows: Arc::from([]), total: None, next: None }
    }
}

impl<T> Shelf<T> {
    /// Rows read so far, in their order; the same `Arc` while nothing changes.
    pub fn rows(&self) -> &Arc<[T]> {
        &self.rows
    }

    /// Number of rows at the service; `None` until an answer gives it.
    pub fn total(&self) -> Option<u64> {
        self.total.map(|total| total.max(self.rows.len() as u64))
    }

    /// True when as many rows are known as the service has.
    pub fn holds_all(&self) -> bool {
        self.total().is_some_and(|total| total == self.rows.len() as u64)
    }

    /// Takes the number of rows at the service, if an answer gives it.
    pub(in crate::store) fn take_total(&mut self, pagination: &Pagination) {
        self.total = pagination.total().or(self.total);
    }
}

impl<T: Copy + Eq + Hash> Shelf<T> {
    /// Takes the first page. A known row that is not on it is removed, unless `stays` is true, because it is further
    /// down the list.
    pub(in crate::store) fn take_first<O: Ord>(
        &mut self,
        page: &[T],
        stays: impl Fn(&T) -> bool,
        order: impl Fn(&T) -> O,
    ) {
        let here: HashSet<&T> = page.iter().collect();
        let below = self.rows.iter().filter(|row| !here.contains(row) && stays(row));
        self.set(page.iter().chain(below).copied().collect(), order);
    }

    /// Takes a later page or single rows. Known rows keep their place.
    pub(in crate::store) fn take_more<O: Ord>(&mut self, page: &[T], order: impl Fn(&T) -> O) {
        let here: HashSet<&T> = self.rows.iter().collect();
        let new = page.iter().filter(|row| !here.contains(row));
        self.set(self.rows.iter().chain(new).copied().collect(), order);
    }

    /// Sets the rows, the highest `order` first. Rows with equal order keep their places.
    fn set<O: Ord>(&mut self, mut rows: Vec<T>, order: impl Fn(&T) -> O) {
        rows.sort_by_key(|row| std::cmp::Reverse(order(row)));
        if self.rows[..] != rows[..] {
            self.rows = rows.into();
        }
    }
}

impl<'a, T> Shelf<&'a T> {
    /// Rows of the pages from the first one up to the first that is not known. A new row moves all pages after it, so
    /// a row whose `key` was on an earlier page is left out.
    pub fn of_pages<K: Eq + Hash>(
        per_page: u32,
        known: impl Fn(u32) -> Option<&'a Paged<T>>,
        key: impl Fn(&T) -> K,
    ) -> Self {
        let (mut seen, mut rows, mut total, mut next) = (HashSet::new(), Vec::new(), None, Some(1));
        while let Some(page) = next
            && let Some(read) = known(page)
        {
            total = total.or(read.pagination.total());
            rows.extend(read.values().filter(|row| seen.insert(key(row))));
            next = read.next(Page::new(page, per_page));
        }
        Self { rows: rows.into(), total, next }
    }
}
