//! Domains on the disk: their tables, and each row as one blob. The SQL index over the names is made when a walk
//! begins, before its rows come.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::cache::{Cache, DOMAINS, meta};
use super::packed_domain::{pack, unpack};
use super::short::shorten;
use super::{Disk, Then};
use crate::api::Row;
use crate::api::types::Domain;
use crate::base::Currency;
use crate::store::answers::budget;
use crate::store::index::domains::form::{form_of, is_form, text_of};
use crate::store::index::domains::walk::DomainWalk;
use crate::store::index::domains::{DomainRows, KeptDomain, LoadedDomains, Parts};
use crate::store::subject::DomainKey;

/// Name under which the own currencies of domains are kept.
const CURRENCIES: &str = "own_currencies";

impl Disk {
    /// True while so many bytes wait to be written that a walk should not read more. `DiskEvent::CaughtUp` follows.
    pub fn is_behind(&self) -> bool {
        self.behind.load(Ordering::Relaxed) > budget::WAITING
    }

    pub fn put_domains(&self, rows: Vec<KeptDomain>) {
        if !rows.is_empty() {
            let bytes = rows.iter().map(|kept| kept.row.raw.len()).sum();
            self.cache_of(bytes, move |cache| cache.put_domains(&rows));
        }
    }

    pub fn put_domain_bits(&self, bits: impl IntoIterator<Item = (DomainKey, u32)>) {
        self.put_bits_of(DOMAINS, bits.into_iter().map(|(key, bits)| (key.0.into(), bits)).collect());
    }

    pub fn remove_domains(&self, keys: Vec<DomainKey>) {
        self.remove_of(DOMAINS, keys.into_iter().map(|key| key.0.into()).collect());
    }

    /// Notes the rows that a pass of the walk has seen.
    pub fn put_domain_seen(&self, pass: u32, keys: &[DomainKey]) {
        let blob: Vec<u8> = keys.iter().flat_map(|key| key.0.to_le_bytes()).collect();
        self.cache(move |cache| {
            let mut statement = cache.db.prepare_cached("INSERT INTO domain_seen (pass, keys) VALUES (?1, ?2)")?;
            statement.execute(params![pass, blob]).map(drop)
        });
    }

    /// Begins a pass: forgets the rows that earlier passes have seen.
    pub fn begin_domain_pass(&self, pass: u32) {
        self.cache(move |cache| cache.db.execute("DELETE FROM domain_seen WHERE pass <> ?1", [pass]).map(drop));
    }

    /// Keeps how far the walk of the domains has come.
    pub fn put_domain_walk(&self, walk: &DomainWalk) {
        self.put_meta("domain_walk", walk);
    }

    /// Keeps the own currencies of domains, by name, once all were read.
    pub fn put_currencies(&self, currencies: &HashMap<Arc<str>, Currency>) {
        let kept: BTreeMap<&str, &Currency> = currencies.iter().map(|(name, currency)| (&**name, currency)).collect();
        self.put_meta(CURRENCIES, &Some(kept));
    }

    /// Makes the SQL index over the names unless it exists. Call it before the rows come: sorting a million rows at
    /// once takes 70 MB.
    pub fn index_domains(&self) {
        self.cache(|cache| cache.db.execute_batch("CREATE INDEX IF NOT EXISTS domain_by_name ON domain (name, bits)"));
    }

    /// Passes the kept records of these domains to `then`, in any order. A record that is not kept is left out.
    pub fn full_domains(&self, keys: Vec<DomainKey>, then: Then<Vec<Row<Domain>>>) {
        self.cache(move |cache| {
            let mut found = Vec::with_capacity(keys.len());
            for key in keys {
                found.extend(cache.domain_text(key)?.and_then(|text| Row::from_raw(&text)));
            }
            then(found);
            Ok(())
        });
    }
}

