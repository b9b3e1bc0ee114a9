//! `cache.db`: rows, whole inquiries, answers, sets, and how far each walk has come. The file may be lost at any time.

use rusqlite::{Connection, OptionalExtension, params};
use serde::de::DeserializeOwned;

use super::cache_tables::MIGRATIONS;
use super::files::{Places, connect, is_damage, set_aside, words};
use super::forms::Forms;
use super::migrate::{NotMigrated, to_latest};
use super::packed::{pack, unpack};
use super::rows::{DiskRow, LoadedRows};
use super::short::{restore, shorten};
use crate::base::{Id, Timestamp, reason};
use crate::store::answers::budget::CACHE;
use crate::store::index::inquiries::{Chunks, Compact, bits};

/// Table of the rows of an index. The JSON texts of the rows are in a second table, named after it.
pub(super) type Table = &'static str;
pub(super) const INQUIRIES: Table = "inquiry";
pub(super) const DOMAINS: Table = "domain";

/// Name under which abilities of the token are kept.
pub(super) const PROVEN: &str = "proven";

/// Work on the cache, done on its thread.
pub(super) type CacheWork = Box<dyn FnOnce(&mut Cache) -> rusqlite::Result<()> + Send>;

/// Job for the thread of the cache.
pub(super) enum CacheJob {
    /// Work, and the bytes it counts for in `Disk::is_behind`.
    Work(CacheWork, usize),
    /// Called once all earlier jobs are committed.
    Call(Box<dyn FnOnce() + Send>),
    /// The file may be written from now on.
    Writable,
}

pub(super) struct Cache {
    pub(super) db: Connection,
    pub(super) forms: Forms,
}

/// Kept inquiries, read while another program may have the file open. Empty where there is no file.
///
/// # Errors
/// Reason why they cannot be read, as a sentence.
pub fn inquiries_read(places: &Places) -> Result<Chunks, String> {
    let unread = |why: String| format!("The inquiries kept on this computer cannot be read: {why}.");
    let (cache, _) = Cache::open(places, Timestamp(0), true).map_err(unread)?;
    cache.load().map(|loaded| loaded.rows).map_err(|error| unread(words(&error)))
}

impl Cache {
    /// Opens the file. A damaged file, or one of a newer program, is renamed with the date, and a new one is made.
    /// Also returns notices about this for the user.
    pub fn open(places: &Places, now: Timestamp, readonly: bool) -> Result<(Self, Vec<String>), String> {
        let path = places.cache_db();
        let mut notices = Vec::new();
        if readonly && (!path.exists() || places.is_suspect()) {
            return Ok((Self::in_memory().map_err(|error| words(&error))?, notices));
        }
        if places.is_suspect() {
            if path.exists() {
                let aside = set_aside(&path, now).map_err(|error| format!("it cannot be set aside: {error}"))?;
                notices.push(format!(
                    "Parkade stopped during its last start. The cache was moved to {} and is rebuilt.",
                    aside.display()
                ));
            }
            places.clear_suspicion();
        }
        match Self::try_open(places, readonly) {
            Ok(cache) => return Ok((cache, notices)),
            Err(Trouble::Broken(why)) if !readonly => {
                let aside = set_aside(&path, now)
                    .map_err(|error| format!("{why}, and cannot be set aside: {}", reason(&error)))?;
                notices.push(format!(
                    "The cache could not be used ({why}); it was moved to {} and is rebuilt.",
                    aside.display()
                ));
            }
            Err(Trouble::Broken(why) | Trouble::Other(why)) => return Err(why),
        }
        match Self::try_open(places, readonly) {
            Ok(cache) => Ok((cache, notices)),
            Err(Trouble::Broken(why) | Trouble::Other(why)) => Err(why),
        }
    }

    fn try_open(places: &Places, readonly: bool) -> Result<Self, Trouble> {
        let mut db = connect(&places.cache_db(), readonly).map_err(Trouble::Other)?;
        settings(&db, readonly).map_err(Trouble::from)?;
        if readonly {
            // Only the program that holds the lock may migrate the file.
            let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(Trouble::from)?;
            if version != MIGRATIONS.len() as i64 {
                return Err(Trouble::Other("it belongs to another version of the program".to_owned()));
            }
            return Self::of(db).map_err(Trouble::from);
        }
        to_latest(&mut db, &MIGRATIONS).map_err(|error| match error {
            NotMigrated::Newer => Trouble::Broken("it was written by a newer version of the program".to_owned()),
            NotMigrated::Failed(error) => Trouble::from(error),
        })?;
        // A check of the whole file takes seconds when it is large. Reading one row of every table finds the damage
        // that would make later reads fail.
        db.execute_batch(
            "SELECT id, date, bits, walk, packed FROM inquiry LIMIT 1; SELECT id, at, detailed, raw FROM inquiry_raw LIMIT 1;
             SELECT key, at, body FROM reply LIMIT 1; SELECT key, at, body FROM mail LIMIT 1; SELECT key, id, text FROM mail_text LIMIT 1; SELECT name, ids FROM member_set LIMIT 1; SELECT key, value FROM meta LIMIT 1;
             SELECT id, name, bits, packed FROM domain LIMIT 1; SELECT id, raw FROM domain_raw LIMIT 1;
             SELECT pass, keys FROM domain_seen LIMIT 1;",
        )
        .map_err(Trouble::from)?;
        Self::of(db).map_err(Trouble::from)
    }

