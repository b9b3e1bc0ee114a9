//! Answers as they came, by the key of their request. Raw messages stand in a table of their own: they are kept only
//! where the user wants that, are large, and can be forgotten alone.

use bytes::Bytes;
use rusqlite::{Connection, OptionalExtension, params};

use super::cache::Cache;
use super::first::FirstReads;
use super::{Disk, Then};
use crate::api::{Call, Request, emails};
use crate::base::Timestamp;
use crate::store::answers::decode;
use crate::store::lists::mail::KeptTexts;

/// A table of answers, with its largest size in bytes; the oldest answers go first.
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

    /// The kept answer to a call.
    pub(super) fn kept(&self, call: &Call) -> rusqlite::Result<Option<(Timestamp, Vec<u8>)>> {
        kept(&self.db, table_of(call), &call.key())
    }

    /// Searchable texts of the kept messages, the last kept first, with the answer each was opened with: the list of
    /// mail may not be read yet.
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

    /// Forgets raw messages, and every answer that has rows of mail.
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
/// are left to the threads.
const AT_ONCE: usize = 512 << 10;

fn kept(db: &Connection, table: &Table, key: &str) -> rusqlite::Result<Option<(Timestamp, Vec<u8>)>> {
    db.prepare_cached(&format!("SELECT at, body FROM {} WHERE key = ?1", table.name))?
        .query_row([key], |row| Ok((Timestamp(row.get(0)?), row.get(1)?)))
        .optional()
}

/// The kept answers to these queries, in their order, synchronously; none where there is no usable cache.
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

    /// Passes on the kept answer to a query and when it came.
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

    /// Passes on the searchable texts of the kept messages.
    pub fn mail_texts(&self, then: Then<KeptTexts>) {
        self.cache(move |cache| {
            then(cache.texts()?);
            Ok(())
        });
    }

    /// Forgets all caught mail.
    pub fn purge_mail(&self) {
        self.cache(Cache::purge_mail);
    }
}
