//! All rows in chunks that are shared with work off the loop, the place of each key, and the key of each name.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use super::cells::{Parts, bits};
use super::chunk::{Chunk, ROWS};
use super::{DomainTab, tab};
use crate::store::subject::DomainKey;

/// Mark of a slot whose name was removed.
const LEFT: u32 = u32::MAX;
/// Most empty places that are kept. With more, and more than half as many as rows, the rows are copied without them.
const EMPTY: usize = 8 * ROWS;

/// Rows in the order in which they came, up to 1,024 in a chunk.
#[derive(Clone, Debug, Default)]
pub struct DomainRows {
    chunks: Vec<Arc<Chunk>>,
    /// Place of each key, plus one; 0 for a key without a row.
    places: Vec<u32>,
    /// Place of the next row that is added.
    end: u32,
    there: usize,
    counts: [usize; 5],
    /// Number that grows with every change that a view can show.
    version: u64,
    /// Number that grows when rows move to other places.
    rebuilt: u64,
}

/// Place of one row: its chunk, and its number in the chunk.
#[derive(Clone, Copy)]
pub(in crate::store) struct Place<'a> {
    pub chunk: &'a Chunk,
    pub i: usize,
}

impl DomainRows {
    pub(in crate::store) fn chunks(&self) -> &[Arc<Chunk>] {
        &self.chunks
    }

    pub fn len(&self) -> usize {
        self.there
    }

    pub fn is_empty(&self) -> bool {
        self.there == 0
    }

    /// Number of places, including empty ones.
    pub(in crate::store) fn end(&self) -> u32 {
        self.end
    }

    /// Approximate size of all rows in bytes.
    pub fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.bytes()).sum()
    }

    /// Number of rows on a tab.
    pub fn count(&self, tab: DomainTab) -> usize {
        self.counts[tab as usize]
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    pub(in crate::store) fn rebuilt(&self) -> u64 {
        self.rebuilt
    }

    /// Highest key that was ever given to one of these rows.
    pub(in crate::store) fn last_key(&self) -> u32 {
        (self.places.len() as u32).saturating_sub(1)
    }

    fn place(&self, key: DomainKey) -> Option<u32> {
        self.places.get(key.0 as usize)?.checked_sub(1)
    }

    pub(in crate::store) fn get(&self, key: DomainKey) -> Option<Place<'_>> {
        Some(self.at(self.place(key)?))
    }

    /// Row at a place, which may be empty.
    pub(in crate::store) fn at(&self, place: u32) -> Place<'_> {
        Place { chunk: &self.chunks[place as usize / ROWS], i: place as usize % ROWS }
    }

    /// Rows in the order in which they came, without empty places.
    pub(in crate::store) fn iter(&self) -> impl Iterator<Item = Place<'_>> {
        self.chunks
            .iter()
            .flat_map(|chunk| (0..chunk.len()).map(move |i| Place { chunk, i }))
            .filter(|row| row.chunk.is_there(row.i))
    }

    fn chunk_mut(&mut self, place: u32) -> (&mut Chunk, usize) {
        (Arc::make_mut(&mut self.chunks[place as usize / ROWS]), place as usize % ROWS)
    }

    fn change(&mut self, place: u32) -> (&mut Chunk, usize) {
        self.version += 1;
        let version = self.version;
        let (chunk, i) = self.chunk_mut(place);
        chunk.version = version;
        (chunk, i)
    }

    fn count_bits(&mut self, before: u32, after: u32) {
        for tab in DomainTab::ALL {
            let bit = tab::bit(*tab);
            self.counts[*tab as usize] += usize::from(after & bit != 0);
            self.counts[*tab as usize] -= usize::from(before & bit != 0);
        }
        self.there += usize::from(after & bits::THERE != 0);
        self.there -= usize::from(before & bits::THERE != 0);
    }

    /// Adds a row under a key without a row.
    pub(in crate::store) fn push(&mut self, key: DomainKey, row: &Parts<'_>) {
        if self.chunks.last().is_none_or(|chunk| chunk.is_full()) {
            if let Some(full) = self.chunks.last_mut() {
                Arc::make_mut(full).settle();
            }
            self.chunks.push(Arc::default());
        }
        let place = self.end;
        self.end += 1;
        self.version += 1;
        let version = self.version;
        if let Some(chunk) = self.chunks.last_mut().map(Arc::make_mut) {
            chunk.push(key.0, row);
            chunk.version = version;
        }
        let at = key.0 as usize;
        if at >= self.places.len() {
            self.places.resize(at + 1, 0);
        }
        self.places[at] = place + 1;
        self.count_bits(0, row.cells.bits);
    }

    /// Replaces cells and texts of a row.
    pub(in crate::store) fn put(&mut self, key: DomainKey, row: &Parts<'_>) {
        let Some(place) = self.place(key) else { return };
        let before = self.at(place);
        let before = before.chunk.bits(before.i);
        let (chunk, i) = self.change(place);
        chunk.change(i, row);
        self.count_bits(before, row.cells.bits);
    }

    /// Sets the bits of a row; false when they were the same.
    pub(in crate::store) fn set_bits(&mut self, key: DomainKey, to: u32) -> bool {
        let Some(place) = self.place(key) else { return false };
        let row = self.at(place);
        let before = row.chunk.bits(row.i);
        if before == to {
            return false;
        }
        let (chunk, i) = self.change(place);
        chunk.set_bits(i, to);
        self.count_bits(before, to);
        true
    }

    /// Notes that a pass has seen rows. Returns the number of all rows that it has seen so far.
    pub(in crate::store) fn stamp(&mut self, keys: impl IntoIterator<Item = u32>, pass: u32) -> u64 {
        for place in keys.into_iter().filter_map(|key| self.place(DomainKey(key))).collect::<Vec<_>>() {
            let (chunk, i) = self.chunk_mut(place);
            chunk.stamp(i, pass);
        }
        self.iter().filter(|row| row.chunk.pass(row.i) == pass).count() as u64
    }

    /// Keys without a row below the highest one, the highest first; empty while they are few.
    pub(in crate::store) fn free_keys(&self) -> Vec<u32> {
        if self.places.len() < self.there * 2 + ROWS {
            return Vec::new();
        }
        let free = self.places.iter().enumerate().skip(1).filter(|(_, place)| **place == 0);
        free.map(|(key, _)| key as u32).rev().collect()
    }

    /// Notes the time at which, and the pass in which, a row was read, and the hash of its text.
    pub(in crate::store) fn seen(&mut self, key: DomainKey, read: u32, pass: u32, mark: u32) {
        if let Some(place) = self.place(key) {
            let (chunk, i) = self.chunk_mut(place);
            chunk.seen(i, read, pass, mark);
        }
    }

    /// Removes a row. Its key is not used again in this run.
    pub(in crate::store) fn remove(&mut self, key: DomainKey) -> bool {
        let Some(place) = self.place(key) else { return false };
        let row = self.at(place);
        let before = row.chunk.bits(row.i);
        let (chunk, i) = self.change(place);
        chunk.clear(i);
        self.places[key.0 as usize] = 0;
        self.count_bits(before, 0);
        true
    }

    /// True when there are so many empty places that [`DomainRows::without_empty`] pays.
    pub(in crate::store) fn is_sparse(&self) -> bool {
        let empty = self.end as usize - self.there;
        empty > EMPTY && empty > self.there / 2
    }

    /// Copy without empty places.
    pub(in crate::store) fn without_empty(&self) -> Self {
        let mut all = Self { version: self.version, rebuilt: self.rebuilt + 1, ..Self::default() };
        all.places.reserve_exact(self.places.len());
        for row in self.iter() {
            all.copy(row);
        }
        all
    }

    /// Copy with only the rows of these keys.
    pub(in crate::store) fn only(&self, keys: &[DomainKey]) -> Self {
        let mut some = Self::default();
        for row in keys.iter().filter_map(|key| self.get(*key)) {
            some.copy(row);
        }
        some
    }

    fn copy(&mut self, row: Place<'_>) {
        let (chunk, i) = (row.chunk, row.i);
        let parts = Parts {
            punycode: chunk.punycode(i),
            lower: chunk.lower(i),
            shown: chunk.shown_as(i),
            cells: chunk.cells(i),
            aside: &chunk.asides(i),
            mark: chunk.mark(i),
            read: chunk.read(i),
            pass: chunk.pass(i),
        };
        self.push(DomainKey(chunk.key(i)), &parts);
    }
}