    /// Cache in memory, lost when the program ends.
    pub fn in_memory() -> rusqlite::Result<Self> {
        let mut db = Connection::open_in_memory()?;
        to_latest(&mut db, &MIGRATIONS).map_err(|_| rusqlite::Error::InvalidQuery)?;
        Self::of(db)
    }

    fn of(db: Connection) -> rusqlite::Result<Self> {
        Ok(Self { forms: Forms::read(&db)?, db })
    }

    /// Takes room for the pages that a walk writes to, once all rows were read.
    pub fn widen(&self) {
        // Without it more pages are read twice; nothing else changes.
        let _ = self.db.execute_batch("PRAGMA cache_size = -1024");
    }

    /// Does jobs in one transaction. One job that fails undoes all of them, but the later ones still run, because some
    /// of them pass on an answer.
    pub fn batch(&mut self, jobs: Vec<CacheWork>, readonly: bool) -> rusqlite::Result<()> {
        if !readonly {
            // With a full disk no transaction begins, but reads still work without one.
            let _ = self.db.execute_batch("BEGIN IMMEDIATE");
        }
        let mut result = Ok(());
        for job in jobs {
            let done = job(self);
            if result.is_ok() && !readonly {
                result = done;
            }
        }
        if !self.db.is_autocommit() {
            let end = self.db.execute_batch(if result.is_ok() { "COMMIT" } else { "ROLLBACK" });
            result = result.and(end);
            if !self.db.is_autocommit() {
                let _ = self.db.execute_batch("ROLLBACK");
            }
            if result.is_err() {
                // Forms numbered in this transaction were rolled back with it.
                self.forms = Forms::read(&self.db).unwrap_or_default();
            }
        }
        result
    }

    /// Inquiries, sets, walk and abilities: what the program reads from the cache when it starts, except the domains.
    pub fn load(&self) -> rusqlite::Result<LoadedRows> {
        let mut rows = Vec::new();
        let mut statement = self.db.prepare("SELECT id, date, bits, walk, packed FROM inquiry")?;
        let mut found = statement.query([])?;
        while let Some(row) = found.next()? {
            rows.extend(inquiry(row));
        }
        let (walk, proven) = (meta(&self.db, "walk")?, meta(&self.db, PROVEN)?);
        Ok(LoadedRows { rows: Chunks::from_rows(rows), walk, sets: self.sets()?, proven, notices: Vec::new() })
    }

    fn sets(&self) -> rusqlite::Result<Vec<(String, Vec<i64>)>> {
        let mut statement = self.db.prepare("SELECT name, ids FROM member_set")?;
        let sets = statement.query_map([], |row| Ok((row.get(0)?, numbers(row.get_ref(1)?.as_blob()?))))?;
        sets.collect()
    }

    pub fn put_rows(&mut self, rows: &[DiskRow]) -> rusqlite::Result<()> {
        let mut compact = self.db.prepare_cached(
            "INSERT INTO inquiry (id, date, bits, walk, packed) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE
             SET date = excluded.date, bits = excluded.bits, walk = excluded.walk, packed = excluded.packed",
        )?;
        // A row without details does not overwrite one with details.
        let mut whole = self.db.prepare_cached(
            "INSERT INTO inquiry_raw (id, at, detailed, raw) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE
             SET at = excluded.at, detailed = excluded.detailed, raw = excluded.raw
             WHERE excluded.detailed >= inquiry_raw.detailed",
        )?;
        let full = self.is_full()?;
        for DiskRow { row, bits, walk, at, raw } in rows {
            compact.execute(params![row.id.get(), row.date.map(|d| d.0), bits, walk, pack(row)])?;
            if let Some(raw) = raw.as_ref().filter(|_| !full) {
                whole.execute(params![
                    row.id.get(),
                    at.0,
                    bits & bits::DETAILED != 0 && raw.contains("\"details\""),
                    shorten(raw)
                ])?;
            }
        }
        Ok(())
    }

