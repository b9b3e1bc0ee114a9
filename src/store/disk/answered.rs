//! Marks of answered inquiries in the journal's file: small, and not to be lost with the cache.

use rusqlite::Connection;

use super::files::{Places, connect};
use crate::base::Timestamp;

/// The inquiries marked as answered, whichever program has the file open for writing.
pub(super) fn of(places: &Places) -> Vec<(i64, Timestamp)> {
    connect(&places.journal_db(), true).map(|db| read(&db)).unwrap_or_default()
}

/// The same from an open file; empty where its format is older than these marks.
pub(super) fn read(db: &Connection) -> Vec<(i64, Timestamp)> {
    let read = || -> rusqlite::Result<Vec<(i64, Timestamp)>> {
        let mut all = db.prepare("SELECT inquiry, at FROM answered")?;
        all.query_map([], |row| Ok((row.get(0)?, Timestamp(row.get(1)?))))?.collect()
    };
    read().unwrap_or_default()
}

/// Keeps marks, or forgets them (`None`).
pub(super) fn write(db: &Connection, marks: &[(i64, Option<Timestamp>)]) -> rusqlite::Result<()> {
    for (id, at) in marks {
        match at {
            Some(at) => db.execute("INSERT OR REPLACE INTO answered (inquiry, at) VALUES (?1, ?2)", [*id, at.0])?,
            None => db.execute("DELETE FROM answered WHERE inquiry = ?1", [*id])?,
        };
    }
    Ok(())
}
