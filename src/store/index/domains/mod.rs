//! Index of domains, stored by column: all known rows of all tabs, from walks, pages and single reads.
//!
//! This room does not fetch, journal or write to the disk. Look first at [`DomainIndex`], then `view.rs` (filter) and
//! `order.rs` (sort), `chunk.rs` (rows in memory), `cells.rs` (contents of a row), `tab.rs` (tabs of a row), `walk/`.

mod cells;
mod chunk;
mod columns;
mod currencies;
mod finding;
pub(in crate::store) mod form;
mod moves;
mod noted;
mod order;
mod pending;
mod row;
mod rows;
pub(in crate::store) mod tab;
mod taken;
#[cfg(test)]
mod tests;
mod view;
pub mod walk;

use std::cell::RefCell;
use std::sync::Arc;

use crate::api::Row;
use crate::api::types::Domain;
use crate::base::Timestamp;

use super::walk::WalkState;
use crate::store::answers::{DETAILS, Recent, budget};
use crate::store::notes::Records;
use crate::store::subject::DomainKey;

pub use cells::{Cells, DomainTime, Fresh, bits};
pub(in crate::store) use cells::{Field, NAME_BYTES, Parts};
pub use currencies::OwnCurrencies;
pub use order::{DomainColumn, DomainSort};
pub use pending::Pending;
pub use row::DomainRow;
pub use rows::DomainRows;
pub use tab::DomainTab;
pub(in crate::store) use tab::bit as tab_bit;
pub use taken::{KeptDomain, LoadedDomains, Source, Taken};
pub use view::DomainView;

use cells::{Figure, Flag, Kind};
use moves::Moves;
use order::Orders;
use pending::Pendings;
use rows::Names;
use view::{Cached, Views};
use walk::DomainWalk;

/// How much of a tab is known, for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Some rows are known, the others were not read.
    Partly { known: u64, of: Option<u64> },
    /// The walk that ended at this time saw every row.
    Whole { at: Timestamp },
    /// The list changed too much during the walk, or a page was missing. `read` rows were read, of `of` if the service
    /// has more.
    MaybeIncomplete { at: Timestamp, read: u64, of: Option<u64> },
}

/// Index of all known domains.
#[derive(Debug, Default)]
pub struct DomainIndex {
    pub(in crate::store) rows: DomainRows,
    names: Names,
    pub(in crate::store) overlay: Pendings,
    /// Bits of the tabs that domains have left.
    left: Moves<u32>,
    /// Domains of which a price or a sale setting was saved.
    saved: Moves<()>,
    details: Recent<DomainKey, Row<Domain>, DETAILS>,
    pub(in crate::store) walk: DomainWalk,
    /// Keys from an earlier run that no row has now.
    free: Vec<u32>,
    next: u32,
    /// Notes of the user, and the number of changes to them.
    records: (Arc<Records>, u64),
    /// True while the index has only the rows of the first page.
    first_page: bool,
    /// Number added to the version of the rows, so that the sum also grows when all rows are replaced.
    replaced: u64,
    orders: RefCell<Orders>,
    views: RefCell<Views>,
}

impl DomainIndex {
    /// Keys that a list shows, in order. They are kept until a row changes.
    pub fn view(&self, view: &DomainView) -> Arc<[DomainKey]> {
        // Only views with terms about notes are made again when a note changes.
        let version = self.rows.version() + if view.asks_for_notes() { self.records.1 } else { 0 };
        let mut views = self.views.borrow_mut();
        if let Some(cached) = views.lists.get(view).filter(|cached| cached.version == version) {
            return cached.keys.clone();
        }
        // The outdated list is dropped before the new one is made: each takes much memory in a large portfolio.
        views.lists.take(view);
        let keys = view::make(&self.rows, &mut self.orders.borrow_mut(), &self.records.0, view);
        views.lists.put(view.clone(), Arc::new(Cached { version, keys: keys.clone() }));
        keys
    }