impl Cache {
    fn put_domains(&mut self, rows: &[KeptDomain]) -> rusqlite::Result<()> {
        let mut packed = self.db.prepare_cached(
            "INSERT INTO domain (id, name, bits, packed) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE
             SET name = excluded.name, bits = excluded.bits, packed = excluded.packed",
        )?;
        let mut whole = self.db.prepare_cached("INSERT OR REPLACE INTO domain_raw (id, raw) VALUES (?1, ?2)")?;
        let mut told = self.db.prepare_cached("DELETE FROM domain_raw WHERE id = ?1")?;
        let mut blob = Vec::new();
        let full = self.is_full()?;
        for KeptDomain { key, row, at, with_raw } in rows {
            let parts = row.parts(u32::try_from(at.0).unwrap_or(0), 0);
            let form = if *with_raw { form_of(&parts, &row.raw) } else { None };
            let number = form.as_ref().map_or(Ok(None), |form| self.forms.number(form, &self.db))?;
            if number.is_some() {
                told.execute([key.0])?;
            } else if !full {
                // The kept text gives only the form of the old row, so without a new text the old text is kept whole.
                let text = if *with_raw { form.or_else(|| Some(row.raw.to_string())) } else { self.domain_text(*key)? };
                if let Some(text) = text.filter(|text| text.len() <= budget::ROW) {
                    whole.execute(params![key.0, shorten(&text)])?;
                }
            }
            pack(&parts, number.unwrap_or(0), &mut blob);
            packed.execute(params![key.0, sorted_by(&parts), parts.cells.bits, blob])?;
        }
        Ok(())
    }

    /// JSON text of a domain as the service sent it; `None` where it is not kept.
    fn domain_text(&self, key: DomainKey) -> rusqlite::Result<Option<String>> {
        let kept = self.raws(DOMAINS, [key.0.into()])?.pop();
        if kept.as_ref().is_some_and(|text| !is_form(text)) {
            return Ok(kept);
        }
        let mut statement = self.db.prepare_cached("SELECT id, name, bits, packed FROM domain WHERE id = ?1")?;
        let text = |row: &rusqlite::Row<'_>| {
            Ok(read(row, |_, parts, number| text_of(&parts, kept.as_deref().or_else(|| self.forms.get(number))?)))
        };
        Ok(statement.query_row([key.0], text).optional()?.flatten().flatten())
    }

    /// All domains, how far their walk has come, and the rows that its current pass has seen.
    pub fn load_domains(&self) -> rusqlite::Result<LoadedDomains> {
        let rows = all_rows(&self.db)?;
        let walk = walk(&self.db)?;
        let mut seen = Vec::new();
        let mut statement = self.db.prepare("SELECT keys FROM domain_seen WHERE pass = ?1")?;
        let mut found = statement.query([walk.stamp()])?;
        while let Some(row) = found.next()? {
            let (keys, _) = row.get_ref(0)?.as_blob()?.as_chunks::<4>();
            seen.extend(keys.iter().map(|key| u32::from_le_bytes(*key)));
        }
        let mut loaded = LoadedDomains::new(rows, walk, &seen);
        loaded.currencies = meta(&self.db, CURRENCIES)?;
        Ok(loaded)
    }
}

/// All rows of domains in the cache.
pub(super) fn all_rows(db: &Connection) -> rusqlite::Result<DomainRows> {
    let mut rows = DomainRows::default();
    let mut statement = db.prepare("SELECT id, name, bits, packed FROM domain")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        push(row, &mut rows);
    }
    Ok(rows)
}

pub(super) fn walk(db: &Connection) -> rusqlite::Result<DomainWalk> {
    meta(db, "domain_walk")
}

/// First key that is not read back. The program gives no key that high; a damaged one would make the table indexed by
/// keys very long.
const KEYS: u32 = 1 << 24;

/// Adds a row of the table. A row of another layout, and one that cannot be a row, is left out; the walk reads it
/// again.
pub(super) fn push(row: &rusqlite::Row<'_>, rows: &mut DomainRows) {
    read(row, |key, parts, _| rows.push(key, &parts));
}

/// Result of `then` for a row of the table and the number of its form; `None` for a row that cannot be read.
fn read<T>(row: &rusqlite::Row<'_>, then: impl FnOnce(DomainKey, Parts<'_>, u8) -> T) -> Option<T> {
    let mut aside = Vec::new();
    let id: u32 = row.get(0).ok().filter(|id| *id < KEYS)?;
    let name = row.get_ref(1).ok()?.as_str().ok()?;
    let (parts, form) = unpack(name, row.get(2).ok()?, row.get_ref(3).ok()?.as_blob().ok()?, &mut aside)?;
    Some(then(DomainKey(id), Parts { aside: &aside, ..parts }, form))
}

/// Text by which the list of domains is sorted.
fn sorted_by<'a>(parts: &Parts<'a>) -> &'a str {
    if parts.lower.is_empty() { parts.punycode } else { parts.lower }
}
