//! First rows of the list of domains with which the program opens, read before any thread is started: a few hundred
//! rows, however many domains there are.

use rusqlite::{Connection, OptionalExtension, params};

use super::Disk;
use super::cache::meta;
use super::domains::{all_rows, push, walk};
use super::first::FirstReads;
use super::first_page::first_read;
use crate::store::index::domains::{DomainIndex, DomainRows, DomainView, LoadedDomains, Pending, tab_bit};
use crate::store::subject::{DomainKey, EntryId, Subject};
use crate::store::writes::intent::Intent;

/// Highest key up to which all rows are read before the first frame, without a delay the user would notice.
const FEW: i64 = 20_000;
/// Name under which the keys of the first rows are kept.
const KEPT: &str = "domain_first";

/// List with which the program opens: its filter line, and the view that the line describes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningList {
    pub line: String,
    pub view: DomainView,
}

/// Rows and known totals of the first page, and the unfinished writes about these rows.
#[derive(Debug, Default)]
pub struct FirstDomains {
    pub(in crate::store) rows: LoadedDomains,
    pub(in crate::store) pending: Vec<(EntryId, String, Pending)>,
}

impl Disk {
    /// Keeps the keys of the rows that the opening list shows first, for the next start.
    pub fn put_first_domains(&self, line: &str, keys: &[DomainKey]) {
        let keys: Vec<u32> = keys.iter().map(|key| key.0).collect();
        self.put_meta(KEPT, &(line, keys));
    }
}

/// First `n` rows of `list`, read synchronously. `None` when there is no usable cache, or when too many rows would
/// have to be read.
pub fn first_domains(reads: &FirstReads, list: &OpeningList, n: usize) -> Option<FirstDomains> {
    let (rows, on_their_way) = first_read(reads, |db| first(db, list, n), of_domain)?;
    let pending = on_their_way.into_iter().filter(|(_, name, _)| rows.has(name)).collect();
    Some(FirstDomains { rows, pending })
}

fn of_domain(entry: EntryId, intent: &Intent, subject: &Subject) -> Option<(EntryId, String, Pending)> {
    match (intent.rule().pending, subject) {
        (Some(pending), Subject::Domain(name)) => Some((entry, name.to_string(), pending)),
        _ => None,
    }
}

fn first(db: &Connection, list: &OpeningList, n: usize) -> rusqlite::Result<Option<LoadedDomains>> {
    let (view, walk) = (&list.view, walk(db)?);
    let there = |sql: &str| db.query_row(sql, [], |_| Ok(())).optional().map(|row| row.is_some());
    let plain = *view == DomainView { tab: view.tab, ..DomainView::default() };
    let mut rows = DomainRows::default();
    if plain && there("SELECT 1 FROM sqlite_master WHERE name = 'domain_by_name'")? {
        // The index holds the bits, so rows of other tabs are skipped without reading them.
        let mut statement = db.prepare(
            "SELECT id, name, bits, packed FROM domain INDEXED BY domain_by_name WHERE bits & ?1 = ?1
             ORDER BY name, id LIMIT ?2",
        )?;
        let mut found = statement.query(params![tab_bit(view.tab), i64::try_from(n).unwrap_or(i64::MAX)])?;
        while let Some(row) = found.next()? {
            push(row, &mut rows);
        }
        return Ok(Some(LoadedDomains::first_page(rows, walk)));
    }
    let highest: Option<i64> = db.query_row("SELECT max(id) FROM domain", [], |row| row.get(0))?;
    if highest.is_none_or(|key| key <= FEW) {
        let rows = all_rows(db)?;
        let mut index = DomainIndex::default();
        index.load(LoadedDomains::first_page(rows, walk.clone()));
        let first: Vec<DomainKey> = index.view(view).iter().take(n).copied().collect();
        return Ok(Some(LoadedDomains::first_page(index.snapshot().only(&first), walk)));
    }
    let mut statement = db.prepare("SELECT id, name, bits, packed FROM domain WHERE id = ?1")?;
    for key in kept(db, &list.line)?.into_iter().take(n) {
        let mut found = statement.query([key])?;
        if let Some(row) = found.next()? {
            push(row, &mut rows);
        }
    }
    Ok(Some(LoadedDomains::first_page(rows, walk)).filter(|rows| !rows.is_empty()))
}

/// Keys of the first rows kept for this filter line; none where those kept belong to another line.
fn kept(db: &Connection, line: &str) -> rusqlite::Result<Vec<u32>> {
    let kept: Option<(String, Vec<u32>)> = meta(db, KEPT)?;
    Ok(kept.filter(|(of, _)| of == line).map(|(_, keys)| keys).unwrap_or_default())
}