    /// Row with its pending write.
    pub fn row(&self, key: DomainKey) -> Option<DomainRow<'_>> {
        let place = self.rows.get(key)?;
        Some(DomainRow { place, pending: self.pending(place.chunk.punycode(place.i)) })
    }

    /// Key of the domain with this punycode.
    pub fn find(&self, punycode: &str) -> Option<DomainKey> {
        self.names.find(&self.rows, punycode)
    }

    /// Row of a domain.
    pub fn row_of(&self, name: &crate::base::DomainName) -> Option<DomainRow<'_>> {
        self.row(self.find(name.punycode())?)
    }

    /// Pending write about a domain, by its punycode; the domain need not have a row.
    pub fn pending(&self, punycode: &str) -> Option<Pending> {
        self.overlay.of(punycode).next_back().map(|((), what)| *what)
    }

    /// True while a write about some domain is pending.
    pub fn has_pending(&self) -> bool {
        !self.overlay.is_empty()
    }

    /// Number of known rows, on all tabs together.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of rows known to be on a tab.
    pub fn known(&self, tab: DomainTab) -> usize {
        self.rows.count(tab)
    }

    /// Number of rows of a tab, as the service last gave it.
    pub fn told(&self, tab: DomainTab) -> Option<u64> {
        self.walk.told(tab)
    }

    /// Number shown beside a tab: the service's, else the number of known rows if these are all.
    pub fn total(&self, tab: DomainTab) -> Option<u64> {
        self.told(tab).or_else(|| matches!(self.cover(tab), Cover::Whole { .. }).then(|| self.known(tab) as u64))
    }

    /// How much of a tab is known.
    pub fn cover(&self, tab: DomainTab) -> Cover {
        self.walk
            .cover(tab)
            .filter(|_| !self.first_page)
            .unwrap_or(Cover::Partly { known: self.known(tab) as u64, of: self.told(tab) })
    }

    /// Progress of the first walk over all tabs; `None` once it has ended.
    pub fn first_reading(&self) -> Option<WalkState> {
        self.walk.first()
    }

    /// State of the walk over all tabs.
    pub fn walk(&self) -> WalkState {
        self.walk.state()
    }

    /// Version that changes whenever a view or a shown row may change.
    pub fn version(&self) -> u64 {
        // Each part only grows, so the sum changes when one of them does.
        self.replaced + self.rows.version() + self.overlay.version() + self.records.1
    }

    /// Copy of the rows for work off the loop.
    pub fn snapshot(&self) -> DomainRows {
        self.rows.clone()
    }

    /// Copy of the rows with their pending writes and notes, to be read off the loop.
    pub fn frozen(&self) -> Self {
        let (overlay, records) = (self.overlay.clone(), self.records.clone());
        Self { rows: self.rows.clone(), overlay, records, ..Self::default() }
    }

    /// Whole record of a domain, if it is in memory. Screens ask for it with their wants.
    pub fn full(&self, key: DomainKey) -> Option<Arc<Row<Domain>>> {
        self.details.get(&key)
    }

    /// Keeps the whole record of a domain in memory, among the last `DETAILS`.
    pub fn put_full(&mut self, row: Arc<Row<Domain>>) {
        if let Some(key) = self.find(row.value.punycode.punycode()) {
            self.details.put(key, row);
        }
    }

    /// Takes the rows of an answer that came at `at` into the index.
    pub fn absorb(&mut self, fresh: Vec<Fresh>, from: Source, at: Timestamp) -> Taken {
        let mut taken = Taken { keys: Vec::with_capacity(fresh.len()), ..Taken::default() };
        let full = self.rows.bytes() >= budget::DOMAINS;
        for row in fresh {
            if full && self.find(&row.punycode).is_none() {
                taken.left_out += 1;
                continue;
            }
            self.take(row, from, at, &mut taken);
        }
        if self.rows.is_sparse() {
            self.rows = self.rows.without_empty();
        }
        taken
    }

    fn take(&mut self, mut row: Fresh, from: Source, at: Timestamp, taken: &mut Taken) {
        let Source { listed, began, pass } = from;
        let read = u32::try_from(at.0).unwrap_or(0);
        let key = self.find(&row.punycode);
        let known = key.and_then(|key| self.rows.get(key)).map(|place| {
            let (chunk, i) = (place.chunk, place.i);
            (chunk.cells(i), chunk.asides(i), chunk.mark(i), chunk.pass(i), chunk.shown(i) == shown(&row))
        });
        let tabs_before = known.as_ref().map_or(0, |(cells, ..)| cells.bits & bits::TABS);
        let told_sale = tells_sale(row.cells.bits);
        let knew_sale = known.as_ref().is_some_and(|(cells, ..)| tells_sale(cells.bits));
        if self.saved.since(&row.punycode, began).is_some() && known.is_some() {
            row.cells.forget_sale(&mut row.aside);
        }
        if let Some((cells, asides, ..)) = &known {
            row.cells.fill_in(&mut row.aside, cells, asides);
        }
        let mut tabs = tab::tabs_of(&row.cells, listed, tabs_before, self.walk.rules());
        if let Some(gone) = self.left.since(&row.punycode, began) {
            tabs &= !gone;
        }
        row.cells.bits |= tabs;
        taken.newly_listed += usize::from(listed.is_some_and(|tab| tabs & !tabs_before & tab::bit(tab) != 0));
        let (Some(key), Some((cells, asides, mark, last_pass, same_name))) = (key, known) else {
            let key = self.new_key();
            self.rows.push(key, &row.parts(read, pass.unwrap_or(0)));
            self.names.insert(&self.rows, &row.punycode, key);
            taken.new += 1;
            taken.unseen += usize::from(pass.is_some());
            taken.keys.push(key);
            taken.rows.push(KeptDomain { key, row, at, with_raw: true });
            return;
        };
        taken.keys.push(key);
        taken.unseen += usize::from(pass.is_some_and(|pass| pass != last_pass));
        // A compact row must not replace a JSON text that has the sale block.
        let with_raw = mark != row.mark && (told_sale || !knew_sale);
        self.rows.seen(key, read, pass.unwrap_or(last_pass), if with_raw { row.mark } else { mark });
        let same = cells == row.cells && asides == row.aside && same_name;
        if !same {
            self.rows.put(key, &row.parts(read, last_pass));
            taken.changed += 1;
        }
        if !same || with_raw {
            taken.rows.push(KeptDomain { key, row, at, with_raw });
        }
    }

    fn new_key(&mut self) -> DomainKey {
        DomainKey(self.free.pop().unwrap_or_else(|| {
            self.next = self.next.max(self.rows.last_key()) + 1;
            self.next
        }))
    }

    /// True for a domain on the tab of verified domains.
    pub(in crate::store) fn is_verified(&self, punycode: &str) -> bool {
        self.find(punycode).and_then(|key| self.row(key)).is_some_and(|row| row.on(DomainTab::Verified))
    }

    /// True for a known domain that is not on that tab, so that no page of settings has it.
    pub fn is_unverified(&self, punycode: &str) -> bool {
        self.find(punycode).and_then(|key| self.row(key)).is_some_and(|row| !row.on(DomainTab::Verified))
    }

    /// Notes that these domains have left tabs, as the service confirmed at `clock`. Answers to earlier requests do
    /// not bring them back. Returns the keys of the changed rows.
    pub(in crate::store) fn leave<'a>(
        &mut self,
        names: impl IntoIterator<Item = &'a str>,
        tabs: u32,
        clock: u64,
    ) -> Vec<DomainKey> {
        let mut changed = Vec::new();
        for name in names {
            self.left.note(name, clock, tabs);
            if let Some(key) = self.find(name)
                && self.clear_tabs(key, tabs)
            {
                changed.push(key);
            }
        }
        changed
    }

    /// Notes that a price or a sale setting of a domain was saved, as the service confirmed at `clock`.
    pub(in crate::store) fn sale_saved(&mut self, name: &str, clock: u64) {
        self.saved.note(name, clock, ());
    }

    /// Removes a row from tabs; true when it was on one of them.
    pub(in crate::store) fn clear_tabs(&mut self, key: DomainKey, tabs: u32) -> bool {
        let Some(place) = self.rows.get(key) else { return false };
        let all = place.chunk.bits(place.i);
        self.rows.set_bits(key, all & !(tabs & bits::TABS))
    }

    /// Removes the row of a domain that the service no longer has.
    pub(in crate::store) fn remove(&mut self, key: DomainKey) -> bool {
        let Some(place) = self.rows.get(key) else { return false };
        self.names.remove(&self.rows, place.chunk.punycode(place.i));
        self.details.take(&key);
        self.rows.remove(key)
    }

    /// Removes all rows (`:purge cache`). Pending writes stay, and no key is used again.
    pub(in crate::store) fn clear(&mut self) {
        self.next = self.next.max(self.rows.last_key());
        self.replace(DomainRows::default(), Names::default(), Orders::default());
        (self.free, self.details, self.walk) = (Vec::new(), Recent::default(), self.walk.forgotten());
        self.left.clear();
        self.saved.clear();
        self.first_page = false;
    }

    /// True while the index has only the rows of the first page.
    pub(in crate::store) fn is_first_page(&self) -> bool {
        self.first_page
    }

    /// Takes over the rows from the disk; called before any answer of the service is taken.
    pub(in crate::store) fn load(&mut self, loaded: LoadedDomains) {
        self.replace(loaded.rows, loaded.names, loaded.orders);
        (self.free, self.walk, self.first_page) = (loaded.free, loaded.walk, loaded.first_page);
    }

    /// Keys of the rows on a tab that a pass has not seen.
    pub(in crate::store) fn unseen(&self, tab: DomainTab, pass: u32) -> Vec<DomainKey> {
        let bit = tab::bit(tab);
        let unseen = |row: &rows::Place<'_>| row.chunk.bits(row.i) & bit != 0 && row.chunk.pass(row.i) != pass;
        self.rows.iter().filter(unseen).map(|row| DomainKey(row.chunk.key(row.i))).collect()
    }

    /// Keys of the rows that are on no tab.
    pub(in crate::store) fn homeless(&self) -> Vec<DomainKey> {
        let homeless = |row: &rows::Place<'_>| row.chunk.bits(row.i) & bits::TABS == 0;
        self.rows.iter().filter(homeless).map(|row| DomainKey(row.chunk.key(row.i))).collect()
    }

    /// Keys of the rows that a pass has seen, as the disk would keep them.
    #[cfg(test)]
    fn seen_keys(&self, pass: u32) -> Vec<u32> {
        self.rows.iter().filter(|row| row.chunk.pass(row.i) == pass).map(|row| row.chunk.key(row.i)).collect()
    }

    /// Bits of a row, for the disk.
    pub(in crate::store) fn all_bits(&self, key: DomainKey) -> Option<u32> {
        self.rows.get(key).map(|row| row.chunk.bits(row.i))
    }

    /// True when `tab` (verified or unverified) has just the account's rows in its state.
    pub(in crate::store) fn follows(&self, tab: DomainTab) -> bool {
        self.rows.iter().all(|row| tab::follows(row.chunk.bits(row.i), tab))
    }

    fn replace(&mut self, rows: DomainRows, names: Names, orders: Orders) {
        *self.views.borrow_mut() = Views::default();
        *self.orders.borrow_mut() = orders;
        let old = std::mem::replace(&mut self.rows, rows);
        self.names = names;
        self.replaced += old.version() + 1;
    }
}

/// True when the row has the sale block.
fn tells_sale(all: u32) -> bool {
    Flag::ForSale.of(all).is_some() || Figure::Bin.kind(all) != Kind::Missing
}

fn shown(row: &Fresh) -> &str {
    if row.shown.is_empty() { &row.punycode } else { &row.shown }
}
