//! Outcomes of the lines of an import.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::sandbox::call::{Obj, Page, Refusal};
use crate::sandbox::world::broken;

const COLUMNS: &str = "id, line, domain, flags, approve, verify, notice, import";

/// The flags of an entry, each with its bit.
const FLAGS: [(&str, i64); 5] =
    [("was_added", 1), ("was_updated", 2), ("was_ignored", 4), ("has_warning", 8), ("has_error", 16)];

/// Outcome of one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Line of the input, from 1.
    pub line: usize,
    /// Punycode; `None` when the line is not a domain.
    pub domain: Option<String>,
    pub added: bool,
    pub updated: bool,
    pub ignored: bool,
    pub warning: bool,
    pub error: bool,
    pub approve: Option<&'static str>,
    pub verify: Option<&'static str>,
    /// Reason of a failure in words.
    pub notice: Option<String>,
}

impl Entry {
    /// Five flags, in the order of the documents.
    pub fn flags(&self) -> [bool; 5] {
        [self.added, self.updated, self.ignored, self.warning, self.error]
    }
}

/// Writes an entry.
pub fn add(db: &Connection, import: i64, entry: &Entry) -> rusqlite::Result<()> {
    let flags: i64 = FLAGS.iter().zip(entry.flags()).filter(|(_, set)| *set).map(|((_, bit), _)| bit).sum();
    db.prepare_cached(
        "INSERT INTO import_entries (import, line, domain, flags, approve, verify, notice) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        import,
        entry.line as i64,
        entry.domain,
        flags,
        entry.approve,
        entry.verify,
        entry.notice
    ])?;
    Ok(())
}

/// One page of an import's entries, and the number of entries so far: one for each finished line.
pub fn page(db: &Connection, import: i64, page: Page) -> rusqlite::Result<(u64, Vec<String>)> {
    let total: i64 =
        db.prepare_cached("SELECT done FROM imports WHERE id = ?1")?.query_row([import], |row| row.get(0))?;
    let rows = db
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM import_entries WHERE import = ?1 ORDER BY id LIMIT ?2 OFFSET ?3"
        ))?
        .query_map(params![import, page.per_page as i64, page.skip()], |row| object(row, false))?
        .collect::<Result<_, _>>()?;
    Ok((total.unsigned_abs(), rows))
}

/// The latest entry of a domain, with the import it belongs to.
pub fn latest(db: &Connection, punycode: &str) -> Result<Option<String>, Refusal> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM import_entries WHERE domain = ?1 ORDER BY id DESC LIMIT 1"))
        .and_then(|mut query| query.query_row([punycode], |row| object(row, true)).optional())
        .map_err(|error| broken(&error))
}

/// Number of times a domain has been checked.
pub fn checks(db: &Connection, punycode: &str) -> rusqlite::Result<i64> {
    db.prepare_cached("SELECT count(verify) FROM import_entries WHERE domain = ?1")?
        .query_row([punycode], |row| row.get(0))
}

fn object(row: &Row<'_>, alone: bool) -> rusqlite::Result<String> {
    let flags: i64 = row.get(3)?;
    let mut json = Obj::new();
    json.put("entry_id", row.get::<_, i64>(0)?)
        .put("line", row.get::<_, i64>(1)?)
        .put("domain", row.get::<_, Option<String>>(2)?);
    for (name, bit) in FLAGS {
        json.put(name, flags & bit != 0);
    }
    for (name, at) in [("approve_outcome", 4), ("verify_outcome", 5), ("notice", 6)] {
        json.put(name, row.get::<_, Option<String>>(at)?);
    }
    if alone {
        json.put("import_id", row.get::<_, i64>(7)?);
    }
    Ok(json.end())
}