/// Keys by punycode: an open-addressing hash table of keys. The names themselves are read from the rows.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct Names {
    slots: Vec<u32>,
    /// Number of slots that are not 0, including those of removed names.
    used: usize,
    hasher: RandomState,
}

impl Names {
    /// Table of all rows.
    pub fn of(rows: &DomainRows) -> Self {
        let mut names = Self { slots: vec![0; slots_for(rows.len())], ..Self::default() };
        for row in rows.iter() {
            names.put(row.chunk.punycode(row.i), row.chunk.key(row.i));
        }
        names
    }

    pub fn find(&self, rows: &DomainRows, punycode: &str) -> Option<DomainKey> {
        let found = self.slot(rows, punycode)?;
        Some(DomainKey(self.slots[found]))
    }

    fn slot(&self, rows: &DomainRows, punycode: &str) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.first(punycode);
        loop {
            match self.slots[at] {
                0 => return None,
                LEFT => {}
                key => {
                    if rows.get(DomainKey(key)).is_some_and(|row| row.chunk.punycode(row.i) == punycode) {
                        return Some(at);
                    }
                }
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn first(&self, punycode: &str) -> usize {
        self.hasher.hash_one(punycode) as usize & (self.slots.len() - 1)
    }

    fn put(&mut self, punycode: &str, key: u32) {
        let mut at = self.first(punycode);
        while self.slots[at] != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = key;
        self.used += 1;
    }

    /// Adds a name that is not in the table. Its row must already exist.
    pub fn insert(&mut self, rows: &DomainRows, punycode: &str, key: DomainKey) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            *self = Self::of(rows);
            if self.find(rows, punycode).is_some() {
                return;
            }
        }
        self.put(punycode, key.0);
    }

    /// Removes a name. Call it before its row is removed.
    pub fn remove(&mut self, rows: &DomainRows, punycode: &str) {
        if let Some(at) = self.slot(rows, punycode) {
            self.slots[at] = LEFT;
        }
    }
}

/// Number of slots for so many names: a power of two that is at most half full.
fn slots_for(rows: usize) -> usize {
    (rows * 2).max(64).next_power_of_two()
}