    /// True when the file has grown so large that whole texts of rows are no longer added.
    pub(super) fn is_full(&self) -> rusqlite::Result<bool> {
        let figure = |name: &str| self.db.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
        Ok((figure("page_count")? - figure("freelist_count")?) * figure("page_size")? >= CACHE)
    }

    /// Writes the bits of these rows of a table.
    pub fn put_bits(&mut self, table: Table, bits: &[(i64, u32)]) -> rusqlite::Result<()> {
        let mut statement = self.db.prepare_cached(&format!("UPDATE {table} SET bits = ?2 WHERE id = ?1"))?;
        bits.iter().try_for_each(|(id, bits)| statement.execute(params![id, bits]).map(drop))
    }

    pub fn remove_rows(&mut self, table: Table, ids: &[i64]) -> rusqlite::Result<()> {
        for table in [table.to_owned(), format!("{table}_raw")] {
            let mut statement = self.db.prepare_cached(&format!("DELETE FROM {table} WHERE id = ?1"))?;
            ids.iter().try_for_each(|id| statement.execute([id]).map(drop))?;
        }
        Ok(())
    }

    /// Kept JSON texts of these rows. A row without a kept text is left out.
    pub fn raws(&self, table: Table, ids: impl IntoIterator<Item = i64>) -> rusqlite::Result<Vec<String>> {
        let mut statement = self.db.prepare_cached(&format!("SELECT raw FROM {table}_raw WHERE id = ?1"))?;
        let mut found = Vec::new();
        for id in ids {
            let raw: Option<String> = statement.query_row([id], |row| row.get(0)).optional()?;
            found.extend(raw.map(|raw| restore(&raw)));
        }
        Ok(found)
    }

    pub fn put_meta(&mut self, key: &str, value: &str) -> rusqlite::Result<()> {
        self.db.prepare_cached("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")?.execute([key, value])?;
        Ok(())
    }

    pub fn put_set(&mut self, name: &str, ids: &[i64]) -> rusqlite::Result<()> {
        let blob: Vec<u8> = ids.iter().flat_map(|id| id.to_le_bytes()).collect();
        self.db
            .prepare_cached("INSERT OR REPLACE INTO member_set (name, ids) VALUES (?1, ?2)")?
            .execute(params![name, blob])?;
        Ok(())
    }

    pub fn purge(&mut self) -> rusqlite::Result<()> {
        self.db.execute_batch(
            "DELETE FROM inquiry; DELETE FROM inquiry_raw; DELETE FROM reply; DELETE FROM mail; DELETE FROM mail_text; DELETE FROM member_set; DELETE FROM meta;
             DELETE FROM domain; DELETE FROM domain_raw; DELETE FROM domain_seen; DELETE FROM domain_form; DROP INDEX IF EXISTS domain_by_name;",
        )?;
        self.forms = Forms::default();
        Ok(())
    }
}

/// Value kept under a name; the default where there is none, or this version cannot read it.
pub(super) fn meta<T: DeserializeOwned + Default>(db: &Connection, key: &str) -> rusqlite::Result<T> {
    let text: Option<String> =
        db.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Row of the table of inquiries, with its bits and the number of the walk pass that saw it. `None` for a blob of
/// another layout and for one that cannot be a row: the walk reads such a row again.
pub(super) fn inquiry(row: &rusqlite::Row<'_>) -> Option<(Compact, u32, u32)> {
    let date: Option<i64> = row.get(1).ok()?;
    let compact = unpack(Id::new(row.get(0).ok()?), date.map(Timestamp), row.get_ref(4).ok()?.as_blob().ok()?)?;
    Some((compact, row.get(2).ok()?, row.get(3).ok()?))
}

/// Ids in the blob of a set, eight bytes each.
pub(super) fn numbers(blob: &[u8]) -> Vec<i64> {
    blob.chunks_exact(8).filter_map(|bytes| bytes.try_into().ok().map(i64::from_le_bytes)).collect()
}

/// Sets up the connection. `secure_delete` overwrites removed rows, so that purged data of buyers does not stay in the
/// file.
fn settings(db: &Connection, readonly: bool) -> rusqlite::Result<()> {
    db.busy_timeout(std::time::Duration::from_secs(5))?;
    // The store keeps all rows in memory after reading them once; a larger page cache would hold them twice.
    db.execute_batch("PRAGMA cache_size = -256")?;
    if readonly {
        return Ok(());
    }
    db.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
         PRAGMA journal_size_limit = 16777216; PRAGMA temp_store = MEMORY;",
    )
}

/// Reason why the file cannot be opened.
enum Trouble {
    /// The file is damaged, and a new one will work.
    Broken(String),
    Other(String),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        if is_damage(&error) { Self::Broken(words(&error)) } else { Self::Other(words(&error)) }
    }
}
