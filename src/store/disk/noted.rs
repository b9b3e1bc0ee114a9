//! The user's marks and notes about messages, in the journal's file: small, and not to be lost with the cache.

use rusqlite::{Connection, Row, params};

use super::files::{Places, connect};
use crate::store::lists::mail::MailMark;

/// Marks and notes about messages, to be kept or as kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// Notes about messages by their number at the service; an empty note is forgotten.
    pub mail: Vec<(Box<str>, MailMark)>,
}

impl Noted {
    /// Notes about these messages alone.
    pub fn mail(mail: Vec<(Box<str>, MailMark)>) -> Self {
        Self { mail }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.mail.is_empty()
    }

    /// Adds later notes.
    pub(super) fn extend(&mut self, later: Self) {
        self.mail.extend(later.mail);
    }
}

/// The notes, whichever program has the file open for writing.
pub(super) fn of(places: &Places) -> Noted {
    connect(&places.journal_db(), true).map(|db| read(&db)).unwrap_or_default()
}

/// The notes of an open file; empty if its format is older than they are.
pub(super) fn read(db: &Connection) -> Noted {
    let mail = rows(db, "SELECT id, read, starred, note FROM mail", |row| {
        let mark = MailMark { read: row.get(1)?, starred: row.get(2)?, note: row.get(3)? };
        Ok((row.get::<_, String>(0)?.into(), mark))
    });
    Noted { mail }
}

fn rows<T>(db: &Connection, query: &str, row: fn(&Row<'_>) -> rusqlite::Result<T>) -> Vec<T> {
    let read = || db.prepare(query)?.query_map([], row)?.collect::<rusqlite::Result<Vec<T>>>();
    read().unwrap_or_default()
}

/// Keeps notes; empty ones are forgotten.
pub(super) fn write(db: &Connection, noted: &Noted) -> rusqlite::Result<()> {
    for (id, mark) in &noted.mail {
        if mark.is_empty() {
            db.execute("DELETE FROM mail WHERE id = ?1", [id])?;
            continue;
        }
        let put = "INSERT OR REPLACE INTO mail (id, read, starred, note) VALUES (?1, ?2, ?3, ?4)";
        db.execute(put, params![id, mark.read, mark.starred, mark.note])?;
    }
    Ok(())
}
