//! First rows of the active tab of inquiries, read before any thread is started, with the unfinished changes to them.

use rusqlite::{Connection, params};

use super::cache::{inquiry, numbers};
use super::first::FirstReads;
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::index::inquiries::{Chunks, Compact, InquiryIndex, ViewSpec, bits_of_spec};
use crate::store::subject::{EntryId, Mark, Subject};
use crate::store::writes::intent::Intent;

/// Rows of the first page, and what they are shown with.
#[derive(Debug, Default)]
pub struct FirstPage {
    pub rows: Chunks,
    pub sets: Vec<(String, Vec<i64>)>,
    /// Number of inquiries in the cache.
    pub known: u64,
    /// Unfinished changes of marks, oldest first. The journal itself is read by its thread.
    pub pending: Vec<(EntryId, Id<Inquiry>, Mark, bool)>,
}

/// Number of the newest journal entries that are searched for unfinished changes. Older entries are read by the
/// journal's thread.
const LOOKED_AT: i64 = 64;

/// First `n` rows of `spec`, read synchronously. `None` when there is no usable cache; the thread of the cache reports
/// why.
pub fn first_page(first: &FirstReads, spec: &ViewSpec, n: usize) -> Option<FirstPage> {
    let (mut page, pending) = first_read(first, |db| read(db, spec, n).map(Some), of_inquiry)?;
    page.pending = pending;
    Some(page)
}

/// Result of `read` on the cache, and results of `pick` for the unfinished targets of the newest journal entries.
pub(super) fn first_read<T, P>(
    first: &FirstReads,
    read: impl FnOnce(&Connection) -> rusqlite::Result<Option<T>>,
    pick: impl Fn(EntryId, &Intent, &Subject) -> Option<P>,
) -> Option<(T, Vec<P>)> {
    let rows = read(first.cache()?).ok()??;
    // Without the journal, rows are shown without pending changes until its thread has read it.
    let journal = first.journal().and_then(|db| pending(db, pick).ok());
    Some((rows, journal.unwrap_or_default()))
}

/// Results of `pick` for the unfinished targets of the newest entries, oldest first.
fn pending<T>(db: &Connection, pick: impl Fn(EntryId, &Intent, &Subject) -> Option<T>) -> rusqlite::Result<Vec<T>> {
    let mut statement = db.prepare(
        "SELECT target.entry, what, subject FROM target JOIN entry ON entry.id = target.entry
         WHERE target.entry > (SELECT max(id) FROM entry) - ?1 AND state IN ('\"planned\"', '\"sending\"', '\"unknown\"')
         ORDER BY target.entry",
    )?;
    let mut found = statement.query([LOOKED_AT])?;
    let mut pending = Vec::new();
    // Rows come sorted by entry, so the intent of each entry is parsed once.
    let mut last: Option<(i64, Option<Intent>)> = None;
    while let Some(row) = found.next()? {
        let entry = row.get(0)?;
        if last.as_ref().is_none_or(|(of, _)| *of != entry) {
            last = Some((entry, serde_json::from_str(row.get_ref(1)?.as_str()?).ok()));
        }
        let intent = last.as_ref().and_then(|(_, intent)| intent.as_ref());
        let subject = Subject::parse(row.get_ref(2)?.as_str()?);
        pending.extend(intent.zip(subject).and_then(|(intent, subject)| pick(EntryId(entry), intent, &subject)));
    }
    Ok(pending)
}

fn of_inquiry(entry: EntryId, intent: &Intent, subject: &Subject) -> Option<(EntryId, Id<Inquiry>, Mark, bool)> {
    let ((mark, to), id) = intent.mark().zip(subject.inquiry())?;
    Some((entry, id, mark, to))
}

fn read(db: &Connection, spec: &ViewSpec, n: usize) -> rusqlite::Result<FirstPage> {
    let known = db.query_row("SELECT count(*) FROM inquiry", [], |row| row.get::<_, i64>(0))?;
    let mut page = FirstPage { known: known.unsigned_abs(), ..FirstPage::default() };
    let member: Option<Vec<i64>> = match spec.set() {
        None => None,
        Some(name) => {
            let ids = db
                .query_row("SELECT ids FROM member_set WHERE name = ?1", [&name], |row| {
                    Ok(numbers(row.get_ref(0)?.as_blob()?))
                })
                .unwrap_or_default();
            page.sets.push((name, ids.clone()));
            Some(ids)
        }
    };
    let (want, unwanted) = bits_of_spec(spec);
    // The index holds the bits, so rows of other tabs are skipped without reading them.
    let mut statement = db.prepare(
        "SELECT id, date, bits, walk, packed FROM inquiry WHERE bits & ?1 = ?1 AND bits & ?2 = 0
         ORDER BY date DESC, id DESC",
    )?;
    let mut found = statement.query(params![want, unwanted])?;
    let plain = spec.local.is_empty() && spec.question.domain.is_none() && spec.sort == super::super::Sort::default();
    let mut rows: Vec<(Compact, u32, u32)> = Vec::new();
    while let Some(row) = found.next()? {
        let id = row.get(0)?;
        if member.as_ref().is_some_and(|ids| ids.binary_search(&id).is_err()) {
            continue;
        }
        rows.extend(inquiry(row));
        if plain && rows.len() >= n {
            break;
        }
    }
    if plain {
        page.rows = Chunks::from_rows(rows);
        return Ok(page);
    }
    // For another order, a domain or local terms, all rows of the tab are needed to find the first n.
    let mut index = InquiryIndex::default();
    index.load(Chunks::from_rows(rows));
    for (name, ids) in &page.sets {
        index.add_to_set(name, ids.iter().copied());
    }
    let ids = index.view(spec);
    let first = ids.iter().take(n).filter_map(|id| index.kept(*id).map(|(row, bits, walk)| (row.clone(), bits, walk)));
    page.rows = Chunks::from_rows(first.collect());
    Ok(page)
}
