//! Marks and notes of the user about messages. They are in the journal's file, because they are small and must not be
//! lost with the cache.

use rusqlite::{Connection, Row, params};

use super::files::{Places, connect};
use crate::store::lists::mail::MailMark;

/// Marks and notes about messages, read from the file or to be written to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// Mark and note of each message, by its number at the service. An empty one is removed from the file.
    pub mail: Vec<(Box<str>, MailMark)>,
}

impl Noted {
    /// Marks and notes of these messages.
    pub fn mail(mail: Vec<(Box<str>, MailMark)>) -> Self {
        Self { mail }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.mail.is_empty()
    }

    /// Adds notes made later.
    pub(super) fn extend(&mut self, later: Self) {
        self.mail.extend(later.mail);
    }
}

/// Notes in the file, also while another program may write it.
pub(super) fn of(places: &Places) -> Noted {
    connect(&places.journal_db(), true).map(|db| read(&db)).unwrap_or_default()
}

/// Notes in an open file; empty if the file is older than their table.
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

/// Writes notes; empty ones are removed.
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
