//! Answers as they came, by the key of their request. Raw messages have a table of their own: they are large, are kept
//! only if the user wants that, and can be removed alone.

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, params};

use super::cache::Cache;
use super::first::FirstReads;
use super::{Disk, Then};
use crate::api::{Call, Request, emails};
use crate::base::Timestamp;
use crate::store::answers::decode;
use crate::store::lists::mail::KeptTexts;

/// Table of answers, and its largest size in bytes. Above that, its oldest quarter is removed.
struct Table {
    name: &'static str,
    bytes: i64,
}

const ANSWERS: Table = Table { name: "reply", bytes: 32 << 20 };
const MESSAGES: Table = Table { name: "mail", bytes: 512 << 20 };

fn table_of(call: &Call) -> &'static Table {
    if call.endpoint == emails::Download::ENDPOINT { &MESSAGES } else { &ANSWERS }
}

impl Cache {
    fn put_reply(&mut self, table: &Table, key: &str, at: Timestamp, body: &[u8]) -> rusqlite::Result<()> {
        let Table { name, bytes } = table;
        self.db
            .prepare_cached(&format!("INSERT OR REPLACE INTO {name} (key, at, body) VALUES (?1, ?2, ?3)"))?
            .execute(params![key, at.0, body])?;
        let sum = format!("SELECT coalesce(sum(length(body)), 0) FROM {name}");
        let kept: i64 = self.db.prepare_cached(&sum)?.query_row([], |r| r.get(0))?;
        if kept > *bytes {
            let oldest = format!(
                "DELETE FROM {name} WHERE key IN
                    (SELECT key FROM {name} ORDER BY at LIMIT max(1, (SELECT count(*) FROM {name}) / 4))"
            );
            self.db.execute(&oldest, [])?;
            self.db.execute("DELETE FROM mail_text WHERE key NOT IN (SELECT key FROM mail)", [])?;
        }
        Ok(())
    }

    /// Kept answer to a call, with the time it came.
    pub(super) fn kept(&self, call: &Call) -> rusqlite::Result<Option<(Timestamp, Vec<u8>)>> {
        kept(&self.db, table_of(call), &call.key())
    }

    /// Searchable texts of the kept messages, the last kept first, each with the kept answer about its message,
    /// because the list of mail may not be read yet.
    fn texts(&self) -> rusqlite::Result<KeptTexts> {
        let mut kept = KeptTexts::default();
        let mut query =
            self.db.prepare("SELECT t.id, t.text FROM mail_text t JOIN mail m USING (key) ORDER BY m.at DESC")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (id, text): (String, String) = (row.get(0)?, row.get(1)?);
            if !kept.texts.push(&id, &text) {
                continue;
            }
            let call = emails::Get { id }.call();
            let told = self.kept(&call)?.and_then(|(_, body)| decode::<emails::Get>(&body).ok());
            kept.answers.extend(told.map(|answer| (call, answer)));
        }
        Ok(kept)
    }

    /// Removes raw messages, and every answer that contains rows of mail.
    fn purge_mail(&mut self) -> rusqlite::Result<()> {
        self.db.execute_batch("DELETE FROM mail; DELETE FROM mail_text;")?;
        for endpoint in [emails::List::ENDPOINT, emails::Search::ENDPOINT, emails::Get::ENDPOINT] {
            let begin = endpoint.path.split('{').next().unwrap_or_default();
            self.db.execute("DELETE FROM reply WHERE substr(key, 1, length(?1)) = ?1", [begin])?;
        }
        Ok(())
    }
}

/// Largest answer, in bytes, that is read for the first frame. It is decoded before anything is shown, so larger ones
/// are read by the thread.
const AT_ONCE: usize = 512 << 10;

fn kept(db: &Connection, table: &Table, key: &str) -> rusqlite::Result<Option<(Timestamp, Vec<u8>)>> {
    db.prepare_cached(&format!("SELECT at, body FROM {} WHERE key = ?1", table.name))?
        .query_row([key], |row| Ok((Timestamp(row.get(0)?), row.get(1)?)))
        .optional()
}

/// Kept answers to these calls, in their order, read synchronously; empty where there is no usable cache.
pub fn first_replies(first: &FirstReads, calls: &[&Call]) -> Vec<Option<(Timestamp, Vec<u8>)>> {
    let Some(db) = first.cache().filter(|_| !calls.is_empty()) else { return Vec::new() };
    let small = |(_, body): &(Timestamp, Vec<u8>)| body.len() <= AT_ONCE;
    calls.iter().map(|call| kept(db, table_of(call), &call.key()).ok().flatten().filter(small)).collect()
}

impl Disk {
    /// Keeps an answer as it came.
    pub fn put_reply(&self, call: &Call, at: Timestamp, body: Bytes) {
        let (table, key) = (table_of(call), call.key());
        self.cache_of(body.len(), move |cache| cache.put_reply(table, &key, at, &body));
    }

    /// Passes the kept answer to a call to `then`, with the time it came.
    pub fn reply(&self, call: &Call, then: Then<Option<(Timestamp, Vec<u8>)>>) {
        let (table, key) = (table_of(call), call.key());
        self.cache(move |cache| {
            then(kept(&cache.db, table, &key)?);
            Ok(())
        });
    }

    /// Keeps the searchable text of a message.
    pub fn put_text(&self, call: &Call, id: String, text: String) {
        let key = call.key();
        self.cache_of(text.len(), move |cache| {
            let put = "INSERT OR REPLACE INTO mail_text (key, id, text) VALUES (?1, ?2, ?3)";
            cache.db.prepare_cached(put)?.execute(params![key, id, text]).map(drop)
        });
    }

    /// Passes the searchable texts of the kept messages to `then`.
    pub fn mail_texts(&self, then: Then<KeptTexts>) {
        self.cache(move |cache| {
            then(cache.texts()?);
            Ok(())
        });
    }

    /// Removes all caught mail from the cache.
    pub fn purge_mail(&self) {
        self.cache(Cache::purge_mail);
    }
}
